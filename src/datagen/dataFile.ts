/**
 * Files of self-play games, read as a stream and written a whole record at a time.
 *
 * A process that is killed leaves a torn record at the end at most. Whoever goes on writing cuts it
 * off first; whoever reads is told how many bytes it has. A record in the middle whose checksum is
 * wrong is something else: nobody goes on after it.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { basename } from 'node:path';
import { ChessError, quote } from '../chess/result.ts';
import {
  type DataHeader,
  decodeGame,
  decodeHeader,
  encodeGame,
  encodeHeader,
  type GameRecord,
  HEADER_BYTES,
  isIntact,
  LENGTH_BYTES,
  recordLength,
  SETTINGS,
} from './format.ts';

/** Read at a time; more than the longest record has. */
const BUFFER_BYTES = 1 << 20;

export interface DataRecord {
  /** Where in the file it begins. */
  offset: number;
  /** Valid until the next one is read. */
  bytes: Uint8Array;
  /** Whether its checksum is right. */
  isIntact: boolean;
}

export class DataReader {
  readonly name: string;
  readonly header: DataHeader;
  readonly size: number;
  /** Bytes behind the last whole record, once all have been read: of a torn one. */
  tornBytes = 0;
  private readonly file: number;

  /** Opens a file. Throws a ChessError if it is none of ours. */
  constructor(path: string) {
    this.name = quote(basename(path));
    this.file = openSync(path, 'r');
    this.size = fstatSync(this.file).size;
    const bytes = new Uint8Array(HEADER_BYTES);
    const header = decodeHeader(bytes.subarray(0, readSync(this.file, bytes)));
    if (!header.ok) {
      this.close();
      throw new ChessError(`${this.name}: ${header.error.message}`);
    }
    this.header = header.value;
  }

  close(): void {
    closeSync(this.file);
  }

  /** The records from the first to the last whole one, damaged ones as well. */
  *records(): Generator<DataRecord, void, undefined> {
    const buffer = new Uint8Array(BUFFER_BYTES);
    /** Where in the file the buffer begins, how much it holds, and how far it has been read. */
    let start = HEADER_BYTES;
    let filled = 0;
    let at = 0;
    for (;;) {
      let length = filled - at < LENGTH_BYTES ? LENGTH_BYTES : recordLength(buffer.subarray(at));
      if (at + length > filled) {
        buffer.copyWithin(0, at, filled);
        start += at;
        filled -= at;
        at = 0;
        filled += readSync(this.file, buffer, filled, BUFFER_BYTES - filled, start + filled);
        if (filled >= LENGTH_BYTES) length = recordLength(buffer);
        if (filled < length) break;
      }
      const bytes = buffer.subarray(at, at + length);
      yield { offset: start + at, bytes, isIntact: isIntact(bytes) };
      at += length;
    }
    this.tornBytes = filled;
  }

  /** The games. Throws a ChessError at a damaged record. */
  *games(): Generator<GameRecord, void, undefined> {
    for (const { bytes } of this.intactRecords()) yield decodeGame(bytes);
  }

  /** The records. Throws a ChessError at a damaged one. */
  *intactRecords(): Generator<DataRecord, void, undefined> {
    for (const record of this.records()) {
      if (!record.isIntact) {
        throw new ChessError(`${this.name}: the record at byte ${record.offset} is damaged`);
      }
      yield record;
    }
  }
}

/** Which settings of two files differ, by their names; the seed does not count. */
export function differences(a: DataHeader, b: DataHeader): string[] {
  const names: string[] = SETTINGS.filter(
    (name) => name !== 'seed' && name !== 'assembled' && a.settings[name] !== b.settings[name],
  );
  return a.engine === b.engine ? names : ['engine', ...names];
}

/** A file that grows game by game. */
export class DataWriter {
  /** Whole games in it, and their positions. */
  games = 0;
  positions = 0;
  private readonly path: string;
  private readonly file: number;
  private size: number;

  /**
   * Opens a file to go on with it, or begins one. A torn record at its end is cut off. Throws a
   * ChessError, and leaves the file alone, if it has another header or is damaged.
   */
  constructor(path: string, header: DataHeader) {
    this.path = path;
    this.size = this.findEnd(header);
    this.file = openSync(path, this.size === 0 ? 'w' : 'r+');
    ftruncateSync(this.file, this.size);
    if (this.size === 0) this.write(encodeHeader(header));
  }

  /** Adds a game. When this returns it is with the system, and no end of this process can harm it. */
  append(game: GameRecord): void {
    // Bytes that are not ours come from a second process, and games would be in the file twice.
    if (fstatSync(this.file).size !== this.size) {
      throw new ChessError(`${quote(basename(this.path))} is being changed by somebody else`);
    }
    this.write(encodeGame(game));
    this.games++;
    this.positions += game.moves.length;
  }

  close(): void {
    closeSync(this.file);
  }

  private write(bytes: Uint8Array): void {
    const written = writeSync(this.file, bytes, 0, bytes.length, this.size);
    if (written < bytes.length) throw new ChessError('the disk is full');
    this.size += bytes.length;
  }

  /** Counts the games and gives the place behind the last whole one; 0 without even a header. */
  private findEnd(header: DataHeader): number {
    if (!existsSync(this.path) || isTornHeader(this.path, header)) return 0;
    const reader = new DataReader(this.path);
    try {
      this.assertSame(reader, header);
      let end = HEADER_BYTES;
      for (const { offset, bytes, isIntact } of reader.records()) {
        const next = offset + bytes.length;
        // A crash of the machine may leave the length of the last record but not all of its bytes.
        if (!isIntact && next === reader.size) break;
        if (!isIntact) throw new ChessError(`${reader.name} is damaged at byte ${offset}`);
        const { number, moves } = decodeGame(bytes);
        if (number !== this.games) {
          throw new ChessError(`${reader.name} has game ${number} in place of ${this.games}`);
        }
        this.games++;
        this.positions += moves.length;
        end = next;
      }
      return end;
    } finally {
      reader.close();
    }
  }

  private assertSame(reader: DataReader, header: DataHeader): void {
    const { settings } = reader.header;
    if (settings.assembled === 1) {
      throw new ChessError(`${reader.name} was shuffled or merged, no game comes next`);
    }
    const names = differences(reader.header, header);
    if (settings.seed !== header.settings.seed) names.unshift('seed');
    if (names.length === 0) return;
    throw new ChessError(`${reader.name} was made with other settings: ${names.join(', ')}`);
  }
}

/** Whether a file holds the beginning of this header and nothing else. */
function isTornHeader(path: string, header: DataHeader): boolean {
  const file = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(HEADER_BYTES);
    const length = readSync(file, bytes);
    const torn = Buffer.from(encodeHeader(header).subarray(0, length));
    return length < HEADER_BYTES && torn.equals(bytes.subarray(0, length));
  } finally {
    closeSync(file);
  }
}
