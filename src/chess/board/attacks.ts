/**
 * Attack tables. Each bitboard is stored as two adjacent 32-bit halves, low half first. A lookup
 * returns an index, and the caller reads `table[index]` and `table[index + 1]`, so that lookups
 * never allocate.
 *
 * Sliders use magic multiplication on both halves. JavaScript has no fast 64-bit multiply, so the
 * two 32-bit products are combined with XOR. The tables are as dense as with the usual 64-bit
 * magics.
 * https://www.chessprogramming.org/Magic_Bitboards
 */
import { popcount64 } from './bits.ts';
import { BISHOP_MAGICS, ROOK_MAGICS } from './magics.generated.ts';
import { FILE_A, FILE_H } from './positionLayout.ts';
import {
  BISHOP_DIRECTIONS,
  type Bitboard,
  type Directions,
  KNIGHT_STEPS,
  ROOK_DIRECTIONS,
  relevantOccupancy,
  slideAttacks,
} from './sliding.ts';
import { BLACK, type Color, type Square, WHITE } from './types.ts';

/** For each square, the squares one step away that are on the board. Index `square * 2`. */
function stepTable(steps: Directions): Int32Array {
  const table = new Int32Array(128);
  for (let square = 0; square < 64; square++) {
    for (const [df, dr] of steps) {
      const file = (square & 7) + df;
      const rank = (square >> 3) + dr;
      if (file < 0 || file > 7 || rank < 0 || rank > 7) continue;
      const to = rank * 8 + file;
      table[square * 2 + (to >> 5)]! |= 1 << to;
    }
  }
  return table;
}

/** Index `square * 2`. */
export const KNIGHT_ATTACKS = stepTable(KNIGHT_STEPS);
/** Index `square * 2`. */
export const KING_ATTACKS = stepTable([...ROOK_DIRECTIONS, ...BISHOP_DIRECTIONS]);
/** The squares attacked by a pawn of a colour on a square. Index `color * 128 + square * 2`. */
export const PAWN_ATTACKS = new Int32Array(256);
PAWN_ATTACKS.set(
  stepTable([
    [-1, 1],
    [1, 1],
  ]),
  WHITE * 128,
);
PAWN_ATTACKS.set(
  stepTable([
    [-1, -1],
    [1, -1],
  ]),
  BLACK * 128,
);

/** The low half of all squares that pawns of a colour attack, from both halves of the pawns. */
export function pawnAttacksLo(color: Color, lo: number, hi: number): number {
  if (color === WHITE) return ((lo << 7) & ~FILE_H) | ((lo << 9) & ~FILE_A);
  return (((lo >>> 7) | (hi << 25)) & ~FILE_A) | (((lo >>> 9) | (hi << 23)) & ~FILE_H);
}

/** The high half of all squares that pawns of a colour attack, from both halves of the pawns. */
export function pawnAttacksHi(color: Color, lo: number, hi: number): number {
  if (color === BLACK) return ((hi >>> 7) & ~FILE_A) | ((hi >>> 9) & ~FILE_H);
  return (((hi << 7) | (lo >>> 25)) & ~FILE_H) | (((hi << 9) | (lo >>> 23)) & ~FILE_A);
}

/** Slider attacks on an empty board. Index `square * 2`. */
export const ROOK_RAYS = new Int32Array(128);
export const BISHOP_RAYS = new Int32Array(128);

/**
 * The attack sets of all sliders, 102,400 of rooks and 5,248 of bishops, indexed through the magics by
 * {@link rookAttacks} and {@link bishopAttacks}.
 */
export const SLIDER_ATTACKS = new Int32Array(2 * (102400 + 5248));

// One row of eight integers (32 bytes) per square, so that a lookup touches one cache line.
const MASK_LO = 0;
const MASK_HI = 1;
const MAGIC_LO = 2;
const MAGIC_HI = 3;
const SHIFT = 4;
const OFFSET = 5;
const ROOK_ROWS = new Int32Array(64 * 8);
const BISHOP_ROWS = new Int32Array(64 * 8);

let tableEnd = 0;

/**
 * Scratch space for the occupancies of one square, four integers each: the products of both halves
 * with the magics, and both halves of the attacks. Large enough for a rook in a corner.
 */
const occupancies = new Int32Array(4 << 12);

/**
 * Fills the table of all squares. A blocker removes the squares behind it from the attacks, whatever
 * else is there. So each relevant square doubles the set of occupancies, and the new entries follow
 * from the old ones in a few instructions: half the time of walking the rays of every occupancy.
 */
