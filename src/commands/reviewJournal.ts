/**
 * The journal of a review: every search is appended to a file as a line of JSON, so that an
 * interrupted review can continue. One journal serves any number of games: each line names its
 * game.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, truncateSync, writeFileSync } from 'node:fs';
import { formatFen } from '../chess/notation/fen.ts';
import type { PgnGame } from '../chess/notation/pgnReader.ts';
import { formatUciMove } from '../chess/notation/uciMove.ts';
import { ChessError, quote } from '../chess/result.ts';
import { readBytes, readText } from '../hosts/node/inputFile.ts';
import type { SearchRecord } from '../review/reviewSearches.ts';
import { NAME, VERSION } from '../version.ts';

/** The first line. Results of different versions must not be mixed. */
const HEAD = JSON.stringify({ review: `${NAME} ${VERSION}` });

export class ReviewJournal {
  private readonly path: string | null;
  private readonly records = new Map<string, SearchRecord[]>();

  /** Opens a journal, or none (`path` null). Throws a ChessError if the file is not a journal. */
  constructor(path: string | null) {
    this.path = path;
    if (path === null) return;
    if (!existsSync(path) || readBytes(path).length === 0) {
      writeFileSync(path, `${HEAD}\n`);
      return;
    }
    const text = readText(path);
    // Text after the last complete line was truncated by a crash.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    const [head, ...lines] = whole.split('\n').slice(0, -1);
    const records = lines.map(parseLine);
    if (head !== HEAD || records.includes(null)) {
      throw new ChessError(
        `${quote(path)} is not a review journal of ${NAME} ${VERSION}; use another file`,
      );
    }
    for (const record of records) if (record !== null) this.keep(record.game, record);
    truncateSync(path, Buffer.byteLength(whole));
  }

  /** The stored searches of a game. */
  known(game: PgnGame): readonly SearchRecord[] {
    return this.records.get(keyOf(game)) ?? [];
  }

  /** Stores a search of a game. It is in the file when this returns. */
  append(game: PgnGame, record: SearchRecord): void {
    if (this.path === null) return;
    appendFileSync(this.path, `${JSON.stringify({ game: keyOf(game), ...record })}\n`);
  }

  private keep(game: string, record: SearchRecord): void {
    const records = this.records.get(game);
    if (records === undefined) this.records.set(game, [record]);
    else records.push(record);
  }
}

/** Identifies a game by its starting position and moves. */
function keyOf({ start, moves }: PgnGame): string {
  const ucis = moves.map(({ move }) => formatUciMove(move, true)).join(' ');
  return createHash('sha256')
    .update(`${formatFen(start)} ${ucis}`)
    .digest('base64url')
    .slice(0, 16);
}

/** Null if a line is not a search record. */
function parseLine(line: string): (SearchRecord & { game: string }) | null {
  try {
    const record = JSON.parse(line);
    const { game, ply, limits, score, line: moves } = record;
    const isRecord =
      typeof game === 'string' &&
      Number.isInteger(ply) &&
      Number.isInteger(score) &&
      typeof limits === 'object' &&
      Array.isArray(moves);
    return isRecord ? record : null;
  } catch {
    return null;
  }
}
