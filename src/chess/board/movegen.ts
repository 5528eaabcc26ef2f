/**
 * Legal move generation, using checkers and pins: a piece that is not pinned may go to any target,
 * a pinned one stays on its line, and in check the targets are the checker and the squares in
 * between. Only king moves and en passant captures are tested one by one.
 *
 * Moves are appended to the caller's list from a given index, and the new end is returned, so that
 * one list can serve a whole search.
 * https://peterellisjones.com/posts/generating-legal-chess-moves-efficiently/
 */
import {
  BETWEEN,
  bishopAttacks,
  KING_ATTACKS,
  KNIGHT_ATTACKS,
  LINE,
  PAWN_ATTACKS,
  rookAttacks,
  SLIDER_ATTACKS,
} from './attacks.ts';
import { lowestBit, lowestSquare, popcount64 } from './bits.ts';
import { canCastle } from './castling.ts';
import { isAttacked } from './checks.ts';
import { isEnPassantLegal } from './enPassant.ts';
import type { Position } from './position.ts';
import {
  ALL,
  BISHOPS,
  CHECKERS,
  FILE_A,
  FILE_H,
  KNIGHTS,
  PAWNS,
  PINNED,
  QUEENS,
  ROOKS,
} from './positionLayout.ts';
import {
  CAPTURE,
  CASTLING,
  DOUBLE_PUSH,
  EN_PASSANT,
  MAX_MOVES,
  type Move,
  NO_SQUARE,
  PROMOTION,
  QUIET,
  type Square,
  WHITE,
} from './types.ts';

/** Captures and all promotions. */
const NOISY_MOVES = 1;
/** Everything else. */
const QUIET_MOVES = 2;
/** Moves are only counted; the list is used as scratch space. */
const COUNT_ONLY = 4;

/**
 * Writes all legal moves to a list, from the index `start` on, and returns the index after the last one.
 * The list must have room for {@link MAX_MOVES} from there.
 */
export function generateMoves(position: Position, list: Int32Array, start = 0): number {
  return generate(position, list, start, NOISY_MOVES | QUIET_MOVES);
}

const scratch = new Int32Array(MAX_MOVES);

/** All legal moves in a new array, for code that is not performance-critical. */
export function legalMoves(position: Position): Move[] {
  const end = generateMoves(position, scratch);
  const moves: Move[] = [];
  for (let i = 0; i < end; i++) moves.push(scratch[i]!);
  return moves;
}

/** The number of legal moves, without writing them to a list. */
export function countMoves(position: Position): number {
  return generate(position, scratch, 0, NOISY_MOVES | QUIET_MOVES | COUNT_ONLY);
}

/** The same as {@link generateMoves} for the captures and promotions only. */
export function generateNoisy(position: Position, list: Int32Array, start = 0): number {
  return generate(position, list, start, NOISY_MOVES);
}

/** The same as {@link generateMoves} for the moves that are neither captures nor promotions. */
export function generateQuiets(position: Position, list: Int32Array, start = 0): number {
  return generate(position, list, start, QUIET_MOVES);
}

