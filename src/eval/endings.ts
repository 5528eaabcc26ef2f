/**
 * Rules for endings with few pieces, which override the network: some are known wins or draws, and
 * some material leads do not win. The training data has few such positions, and the search needs a
 * gradient that drives the king to the right edge or corner.
 * https://www.chessprogramming.org/Endgame
 */
import { countOf, countPawns, countPieces, pieceMaterial } from '../chess/board/material.ts';
import type { Position } from '../chess/board/position.ts';
import { ALL, BISHOPS, FILE_A, FILE_H, LIGHT, PAWNS } from '../chess/board/positionLayout.ts';
import { BLACK, type Color, kingDistance, WHITE } from '../chess/board/types.ts';
import { forWhite } from './evaluator.ts';
import { evaluateKingAndPawn } from './kpkBitbase.ts';
import { mopUp } from './mopUp.ts';

/** All rules but that for bare kings apply with at most this many pieces on the board, kings and pawns included. */
export const ENDING_PIECES = 6;

/** A lead that does not win is divided by this. Were its score 0, the search would give the lead away. */
const DRAWISH = 16;

/** A network score that decides, in centipawns: pawns against a bare king may still be a draw below it. */
const DECISIVE_SCORE = 400;
/** Centipawns added for pawns, with or without a minor piece, against a bare king; and for each point of material. */
const BARE_KING = 600;
const BARE_KING_POINT = 100;

/**
 * The final evaluation, in centipawns for the side to move: that of an ending rule if one applies,
 * otherwise the score of the network. `pieces` is the number of pieces on the board.
 */
export function withEndings(
  position: Position,
  networkScore: number,
  pieces = countPieces(position),
): number {
  if (pieces <= ENDING_PIECES) return endingScore(position, pieces, networkScore);
  const isDecided = Math.abs(networkScore) >= DECISIVE_SCORE;
  return isDecided ? withBareKing(position, networkScore) : networkScore;
}

/**
 * The score of an ending with `pieces` pieces, at most {@link ENDING_PIECES}, in centipawns from the
 * side to move: by an ending rule if one applies, otherwise `networkScore`.
 */
function endingScore(position: Position, pieces: number, networkScore: number): number {
  const pawns = countPawns(position);
  if (pawns === 1 && pieces === 3) return forWhite(evaluateKingAndPawn(position), position);
  if (pawns > 0) return withBareKing(position, networkScore);
  const known = mopUp(position);
  // Without pawns less than a decisive lead is hardly ever enough.
  return known === null ? (networkScore / DRAWISH) | 0 : forWhite(known, position);
}

/**
 * The score of a position with pawns, in centipawns for the side to move. Against a bare king the network hardly
 * distinguishes a queen and a pawn from a pawn, which has a higher score by rule: the search would give the queen away.
 */
function withBareKing(position: Position, networkScore: number): number {
  const strong = hasBareKing(position, BLACK) ? WHITE : BLACK;
  if (!hasBareKing(position, strong ^ 1)) return networkScore;
  if (isWrongBishop(position, strong)) return 0;
  const known = mopUp(position);
  if (known !== null) return forWhite(known, position);
  if (Math.abs(networkScore) < DECISIVE_SCORE) return networkScore;
  const points = pieceMaterial(position, strong) + countPawns(position);
  const bonus = BARE_KING + BARE_KING_POINT * points;
  return networkScore + (position.turn === strong ? bonus : 0 - bonus);
}

const hasBareKing = (position: Position, color: Color): boolean =>
  countOf(position, ALL, color) === 1;

/**
 * Whether a side that plays against a bare king has a bishop and pawns on one rook's file, and cannot promote,
 * because the bishop does not guard the corner and the king is in it or next to it.
 * https://www.chessprogramming.org/Wrong_Color_Bishop
 */
function isWrongBishop(position: Position, strong: Color): boolean {
  const { bitboards: b } = position;
  const us = strong * 2;
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
