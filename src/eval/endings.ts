/**
 * Rules for endings with few pieces, which override the network: some are known wins or draws, and
 * some material leads do not win. The training data has few such positions, and the search needs a
 * gradient that drives the king to the right edge or corner.
 * https://www.chessprogramming.org/Endgame
 */
import { popcount64 } from '../chess/board/bits.ts';
import { countPawns, countPieces, pieceMaterial } from '../chess/board/material.ts';
import type { Position } from '../chess/board/position.ts';
import { ALL, BISHOPS, FILE_A, FILE_H, LIGHT, PAWNS } from '../chess/board/positionLayout.ts';
import { BLACK, type Color, kingDistance, WHITE } from '../chess/board/types.ts';
import { evaluateKingAndPawn } from './kpkBitbase.ts';
import { mopUp } from './mopUp.ts';

/** The rules apply with at most this many pieces on the board, kings and pawns included. */
export const ENDING_PIECES = 6;

/** A lead that does not win is divided by this. Were its score 0, the search would give the lead away. */
const DRAWISH = 16;

/**
 * The final evaluation, in centipawns from the side to move: that of an ending rule if one applies,
 * otherwise the score of the network. `pieces` is the number of pieces on the board.
 */
export function withEndings(
  position: Position,
  networkScore: number,
  pieces = countPieces(position),
): number {
  return pieces <= ENDING_PIECES ? endingScore(position, pieces, networkScore) : networkScore;
}

/**
 * The score of an ending with `pieces` pieces, at most {@link ENDING_PIECES}, in centipawns from the
 * side to move: by an ending rule if one applies, otherwise `networkScore`.
 */
function endingScore(position: Position, pieces: number, networkScore: number): number {
  const pawns = countPawns(position);
  if (pawns === 1 && pieces === 3) {
    const known = evaluateKingAndPawn(position);
    return position.turn === WHITE ? known : 0 - known;
  }
  if (pawns === 0) {
    const known = mopUp(position);
    // Without pawns less than a decisive lead is hardly ever enough.
    if (known === null) return (networkScore / DRAWISH) | 0;
    return position.turn === WHITE ? known : 0 - known;
  }
  if (isWrongBishop(position, WHITE) || isWrongBishop(position, BLACK)) return 0;
  return networkScore;
}

/**
 * Whether a side has a bishop and pawns on one rook's file against a bare king, and cannot promote,
 * because the bishop does not guard the corner and the king is in it or next to it.
 * https://www.chessprogramming.org/Wrong_Color_Bishop
 */
function isWrongBishop(position: Position, strong: Color): boolean {
  const { bitboards: b } = position;
  const us = strong * 2;
  const them = 2 - us;
  if (popcount64(b[ALL + them]!, b[ALL + them + 1]!) !== 1) return false;
  const bishops = b[BISHOPS + us]! | b[BISHOPS + us + 1]!;
  if (bishops === 0 || pieceMaterial(position, strong) !== 3) return false;
  const pawns = b[PAWNS + us]! | b[PAWNS + us + 1]!;
  const isFileA = (pawns & ~FILE_A) === 0;
  if (!isFileA && (pawns & ~FILE_H) !== 0) return false;
  const corner = (isFileA ? 0 : 7) + (strong === WHITE ? 56 : 0);
  // a8 and h1 are light. Both halves of the board are coloured alike.
  const isCornerLight = corner === 56 || corner === 7;
  if (((bishops & LIGHT) !== 0) === isCornerLight) return false;
  return kingDistance(position.kingSquare(strong ^ 1), corner) <= 1;
}