function generate(position: Position, list: Int32Array, start: number, kinds: number): number {
  const bb = position.bitboards;
  const us = position.turn * 2;
  const them = us ^ 2;
  const ownLo = bb[ALL + us]!;
  const ownHi = bb[ALL + us + 1]!;
  const enemyLo = bb[ALL + them]!;
  const enemyHi = bb[ALL + them + 1]!;
  const occupiedLo = ownLo | enemyLo;
  const occupiedHi = ownHi | enemyHi;
  const king = position.kingSquare(position.turn);

  // Target squares, before checks and pins are taken into account.
  let targetsLo = 0;
  let targetsHi = 0;
  if ((kinds & NOISY_MOVES) !== 0) {
    targetsLo = enemyLo;
    targetsHi = enemyHi;
  }
  if ((kinds & QUIET_MOVES) !== 0) {
    targetsLo |= ~occupiedLo;
    targetsHi |= ~occupiedHi;
  }

  // King steps. The king is taken off the board, so that it does not block a slider's line.
  let n = start;
  {
    const withoutKingLo = king < 32 ? occupiedLo ^ (1 << king) : occupiedLo;
    const withoutKingHi = king < 32 ? occupiedHi : occupiedHi ^ (1 << king);
    const enemy = position.turn ^ 1;
    let lo = KING_ATTACKS[king * 2]! & targetsLo;
    let hi = KING_ATTACKS[king * 2 + 1]! & targetsHi;
    for (; lo !== 0; lo &= lo - 1) {
      const to = 31 - Math.clz32(lo & -lo);
      if (isAttacked(position, to, enemy, withoutKingLo, withoutKingHi)) continue;
      list[n++] = king | (to << 6) | (((enemyLo >>> to) & 1) << 14);
    }
    for (; hi !== 0; hi &= hi - 1) {
      const to = 63 - Math.clz32(hi & -hi);
      if (isAttacked(position, to, enemy, withoutKingLo, withoutKingHi)) continue;
      list[n++] = king | (to << 6) | (((enemyHi >>> to) & 1) << 14);
    }
  }

  const checkers = position.checkersIndex;
  const checkersLo = position.states[checkers]!;
  const checkersHi = position.states[checkers + 1]!;
  let allowedLo = -1;
  let allowedHi = -1;
  if ((checkersLo | checkersHi) !== 0) {
    // In double check only the king moves.
    if (checkersLo !== 0 && checkersHi !== 0) return n;
    if ((checkersLo & (checkersLo - 1)) !== 0 || (checkersHi & (checkersHi - 1)) !== 0) return n;
    const between = (king * 64 + lowestSquare(checkersLo, checkersHi)) * 2;
    allowedLo = BETWEEN[between]! | checkersLo;
    allowedHi = BETWEEN[between + 1]! | checkersHi;
    targetsLo &= allowedLo;
    targetsHi &= allowedHi;
  } else if ((kinds & QUIET_MOVES) !== 0 && position.rights !== 0) {
    n = generateCastling(position, list, n, king);
  }

  const pinned = checkers + PINNED - CHECKERS;
  const pinnedLo = position.states[pinned]!;
  const pinnedHi = position.states[pinned + 1]!;

  // Pawns: those that are not pinned all at once, pinned ones one by one on their lines.
  const pawnsLo = bb[PAWNS + us]!;
  const pawnsHi = bb[PAWNS + us + 1]!;
  n = generatePawns(
    position,
    list,
    n,
    kinds,
    pawnsLo & ~pinnedLo,
    pawnsHi & ~pinnedHi,
    allowedLo,
    allowedHi,
  );
  if (((pawnsLo & pinnedLo) | (pawnsHi & pinnedHi)) !== 0) {
    for (let lo = pawnsLo & pinnedLo; lo !== 0; lo &= lo - 1) {
      const line = (king * 64 + lowestBit(lo)) * 2;
      const onLineLo = LINE[line]! & allowedLo;
      const onLineHi = LINE[line + 1]! & allowedHi;
      n = generatePawns(position, list, n, kinds, lo & -lo, 0, onLineLo, onLineHi);
    }
    for (let hi = pawnsHi & pinnedHi; hi !== 0; hi &= hi - 1) {
      const line = (king * 64 + 32 + lowestBit(hi)) * 2;
      const onLineLo = LINE[line]! & allowedLo;
      const onLineHi = LINE[line + 1]! & allowedHi;
      n = generatePawns(position, list, n, kinds, 0, hi & -hi, onLineLo, onLineHi);
    }
  }
  if ((kinds & NOISY_MOVES) !== 0 && position.epSquare !== NO_SQUARE) {
    n = generateEnPassant(position, list, n);
  }

  // Knights: a pinned knight never has a move.
  let lo = bb[KNIGHTS + us]! & ~pinnedLo;
  let hi = bb[KNIGHTS + us + 1]! & ~pinnedHi;
  while ((lo | hi) !== 0) {
    let from: Square;
    if (lo !== 0) {
      from = 31 - Math.clz32(lo & -lo);
      lo &= lo - 1;
    } else {
      from = 63 - Math.clz32(hi & -hi);
      hi &= hi - 1;
    }
    const toLo = KNIGHT_ATTACKS[from * 2]! & targetsLo;
    const toHi = KNIGHT_ATTACKS[from * 2 + 1]! & targetsHi;
    n = appendMoves(list, n, kinds, from, toLo, toHi, enemyLo, enemyHi);
  }

  // Sliders; queens are handled twice, as bishops and as rooks.
  lo = bb[BISHOPS + us]! | bb[QUEENS + us]!;
  hi = bb[BISHOPS + us + 1]! | bb[QUEENS + us + 1]!;
  while ((lo | hi) !== 0) {
    let from: Square;
    let isPinned: number;
    if (lo !== 0) {
      from = 31 - Math.clz32(lo & -lo);
      isPinned = pinnedLo & lo & -lo;
      lo &= lo - 1;
    } else {
      from = 63 - Math.clz32(hi & -hi);
      isPinned = pinnedHi & hi & -hi;
      hi &= hi - 1;
    }
    const i = bishopAttacks(from, occupiedLo, occupiedHi);
    let toLo = SLIDER_ATTACKS[i]! & targetsLo;
    let toHi = SLIDER_ATTACKS[i + 1]! & targetsHi;
    if (isPinned !== 0) {
      toLo &= LINE[(king * 64 + from) * 2]!;
      toHi &= LINE[(king * 64 + from) * 2 + 1]!;
    }
    n = appendMoves(list, n, kinds, from, toLo, toHi, enemyLo, enemyHi);
  }
  lo = bb[ROOKS + us]! | bb[QUEENS + us]!;
  hi = bb[ROOKS + us + 1]! | bb[QUEENS + us + 1]!;
  while ((lo | hi) !== 0) {
    let from: Square;
    let isPinned: number;
    if (lo !== 0) {
      from = 31 - Math.clz32(lo & -lo);
      isPinned = pinnedLo & lo & -lo;
      lo &= lo - 1;
    } else {
      from = 63 - Math.clz32(hi & -hi);
      isPinned = pinnedHi & hi & -hi;
      hi &= hi - 1;
    }
    const i = rookAttacks(from, occupiedLo, occupiedHi);
    let toLo = SLIDER_ATTACKS[i]! & targetsLo;
    let toHi = SLIDER_ATTACKS[i + 1]! & targetsHi;
    if (isPinned !== 0) {
      toLo &= LINE[(king * 64 + from) * 2]!;
      toHi &= LINE[(king * 64 + from) * 2 + 1]!;
    }
    n = appendMoves(list, n, kinds, from, toLo, toHi, enemyLo, enemyHi);
  }
  return n;
}

