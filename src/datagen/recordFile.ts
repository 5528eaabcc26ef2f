/**
 * Append-only files of records: a header of fixed length, followed by framed records.
 *
 *     0  4  length of the payload in bytes, little-endian
 *     4  4  CRC-32 of these four bytes
 *     8  n  payload
 *   8+n  4  CRC-32 of the payload
 *
 * The length has a checksum of its own. So a file that ends within a record (the process was
 * killed) can be told from one with a damaged length, which would hide everything after it: the
 * former is continued after its last complete record, the latter is rejected. A power cut may leave
 * a file with its full length but without its last blocks: a record that turns into zeros, with
 * nothing but zeros after it, is also treated as incomplete.
 */
import { closeSync, openSync, readSync, rmSync, statSync, truncateSync } from 'node:fs';
import { basename } from 'node:path';
import { AppendedFile, followLinks } from '../hosts/node/atomicFile.ts';
import { readBeginning } from '../hosts/node/inputFile.ts';
import { crc32 } from '../util/crc32.ts';
import { quotePath } from '../util/printable.ts';
import { ChessError, type Result, unwrap, within } from '../util/result.ts';
import { type FileHeader, type HeaderFormat, viewOf } from './fileHeader.ts';

const FRAME_BYTES = 8;
const CHECKSUM_BYTES = 4;
/** A longer record means damage: the longest game that can be recorded is far shorter. */
const MAX_PAYLOAD = 1 << 24;
/** Bytes read at a time, unless a record is longer. */
const CHUNK = 1 << 20;
/** Bytes read at a time to find the zeros at the end of a file. */
const BLOCK = 1 << 12;

interface FileRecord {
  /** The offsets in the file of its frame, and of the next one. */
  offset: number;
  end: number;
  /** Valid until the next record is read. */
  payload: Uint8Array;
  /** Whether the payload's checksum is correct. */
  isIntact: boolean;
}

/** A file that ended within a record, which was left out. */
export interface TornFile {
  /** Quoted, for messages. */
  name: string;
  /** The length of the incomplete record. */
  bytes: number;
}

/** Reads a file of records, each a game. It is open only meanwhile. */
export class RecordReader<Setting extends string, Game extends { number: number }> {
  /** The file's name, quoted, for messages. */
  readonly name: string;
  readonly header: FileHeader<Setting>;
  /** The length of the file in bytes when its header was read. */
  readonly size: number;
  /** Bytes of an incomplete record at the end, known once all records have been read. */
  tornBytes = 0;
  private readonly path: string;
  private readonly headerBytes: number;
  private readonly decode: (payload: Uint8Array) => Result<Game>;
  /** The offset of the zeros at the end of the file, once determined. */
  private zeros: number | null = null;

  /** Reads the header. Throws a ChessError if it cannot be decoded. */
  constructor(
    path: string,
    format: HeaderFormat<Setting>,
    decode: (payload: Uint8Array) => Result<Game>,
  ) {
    this.path = path;
    this.decode = decode;
    this.name = quotePath(basename(path));
    this.headerBytes = format.bytes;
    this.header = unwrap(within(this.name, format.decode(readBeginning(path, format.bytes))));
    this.size = statSync(path).size;
  }

  /**
   * The records in order, including those with a damaged payload. Throws a ChessError if a length
   * is damaged, since the records after it cannot be found.
   */
  *records(): Generator<FileRecord, void, undefined> {
    const file = openSync(this.path, 'r');
    try {
      yield* this.recordsOf(file);
    } finally {
      closeSync(file);
    }
  }

  private *recordsOf(file: number): Generator<FileRecord, void, undefined> {
    let buffer = new Uint8Array(CHUNK);
    // `start` is the buffer's offset in the file.
    let start = this.headerBytes;
    let filled = 0;
    let at = 0;
    const fill = (wanted: number): boolean => {
      if (filled - at >= wanted) return true;
      if (wanted > buffer.length) {
        const larger = new Uint8Array(wanted + CHUNK);
        larger.set(buffer.subarray(at, filled));
        buffer = larger;
      } else {
        buffer.copyWithin(0, at, filled);
      }
      start += at;
      filled -= at;
      at = 0;
      while (filled < wanted) {
        const read = readSync(file, buffer, filled, buffer.length - filled, start + filled);
        if (read === 0) return false;
        filled += read;
      }
      return true;
    };
    while (fill(FRAME_BYTES)) {
      const frame = viewOf(buffer);
      const length = frame.getUint32(at, true);
      const isLength = crc32(buffer.subarray(at, at + 4)) === frame.getUint32(at + 4, true);
      if (!isLength && this.zerosFrom(file) < start + at + FRAME_BYTES) {
        this.tornBytes = this.size - start - at;
        return;
      }
      if (!isLength || length > MAX_PAYLOAD) {
        throw this.damaged(start + at);
      }
      const whole = FRAME_BYTES + length + CHECKSUM_BYTES;
      if (!fill(whole)) break;
      const payloadEnd = at + FRAME_BYTES + length;
      const payload = buffer.subarray(at + FRAME_BYTES, payloadEnd);
      const checksum = crc32(payload);
      const stored = buffer.subarray(payloadEnd, at + whole);
      const isIntact = checksum === viewOf(stored).getUint32(0, true);
      if (!isIntact && isCutChecksum(stored, checksum, this.zerosFrom(file) - start - payloadEnd)) {
        this.tornBytes = this.size - start - at;
        return;
      }
      yield { offset: start + at, end: start + at + whole, payload, isIntact };
      at += whole;
    }
    this.tornBytes = filled - at;
  }

