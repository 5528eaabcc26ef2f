/**
 * The journal of a review: every search is appended to a file as a line, so that an interrupted review
 * can continue. A line is a checksum (CRC-32 in hexadecimal) and a search as JSON. One journal serves
 * any number of games: each line names its game.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, truncateSync, writeFileSync } from 'node:fs';
import { crc32 } from '../chess/crc32.ts';
import { formatFen } from '../chess/notation/fen.ts';
import type { PgnGame } from '../chess/notation/pgnReader.ts';
import { formatUciMove } from '../chess/notation/uciMove.ts';
import { ChessError, quote } from '../chess/result.ts';
import { readBytes, readText } from '../hosts/node/inputFile.ts';
import type { SearchRecord } from '../review/reviewSearches.ts';
import { NAME, VERSION } from '../version.ts';

/** What the results of searches depend on, besides position and limits. */
export interface SearchConditions {
  /** Mebibytes. */
  hash: number;
  /** The names of the tablebases. */
  tables: readonly string[];
}

type StoredSearch = SearchRecord & { game: string };

export class ReviewJournal {
  private readonly path: string | null;
  private readonly records = new Map<string, SearchRecord[]>();
  /** The number of damaged lines. Their searches are made again. */
  private damaged = 0;

  /**
   * Opens a journal, or none (`path` null). Throws a ChessError if the file is not a journal, or one of
   * another version or other conditions: their results must not be mixed.
   */
  constructor(path: string | null, { hash, tables }: SearchConditions) {
    this.path = path;
    if (path === null) return;
    const digest = createHash('sha256').update(tables.toSorted().join()).digest('hex').slice(0, 8);
    const head = sign(JSON.stringify({ review: `${NAME} ${VERSION}`, hash, tables: digest }));
    if (!existsSync(path) || readBytes(path).length === 0) {
      writeFileSync(path, `${head}\n`);
      return;
    }
    const text = readText(path);
    // Text after the last complete line was truncated by a crash.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    const [first, ...lines] = whole.split('\n').slice(0, -1);
    if (first !== head) {
      const isJournal = first !== undefined && /^[0-9a-f]{8} \{"review":/.test(first);
      throw new ChessError(
        isJournal
          ? `${quote(path)} is a review journal of another version, --hash or --syzygy; use another file`
          : `${quote(path)} is not a review journal; use another file`,
      );
    }
    for (const line of lines) {
      const record = parseLine(line);
      if (record === null) this.damaged++;
      else this.keep(record);
    }
    truncateSync(path, Buffer.byteLength(whole));
  }

  /** The number of lines that could not be used. */
  get damagedLines(): number {
    return this.damaged;
  }

  /** The stored searches of a game. */
  known(game: PgnGame): readonly SearchRecord[] {
    return this.records.get(keyOf(game)) ?? [];
  }

  /** Stores a search of a game. It is in the file when this returns. */
  append(game: PgnGame, record: SearchRecord): void {
    if (this.path === null) return;
    appendFileSync(this.path, `${sign(JSON.stringify({ game: keyOf(game), ...record }))}\n`);
  }

  private keep({ game, ...record }: StoredSearch): void {
    const records = this.records.get(game);
    if (records === undefined) this.records.set(game, [record]);
    else records.push(record);
  }
}

/** A line with its checksum. */
function sign(json: string): string {
  return `${crc32(Buffer.from(json)).toString(16).padStart(8, '0')} ${json}`;
}

/** Identifies a game by its starting position and moves. */
function keyOf({ start, moves }: PgnGame): string {
  const ucis = moves.map(({ move }) => formatUciMove(move, true)).join(' ');
  return createHash('sha256')
    .update(`${formatFen(start)} ${ucis}`)
    .digest('base64url')
    .slice(0, 16);
}

/** Null if a line is damaged. */
function parseLine(line: string): StoredSearch | null {
  const json = line.slice(9);
  return line === sign(json) ? JSON.parse(json) : null;
}
