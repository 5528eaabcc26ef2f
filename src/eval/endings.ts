/**
 * What is known of endings: some scores exactly or nearly so, some leads that do not win.
 */
import { popcount64 } from '../chess/board/bits.ts';
import { ALL, BISHOPS, LIGHT, PAWNS } from '../chess/board/layout.ts';
import type { Position } from '../chess/board/position.ts';
import type { Color } from '../chess/board/types.ts';
import { evaluateKingAndPawn } from './kingAndPawn.ts';
import { countPawns, pieceWorth } from './material.ts';
import { mopUp } from './mopUp.ts';

/** With more pieces than these on the board no ending is looked for. */
export const ENDING_PHASE = 12;

/** Nothing is taken off an endgame score, or added to it. */
export const FULL_SCALE = 64;

/** Classes of endings: rows by the lead in pieces, in each by the number of the leader's pawns, up to six. */
const ROW = 7;
const BEHIND = 0;
const EVEN = 1;
const AHEAD_A_LITTLE = 2;
const AHEAD_A_MINOR = 3;
const AHEAD_A_ROOK = 4;
/** A bishop each, of opposite colours, and nothing but pawns. */
const OPPOSITE_BISHOPS = 5 * ROW;
/** A bishop that does not guard the corner in which its rook pawns promote, and the king is there. */
export const WRONG_BISHOP = OPPOSITE_BISHOPS + 1;

/**
 * How much of a lead counts, in parts of {@link FULL_SCALE}, by class. The last pawns are what wins: with
 * few of them even a large lead may not. Fitted to self-play with the weights (`npm run fit:eval`).
 */
// biome-ignore format: rows are read as rows
export const SCALES = Int32Array.from([
   4, 21, 44, 54, 64, 68, 71,
   4, 32, 55, 71, 74, 80, 87,
   4, 44, 69, 83, 81, 81, 86,
   0, 52, 77, 90, 94, 98, 92,
  48, 91, 87, 76, 85, 89, 89,
  21,
   0,
]);

const FILE_A = 0x01010101;
const FILE_H = 0x80808080 | 0;

/** With more pieces than these, kings included, a network knows better than {@link endingScore}. */
export const KNOWN_PIECES = 5;

/** Centipawns for white of an ending whose score is known, or null. */
export function endingScore(position: Position): number | null {
  const pawns = countPawns(position);
  if (pawns === 0) return mopUp(position);
  if (pawns === 1 && countPieces(position) === 3) return evaluateKingAndPawn(position);
  return null;
}

/** How many pieces there are, pawns and kings included. */
export function countPieces({ bitboards: b }: Position): number {
  return popcount64(b[ALL]! | b[ALL + 2]!, b[ALL + 1]! | b[ALL + 3]!);
}

/** How much of `strong`'s lead counts in this ending, in parts of {@link FULL_SCALE}. */
export function endgameScale(position: Position, strong: Color): number {
  return SCALES[endgameClass(position, strong)]!;
}

/** What kind of ending this is: a place in {@link SCALES}. */
export function endgameClass(position: Position, strong: Color): number {
  const { bitboards: b } = position;
  const us = strong * 2;
  const them = 2 - us;
  const ours = pieceWorth(position, strong);
  const theirs = pieceWorth(position, strong ^ 1);
  if (ours === 3 && isWrongBishop(position, strong)) return WRONG_BISHOP;
  const bishopsLo = b[BISHOPS + us]!;
  const bishopsHi = b[BISHOPS + us + 1]!;
  const theirBishopsLo = b[BISHOPS + them]!;
  const theirBishopsHi = b[BISHOPS + them + 1]!;
  if (
    ours === 3 &&
    theirs === 3 &&
    (bishopsLo | bishopsHi) !== 0 &&
    (theirBishopsLo | theirBishopsHi) !== 0 &&
    isLight(bishopsLo | bishopsHi) !== isLight(theirBishopsLo | theirBishopsHi)
  ) {
    return OPPOSITE_BISHOPS;
  }
  const pawns = Math.min(6, popcount64(b[PAWNS + us]!, b[PAWNS + us + 1]!));
  const lead = ours - theirs;
  if (lead === 0) return EVEN * ROW + pawns;
  if (lead < 0) return BEHIND * ROW + pawns;
  return (lead < 3 ? AHEAD_A_LITTLE : lead < 5 ? AHEAD_A_MINOR : AHEAD_A_ROOK) * ROW + pawns;
}

/** Both halves of the board are coloured alike. */
const isLight = (half: number): boolean => (half & LIGHT) !== 0;

/**
 * Whether a side with a bishop and nothing but pawns on one rook's file cannot promote, because the
 * bishop does not guard the corner and the other king is in it or next to it.
 * https://www.chessprogramming.org/Wrong_Color_Bishop
 */
function isWrongBishop(position: Position, strong: Color): boolean {
  const { bitboards: b } = position;
  const us = strong * 2;
  const pawns = b[PAWNS + us]! | b[PAWNS + us + 1]!;
  const bishops = b[BISHOPS + us]! | b[BISHOPS + us + 1]!;
  if (pawns === 0 || bishops === 0) return false;
  const isFileA = (pawns & ~FILE_A) === 0;
  if (!isFileA && (pawns & ~FILE_H) !== 0) return false;
  const corner = (isFileA ? 0 : 7) + (strong === 0 ? 56 : 0);
  // a8 and h1 are light.
  const isCornerLight = corner === 56 || corner === 7;
  if (isLight(bishops) === isCornerLight) return false;
  const king = position.kingSquare(strong ^ 1);
  const files = Math.abs((king & 7) - (corner & 7));
  const ranks = Math.abs((king >> 3) - (corner >> 3));
  return files <= 1 && ranks <= 1;
}
