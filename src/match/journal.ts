/**
 * The PGN of a match is its journal: every finished game is appended, with its place in the
 * schedule, and a match that was broken off goes on from there.
 *
 * A game is one write at the end of the file, so after a crash or kill -9 the file holds
 * whole games, and behind them a torn one at most: that is cut off. The tag `Match` tells games of
 * this match from those of any other; a file of another match is left alone.
 */
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { formatTag, type GameResult } from '../chess/notation/pgn.ts';
import { printable } from '../chess/printable.ts';
import { ChessError, quote } from '../chess/result.ts';
import type { Termination } from './playGame.ts';
import type { Schedule } from './schedule.ts';
import type { GameOutcome } from './standings.ts';

export class Journal {
  private readonly path: string | null;
  /** The games that were in the file, in its order. */
  readonly records: readonly GameOutcome[];

  /**
   * Opens the PGN of a match, or none (`path` null). Throws a ChessError if the file holds anything
   * but games of the match called `id`, which have this `event`.
   */
  constructor(path: string | null, id: string, event: string, schedule: Schedule) {
    this.path = path;
    if (path === null || !existsSync(path)) {
      this.records = [];
      return;
    }
    // A byte a character, so that places in the text are places in the file.
    const text = readFileSync(path, 'latin1');
    const { games, length } = splitWholeGames(text);
    this.records = readRecords(path, games, id, schedule);
    if (!isTornGame(text.slice(length), id, event)) throw foreign(path);
    truncateSync(path, length);
  }

  /** Adds a game. When this returns it is in the file. */
  append(pgn: string): void {
    if (this.path !== null) appendFileSync(this.path, `${pgn}\n`);
  }
}

/** The games that are whole, and where they end. Behind tags and behind moves is a blank line. */
function splitWholeGames(text: string): { games: string[]; length: number } {
  const parts = text.split('\n\n');
  const games: string[] = [];
  let length = 0;
  for (let i = 0; i + 2 < parts.length; i += 2) {
    const game = `${parts[i]}\n\n${parts[i + 1]}\n\n`;
    if (!/(1-0|0-1|1\/2-1\/2)$/.test(parts[i + 1]!)) break;
    games.push(game);
    length += game.length;
  }
  return { games, length };
}

/**
 * Whether what stands behind the whole games is the beginning of one of ours, and nothing else: torn
 * among its tags, of which the first is known, or among its moves.
 */
function isTornGame(rest: string, id: string, event: string): boolean {
  const first = Buffer.from(`${formatTag('Event', event)}\n`).toString('latin1');
  if (rest.length < first.length) return first.startsWith(rest);
  if (!rest.startsWith(first) || rest.includes('\r')) return false;
  const tagsEnd = rest.indexOf('\n\n');
  if (tagsEnd >= 0) {
    return rest.includes(formatTag('Match', id)) && !rest.includes('\n\n', tagsEnd + 2);
  }
  const lines = rest.slice(0, rest.lastIndexOf('\n')).split('\n');
  return lines.every((line) => /^\[\w+ ".*"\]$/.test(line));
}

const foreign = (path: string) =>
  new ChessError(`${quote(path)} holds something else than games of this match; take another file`);

function readRecords(
  path: string,
  games: readonly string[],
  id: string,
  schedule: Schedule,
): GameOutcome[] {
  const records = new Map<number, GameOutcome>();
  for (const game of games) {
    const tag = (name: string) => new RegExp(`^\\[${name} "(.*)"\\]$`, 'm').exec(game)?.[1] ?? '';
    const number = schedule.parseRound(tag('Round'));
    if (tag('Match') !== id || number === null) {
      throw foreign(path);
    }
    records.set(number, {
      number,
      result: tag('Result') as GameResult,
      termination: tag('Termination') as Termination,
      reason: printable(tag('Reason').replace(/\\(["\\])/g, '$1')),
    });
  }
  return [...records.values()];
}
