/** The inputs of a position from its bitboards, by code (memoryLayout.ts). */
import {
  bishopAttacks,
  KING_ATTACKS,
  KNIGHT_ATTACKS,
  PAWN_ATTACKS,
  rookAttacks,
  SLIDER_ATTACKS,
} from '../../../chess/board/attacks.ts';
import { lowestBit } from '../../../chess/board/bits.ts';
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK } from '../../../chess/board/types.ts';
import { PIECE_INPUTS } from '../architecture.ts';

/** Codes below are those of pieces; the code of an attack follows from here on. */
export const PIECE_CODES = PIECE_INPUTS;

/** The piece on each occupied square. */
const mailbox = new Int8Array(64);

/**
 * Lists the codes of the pieces and attacks of a position whose twelve bitboards are at index `boards`
 * of `words`. Returns how many there are.
 */
export function listInputs(words: Int32Array, boards: number, codes: Int32Array): number {
  let count = 0;
  let occupiedLo = 0;
  let occupiedHi = 0;
  for (let piece = 0; piece < 12; piece++) {
    for (const half of [0, 1]) {
      const bits = words[boards + piece * 2 + half]!;
      if (half === 0) occupiedLo |= bits;
      else occupiedHi |= bits;
      for (let rest = bits; rest !== 0; rest &= rest - 1) {
        const square = half * 32 + lowestBit(rest);
        mailbox[square] = piece;
        codes[count++] = piece * 64 + square;
      }
    }
  }
  const kings = boards + KING * 4;
  const targetsLo = occupiedLo & ~(words[kings]! | words[kings + 2]!);
  const targetsHi = occupiedHi & ~(words[kings + 1]! | words[kings + 3]!);
  const pieces = count;
  for (let i = 0; i < pieces; i++) {
    const piece = codes[i]! >> 6;
    const square = codes[i]! & 63;
    for (const half of [0, 1]) {
      const attacked = attackedFrom(piece, square, half, occupiedLo, occupiedHi);
      let rest = attacked & (half === 0 ? targetsLo : targetsHi);
      for (; rest !== 0; rest &= rest - 1) {
        const target = half * 32 + lowestBit(rest);
        codes[count++] = PIECE_CODES + (mailbox[target]! * 16 + piece) * 64 + target;
      }
    }
  }
  return count;
}

/** One half of the squares that a piece attacks. */
function attackedFrom(
  piece: number,
  square: number,
  half: number,
  occupiedLo: number,
  occupiedHi: number,
): number {
  const type = piece >> 1;
  if (type === PAWN) return PAWN_ATTACKS[(piece & 1) * 128 + square * 2 + half]!;
  if (type === KNIGHT) return KNIGHT_ATTACKS[square * 2 + half]!;
  if (type === KING) return KING_ATTACKS[square * 2 + half]!;
  let attacked = 0;
  if (type === BISHOP || type === QUEEN) {
    attacked |= SLIDER_ATTACKS[bishopAttacks(square, occupiedLo, occupiedHi) + half]!;
  }
  if (type === ROOK || type === QUEEN) {
    attacked |= SLIDER_ATTACKS[rookAttacks(square, occupiedLo, occupiedHi) + half]!;
  }
  return attacked;
}
