/**
 * Pawn structure: doubled, isolated, backward, connected and passed pawns. It changes seldom, so it
 * is kept in a small table by the four words that say where the pawns are: a hit is exact.
 * https://www.chessprogramming.org/Pawn_Hash_Table
 */

import { PAWN_ATTACKS } from '../chess/board/attacks.ts';
import { PAWNS } from '../chess/board/layout.ts';
import type { Position } from '../chess/board/position.ts';
import type { Color } from '../chess/board/types.ts';
import { WEIGHTS } from './weights.ts';

const { connected, doubled, isolated, backward } = WEIGHTS;

/** Entries; a power of two. */
const ENTRIES = 4096;
/** The pawns (4 words), score, passed pawns (4 words); the rest makes it a cache line. */
const ENTRY = 16;
const SCORE = 4;
const PASSED = 5;

/** Index `square * 2`: the squares of the neighbouring files, and of the square's own. */
const NEIGHBOURS = new Int32Array(128);
export const FILE = new Int32Array(128);
/** Index `color * 128 + square * 2`: what lies ahead on the file; on its neighbours; on all three. */
export const AHEAD = new Int32Array(256);
export const NEIGHBOURS_AHEAD = new Int32Array(256);
const PASSED_SPAN = new Int32Array(256);
/** The squares of the neighbouring files from the pawn's rank backwards. */
const SUPPORT_SPAN = new Int32Array(256);

for (let square = 0; square < 64; square++) {
  for (let other = 0; other < 64; other++) {
    const files = Math.abs((square & 7) - (other & 7));
    const ranks = (other >> 3) - (square >> 3);
    const at = square * 2 + (other >> 5);
    const bit = 1 << other;
    if (files === 0) FILE[at]! |= bit;
    if (files === 1) NEIGHBOURS[at]! |= bit;
    for (const color of [0, 1]) {
      const ahead = color === 0 ? ranks : -ranks;
      if (files === 0 && ahead > 0) AHEAD[color * 128 + at]! |= bit;
      if (files === 1 && ahead > 0) NEIGHBOURS_AHEAD[color * 128 + at]! |= bit;
      if (files <= 1 && ahead > 0) PASSED_SPAN[color * 128 + at]! |= bit;
      if (files === 1 && ahead <= 0) SUPPORT_SPAN[color * 128 + at]! |= bit;
    }
  }
}

/** Index `square * 2`: the squares to the left and right. */
const BESIDE = new Int32Array(128);
for (let square = 0; square < 64; square++) {
  if ((square & 7) > 0) BESIDE[square * 2 + (square >> 5)]! |= 1 << (square - 1);
  if ((square & 7) < 7) BESIDE[square * 2 + (square >> 5)]! |= 1 << (square + 1);
}

/** 32 bits that tell pawn structures apart, nearly always. */
export function hashPawns({ bitboards: b }: Position): number {
  let mix = Math.imul(b[PAWNS]!, 0x9e3779b1) ^ Math.imul(b[PAWNS + 1]!, 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 15), 0xc2b2ae35) ^ Math.imul(b[PAWNS + 2]!, 0x27d4eb2f);
  mix = Math.imul(mix ^ (mix >>> 13), 0x165667b1) ^ Math.imul(b[PAWNS + 3]!, 0x9e3779b1);
  return mix ^ (mix >>> 16);
}

export class PawnTable {
  private readonly words = new Int32Array(ENTRIES * ENTRY);
  private entry = 0;

  /** Finds the structure of a position, or works it out; the getters then tell of it. */
  look(position: Position): void {
    const { bitboards: b } = position;
    const { words } = this;
    const whiteLo = b[PAWNS]!;
    const whiteHi = b[PAWNS + 1]!;
    const blackLo = b[PAWNS + 2]!;
    const blackHi = b[PAWNS + 3]!;
    const entry = (hashPawns(position) & (ENTRIES - 1)) * ENTRY;
    this.entry = entry;
    if (
      words[entry] === whiteLo &&
      words[entry + 1] === whiteHi &&
      words[entry + 2] === blackLo &&
      words[entry + 3] === blackHi
    ) {
      return;
    }
    words[entry] = whiteLo;
    words[entry + 1] = whiteHi;
    words[entry + 2] = blackLo;
    words[entry + 3] = blackHi;
    words.fill(0, entry + PASSED, entry + PASSED + 4);
    words[entry + SCORE] = this.structure(position, 0) - this.structure(position, 1);
  }

  /** Packed, from white's side. */
  get score(): number {
    return this.words[this.entry + SCORE]!;
  }

  /** A half (0 or 1) of the bitboard of a side's passed pawns. */
  passed(color: Color, half: number): number {
    return this.words[this.entry + PASSED + color * 2 + half]!;
  }

  /** The score of one side's pawns; writes down which are passed. */
  private structure({ bitboards: b }: Position, us: Color): number {
    const ownLo = b[PAWNS + us * 2]!;
    const ownHi = b[PAWNS + us * 2 + 1]!;
    const theirLo = b[PAWNS + 2 - us * 2]!;
    const theirHi = b[PAWNS + 3 - us * 2]!;
    const mine = us * 128;
    const theirs = 128 - mine;
    let score = 0;
    for (let half = 0; half < 2; half++) {
      for (let bits = half === 0 ? ownLo : ownHi; bits !== 0; bits &= bits - 1) {
        const square = half * 32 + 31 - Math.clz32(bits & -bits);
        const s = square * 2;
        const rank = us === 0 ? square >> 3 : 7 - (square >> 3);
        const isDoubled = ((AHEAD[mine + s]! & ownLo) | (AHEAD[mine + s + 1]! & ownHi)) !== 0;
        const isIsolated = ((NEIGHBOURS[s]! & ownLo) | (NEIGHBOURS[s + 1]! & ownHi)) === 0;
        // Guarded by what attacks it, seen from the other side; or with a neighbour on its rank.
        const isConnected =
          ((PAWN_ATTACKS[theirs + s]! & ownLo) |
            (PAWN_ATTACKS[theirs + s + 1]! & ownHi) |
            (BESIDE[s]! & ownLo) |
            (BESIDE[s + 1]! & ownHi)) !==
          0;
        const isPassed =
          !isDoubled &&
          ((PASSED_SPAN[mine + s]! & theirLo) | (PASSED_SPAN[mine + s + 1]! & theirHi)) === 0;
        if (isDoubled) score += doubled[0]!;
        if (isIsolated) score += isolated[0]!;
        else if (
          ((SUPPORT_SPAN[mine + s]! & ownLo) | (SUPPORT_SPAN[mine + s + 1]! & ownHi)) ===
          0
        ) {
          const stop = s + (us === 0 ? 16 : -16);
          const isStopped =
            ((PAWN_ATTACKS[mine + stop]! & theirLo) |
              (PAWN_ATTACKS[mine + stop + 1]! & theirHi)) !==
            0;
          if (isStopped) score += backward[0]!;
        }
        if (isConnected) score += connected[rank]!;
        if (isPassed) this.words[this.entry + PASSED + us * 2 + half]! |= 1 << square;
      }
    }
    return score;
  }
}
