/**
 * Files of self-play games, read as a stream and written a whole record at a time.
 *
 * A process that is killed, or a power cut, leaves a torn record at the end at most. Reading tells how
 * many bytes it has; writing cuts it off first. Damage anywhere else refuses the file.
 */
import { closeSync, openSync } from 'node:fs';
import { ChessError, unwrap } from '../chess/result.ts';
import {
  type DataHeader,
  decodeGame,
  decodeHeader,
  encodeGame,
  encodeHeader,
  FORMAT_VERSION,
  type GameRecord,
  HEADER_BYTES,
  SETTINGS,
} from './format.ts';
import { legacyRecords } from './legacyGames.ts';
import { type FileRecord, isBeginning, RecordReader, RecordWriter } from './recordFile.ts';

export class DataReader {
  /** The file's name, quoted, for messages. */
  readonly name: string;
  readonly header: DataHeader;
  /** The length of the file in bytes when it was opened. */
  readonly size: number;
  /** Bytes behind the last whole record, once all have been read: of a torn one. */
  tornBytes = 0;
  private readonly path: string;
  private readonly reader: RecordReader;

  /** Opens a file. Throws a ChessError if it is none of ours. */
  constructor(path: string) {
    this.path = path;
    this.reader = new RecordReader(path, HEADER_BYTES);
    this.name = this.reader.name;
    this.size = this.reader.size;
    const header = decodeHeader(this.reader.header);
    if (!header.ok) {
      this.close();
      throw new ChessError(`${this.name}: ${header.error.message}`);
    }
    this.header = header.value;
  }

  close(): void {
    this.reader.close();
  }

  /**
   * The records from the first to the last whole one, those with a damaged payload as well. Throws
   * a ChessError where the file is damaged so that nothing behind can be found any more.
   */
  *records(): Generator<FileRecord, void, undefined> {
    if (this.header.version === 1) {
      const file = openSync(this.path, 'r');
      try {
        this.tornBytes = yield* legacyRecords(file, this.name);
      } finally {
        closeSync(file);
      }
      return;
    }
    yield* this.reader.records();
    this.tornBytes = this.reader.tornBytes;
  }

  /** The records. Throws a ChessError at a damaged one. */
  *intactRecords(): Generator<FileRecord, void, undefined> {
    for (const record of this.records()) {
      if (!record.isIntact) {
        throw new ChessError(`${this.name}: the record at byte ${record.offset} is damaged`);
      }
      yield record;
    }
  }

  /** The games. Throws a ChessError at a damaged record. */
  *games(): Generator<GameRecord, void, undefined> {
    for (const { payload } of this.intactRecords()) yield unwrap(decodeGame(payload));
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
  /** Bytes of a torn record that were cut off when the file was opened. */
  cutBytes = 0;
  private readonly writer: RecordWriter;

  /**
   * Opens a file to go on with it, or begins one. A torn record at its end is cut off. Throws a
   * ChessError, and leaves the file alone, if it has another header or is damaged.
   */
  constructor(path: string, header: DataHeader) {
    const bytes = encodeHeader(header);
    const end = isBeginning(path, bytes) ? 0 : this.scan(path, header);
    this.writer = new RecordWriter(path, bytes, end);
  }

  /** Adds a game. When this returns it is with the system, and no end of this process can harm it. */
  append(game: GameRecord): void {
    this.writer.append([encodeGame(game)]);
    this.games++;
    this.positions += game.moves.length;
  }

  close(): void {
    this.writer.close();
  }

  /** Counts the games and gives the place behind the last whole one. */
  private scan(path: string, header: DataHeader): number {
    const reader = new DataReader(path);
    try {
      refuseOther(reader, header);
      let end = HEADER_BYTES;
      for (const record of reader.records()) {
        // A crash of the machine may leave the length of the last record but not all of its bytes.
        if (!record.isIntact && record.end === reader.size) break;
        if (!record.isIntact) {
          throw new ChessError(`${reader.name}: the record at byte ${record.offset} is damaged`);
        }
        const { number, moves } = unwrap(decodeGame(record.payload));
        if (number !== this.games) {
          throw new ChessError(`${reader.name} has game ${number} in place of ${this.games}`);
        }
        this.games++;
        this.positions += moves.length;
        end = record.end;
      }
      this.cutBytes = reader.size - end;
      return end;
    } finally {
      reader.close();
    }
  }
}

function refuseOther({ name, header }: DataReader, wanted: DataHeader): void {
  if (header.settings.assembled === 1) {
    throw new ChessError(`${name} was shuffled or merged, no game comes next`);
  }
  if (header.version !== FORMAT_VERSION) {
    throw new ChessError(
      `${name} has format ${header.version}, which is only read: take a new file`,
    );
  }
  const names = differences(header, wanted);
  if (header.settings.seed !== wanted.settings.seed) names.unshift('seed');
  if (names.length === 0) return;
  throw new ChessError(`${name} was made with other settings: ${names.join(', ')}`);
}
