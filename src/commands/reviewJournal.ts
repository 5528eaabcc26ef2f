/**
 * The journal of a review: every search is a line of JSON at the end of a file, so that a review
 * that was broken off goes on where it was. One journal serves any number of games: each line names
 * the game it is of.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import type { SearchRecord } from '../analysis/searcher.ts';
import { formatFen } from '../chess/notation/fen.ts';
import type { PgnGame } from '../chess/notation/pgnReader.ts';
import { formatUciMove } from '../chess/notation/uciMove.ts';
import { ChessError, quote } from '../chess/result.ts';
import { NAME, VERSION } from '../version.ts';

/** The first line. What another version found must not be mixed with what this one finds. */
const HEAD = JSON.stringify({ review: `${NAME} ${VERSION}` });

export class ReviewJournal {
  private readonly path: string | null;
  private readonly records = new Map<string, SearchRecord[]>();

  /** Opens a journal, or none (`path` null). Throws a ChessError if the file is no journal of ours. */
  constructor(path: string | null) {
    this.path = path;
    if (path === null) return;
    if (!existsSync(path) || readFileSync(path).length === 0) {
      writeFileSync(path, `${HEAD}\n`);
      return;
    }
    const text = readFileSync(path, 'utf8');
    // Behind the last whole line is what a crash has torn.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    const [head, ...lines] = whole.split('\n').slice(0, -1);
    const records = lines.map(parseLine);
    if (head !== HEAD || records.includes(null)) {
      throw new ChessError(
        `${quote(path)} is no journal of a review by ${NAME} ${VERSION}; take another file`,
      );
    }
    for (const record of records) if (record !== null) this.keep(record.game, record);
    truncateSync(path, Buffer.byteLength(whole));
  }

  /** The searches of a game that were made before. */
  known(game: PgnGame): readonly SearchRecord[] {
    return this.records.get(keyOf(game)) ?? [];
  }

  /** Adds a search of a game. When this returns it is in the file. */
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

/** The same for the same moves from the same position. */
function keyOf({ start, moves }: PgnGame): string {
  const ucis = moves.map(({ move }) => formatUciMove(move, true)).join(' ');
  return createHash('sha256')
    .update(`${formatFen(start)} ${ucis}`)
    .digest('base64url')
    .slice(0, 16);
}

/** Null if a line is no search. */
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
