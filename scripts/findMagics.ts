/**
 * Finds the magic multipliers in `chess/board/magics.generated.ts` (`npm run magics` writes that file).
 *
 * A pair of magics maps every relevant occupancy of a square to a table index with as many bits as
 * there are relevant squares. Occupancies with different attacks must not collide:
 * `(imul(lo & maskLo, magicLo) ^ imul(hi & maskHi, magicHi)) >>> shift`.
 * Sparse random numbers are tried until one fits.
 * https://www.chessprogramming.org/Looking_for_Magics
 */
import { writeFileSync } from 'node:fs';
import { popcount64 } from '../src/chess/board/bits.ts';
import {
  BISHOP_DIRECTIONS,
  type Bitboard,
  type Directions,
  ROOK_DIRECTIONS,
  relevantOccupancy,
  slideAttacks,
} from '../src/chess/board/sliding.ts';
import { Random } from '../src/util/random.ts';

const random = new Random(2026);
const sparse = () => random.int32() & random.int32();

function findMagic(square: number, directions: Directions): [number, number] {
  const mask = relevantOccupancy(square, directions);
  const bits = popcount64(mask.lo, mask.hi);
  const shift = 32 - bits;
  const occupancies = [...subsets(mask)];
  const attacks = occupancies.map((o) => slideAttacks(square, directions, o.lo, o.hi));
  const seenIn = new Int32Array(1 << bits);
  const attacksAt = new Int32Array(2 << bits);

  for (let attempt = 1; ; attempt++) {
    const magicLo = sparse();
    const magicHi = sparse();
    const collides = occupancies.some((o, i) => {
      const index = (Math.imul(o.lo, magicLo) ^ Math.imul(o.hi, magicHi)) >>> shift;
      const { lo, hi } = attacks[i]!;
      if (seenIn[index] === attempt) {
        return attacksAt[index * 2] !== lo || attacksAt[index * 2 + 1] !== hi;
      }
      seenIn[index] = attempt;
      attacksAt[index * 2] = lo;
      attacksAt[index * 2 + 1] = hi;
      return false;
    });
    if (!collides) return [magicLo, magicHi];
  }
}

/**
 * All subsets of a bitboard, the empty one first (Carry-Rippler on two halves).
 * https://www.chessprogramming.org/Traversing_Subsets_of_a_Set
 */
function* subsets(mask: Bitboard): Generator<Bitboard> {
  let lo = 0;
  do {
    let hi = 0;
    do {
      yield { lo, hi };
      hi = (hi - mask.hi) & mask.hi;
    } while (hi !== 0);
    lo = (lo - mask.lo) & mask.lo;
  } while (lo !== 0);
}

function table(name: string, directions: Directions): string {
  const rows = Array.from({ length: 64 }, (_, square) => {
    const [lo, hi] = findMagic(square, directions);
    return `  ${lo}, ${hi},`;
  });
  return `export const ${name} = new Int32Array([\n${rows.join('\n')}\n]);\n`;
}

writeFileSync(
  new URL('../src/chess/board/magics.generated.ts', import.meta.url),
  `// Written by scripts/findMagics.ts (\`npm run magics\`): a pair (low, high) a square, from a1 to h8.\n\n${table(
    'ROOK_MAGICS',
    ROOK_DIRECTIONS,
  )}\n${table('BISHOP_MAGICS', BISHOP_DIRECTIONS)}`,
);
