/**
 * Tablebases for tests. Three endings are in the repository. All tables of three and four pieces, and
 * positions with outcomes by another program, are in the folder SYZYGY_PATH.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Position } from '../../src/chess/board/position.ts';
import { readSetup } from '../../src/chess/board/readSetup.ts';
import type { Setup } from '../../src/chess/board/setup.ts';
import {
  NO_PIECE,
  NO_SQUARE,
  PAWN,
  type Piece,
  rankOf,
  typeOf,
} from '../../src/chess/board/types.ts';
import { listTablebases, openTablebase } from '../../src/hosts/node/tablebaseFiles.ts';
import type { TablebaseFile } from '../../src/syzygy/source.ts';
import { parseMaterial } from '../../src/syzygy/tablebaseNames.ts';
import { Tablebases } from '../../src/syzygy/tablebases.ts';
import type { Random } from '../../src/util/random.ts';

/** Tablebases of KPvK and KRvK, and the outcomes of KQvK. */
export const FEW_TABLEBASES = fileURLToPath(new URL('../syzygy/tablebases', import.meta.url));

/** A folder with all tables of three and four pieces, possibly larger ones too; empty if there is none. */
export const SYZYGY_PATH = process.env.SYZYGY_PATH ?? '';
if (SYZYGY_PATH === '') {
  console.warn(
    'SYZYGY_PATH is not set: tests that need all tables of up to four pieces are skipped',
  );
}

/** The tables of a folder. Throws if there is a problem with any of them. */
export function openTablebases(folder: string): Tablebases {
  const { tables, problems } = listTablebases([folder]);
  if (problems.length > 0) throw new Error(problems.join('; '));
  return new Tablebases(tables.map(openTablebase), {
    onProblem: (message) => {
      throw new Error(message);
    },
  });
}

/** The endings of at most four pieces with WDL tables in a folder, `KRvKP`. */
export function tablebaseNames(folder: string): string[] {
  return tablebaseFiles(folder).flatMap((name) =>
    name.endsWith('.rtbw') ? [name.slice(0, -5)] : [],
  );
}

/** The files of tables of at most four pieces in a folder. */
export function tablebaseFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => /^[KQRBNPv]{4,5}\.rtb[wz]$/.test(name));
}

/** A table in memory. */
export function arrayFile(name: string, bytes: Uint8Array): TablebaseFile {
  const read: TablebaseFile['read'] = (offset, target, at, length) => {
    target.set(bytes.subarray(offset, offset + length), at);
  };
  return { name, size: bytes.length, read };
}

/** The bytes of a file in a folder. */
export function tableBytes(folder: string, name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(folder, name)));
}

/** Some of the few tables, such as those without distances. */
export const tablebasesOf = (...names: string[]): Tablebases =>
  new Tablebases(names.map((name) => arrayFile(name, tableBytes(FEW_TABLEBASES, name))));

/** A random legal position with the pieces of a table, `KRvKP`, with either side to move. */
export function randomPosition(random: Random, name: string): Position {
  const { pieces } = parseMaterial(name)!;
  while (true) {
    const setup = randomSetup(random, pieces);
    const position = setup === null ? null : readSetup(setup);
    if (position?.ok) return position.value;
  }
}

function randomSetup(random: Random, pieces: readonly Piece[]): Setup | null {
  const board = new Int8Array(64).fill(NO_PIECE);
  const isSwapped = random.below(2);
  for (const piece of pieces) {
    const square = random.below(64);
    if (board[square] !== NO_PIECE) return null;
    if (typeOf(piece) === PAWN && (rankOf(square) === 0 || rankOf(square) === 7)) return null;
    board[square] = piece ^ isSwapped;
  }
  return {
    board,
    turn: random.below(2),
    castlingRooks: [NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE],
    epSquare: NO_SQUARE,
    halfmoves: 0,
    fullmove: 1,
    chess960: false,
  };
}

/** A position with its outcome and distance by python-chess. */
interface KnownOutcome {
  fen: string;
  wdl: number;
  dtz: number;
}

/** Whether there is a `truth.epd.gz` next to the tables. */
export const HAS_KNOWN_OUTCOMES =
  SYZYGY_PATH !== '' && existsSync(join(SYZYGY_PATH, 'truth.epd.gz'));
if (SYZYGY_PATH !== '' && !HAS_KNOWN_OUTCOMES) {
  console.warn(`no truth.epd.gz in ${SYZYGY_PATH}: the test of known outcomes is skipped`);
}

/** The positions of `truth.epd.gz`. */
export function readKnownOutcomes(): KnownOutcome[] {
  const text = gunzipSync(readFileSync(join(SYZYGY_PATH, 'truth.epd.gz'))).toString();
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [fen = '', wdl, dtz] = line.split(';');
      return { fen, wdl: Number(wdl), dtz: Number(dtz) };
    });
}
