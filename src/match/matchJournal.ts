/**
 * The PGN of a match is its journal: every finished game is appended with its round, and an
 * interrupted match continues from there.
 *
 * Each game is appended in one write, so after a crash or kill -9 the file holds complete games,
 * followed by at most one truncated game, which is removed, as are zeros that a power failure left. The tag
 * `Match` identifies the games of this match; a file of another match is left alone.
 */
import { existsSync, truncateSync } from 'node:fs';
import { formatTag, type GameResult } from '../chess/notation/pgn.ts';
import { AppendedFile } from '../hosts/node/atomicFile.ts';
import { readChunks, refuseUtf16 } from '../hosts/node/inputFile.ts';
import { printable, quotePath } from '../util/printable.ts';
import { ChessError, quote } from '../util/result.ts';
import type { Termination } from './playGame.ts';
import type { Schedule } from './schedule.ts';
import type { GameOutcome } from './standings.ts';

export class MatchJournal {
  private readonly file: AppendedFile | null;
  /** The games found in the file, in its order. */
  readonly records: readonly GameOutcome[];

  /**
   * Opens the PGN of a match, or none (`path` null). Throws a ChessError if the file contains
   * anything but games of the match `id`, whose tag `Event` is `event`, is in UTF-16, or is not a file.
   */
  constructor(path: string | null, id: string, event: string, schedule: Schedule) {
    if (path === null || !existsSync(path)) {
      this.file = path === null ? null : new AppendedFile(path, 0);
      this.records = [];
      return;
    }
    // A pipe, such as `/dev/stdout` in a pipeline, would be waited for forever, and cannot be read again.
    refuseUtf16(path);
    const records = new Map<number, GameOutcome>();
    let size = 0;
    let rest = '';
    // A character per byte: indices are offsets in the file.
    for (const chunk of readChunks(path)) {
      const text = rest + chunk;
      const { games, length } = splitWholeGames(text);
      for (const game of games) {
        const record = readRecord(path, game, id, schedule);
        records.set(record.number, record);
      }
      size += length;
      rest = text.slice(length);
      if (rest.length > MAX_GAME_LENGTH) throw foreign(path);
    }
    this.records = [...records.values()];
    // Only from the first zero of a row: from each of them the time would be quadratic.
    if (!isTornGame(rest.replace(/(?<!\0)\0+$/, ''), id, event)) throw foreign(path);
    truncateSync(path, size);
    this.file = new AppendedFile(path, size);
  }

  /**
   * Appends a game. It is in the file when this returns. Throws a ChessError if the file was changed:
   * of two matches with one file, each would play and append every game.
   */
  append(pgn: string): void {
    this.file?.append(`${pgn}\n`);
  }
}

/** Far more characters than any game has. */
const MAX_GAME_LENGTH = 1 << 24;

/** The complete games and where they end. Tags and moves are each followed by a blank line. */
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
 * Whether the text after the complete games is nothing but the beginning of a game of this match:
 * truncated within its tags, the first of which is known, or within its moves.
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
  new ChessError(
    `${quotePath(path)} contains something other than games of this match; use another file`,
  );

/** The error for games of another match: which settings differ, if they are known. */
function otherMatch(path: string, found: string, id: string): ChessError {
  const theirs = new Map(found.split(' ').map((part) => part.split(':') as [string, string]));
  const mine = id.split(' ').map((part) => part.split(':') as [string, string]);
  const isKnown = mine.length > 1 && mine.some(([name]) => theirs.has(name));
  const others = mine.filter(([name, hash]) => theirs.get(name) !== hash).map(([name]) => name);
  if (!isKnown || others.length === 0) return foreign(path);
  return new ChessError(
    `${quotePath(path)} has games of a match with other settings (${others.join(', ')}); use another file`,
  );
}

/** The outcome in a game's tags. Throws a ChessError if the game is not one of this match. */
function readRecord(path: string, game: string, id: string, schedule: Schedule): GameOutcome {
  const tag = (name: string) => new RegExp(`^\\[${name} "(.*)"\\]$`, 'm').exec(game)?.[1] ?? '';
  if (tag('Match') !== id) throw otherMatch(path, tag('Match'), id);
  const number = schedule.parseRound(tag('Round'));
  if (number === null) {
    throw new ChessError(
      `${quotePath(path)} has a game of round ${quote(tag('Round'))}, ` +
        `which is not one of the ${schedule.rounds} rounds of this match`,
    );
  }
  return {
    number,
    result: tag('Result') as GameResult,
    termination: tag('Termination') as Termination,
    reason: printable(tag('Reason').replace(/\\(["\\])/g, '$1')),
  };
}
