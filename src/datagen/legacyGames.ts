/**
 * Version 1 of the format of self-play games, which can still be read: records without a frame,
 * each the payload of format.ts followed by its CRC-32.
 *
 * The length of a record has no checksum of its own there. If it is damaged, the rest of the file
 * looks like the beginning of one long record, so complete records are searched for within it.
 */
import { readSync } from 'node:fs';
import { crc32 } from '../chess/crc32.ts';
import { ChessError } from '../chess/result.ts';
import { decodeGame, HEADER_BYTES, payloadLength } from './gameFormat.ts';
import type { FileRecord } from './recordFile.ts';

const CHECKSUM_BYTES = 4;
/** Bytes of the number of moves, which determines the length of a record. */
const LENGTH_BYTES = 2;
/** Bytes read at a time; more than the longest record. */
const BUFFER_BYTES = 1 << 20;

/**
 * The records after the header of an open file, including damaged ones; returns the length of an
 * incomplete record at the end. Throws a ChessError if a record within the file is damaged.
 */
export function* legacyRecords(file: number, name: string): Generator<FileRecord, number> {
  const buffer = new Uint8Array(BUFFER_BYTES);
  /** The buffer's offset in the file, the number of bytes in it, and how far it has been read. */
  let start = HEADER_BYTES;
  let filled = 0;
  let at = 0;
  for (;;) {
    let length = filled - at < LENGTH_BYTES ? LENGTH_BYTES : recordLength(buffer, at);
    if (at + length > filled) {
      buffer.copyWithin(0, at, filled);
      start += at;
      filled -= at;
      at = 0;
      filled += readSync(file, buffer, filled, BUFFER_BYTES - filled, start + filled);
      if (filled >= LENGTH_BYTES) length = recordLength(buffer, 0);
      if (filled < length) break;
    }
    const payload = buffer.subarray(at, at + length - CHECKSUM_BYTES);
    const end = start + at + length;
    yield { offset: start + at, end, payload, isIntact: isWhole(buffer.subarray(at, at + length)) };
    at += length;
  }
  if (holdsRecord(buffer.subarray(0, filled))) {
    throw new ChessError(`${name}: the record at byte ${start} is damaged`);
  }
  return filled;
}

const recordLength = (bytes: Uint8Array, at: number): number =>
  payloadLength(bytes[at]! | (bytes[at + 1]! << 8)) + CHECKSUM_BYTES;

/** Whether a record's last four bytes are the checksum of the others. */
function isWhole(record: Uint8Array): boolean {
  const end = record.length - CHECKSUM_BYTES;
  const checksum = new DataView(record.buffer, record.byteOffset + end).getUint32(0, true);
  return checksum === crc32(record.subarray(0, end));
}

/** Whether a complete record begins anywhere after the first byte. */
function holdsRecord(bytes: Uint8Array): boolean {
  for (let at = 1; at + payloadLength(0) + CHECKSUM_BYTES <= bytes.length; at++) {
    const length = recordLength(bytes, at);
    if (at + length > bytes.length) continue;
    // Checksums are slow; this rules out nearly every offset first.
    if (!isPlausible(bytes.subarray(at, at + length - CHECKSUM_BYTES))) continue;
    if (isWhole(bytes.subarray(at, at + length))) return true;
  }
  return false;
}

/** Whether the payload has a possible result, end and number of pieces. */
function isPlausible(payload: Uint8Array): boolean {
  let pieces = 0;
  for (let i = 8; i < 16; i++) {
    for (let byte = payload[i]!; byte !== 0; byte &= byte - 1) pieces++;
  }
  return pieces >= 2 && pieces <= 32 && (payload[32]! & 127) <= 64 && decodeGame(payload).ok;
}
