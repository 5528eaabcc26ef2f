/**
 * En passant: whether a capture is legal. A position's en passant square, and with it the file in its
 * Zobrist key, is set only if one is: two positions are the same if the same moves are possible (FIDE 9.2.3).
 * https://www.chessprogramming.org/En_passant
 */
import { PAWN_ATTACKS } from './attacks.ts';
import { lowestBit } from './bits.ts';
import { isAttacked } from './checks.ts';
import { ALL, PAWNS, type Placement } from './positionLayout.ts';
import { type Square, WHITE } from './types.ts';

/** Whether the side to move has any legal en passant capture on `epSquare`. */
export function canTakeEnPassant(position: Placement, epSquare: Square): boolean {
  const us = position.turn;
  const attackers = (us ^ 1) * 128 + epSquare * 2;
  // All capturing pawns are on one rank, hence in one half.
  const half = us === WHITE ? 1 : 0;
  let pawns = PAWN_ATTACKS[attackers + half]! & position.bitboards[PAWNS + us * 2 + half]!;
  for (; pawns !== 0; pawns &= pawns - 1) {
    if (isEnPassantLegal(position, half * 32 + lowestBit(pawns), epSquare)) return true;
  }
  return false;
}

/**
 * Whether a pawn of the side to move, next to the pawn that just double-pushed over `epSquare`, may
 * capture it. Tested on the resulting occupancy, since both pawns leave the rank at once.
 */
export function isEnPassantLegal(position: Placement, from: Square, epSquare: Square): boolean {
  const bb = position.bitboards;
  const us = position.turn;
  const fromBit = 1 << from;
  const takenBit = 1 << (epSquare ^ 8);
  let occupiedLo = bb[ALL]! | bb[ALL + 2]!;
  let occupiedHi = bb[ALL + 1]! | bb[ALL + 3]!;
  // White captures from rank 5 to rank 6, both in the high half; for Black all is in the low half.
  if (us === WHITE) occupiedHi = (occupiedHi & ~fromBit & ~takenBit) | (1 << epSquare);
  else occupiedLo = (occupiedLo & ~fromBit & ~takenBit) | (1 << epSquare);
  return !isAttacked(position, position.kingSquare(us), us ^ 1, occupiedLo, occupiedHi);
}
