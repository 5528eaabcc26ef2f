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
import { Random } from '../util/random.ts';
import { fail, ok, type Result, within } from '../util/result.ts';

export interface Opening {
  start: Position;
  /** Moves played before the engines take over. */
  moves: readonly Move[];
}

export type OpeningOrder = 'sequential' | 'random';

/** The opening; fails, with the reason, if it cannot be played. */
function checkOpening(opening: Opening): Result<Opening> {
  const position = opening.start.clone();
  for (const move of opening.moves) {
    if (move === NO_MOVE) return fail('a null move is not an opening move');
    position.make(move);
  }
  const end = findGameEnd(position);
  return end === null ? ok(opening) : fail(`the game is over there: ${end}`);
}

/** Reads an EPD file; blank lines and lines that begin with `#` are skipped. Errors name the line. */
export function openingsFromEpd(text: string): Result<Opening[]> {
  const openings: Opening[] = [];
  for (const { line, number } of positionLines(text)) {
    const epd = parseEpd(line);
    const opening = epd.ok ? checkOpening({ start: epd.value.position, moves: [] }) : epd;
    if (!opening.ok) return within(`line ${number}`, opening);
    openings.push(opening.value);
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
  const openingOf = ({ start, moves, damage }: PgnGame): Result<Opening> => {
    if (damage !== null && moves.length < plies) return fail(damage);
    const key = `${formatFen(start)} ${start.chess960}`;
    if (!starts.has(key)) starts.set(key, start);
    return checkOpening({
      start: starts.get(key)!,
      moves: moves.slice(0, plies).map(({ move }) => move),
    });
  };
  for (const game of games) {
    const opening = game.ok ? openingOf(game.value) : game;
    if (!opening.ok) return within(`game ${openings.length + 1}`, opening);
    openings.push(opening.value);
  }
  return openings.length > 0 ? ok(openings) : fail('there is no opening');
}

/** The openings in the order in which they are played; a match repeats them from the first. */
export function orderOpenings<T>(openings: readonly T[], order: OpeningOrder, seed: number): T[] {
  return order === 'sequential' ? [...openings] : new Random(seed).shuffle([...openings]);
}
