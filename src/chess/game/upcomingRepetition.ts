/**
 * Upcoming repetitions: whether the side to move can return to an earlier position by one
 * reversible move.
 *
 * The keys of two positions that are one reversible move apart differ by that move's key: the
 * piece's key on both squares and the side key. All 3,668 such move keys are stored in a cuckoo
 * hash table. At a node, each earlier position with the opponent to move is compared with the
 * current one; a hit whose path is free is a move that leads there. The move is legal, since that
 * position has been on the board.
 *
 * The idea is Marcel van Kervinck's ("A Faster Test for Upcoming Repetitions", 2018).
 * https://www.chessprogramming.org/Repetitions#Upcoming_Repetition
 */
import { BETWEEN, BISHOP_RAYS, KING_ATTACKS, KNIGHT_ATTACKS, ROOK_RAYS } from '../board/attacks.ts';
import type { Position } from '../board/position.ts';
import { ALL } from '../board/positionLayout.ts';
import { BISHOP, KING, KNIGHT, pieceOf, QUEEN, ROOK } from '../board/types.ts';
import { PIECE_KEYS, SIDE_KEY_HI, SIDE_KEY_LO } from '../board/zobrist.ts';
import { NOT_DRAWN, occurrencesBefore } from './draws.ts';

const SLOTS = 8192;
const cuckooLo = new Int32Array(SLOTS);
const cuckooHi = new Int32Array(SLOTS);
/** The two squares of the move in each slot, `a + 64 * b`; 0 for an empty slot. */
const cuckooSquares = new Int16Array(SLOTS);

// Cuckoo hashing: every key has two slots. Inserting a key moves the occupant to its other slot.
const hash1 = (lo: number) => lo & (SLOTS - 1);
const hash2 = (lo: number) => (lo >>> 16) & (SLOTS - 1);

const EMPTY_BOARD_ATTACKS: readonly [number, readonly Int32Array[]][] = [
  [KNIGHT, [KNIGHT_ATTACKS]],
  [BISHOP, [BISHOP_RAYS]],
  [ROOK, [ROOK_RAYS]],
  [QUEEN, [BISHOP_RAYS, ROOK_RAYS]],
  [KING, [KING_ATTACKS]],
];

for (const [type, tables] of EMPTY_BOARD_ATTACKS) {
  for (const color of [0, 1]) {
    const keys = pieceOf(type, color) * 128;
    for (let a = 0; a < 64; a++) {
      for (let b = a + 1; b < 64; b++) {
        if (!tables.some((table) => (table[a * 2 + (b >> 5)]! >> b) & 1)) continue;
        insert(
          PIECE_KEYS[keys + a * 2]! ^ PIECE_KEYS[keys + b * 2]! ^ SIDE_KEY_LO,
          PIECE_KEYS[keys + a * 2 + 1]! ^ PIECE_KEYS[keys + b * 2 + 1]! ^ SIDE_KEY_HI,
          a + 64 * b,
        );
      }
    }
  }
}

function insert(lo: number, hi: number, squares: number): void {
  let slot = hash1(lo);
  while (true) {
    const [oldLo, oldHi, oldSquares] = [cuckooLo[slot]!, cuckooHi[slot]!, cuckooSquares[slot]!];
    cuckooLo[slot] = lo;
    cuckooHi[slot] = hi;
    cuckooSquares[slot] = squares;
    if (oldSquares === 0) return;
    lo = oldLo;
    hi = oldHi;
    squares = oldSquares;
    slot = slot === hash1(lo) ? hash2(lo) : hash1(lo);
  }
}

/**
 * Whether the side to move has a move that `findRepetition`, with the same root, would score as a
 * repetition: to a position after the root, or to one that had already occurred twice in the game.
 * Returns the ply of that position, or {@link NOT_DRAWN}.
 */
export function findUpcomingRepetition(position: Position, root: number): number {
  const reversible = position.reversiblePlies;
  if (reversible < 3) return NOT_DRAWN;
  const { keys, ply, bitboards } = position;
  const keyLo = keys[ply * 2]!;
  const keyHi = keys[ply * 2 + 1]!;
  const oldest = ply - reversible;
  // The opponent's moves since then must cancel out, or one move of ours cannot lead back. Half a
  // key rules out nearly all other cases without a random access to the hash table.
  let opponentLo = keyLo ^ keys[ply * 2 - 2]! ^ SIDE_KEY_LO;
  for (let p = ply - 3; p >= oldest; p -= 2) {
    opponentLo ^= keys[p * 2 + 2]! ^ keys[p * 2]! ^ SIDE_KEY_LO;
    if (opponentLo !== 0) continue;
    const lo = keyLo ^ keys[p * 2]!;
    const hi = keyHi ^ keys[p * 2 + 1]!;
    let slot = hash1(lo);
    if (cuckooLo[slot] !== lo || cuckooHi[slot] !== hi) {
      slot = hash2(lo);
      if (cuckooLo[slot] !== lo || cuckooHi[slot] !== hi) continue;
    }
    const squares = cuckooSquares[slot]!;
    const a = squares & 63;
    const b = squares >> 6;
    const between = (a * 64 + b) * 2;
    if (
      ((BETWEEN[between]! & (bitboards[ALL]! | bitboards[ALL + 2]!)) |
        (BETWEEN[between + 1]! & (bitboards[ALL + 1]! | bitboards[ALL + 3]!))) !==
      0
    ) {
      continue;
    }
    if (p > root || occurrencesBefore(position, p) > 0) return p;
  }
  return NOT_DRAWN;
}