/** Appends one piece's moves to a set of squares; those that hold an enemy are captures. */
function appendMoves(
  list: Int32Array,
  n: number,
  kinds: number,
  from: Square,
  toLo: number,
  toHi: number,
  enemyLo: number,
  enemyHi: number,
): number {
  if ((kinds & COUNT_ONLY) !== 0) return n + popcount64(toLo, toHi);
  for (; toLo !== 0; toLo &= toLo - 1) {
    const to = 31 - Math.clz32(toLo & -toLo);
    list[n++] = from | (to << 6) | (((enemyLo >>> to) & 1) << 14);
  }
  for (; toHi !== 0; toHi &= toHi - 1) {
    const to = 31 - Math.clz32(toHi & -toHi);
    list[n++] = from | ((to + 32) << 6) | (((enemyHi >>> to) & 1) << 14);
  }
  return n;
}

/** Appends the moves of a set of pawns to the allowed squares, except en passant. */
function generatePawns(
  position: Position,
  list: Int32Array,
  n: number,
  kinds: number,
  pawnsLo: number,
  pawnsHi: number,
  allowedLo: number,
  allowedHi: number,
): number {
  const bb = position.bitboards;
  const emptyLo = ~(bb[ALL]! | bb[ALL + 2]!);
  const emptyHi = ~(bb[ALL + 1]! | bb[ALL + 3]!);
  const white = position.turn === WHITE;

  // One rank forward is eight bits up (White) or down (Black), carried between the halves.
  const stepLo = (white ? pawnsLo << 8 : (pawnsLo >>> 8) | (pawnsHi << 24)) & emptyLo;
  const stepHi = (white ? (pawnsHi << 8) | (pawnsLo >>> 24) : pawnsHi >>> 8) & emptyHi;
  const forward = white ? 8 : -8;
  const promoLo = white ? 0 : 0x000000ff;
  const promoHi = white ? 0xff000000 | 0 : 0;

  if ((kinds & QUIET_MOVES) !== 0) {
    const toLo = stepLo & allowedLo & ~promoLo;
    const toHi = stepHi & allowedHi & ~promoHi;
    n = appendPawns(list, n, kinds, toLo, toHi, forward, QUIET);
    // A double push continues from the third rank; it never leaves that half of the board.
    const doubleLo = white ? ((stepLo & 0x00ff0000) << 8) & emptyLo & allowedLo : 0;
    const doubleHi = white ? 0 : ((stepHi & 0x0000ff00) >>> 8) & emptyHi & allowedHi;
    n = appendPawns(list, n, kinds, doubleLo, doubleHi, forward * 2, DOUBLE_PUSH);
  }

  if ((kinds & NOISY_MOVES) !== 0) {
    n = appendPromotions(
      list,
      n,
      kinds,
      stepLo & allowedLo & promoLo,
      stepHi & allowedHi & promoHi,
      forward,
      PROMOTION,
    );
    const them = (position.turn ^ 1) * 2;
    const victimsLo = bb[ALL + them]! & allowedLo;
    const victimsHi = bb[ALL + them + 1]! & allowedHi;
    // Towards the a-file, then towards the h-file.
    let fromLo = pawnsLo & ~FILE_A;
    let fromHi = pawnsHi & ~FILE_A;
    let toLo = (white ? fromLo << 7 : (fromLo >>> 9) | (fromHi << 23)) & victimsLo;
    let toHi = (white ? (fromHi << 7) | (fromLo >>> 25) : fromHi >>> 9) & victimsHi;
    n = appendPawns(list, n, kinds, toLo & ~promoLo, toHi & ~promoHi, forward - 1, CAPTURE);
    n = appendPromotions(
      list,
      n,
      kinds,
      toLo & promoLo,
      toHi & promoHi,
      forward - 1,
      PROMOTION | CAPTURE,
    );
    fromLo = pawnsLo & ~FILE_H;
    fromHi = pawnsHi & ~FILE_H;
    toLo = (white ? fromLo << 9 : (fromLo >>> 7) | (fromHi << 25)) & victimsLo;
    toHi = (white ? (fromHi << 9) | (fromLo >>> 23) : fromHi >>> 7) & victimsHi;
    n = appendPawns(list, n, kinds, toLo & ~promoLo, toHi & ~promoHi, forward + 1, CAPTURE);
    n = appendPromotions(
      list,
      n,
      kinds,
      toLo & promoLo,
      toHi & promoHi,
      forward + 1,
      PROMOTION | CAPTURE,
    );
  }
  return n;
}

