/**
 * A score for a quiet position: material and piece-square values, blended from middlegame to
 * endgame by the pieces left. https://www.chessprogramming.org/Tapered_Eval
 */
import { ALL, type Position } from '../chess/position.ts';
import { MAX_PHASE, PHASE, PIECE_SQUARE_EG, PIECE_SQUARE_MG } from './pieceSquares.ts';

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
  const white = ((mg * phase + eg * (MAX_PHASE - phase)) / MAX_PHASE) | 0;
  return position.turn === 0 ? white : -white;
}
