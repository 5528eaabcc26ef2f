/**
 * Names and ECO codes of openings, and the ply at which a game leaves book.
 *
 * A name belongs to a position, however it was reached: the opening of a game is the last of its positions that
 * has one, and all moves up to there are book moves. The list is that of Lichess (openingNames.generated.ts
 * says from where, and under which licence).
 * https://www.chessprogramming.org/ECO
 */
import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { resolveMove } from '../chess/notation/anyMove.ts';
import { readPosition } from '../chess/notation/anyPosition.ts';
import { formatFenWithoutClocks } from '../chess/notation/fen.ts';
import { formatSan } from '../chess/notation/san.ts';
import { ChessError, unwrap } from '../util/result.ts';
import { OPENING_LINES } from './openingNames.generated.ts';

/** An opening in the Encyclopaedia of Chess Openings. */
export interface OpeningName {
  /** `C42` */
  eco: string;
  /** `Petrov's Defense: Classical Attack` */
  name: string;
}

/** The opening of a game. */
export interface GameOpening extends OpeningName {
  /** The number of plies in book. */
  plies: number;
}

/** No position beyond this ply has a name. */
const MAX_BOOK_PLIES = 60;

const HASH_LENGTH = 10;
const ECO_LENGTH = 3;

/** 32-bit FNV-1a. http://www.isthe.com/chongo/tech/comp/fnv/ */
function fnv1a(text: string, basis: number): number {
  let hash = basis;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/**
 * A 50-bit hash of a position, as ten digits of base 32. `text` is the first three fields of its FEN:
 * no two openings differ only in the en passant square.
 */
export function hashPlacement(text: string): string {
  const high = fnv1a(text, 0x811c9dc5) & 0x3ffffff;
  const low = fnv1a(text, 0x01000193) & 0xffffff;
  return (high * 2 ** 24 + low).toString(32).padStart(HASH_LENGTH, '0');
}

/** By hash; parsed at first use. */
let openings: Map<string, OpeningName> | null = null;

function parseOpenings(): Map<string, OpeningName> {
  const parsed = new Map<string, OpeningName>();
  let name = '';
  for (const line of OPENING_LINES.trim().split('\n')) {
    const shared = Number.parseInt(line[HASH_LENGTH + ECO_LENGTH]!, 36);
    name = name.slice(0, shared) + line.slice(HASH_LENGTH + ECO_LENGTH + 1);
    const eco = line.slice(HASH_LENGTH, HASH_LENGTH + ECO_LENGTH);
    parsed.set(line.slice(0, HASH_LENGTH), { eco, name });
  }
  return parsed;
}

/** The opening of a position, or null. */
export function findOpening(position: Position): OpeningName | null {
  if (position.chess960) return null;
  openings ??= parseOpenings();
  const placement = formatFenWithoutClocks(position).split(' ', 3).join(' ');
  const opening = openings.get(hashPlacement(placement));
  // A copy: the caller may change it, to translate the name for example.
  return opening === undefined ? null : { ...opening };
}

/** A move to a position with a name. */
export interface NamedMove {
  move: Move;
  san: string;
  opening: OpeningName;
}

/** The legal moves of a position that lead to a named opening, in the order of their ECO codes. */
export function namedMoves(position: Position): NamedMove[] {
  const found: NamedMove[] = [];
  for (const move of legalMoves(position)) {
    const opening = position.withMove(move, () => findOpening(position));
    if (opening !== null) found.push({ move, san: formatSan(position, move), opening });
  }
  const key = ({ opening, san }: NamedMove) => `${opening.eco} ${opening.name} ${san}`;
  return found.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/**
 * The opening of a game, or null if none of its positions has a name. The start is a FEN or a `Position`;
 * moves are in UCI notation, in SAN or as moves. Throws a ChessError if any of them is invalid.
 */
export function findGameOpening(
  start: string | Position,
  moves: readonly (string | Move)[],
): GameOpening | null {
  const position = readPosition(start);
  if (!Array.isArray(moves)) throw new ChessError('moves must be an array');
  let found: GameOpening | null = null;
  for (const [i, move] of moves.entries()) {
    position.make(unwrap(resolveMove(position, move)));
    const opening = i < MAX_BOOK_PLIES ? findOpening(position) : null;
    if (opening !== null) found = { ...opening, plies: i + 1 };
  }
  return found;
}
