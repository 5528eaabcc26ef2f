/**
 * Reads files that the user names. Devices are rejected: one like /dev/zero has no end, and would fill the
 * memory. Commands also read pipes, such as `<(zcat games.pgn.gz)`.
 */
import { constants } from 'node:buffer';
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { isatty } from 'node:tty';
import { utf16Decoder } from '../../util/decodeText.ts';
import { quotePath } from '../../util/printable.ts';
import { ChessError } from '../../util/result.ts';
import { reasonOf } from './systemError.ts';

/** As the name of a file, standard input or output. */
export const STANDARD = '-';

/** Bytes that are read at a time. */
const CHUNK = 1 << 20;

/** Throws a ChessError if `path` exists and is not a file: pipes may never be written to. */
export function requireFile(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() === false) {
    throw new ChessError(`${quotePath(path)} is not a file but a ${kindOf(stats)}`);
  }
}

/**
 * Throws a ChessError if `path` exists and is neither a file nor a pipe; `-`, the standard input, may be a terminal.
 */
function requireFileOrPipe(path: string): void {
  if (path === STANDARD && isatty(0)) return;
  const stats = path === STANDARD ? fstatSync(0) : statSync(path, { throwIfNoEntry: false });
  const kind = stats === undefined ? 'file' : kindOf(stats);
  if (kind === 'folder' || kind === 'device') {
    throw new ChessError(`${inputName(path)} is not a file but a ${kind}`);
  }
}

function kindOf(stats: Stats): 'file' | 'folder' | 'device' | 'pipe' {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isCharacterDevice() || stats.isBlockDevice() ? 'device' : 'pipe';
}

/**
 * The first `length` bytes of a file, fewer if it is shorter. Throws a ChessError for devices, pipes and
 * folders.
 */
export function readBeginning(path: string, length: number): Uint8Array {
  requireFile(path);
  const file = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
  } finally {
    closeSync(file);
  }
}

/**
 * Whether a file does not exist yet, or contains only a part of this header. Throws a ChessError for
 * devices, pipes and folders.
 */
export function isBeginning(path: string, header: Uint8Array): boolean {
  if (!existsSync(path)) return true;
  const found = readBeginning(path, header.length);
  return found.length < header.length && found.every((byte, i) => byte === header[i]);
}

/** The bytes of a file or pipe. Throws a ChessError for a folder or device, or the error of the system. */
export function readBytes(path: string): Uint8Array {
  requireFileOrPipe(path);
  return new Uint8Array(readFileSync(path));
}

/**
 * The text of a file or pipe; `-` is the standard input. Throws like {@link readChunks}, and a ChessError for more than
 * `maximum` bytes: a pipe may have no end.
 */
export function readText(path: string, maximum = constants.MAX_STRING_LENGTH): string {
  const pieces: Buffer[] = [];
  let size = 0;
  for (const chunk of readChunks(path)) {
    size += chunk.length;
    if (size > maximum) throw new ChessError(`${inputName(path)} has more than ${maximum} bytes`);
    pieces.push(Buffer.from(chunk, 'latin1'));
  }
  return Buffer.concat(pieces).toString();
}

/**
 * The bytes of a file or pipe in pieces, as characters (Latin-1), for text of any size; `-` is the standard
 * input. Text in UTF-16, as Windows may save it, comes as UTF-8. Throws like {@link readBytes}.
 */
export function* readChunks(path: string): Generator<string, void, undefined> {
  requireFileOrPipe(path);
  const file = path === STANDARD ? 0 : openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(CHUNK);
    let utf16: ReturnType<typeof utf16Decoder> = null;
    for (let isFirst = true; ; isFirst = false) {
      const piece = buffer.subarray(0, readPiece(path, file, buffer));
      if (isFirst) utf16 = utf16Decoder(piece);
      const isLast = piece.length === 0;
      const bytes = utf16 === null ? piece : Buffer.from(utf16.decode(piece, { stream: !isLast }));
      if (bytes.length > 0) yield bytes.toString('latin1');
      if (isLast) break;
    }
  } finally {
    if (file !== 0) closeSync(file);
  }
}

function readPiece(path: string, file: number, buffer: Buffer): number {
  try {
    return readSync(file, buffer, 0, buffer.length, null);
  } catch (error) {
    throw cannotRead(path, error);
  }
}

/** The error of the system as one that names the input. */
export const cannotRead = (path: string, error: unknown): ChessError =>
  new ChessError(`cannot read ${inputName(path)}: ${reasonOf(error)}`);

/** What messages call an input: `-` is the standard input. */
export const inputName = (path: string): string =>
  path === STANDARD ? 'standard input' : quotePath(path);

/** Throws a ChessError for a file of text in UTF-16, to which UTF-8 cannot be appended, and for what is not a file. */
export function refuseUtf16(path: string): void {
  if (utf16Decoder(readBeginning(path, 2)) !== null) {
    throw new ChessError(`${inputName(path)} is UTF-16; save it as UTF-8`);
  }
}
