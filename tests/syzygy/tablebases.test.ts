import { describe, expect, it } from 'vitest';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import type { Position } from '../../src/chess/board/position.ts';
import { isCapture, PAWN, typeOf } from '../../src/chess/board/types.ts';
import { formatFen, positionFromFen } from '../../src/chess/notation/fen.ts';
import { PageCache } from '../../src/syzygy/pageCache.ts';
import { TablebaseError, type TablebaseFile } from '../../src/syzygy/source.ts';
import { Tablebases, UNKNOWN } from '../../src/syzygy/tablebases.ts';
import { Random } from '../../src/util/random.ts';
import {
  arrayFile,
  FEW_TABLEBASES,
  HAS_KNOWN_OUTCOMES,
  openTablebases,
  randomPosition,
  readKnownOutcomes,
  SYZYGY_PATH,
  tableBytes,
  tablebaseFiles,
  tablebaseNames,
  tablebasesOf,
} from '../support/tablebases.ts';

/** The outcome by those of the positions after each move; mate and stalemate are known. */
function outcomeByMoves(tablebases: Tablebases, position: Position): number {
  const moves = legalMoves(position);
  if (moves.length === 0) return position.inCheck ? -2 : 0;
  return Math.max(
    ...moves.map((move) => 0 - position.withMove(move, () => tablebases.probeWdl(position))),
  );
}

/**
 * The distance, likewise: the minimum for the winner, the maximum for the loser, up to a capture or pawn
 * move. In tables it may be one ply too small.
 */
function distanceByMoves(tablebases: Tablebases, position: Position, wdl: number): number {
  const distances = legalMoves(position).flatMap((move) => {
    const isZeroing = isCapture(move) || typeOf(position.board[move & 63]!) === PAWN;
    return position.withMove(move, () => {
      if (-tablebases.probeWdl(position) !== wdl) return [];
      const isMate = legalMoves(position).length === 0;
      return [isZeroing || isMate ? 1 : Math.abs(tablebases.probeDtz(position)) + 1];
    });
  });
  return wdl > 0 ? Math.min(...distances) : -Math.max(...distances);
}

function checkByMoves(tablebases: Tablebases, name: string, count: number): void {
  const random = new Random(7);
  for (let i = 0; i < count; i++) {
    const position = randomPosition(random, name);
    const wdl = tablebases.probeWdl(position);
    expect(wdl, formatFen(position)).toBe(outcomeByMoves(tablebases, position));
    const dtz = tablebases.probeDtz(position);
    expect(Math.sign(dtz), formatFen(position)).toBe(Math.sign(wdl));
    if (wdl === 0 || legalMoves(position).length === 0) continue;
    const byMoves = distanceByMoves(tablebases, position, wdl);
    expect(Math.abs(Math.abs(dtz) - Math.abs(byMoves)), formatFen(position)).toBeLessThanOrEqual(1);
  }
}