/** Appends pawn moves given their target squares and the distance from the origin. */
function appendPawns(
  list: Int32Array,
  n: number,
  kinds: number,
  toLo: number,
  toHi: number,
  distance: number,
  flag: number,
): number {
  if ((kinds & COUNT_ONLY) !== 0) return n + popcount64(toLo, toHi);
  for (; toLo !== 0; toLo &= toLo - 1) {
    const to = 31 - Math.clz32(toLo & -toLo);
    list[n++] = (to - distance) | (to << 6) | (flag << 12);
  }
  for (; toHi !== 0; toHi &= toHi - 1) {
    const to = 63 - Math.clz32(toHi & -toHi);
    list[n++] = (to - distance) | (to << 6) | (flag << 12);
  }
  return n;
}

/** Appends promotions likewise, queen first. */
function appendPromotions(
  list: Int32Array,
  n: number,
  kinds: number,
  toLo: number,
  toHi: number,
  distance: number,
  flag: number,
): number {
  if ((kinds & COUNT_ONLY) !== 0) return n + 4 * popcount64(toLo, toHi);
  while ((toLo | toHi) !== 0) {
    const to = lowestSquare(toLo, toHi);
    if (toLo !== 0) toLo &= toLo - 1;
    else toHi &= toHi - 1;
    const move = (to - distance) | (to << 6) | (flag << 12);
    list[n++] = move | (3 << 12);
    list[n++] = move | (2 << 12);
    list[n++] = move | (1 << 12);
    list[n++] = move;
  }
  return n;
}

function generateEnPassant(position: Position, list: Int32Array, n: number): number {
  const us = position.turn;
  const to = position.epSquare;
  const attackers = (us ^ 1) * 128 + to * 2;
  // White's capturing pawns are on rank 5, in the high half; Black's on rank 4, in the low half.
  const half = us === WHITE ? 1 : 0;
  let pawns = PAWN_ATTACKS[attackers + half]! & position.bitboards[PAWNS + us * 2 + half]!;
  for (; pawns !== 0; pawns &= pawns - 1) {
    const from = half * 32 + lowestBit(pawns);
    if (isEnPassantLegal(position, from, to)) {
      list[n++] = from | (to << 6) | (EN_PASSANT << 12);
    }
  }
  return n;
}

function generateCastling(position: Position, list: Int32Array, n: number, king: Square): number {
  const first = position.turn * 2;
  for (let right = first; right < first + 2; right++) {
    if (canCastle(position, right)) {
      list[n++] = king | (position.castlingRooks[right]! << 6) | (CASTLING << 12);
    }
  }
  return n;
}
