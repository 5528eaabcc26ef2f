/**
 * Files of packed positions with labels, for labels made elsewhere: by an engine that records what its searches
 * evaluate, or by a program that converts another format. After the header come the 32 bytes of
 * packedPosition.ts for each position, with number 0 for the file; positions of one game follow each other.
 *
 * HEADER, 128 bytes (fileHeader.ts)
 *     0    8  "RefrainP"
 *     8    4  version of this format: 1
 *    12    4  length of the header: 128
 *    16  108  who scored the positions and how, UTF-8, padded with zeros
 *   124    4  CRC-32 of everything before it
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { popcount64 } from '../chess/board/bits.ts';
import { BLACK, KING, pieceOf, WHITE } from '../chess/board/types.ts';
import { MAX_PIECES } from '../eval/nnue/features.ts';
import { readBeginning } from '../hosts/node/inputFile.ts';
import { quotePath } from '../util/printable.ts';
import { ChessError, unwrap, within } from '../util/result.ts';
import { HeaderFormat, viewOf } from './fileHeader.ts';
import { MATE_LABEL } from './labelFormat.ts';
import { PACKED_BYTES, PIECES_AT, RESULT_AT, SCORE_AT, UNKNOWN_RESULT } from './packedPosition.ts';

const POSITION_HEADER = new HeaderFormat({
  magic: 'RefrainP',
  version: 1,
  bytes: 128,
  settingsAt: 124,
  settings: [],
  content: 'file of packed positions',
});

const WHITE_KING = pieceOf(KING, WHITE);
const BLACK_KING = pieceOf(KING, BLACK);

/** Positions read at a time. */
const CHUNK = 1 << 15;

/** Whether a file begins as one of packed positions. */
export const isPositionFile = (path: string): boolean =>
  POSITION_HEADER.begins(readBeginning(path, POSITION_HEADER.bytes));

/** The header of a file whose positions were scored as `method` says, cut to 108 bytes. */
export const encodePositionHeader = (method: string): Uint8Array =>
  POSITION_HEADER.encode({ engine: method, settings: {} });

/** Reads a file of packed positions. */
export class PositionFile {
  /** The file's name, quoted, for messages. */
  readonly name: string;
  /** Who scored the positions, and how. */
  readonly method: string;
  /** Bytes of an incomplete position at the end, once all have been read. */
  tornBytes = 0;
  private readonly path: string;

  /** Throws a ChessError for a damaged header. */
  constructor(path: string) {
    this.path = path;
    this.name = quotePath(basename(path));
    const beginning = readBeginning(path, POSITION_HEADER.bytes);
    this.method = unwrap(within(this.name, POSITION_HEADER.decode(beginning))).engine;
  }

  /**
   * The positions, some thousand at a time; the bytes are valid until the next ones. Throws a ChessError for
   * impossible pieces, and for an impossible score or result.
   */
  *chunks(): Generator<Uint8Array, void, undefined> {
    const bytes = new Uint8Array(CHUNK * PACKED_BYTES);
    const file = openSync(this.path, 'r');
    try {
      for (let at = POSITION_HEADER.bytes; ; ) {
        const read = readSync(file, bytes, 0, bytes.length, at);
        const end = read - (read % PACKED_BYTES);
        if (end === 0) {
          this.tornBytes = read;
          return;
        }
        const chunk = bytes.subarray(0, end);
        this.check(chunk, at);
        yield chunk;
        at += end;
      }
    } finally {
      closeSync(file);
    }
  }

  private check(chunk: Uint8Array, offset: number): void {
    const view = viewOf(chunk);
    for (let at = 0; at < chunk.length; at += PACKED_BYTES) {
      const result = chunk[at + RESULT_AT]!;
      const score = view.getInt16(at + SCORE_AT, true);
      const isResult = result <= 2 || result === UNKNOWN_RESULT;
      if (!(isResult && Math.abs(score) <= MATE_LABEL && hasPieces(view, at))) {
        throw new ChessError(`${this.name}: the position at byte ${offset + at} is damaged`);
      }
    }
  }
}

/**
 * Whether the packed position at a byte has at most 32 pieces, all valid, with one king each: the kernels of the
 * trainer rely on it.
 */
export function hasPieces(view: DataView, at: number): boolean {
  const pieces = popcount64(view.getInt32(at, true), view.getInt32(at + 4, true));
  if (pieces > MAX_PIECES) return false;
  let [whiteKings, blackKings] = [0, 0];
  for (let i = 0; i < pieces; i++) {
    const piece = (view.getUint8(at + PIECES_AT + (i >> 1)) >> ((i & 1) * 4)) & 15;
    if (piece > BLACK_KING) return false;
    if (piece === WHITE_KING) whiteKings++;
    if (piece === BLACK_KING) blackKings++;
  }
  return whiteKings === 1 && blackKings === 1;
}
