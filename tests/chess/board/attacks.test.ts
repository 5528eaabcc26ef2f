import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BETWEEN,
  BISHOP_RAYS,
  bishopAttacks,
  KING_ATTACKS,
  KNIGHT_ATTACKS,
  LINE,
  PAWN_ATTACKS,
  pawnAttacksHi,
  pawnAttacksLo,
  ROOK_RAYS,
  rookAttacks,
  SLIDER_ATTACKS,
} from '../../../src/chess/board/attacks.ts';
import { lowestBit, lowestSquare, popcount64 } from '../../../src/chess/board/bits.ts';
import {
  BISHOP_DIRECTIONS,
  ROOK_DIRECTIONS,
  slideAttacks,
} from '../../../src/chess/board/sliding.ts';
import { BLACK, fileOf, rankOf, type Square, WHITE } from '../../../src/chess/board/types.ts';

const SQUARES = Array.from({ length: 64 }, (_, square) => square);
const pairAt = (table: Int32Array, index: number) => ({ lo: table[index]!, hi: table[index + 1]! });

function squaresIn({ lo, hi }: { lo: number; hi: number }): Square[] {
  return SQUARES.filter((square) => ((square < 32 ? lo : hi) >> (square & 31)) & 1);
}

const half = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
/** Boards from empty to crowded. */
const occupancies = fc
  .tuple(half, half, half, half, fc.nat({ max: 2 }))
  .map(([a, b, c, d, density]) =>
    density === 0
      ? { lo: a & c, hi: b & d }
      : density === 1
        ? { lo: a, hi: b }
        : { lo: a | c, hi: b | d },
  );

test('rook and bishop attacks are those found by walking their rays, for any occupancy', () => {
  fc.assert(
    fc.property(occupancies, ({ lo, hi }) => {
      const found = SQUARES.flatMap((square) => [
        pairAt(SLIDER_ATTACKS, rookAttacks(square, lo, hi)),
        pairAt(SLIDER_ATTACKS, bishopAttacks(square, lo, hi)),
      ]);
      expect(found).toEqual(
        SQUARES.flatMap((square) => [
          slideAttacks(square, ROOK_DIRECTIONS, lo, hi),
          slideAttacks(square, BISHOP_DIRECTIONS, lo, hi),
        ]),
      );
    }),
    { numRuns: 800 },
  );
});

test('on an empty board rooks see their file and rank, bishops their diagonals', () => {
  for (const a of SQUARES) {
    const others = SQUARES.filter((b) => b !== a);
    expect(squaresIn(pairAt(ROOK_RAYS, a * 2))).toEqual(
      others.filter((b) => fileOf(a) === fileOf(b) || rankOf(a) === rankOf(b)),
    );
    expect(squaresIn(pairAt(BISHOP_RAYS, a * 2))).toEqual(
      others.filter((b) => Math.abs(fileOf(a) - fileOf(b)) === Math.abs(rankOf(a) - rankOf(b))),
    );
  }
});

test('kings step one square, knights one and two, pawns take forward and aside', () => {
  for (const a of SQUARES) {
    const reach = (fits: (files: number, ranks: number) => boolean) =>
      SQUARES.filter((b) => fits(Math.abs(fileOf(b) - fileOf(a)), rankOf(b) - rankOf(a)));
    expect(squaresIn(pairAt(KING_ATTACKS, a * 2))).toEqual(
      reach((files, ranks) => Math.max(files, Math.abs(ranks)) === 1),
    );
    expect(squaresIn(pairAt(KNIGHT_ATTACKS, a * 2))).toEqual(
      reach((files, ranks) => files * Math.abs(ranks) === 2),
    );
    expect(squaresIn(pairAt(PAWN_ATTACKS, WHITE * 128 + a * 2))).toEqual(
      reach((files, ranks) => files === 1 && ranks === 1),
    );
    expect(squaresIn(pairAt(PAWN_ATTACKS, BLACK * 128 + a * 2))).toEqual(
      reach((files, ranks) => files === 1 && ranks === -1),
    );
  }
});

test('what several pawns attack is what each of them attacks', () => {
  fc.assert(
    fc.property(occupancies, fc.constantFrom(WHITE, BLACK), (pawns, color) => {
      const attacked = squaresIn(pawns).flatMap((square) =>
        squaresIn(pairAt(PAWN_ATTACKS, color * 128 + square * 2)),
      );
      const { lo, hi } = pawns;
      const found = { lo: pawnAttacksLo(color, lo, hi), hi: pawnAttacksHi(color, lo, hi) };
      expect(squaresIn(found)).toEqual(SQUARES.filter((square) => attacked.includes(square)));
    }),
    { numRuns: 800 },
  );
});

test('two squares of a file, rank or diagonal have a line through them and squares between', () => {
  /** Twice the area of the triangle: zero exactly if the three are in line. */
  const area = (a: Square, b: Square, c: Square) =>
    (fileOf(b) - fileOf(a)) * (rankOf(c) - rankOf(a)) -
    (fileOf(c) - fileOf(a)) * (rankOf(b) - rankOf(a));
  const distance = (a: Square, b: Square) =>
    Math.max(Math.abs(fileOf(a) - fileOf(b)), Math.abs(rankOf(a) - rankOf(b)));
  for (const a of SQUARES) {
    for (const b of SQUARES) {
      const files = Math.abs(fileOf(a) - fileOf(b));
      const ranks = Math.abs(rankOf(a) - rankOf(b));
      const aligned = a !== b && (files === 0 || ranks === 0 || files === ranks);
      const line = aligned ? SQUARES.filter((c) => area(a, b, c) === 0) : [];
      const between = line.filter(
        (c) => c !== a && c !== b && distance(a, c) + distance(c, b) === distance(a, b),
      );
      const index = (a * 64 + b) * 2;
      if (`${squaresIn(pairAt(LINE, index))}` !== `${line}`) expect([a, b]).toEqual('their line');
      if (`${squaresIn(pairAt(BETWEEN, index))}` !== `${between}`) {
        expect([a, b]).toEqual('the squares between');
      }
    }
  }
});

test('the bits of a number are counted and found as its binary digits show them', () => {
  const digits = (x: number) => (x >>> 0).toString(2).padStart(32, '0');
  const ones = (x: number) => digits(x).replaceAll('0', '').length;
  const powers = SQUARES.slice(0, 32).map((bit) => 1 << bit);
  fc.assert(
    fc.property(fc.oneof(half, fc.constantFrom(0, -1, ...powers)), half, (lo, hi) => {
      expect(popcount64(lo, hi)).toBe(ones(lo) + ones(hi));
      if (lo !== 0) expect(lowestBit(lo)).toBe(31 - digits(lo).lastIndexOf('1'));
      if ((lo | hi) !== 0) expect(lowestSquare(lo, hi)).toBe(squaresIn({ lo, hi })[0]);
    }),
    { numRuns: 2000 },
  );
});
