/**
 * Openings from files: the positions of an EPD file, or the first moves of the games in a PGN file,
 * in order or shuffled by a seed.
 */
import type { Position } from '../chess/board/position.ts';
import { type Move, NO_MOVE } from '../chess/board/types.ts';
import { findGameEnd } from '../chess/game/draws.ts';
import { parseEpd, positionLines } from '../chess/notation/epd.ts';
import { formatFen } from '../chess/notation/fen.ts';
import type { PgnGame } from '../chess/notation/pgnReader.ts';
import { Random } from '../chess/random.ts';
import { fail, ok, type Result } from '../chess/result.ts';

export interface Opening {
  start: Position;
  /** Moves played before the engines take over. */
  moves: readonly Move[];
}

export type OpeningOrder = 'sequential' | 'random';

/** Describes why an opening cannot be played, or returns null. */
function findProblem({ start, moves }: Opening): string | null {
  const position = start.clone();
  for (const move of moves) {
    if (move === NO_MOVE) return 'a null move is not an opening move';
    position.make(move);
  }
  const end = findGameEnd(position);
  return end === null ? null : `the game is over there: ${end}`;
}

/** Reads an EPD file; blank lines and lines that begin with `#` are skipped. Errors name the line. */
export function openingsFromEpd(text: string): Result<Opening[]> {
  const openings: Opening[] = [];
  for (const { line, number } of positionLines(text)) {
    const epd = parseEpd(line);
    if (!epd.ok) return fail(`line ${number}: ${epd.error.message}`);
    const opening = { start: epd.value.position, moves: [] };
    const problem = findProblem(opening);
    if (problem !== null) return fail(`line ${number}: ${problem}`);
    openings.push(opening);
  }
  return openings.length > 0 ? ok(openings) : fail('there is no opening');
}

/**
 * Takes at most `plies` of each game of a PGN file. Errors name the game. What is damaged after these plies does not
 * matter.
 */
export function openingsFromGames(
  games: Iterable<Result<PgnGame>>,
  plies: number,
): Result<Opening[]> {
  const openings: Opening[] = [];
  // Positions are large, and nearly all games start from the same one.
  const starts = new Map<string, Position>();
  for (const game of games) {
    if (!game.ok) return fail(`game ${openings.length + 1}: ${game.error.message}`);
    const { damage } = game.value;
    if (damage !== null && game.value.moves.length < plies) {
      return fail(`game ${openings.length + 1}: ${damage}`);
    }
    const moves = game.value.moves.slice(0, plies).map(({ move }) => move);
    const fen = `${formatFen(game.value.start)} ${game.value.start.chess960}`;
    const start = starts.get(fen) ?? game.value.start;
    starts.set(fen, start);
    const opening = { start, moves };
    const problem = findProblem(opening);
    if (problem !== null) return fail(`game ${openings.length + 1}: ${problem}`);
    openings.push(opening);
  }
  return openings.length > 0 ? ok(openings) : fail('there is no opening');
}

/** The openings in the order in which they are played; a match repeats them from the first. */
export function orderOpenings<T>(openings: readonly T[], order: OpeningOrder, seed: number): T[] {
  return order === 'sequential' ? [...openings] : new Random(seed).shuffle([...openings]);
}
