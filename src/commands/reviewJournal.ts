/**
 * The journal of a review: every search is appended to a file as a line, so that an interrupted review
 * can continue. A line is a checksum (CRC-32 in hexadecimal) and a search as JSON. One journal serves
 * any number of games: each line names its game.
 */
import { createHash } from 'node:crypto';
import { truncateSync, writeFileSync } from 'node:fs';
import { formatFen } from '../chess/notation/fen.ts';
import type { PgnGame } from '../chess/notation/pgnReader.ts';
import { formatUciMove } from '../chess/notation/uciMove.ts';
import { AppendedFile, withReason } from '../hosts/node/atomicFile.ts';
import { isBeginning, readBytes } from '../hosts/node/inputFile.ts';
import type { SearchRecord } from '../review/reviewSearches.ts';
import { crc32 } from '../util/crc32.ts';
import { quotePath } from '../util/printable.ts';
import { ChessError } from '../util/result.ts';
import { NAME, VERSION } from '../version.ts';

/** What the results of searches depend on, besides position and limits. */
export interface SearchConditions {
  /** Mebibytes. */
  hash: number;
  /** The names of the tablebases. */
  tables: readonly string[];
}

type StoredSearch = SearchRecord & { game: string };

const LINE_FEED = 10;

export class ReviewJournal {
  /** The number of lines that could not be used. Their searches are made again. */
  damagedLines = 0;
  private readonly file: AppendedFile | null;
  private readonly records = new Map<string, SearchRecord[]>();

  /**
   * Opens a journal, or none (`path` null). Throws a ChessError if the file is not a journal, or one of
   * another version or other conditions: their results must not be mixed.
   */
  constructor(path: string | null, { hash, tables }: SearchConditions) {
    if (path === null) {
      this.file = null;
      return;
    }
    const digest = createHash('sha256').update(tables.toSorted().join()).digest('hex').slice(0, 8);
    const head = sign(JSON.stringify({ review: `${NAME} ${VERSION}`, hash, tables: digest }));
    const first = Buffer.from(`${head}\n`);
    if (isBeginning(path, first)) {
      withReason(path, () => writeFileSync(path, first));
      this.file = new AppendedFile(path, first.length);
      return;
    }
    const bytes = readBytes(path);
    // Text after the last complete line was truncated by a crash.
    const size = bytes.lastIndexOf(LINE_FEED) + 1;
    const lines = new TextDecoder().decode(bytes.subarray(0, size)).split('\n').slice(0, -1);
    if (lines[0] !== head) {
      const isJournal = /^[0-9a-f]{8} \{"review":/.test(lines[0] ?? '');
      throw new ChessError(
        isJournal
          ? `${quotePath(path)} is a review journal of another version, --hash or --syzygy; use another file`
          : `${quotePath(path)} is not a review journal; use another file`,
      );
    }
    for (const line of lines.slice(1)) {
      const record = parseLine(line);
      if (record === null) this.damagedLines++;
      else this.keep(record);
    }
    truncateSync(path, size);
    this.file = new AppendedFile(path, size);
  }

  /** The stored searches of a game. */
  known(game: PgnGame): readonly SearchRecord[] {
    return this.records.get(keyOf(game)) ?? [];
  }

  /** Stores a search of a game. Throws like {@link AppendedFile.append}. */
  append(game: PgnGame, record: SearchRecord): void {
    this.file?.append(`${sign(JSON.stringify({ game: keyOf(game), ...record }))}\n`);
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
