/**
 * A score for a quiet position: material and piece-square values, blended from middlegame to
 * endgame by the pieces left. https://www.chessprogramming.org/Tapered_Eval
 */
import { popcount64 } from '../chess/bits.ts';
import { ALL, PAWNS } from '../chess/layout.ts';
import type { Position } from '../chess/position.ts';
import { evaluateKingAndPawn } from './kingAndPawn.ts';
import { mopUp } from './mopUp.ts';
import { MAX_PHASE, PHASE, PIECE_SQUARE_EG, PIECE_SQUARE_MG } from './pieceSquares.ts';

/** With more pieces than these on the board no ending is looked for. */
const ENDING_PHASE = 12;

/** Centipawns from the side to move. */
export function evaluate(position: Position): number {
  const { bitboards, board } = position;
  let mg = 0;
  let eg = 0;
  let phase = 0;
  for (let lo = bitboards[ALL]! | bitboards[ALL + 2]!; lo !== 0; lo &= lo - 1) {
    const square = 31 - Math.clz32(lo & -lo);
    const piece = board[square]!;
    mg += PIECE_SQUARE_MG[piece * 64 + square]!;
    eg += PIECE_SQUARE_EG[piece * 64 + square]!;
    phase += PHASE[piece]!;
  }
  for (let hi = bitboards[ALL + 1]! | bitboards[ALL + 3]!; hi !== 0; hi &= hi - 1) {
    const square = 63 - Math.clz32(hi & -hi);
    const piece = board[square]!;
    mg += PIECE_SQUARE_MG[piece * 64 + square]!;
    eg += PIECE_SQUARE_EG[piece * 64 + square]!;
    phase += PHASE[piece]!;
  }
  if (phase > MAX_PHASE) phase = MAX_PHASE;
  let white = ((mg * phase + eg * (MAX_PHASE - phase)) / MAX_PHASE) | 0;
  if (phase <= ENDING_PHASE) {
    const pawns = countPawns(position);
    if (pawns === 0) white = mopUp(position) ?? white;
    else if (pawns === 1 && phase === 0) white = evaluateKingAndPawn(position);
  }
  return position.turn === 0 ? white : 0 - white;
}

function countPawns({ bitboards }: Position): number {
  return popcount64(
    bitboards[PAWNS]! | bitboards[PAWNS + 2]!,
    bitboards[PAWNS + 1]! | bitboards[PAWNS + 3]!,
  );
}