describe('a few tables', () => {
  const tablebases = openTablebases(FEW_TABLEBASES);

  it.each(['KPvK', 'KRvK'])('%s: a position is as good as its best move', (name) => {
    checkByMoves(tablebases, name, 3000);
  });

  it.each([
    ['8/8/8/8/8/4k3/4p3/4K3 w - - 0 1', 0, 0],
    ['4k3/8/4K3/4P3/8/8/8/8 w - - 0 1', 2, 3],
    ['4k3/8/4K3/4P3/8/8/8/8 b - - 0 1', -2, -4],
    ['8/8/8/3k4/8/8/r7/6K1 b - - 0 1', 2, 9],
    ['7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', 0, 0],
    ['R6k/8/6K1/8/8/8/8/8 b - - 0 1', -2, -1],
  ])('%s has outcome %i and distance %i', (fen, wdl, dtz) => {
    const position = positionFromFen(fen);
    expect([tablebases.probeWdl(position), tablebases.probeDtz(position)]).toEqual([wdl, dtz]);
    expect(formatFen(position)).toBe(fen);
  });

  it('insufficient material needs no table', () => {
    expect(tablebases.probeWdl(positionFromFen('8/8/4k3/8/8/2B5/8/K7 w - - 0 1'))).toBe(0);
  });

  it.each([
    ['castling rights', '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1'],
    ['more pieces than any table', '4k3/8/8/8/8/8/8/RR2K3 w - - 0 1'],
    ['no table of these pieces', '4k3/8/8/8/8/8/8/1NB1K3 w - - 0 1'],
    ['thirty-two pieces', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1'],
  ])('%s: unknown', (_, fen) => {
    const position = positionFromFen(fen);
    expect([tablebases.probeWdl(position), tablebases.probeDtz(position)]).toEqual([
      UNKNOWN,
      UNKNOWN,
    ]);
  });

  it('without DTZ tables outcomes are known, and distances only of draws', () => {
    const wdlOnly = tablebasesOf('KRvK.rtbw');
    const won = positionFromFen('8/8/8/3k4/8/8/r7/6K1 b - - 0 1');
    expect([wdlOnly.probeWdl(won), wdlOnly.probeDtz(won)]).toEqual([2, UNKNOWN]);
  });
});

describe('copies of a table in several folders', () => {
  const won = positionFromFen('8/8/8/3k4/8/8/r7/6K1 b - - 0 1');
  const good = (name: string) => arrayFile(name, tableBytes(FEW_TABLEBASES, name));
  const damaged = (name: string) => arrayFile(name, new Uint8Array(1040));
  /** Only its first page can be read. */
  const torn = (name: string) => ({
    ...good(name),
    read: (offset: number, target: Uint8Array, at: number, length: number) => {
      if (offset > 0) throw new TablebaseError('the disk fails');
      good(name).read(offset, target, at, length);
    },
  });
  const names = ['KRvK.rtbw', 'KRvK.rtbz'];

  it.each([
    ['damaged', damaged, names],
    ['torn', torn, ['KRvK.rtbz']],
  ])('a %s one does not hide a good one', (_, bad, reported) => {
    const problems: string[] = [];
    const tablebases = new Tablebases([...names.map(bad), ...names.map(good)], {
      onProblem: (text) => problems.push(text),
    });
    expect(tablebases.wdlCount).toBe(1);
    checkByMoves(tablebases, 'KRvK', 300);
    expect([tablebases.probeWdl(won), tablebases.probeDtz(won)]).toEqual([2, 9]);
    const notUsed = (name: string) => expect.stringContaining(`a copy of ${name} is not used: `);
    expect(problems).toEqual(reported.map(notUsed));
  });

  it('without a good one the table is not used', () => {
    const problems: string[] = [];
    const files = ['KRvK.rtbw', 'KRvK.rtbw'].map(damaged);
    const tablebases = new Tablebases(files, { onProblem: (text) => problems.push(text) });
    for (let i = 0; i < 3; i++) expect(tablebases.probeWdl(won)).toBe(UNKNOWN);
    expect(problems).toEqual([
      expect.stringMatching(/^a copy of KRvK\.rtbw is not used: /),
      expect.stringMatching(/^KRvK\.rtbw is not used: /),
    ]);
  });

  it('all of them are closed', () => {
    const closed: string[] = [];
    const closing = (file: TablebaseFile, folder: string) => ({
      ...file,
      close: () => closed.push(folder),
    });
    const [name] = names as [string];
    const tablebases = new Tablebases([closing(damaged(name), 'a'), closing(good(name), 'b')]);
    tablebases.probeWdl(won);
    tablebases.close();
    expect(closed).toEqual(['a', 'b']);
  });
});

describe.skipIf(SYZYGY_PATH === '')('all tables of three and four pieces', () => {
  it.skipIf(!HAS_KNOWN_OUTCOMES)(
    '100,000 positions have the outcome and distance that python-chess finds',
    () => {
      const tablebases = openTablebases(SYZYGY_PATH);
      const wrong: string[] = [];
      const known = readKnownOutcomes();
      for (const { fen, wdl, dtz } of known) {
        const position = positionFromFen(fen);
        const found = [tablebases.probeWdl(position), tablebases.probeDtz(position)];
        if (found.join() !== [wdl, dtz].join()) wrong.push(`${fen}: ${found} for ${wdl},${dtz}`);
      }
      expect(known).toHaveLength(100_000);
      expect(wrong).toEqual([]);
    },
  );

  it.each(SYZYGY_PATH === '' ? [] : tablebaseNames(SYZYGY_PATH))(
    '%s: a position is as good as its best move',
    (name) => checkByMoves(openTablebases(SYZYGY_PATH), name, 300),
  );

  it('a cache of a few pages gives the same as a large one', () => {
    const large = openTablebases(SYZYGY_PATH);
    const files = tablebaseFiles(SYZYGY_PATH).map((name) =>
      arrayFile(name, tableBytes(SYZYGY_PATH, name)),
    );
    const small = new Tablebases(files, { cacheBytes: 1 });
    const random = new Random(3);
    for (let i = 0; i < 5000; i++) {
      const position = randomPosition(random, ['KQvKP', 'KRvKN', 'KPvKP', 'KBNvK'][i & 3]!);
      expect(small.probeDtz(position)).toBe(large.probeDtz(position));
    }
  });
});

describe('the page cache', () => {
  it('returns every byte of its files, whatever its size', () => {
    const random = new Random(5);
    const files = [70_000, 5, 4096, 300_001].map((size) =>
      Uint8Array.from({ length: size }, () => random.int32()),
    );
    const cache = new PageCache(1);
    const ids = files.map((bytes, i) => cache.add(arrayFile(`${i}`, bytes)));
    for (let i = 0; i < 20_000; i++) {
      const which = random.below(files.length);
      const offset = random.below(files[which]!.length);
      expect(cache.bytes[cache.locate(ids[which]!, offset)]).toBe(files[which]![offset]);
    }
  });
});
