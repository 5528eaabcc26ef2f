/**
 * What is known of endings: some scores exactly or nearly so, some leads that do not win.
 */
import { popcount64 } from '../chess/bits.ts';
import { BISHOPS, KNIGHTS, PAWNS, QUEENS, ROOKS } from '../chess/layout.ts';
import type { Position } from '../chess/position.ts';
import type { Color } from '../chess/types.ts';
import { evaluateKingAndPawn } from './kingAndPawn.ts';
import { mopUp } from './mopUp.ts';

/** With more pieces than these on the board no ending is looked for. */
export const ENDING_PHASE = 12;

/** Nothing is taken off an endgame score. */
export const FULL_SCALE = 64;
/** Opposite bishops, with nothing but pawns, with more. */
const OPPOSITE_BISHOPS_ALONE = 28;
const OPPOSITE_BISHOPS = 46;
/** Without pawns, a lead of no more than a minor piece. */
const PAWNLESS = 8;
/** With a single pawn the defender may give a piece for it. */
const ONE_PAWN = 40;

const LIGHT = 0x55aa55aa;
const FILE_A = 0x01010101;
const FILE_H = 0x80808080 | 0;

/** Centipawns for white of an ending whose score is known, or null. */
export function endingScore(position: Position, phase: number): number | null {
  const { bitboards: b } = position;
  const pawns = popcount64(b[PAWNS]! | b[PAWNS + 2]!, b[PAWNS + 1]! | b[PAWNS + 3]!);
  if (pawns === 0) return mopUp(position);
  if (pawns === 1 && phase === 0) return evaluateKingAndPawn(position);
  return null;
}

/** How much of `strong`'s lead counts in this ending, in parts of {@link FULL_SCALE}. */
export function endgameScale(position: Position, strong: Color): number {
  const { bitboards: b } = position;
  const us = strong * 2;
  const them = 2 - us;
  const pawns = popcount64(b[PAWNS + us]!, b[PAWNS + us + 1]!);
  const ours = worth(position, strong);
  const theirs = worth(position, strong ^ 1);
  if (pawns === 0 && ours - theirs <= 3) return PAWNLESS;
  if (ours === 3 && isWrongBishop(position, strong)) return 0;
  const bishopsLo = b[BISHOPS + us]!;
  const bishopsHi = b[BISHOPS + us + 1]!;
  const theirBishopsLo = b[BISHOPS + them]!;
  const theirBishopsHi = b[BISHOPS + them + 1]!;
  const isOpposite =
    popcount64(bishopsLo, bishopsHi) === 1 &&
    popcount64(theirBishopsLo, theirBishopsHi) === 1 &&
    isLight(bishopsLo | bishopsHi) !== isLight(theirBishopsLo | theirBishopsHi);
  if (isOpposite) return ours === 3 && theirs === 3 ? OPPOSITE_BISHOPS_ALONE : OPPOSITE_BISHOPS;
  if (pawns === 1 && ours - theirs <= 0) return ONE_PAWN;
  return FULL_SCALE;
}

/** Pieces without pawns: a minor piece is 3, a rook 5, a queen 9. */
function worth({ bitboards: b }: Position, color: Color): number {
  const c = color * 2;
  return (
    3 * popcount64(b[KNIGHTS + c]! | b[BISHOPS + c]!, b[KNIGHTS + c + 1]! | b[BISHOPS + c + 1]!) +
    5 * popcount64(b[ROOKS + c]!, b[ROOKS + c + 1]!) +
    9 * popcount64(b[QUEENS + c]!, b[QUEENS + c + 1]!)
  );
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
