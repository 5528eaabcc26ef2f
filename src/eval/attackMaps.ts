/**
 * The squares that each side attacks, by type of man, by any, and by two or more: made once a
 * position and asked by most terms of the evaluation.
 */
import { KING_ATTACKS } from '../chess/board/attacks.ts';
import { PAWNS } from '../chess/board/layout.ts';
import type { Position } from '../chess/board/position.ts';
import { type Color, KING, PAWN, WHITE } from '../chess/board/types.ts';

/** Bitboards, index `(color * MAPS + map) * 2`; a map is a type of man or one of those below. */
export type AttackMaps = Int32Array;

/** All of a side's attacks together, and the squares that it attacks twice. */
export const ALL_ATTACKS = 6;
export const TWICE = 7;
export const MAPS = 8;

/** Room for the maps of both sides. */
export const newAttackMaps = (): AttackMaps => new Int32Array(2 * MAPS * 2);

const NOT_FILE_A = 0xfefefefe | 0;
const NOT_FILE_H = 0x7f7f7f7f;

/** What {@link attackByPawns} found: two halves towards the h-file, two towards the a-file. */
export const byPawns = new Int32Array(4);
export const EAST = 0;
export const WEST = 2;

/** The squares that pawns of a side on these squares attack, into {@link byPawns}. */
export function attackByPawns(us: Color, lo: number, hi: number): void {
  if (us === WHITE) {
    byPawns[EAST] = (lo & NOT_FILE_H) << 9;
    byPawns[EAST + 1] = ((hi & NOT_FILE_H) << 9) | ((lo & NOT_FILE_H) >>> 23);
    byPawns[WEST] = (lo & NOT_FILE_A) << 7;
    byPawns[WEST + 1] = ((hi & NOT_FILE_A) << 7) | ((lo & NOT_FILE_A) >>> 25);
  } else {
    byPawns[EAST] = ((lo & NOT_FILE_H) >>> 7) | ((hi & NOT_FILE_H) << 25);
    byPawns[EAST + 1] = (hi & NOT_FILE_H) >>> 7;
    byPawns[WEST] = ((lo & NOT_FILE_A) >>> 9) | ((hi & NOT_FILE_A) << 23);
    byPawns[WEST + 1] = (hi & NOT_FILE_A) >>> 9;
  }
}

/**
 * Begins the maps with both sides' pawns and kings; {@link ALL_ATTACKS} and {@link TWICE} are of these
 * alone until the pieces have been added.
 */
export function mapPawnsAndKings(position: Position, attacks: AttackMaps): void {
  const b = position.bitboards;
  for (let us = 0; us < 2; us++) {
    const lo = b[PAWNS + us * 2]!;
    const hi = b[PAWNS + us * 2 + 1]!;
    attackByPawns(us, lo, hi);
    const eastLo = byPawns[EAST]!;
    const eastHi = byPawns[EAST + 1]!;
    const westLo = byPawns[WEST]!;
    const westHi = byPawns[WEST + 1]!;
    const map = us * MAPS * 2;
    const king = position.kingSquare(us) * 2;
    const kingLo = KING_ATTACKS[king]!;
    const kingHi = KING_ATTACKS[king + 1]!;
    const pawnLo = eastLo | westLo;
    const pawnHi = eastHi | westHi;
    attacks[map + PAWN * 2] = pawnLo;
    attacks[map + PAWN * 2 + 1] = pawnHi;
    attacks[map + KING * 2] = kingLo;
    attacks[map + KING * 2 + 1] = kingHi;
    attacks[map + ALL_ATTACKS * 2] = pawnLo | kingLo;
    attacks[map + ALL_ATTACKS * 2 + 1] = pawnHi | kingHi;
    attacks[map + TWICE * 2] = (pawnLo & kingLo) | (eastLo & westLo);
    attacks[map + TWICE * 2 + 1] = (pawnHi & kingHi) | (eastHi & westHi);
  }
}