  /** The offset after the last byte of the file that is not zero. */
  private zerosFrom(file: number): number {
    if (this.zeros !== null) return this.zeros;
    const block = new Uint8Array(BLOCK);
    let end = this.size;
    while (end > 0) {
      const start = Math.max(0, end - BLOCK);
      readSync(file, block, 0, end - start, start);
      const last = block.subarray(0, end - start).findLastIndex((byte) => byte !== 0);
      end = last < 0 ? start : start + last + 1;
      if (last >= 0) break;
    }
    this.zeros = end;
    return end;
  }

  /** The records. Throws a ChessError if one is damaged. */
  *intactRecords(): Generator<FileRecord, void, undefined> {
    for (const record of this.records()) {
      if (!record.isIntact) throw this.damaged(record.offset);
      yield record;
    }
  }

  /** The games. Throws a ChessError if one is damaged. */
  *games(): Generator<Game, void, undefined> {
    for (const record of this.intactRecords()) yield this.gameOf(record);
  }

  /**
   * The games of a file that is to be continued, numbered from 0, and where each ends. A damaged last one is left
   * out: a system crash may leave one of full length without all of its bytes. Throws a ChessError if another is
   * damaged, or a number is wrong.
   */
  *growingGames(): Generator<{ game: Game; end: number }, void, undefined> {
    let count = 0;
    for (const record of this.records()) {
      const { offset, end, isIntact } = record;
      if (!isIntact && end < this.size) throw this.damaged(offset);
      if (!isIntact) {
        this.tornBytes = this.size - offset;
        return;
      }
      const game = this.gameOf(record);
      if (game.number !== count) {
        throw new ChessError(`${this.name} has game ${game.number} in place of ${count}`);
      }
      count++;
      yield { game, end };
    }
  }

  private gameOf({ payload, offset }: FileRecord): Game {
    return unwrap(within(`${this.name}: the game at byte ${offset}`, this.decode(payload)));
  }

  private damaged(offset: number): ChessError {
    return new ChessError(`${this.name}: the record at byte ${offset} is damaged`);
  }
}

/**
 * Whether a wrong checksum was cut off by trailing zeros: the bytes before them, of which there are `written`, are
 * correct, or there are none.
 */
const isCutChecksum = (stored: Uint8Array, checksum: number, written: number): boolean =>
  written < CHECKSUM_BYTES &&
  stored.every((byte, i) => i >= written || byte === ((checksum >>> (8 * i)) & 0xff));

/** A file that grows. When a write returns, the operating system has the data. */
export class RecordWriter {
  private readonly file: AppendedFile;
  /** Written with the first records: a header alone would claim the file for its settings. */
  private header: Uint8Array | null;

  /**
   * Truncates a file to `end` bytes. With 0, the first records create it, with this header. Throws the error of
   * the system if it cannot be written.
   */
  constructor(path: string, header: Uint8Array, end: number) {
    const isNew = end === 0;
    closeSync(openSync(path, isNew ? 'w' : 'r+'));
    if (isNew) rmSync(followLinks(path));
    else truncateSync(path, end);
    this.file = new AppendedFile(path, end);
    this.header = isNew ? header : null;
  }

  /** Appends records in one write. Throws like {@link AppendedFile.append}. */
  append(payloads: readonly Uint8Array[]): void {
    this.file.append(Buffer.concat([this.header ?? Buffer.alloc(0), ...payloads.map(frameRecord)]));
    this.header = null;
  }
}

/** A record as stored in a file: its payload framed by length and checksums. */
export function frameRecord(payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(FRAME_BYTES + payload.length + CHECKSUM_BYTES);
  const view = viewOf(bytes);
  view.setUint32(0, payload.length, true);
  view.setUint32(4, crc32(bytes.subarray(0, 4)), true);
  bytes.set(payload, FRAME_BYTES);
  view.setUint32(FRAME_BYTES + payload.length, crc32(payload), true);
  return bytes;
}

/** The length of the complete record that begins with these bytes, frame included. */
export const recordLength = (bytes: Uint8Array): number =>
  FRAME_BYTES + viewOf(bytes).getUint32(0, true) + CHECKSUM_BYTES;