function fillSliders(
  rows: Int32Array,
  rays: Int32Array,
  magics: Int32Array,
  directions: Directions,
): void {
  for (let square = 0; square < 64; square++) {
    const ray = slideAttacks(square, directions, 0, 0);
    rays[square * 2] = ray.lo;
    rays[square * 2 + 1] = ray.hi;

    const mask = relevantOccupancy(square, directions);
    const bits = popcount64(mask.lo, mask.hi);
    const row = square * 8;
    rows[row + MASK_LO] = mask.lo;
    rows[row + MASK_HI] = mask.hi;
    rows[row + MAGIC_LO] = magics[square * 2]!;
    rows[row + MAGIC_HI] = magics[square * 2 + 1]!;
    // Shifts by one bit less than the index needs; `& ~1` clears the extra bit. This doubles the
    // index, for lo/hi pairs, without a second shift.
    rows[row + SHIFT] = 31 - bits;
    rows[row + OFFSET] = tableEnd;
    tableEnd += 2 << bits;

    occupancies.set([0, 0, ray.lo, ray.hi]);
    SLIDER_ATTACKS[rows[row + OFFSET]!] = ray.lo;
    SLIDER_ATTACKS[rows[row + OFFSET]! + 1] = ray.hi;
    let end = 4;
    for (let blocker = 0; blocker < 64; blocker++) {
      const lo = blocker < 32 ? mask.lo & (1 << blocker) : 0;
      const hi = blocker < 32 ? 0 : mask.hi & (1 << blocker);
      if ((lo | hi) === 0) continue;
      addBlocker(rows, row, lo, hi, slideAttacks(square, directions, lo, hi), end);
      end *= 2;
    }
  }
}

/**
 * Adds a blocker (one bit, as two halves) to each of the occupancies before `end`. The new
 * occupancies are appended, their attacks restricted to the squares `visible` with that blocker.
 */
function addBlocker(
  rows: Int32Array,
  row: number,
  lo: number,
  hi: number,
  visible: Bitboard,
  end: number,
): void {
  // Multiplication distributes: the blocker is in none of these occupancies, so products add up.
  const productLo = Math.imul(lo, rows[row + MAGIC_LO]!);
  const productHi = Math.imul(hi, rows[row + MAGIC_HI]!);
  const visibleLo = visible.lo;
  const visibleHi = visible.hi;
  const shift = rows[row + SHIFT]!;
  const offset = rows[row + OFFSET]!;
  for (let from = 0, to = end; from < end; from += 4, to += 4) {
    const sumLo = (occupancies[from]! + productLo) | 0;
    const sumHi = (occupancies[from + 1]! + productHi) | 0;
    const attacksLo = occupancies[from + 2]! & visibleLo;
    const attacksHi = occupancies[from + 3]! & visibleHi;
    occupancies[to] = sumLo;
    occupancies[to + 1] = sumHi;
    occupancies[to + 2] = attacksLo;
    occupancies[to + 3] = attacksHi;
    const index = (((sumLo ^ sumHi) >>> shift) & ~1) + offset;
    SLIDER_ATTACKS[index] = attacksLo;
    SLIDER_ATTACKS[index + 1] = attacksHi;
  }
}

function magicIndex(
  rows: Int32Array,
  square: Square,
  occupiedLo: number,
  occupiedHi: number,
): number {
  const row = square << 3;
  const hash =
    Math.imul(occupiedLo & rows[row + MASK_LO]!, rows[row + MAGIC_LO]!) ^
    Math.imul(occupiedHi & rows[row + MASK_HI]!, rows[row + MAGIC_HI]!);
  return ((hash >>> rows[row + SHIFT]!) & ~1) + rows[row + OFFSET]!;
}

fillSliders(ROOK_ROWS, ROOK_RAYS, ROOK_MAGICS, ROOK_DIRECTIONS);
fillSliders(BISHOP_ROWS, BISHOP_RAYS, BISHOP_MAGICS, BISHOP_DIRECTIONS);

/** The index in {@link SLIDER_ATTACKS} of a rook's attacks from `square`. */
export function rookAttacks(square: Square, occupiedLo: number, occupiedHi: number): number {
  return magicIndex(ROOK_ROWS, square, occupiedLo, occupiedHi);
}

/** The index in {@link SLIDER_ATTACKS} of a bishop's attacks from `square`. */
export function bishopAttacks(square: Square, occupiedLo: number, occupiedHi: number): number {
  return magicIndex(BISHOP_ROWS, square, occupiedLo, occupiedHi);
}

/** The squares strictly between two squares on one line, else empty. Index `(a * 64 + b) * 2`. */
export const BETWEEN = new Int32Array(64 * 64 * 2);
/** The whole line through two squares, edge to edge, else empty. Index `(a * 64 + b) * 2`. */
export const LINE = new Int32Array(64 * 64 * 2);

for (const directions of [ROOK_DIRECTIONS, BISHOP_DIRECTIONS]) {
  for (let a = 0; a < 64; a++) {
    for (const [df, dr] of directions) {
      const line = slideAttacks(
        a,
        [
          [df, dr],
          [-df, -dr],
        ],
        0,
        0,
      );
      const betweenSoFar = { lo: 0, hi: 0 };
      let file = (a & 7) + df;
      let rank = (a >> 3) + dr;
      while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
        const b = rank * 8 + file;
        const index = (a * 64 + b) * 2;
        BETWEEN[index] = betweenSoFar.lo;
        BETWEEN[index + 1] = betweenSoFar.hi;
        LINE[index] = a < 32 ? line.lo | (1 << a) : line.lo;
        LINE[index + 1] = a < 32 ? line.hi : line.hi | (1 << a);
        if (b < 32) betweenSoFar.lo |= 1 << b;
        else betweenSoFar.hi |= 1 << b;
        file += df;
        rank += dr;
      }
    }
  }
}
