/**
 * The material on the board as one integer: three bits for the number of each kind of piece. Enough
 * for seven pieces, two of them kings.
 */
import { lowestBit } from '../chess/board/bits.ts';
import type { Position } from '../chess/board/position.ts';
import { ALL } from '../chess/board/positionLayout.ts';
import { BLACK, KING, PIECE_LETTERS, type Piece, pieceOf, WHITE } from '../chess/board/types.ts';

/** The most pieces of any existing table. */
export const MAX_PIECES = 7;

/** What each piece adds to a signature; kings add nothing. */
const WEIGHTS = new Int32Array(12);
for (let piece = 0; piece < 10; piece++)
  WEIGHTS[piece] = 1 << (3 * ((piece >> 1) + 5 * (piece & 1)));

/** The signature of a position of at most {@link MAX_PIECES} pieces. */
export function signatureOf(position: Position): number {
  const { bitboards, board } = position;
  let signature = 0;
  for (let lo = bitboards[ALL]! | bitboards[ALL + 2]!; lo !== 0; lo &= lo - 1) {
    signature += WEIGHTS[board[lowestBit(lo)]!]!;
  }
  for (let hi = bitboards[ALL + 1]! | bitboards[ALL + 3]!; hi !== 0; hi &= hi - 1) {
    signature += WEIGHTS[board[32 + lowestBit(hi)]!]!;
  }
  return signature;
}

/** The material of a table. */
export interface Material {
  /** As in file names, `KRPvKR`. */
  name: string;
  /** All pieces, the first side's as white. */
  pieces: Piece[];
  /** Signatures with the first side as white, and as black; equal if both sides have the same pieces. */
  signature: number;
  swapped: number;
}

/** Parses the name of a table. Null if it is not one. */
export function parseMaterial(name: string): Material | null {
  const sides = /^K([QRBNP]{0,5})vK([QRBNP]{0,5})$/.exec(name);
  if (sides === null) return null;
  const pieces = [WHITE, BLACK].flatMap((color) =>
    [...sides[color + 1]!].map((letter) => pieceOf(PIECE_LETTERS.indexOf(letter) >> 1, color)),
  );
  if (pieces.length + 2 > MAX_PIECES || pieces.length === 0) return null;
  const sum = (flip: number) => pieces.reduce((total, piece) => total + WEIGHTS[piece ^ flip]!, 0);
  return {
    name,
    pieces: [...pieces, pieceOf(KING, WHITE), pieceOf(KING, BLACK)],
    signature: sum(0),
    swapped: sum(1),
  };
}

/** Summarizes a list of file names: `35 WDL and 35 DTZ tablebase files, up to 4 pieces`. */
export function describeTablebases(names: readonly string[]): string {
  const found = new Set(names.filter((name) => parseMaterial(name.split('.')[0]!) !== null));
  const wdl = [...found].filter((name) => name.endsWith('.rtbw'));
  const pieces = wdl.map((name) => name.length - 'v.rtbw'.length);
  return `${wdl.length} WDL and ${found.size - wdl.length} DTZ tablebase files, up to ${Math.max(0, ...pieces)} pieces`;
}
