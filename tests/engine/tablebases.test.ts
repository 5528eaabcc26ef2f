/** Tablebases and books in the library interface. */
import { cpSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ChessError, Engine, formatUciMove, positionFromFen } from 'refrain';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { listTablebases } from '../../src/hosts/node/tablebaseFiles.ts';
import { bookOf } from '../support/books.ts';
import { FEW_TABLEBASES } from '../support/tablebases.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const folder = temporaryFolder();
const WON = '4k3/8/4K3/4P3/8/8/8/8 w - - 0 1';

// One for all tests.
const engine = new Engine();
const settings = engine.getSettings();
afterAll(() => engine.close());

let messages: string[];
let problems: string[];
beforeEach(() => {
  engine.removeAllListeners();
  engine.configure(settings);
  engine.useTablebases([]);
  engine.setBook(null);
  engine.setPosition();
  messages = [];
  problems = [];
  engine.on('message', (text) => messages.push(text));
  engine.on('problem', (text) => problems.push(text));
});

test('a folder of tables is found, used by all threads, and can be removed', async () => {
  engine.configure({ syzygyPath: FEW_TABLEBASES, threads: 2 });
  expect(messages).toEqual(['3 WDL and 2 DTZ tablebase files, up to 3 pieces']);
  engine.setPosition(WON);
  const { info } = await engine.go({ nodes: 500 });
  expect(info.tbHits).toBeGreaterThan(0);
  const probe = await engine.probe();
  expect([probe!.wdl, probe!.dtz]).toEqual([2, 3]);
  expect(formatUciMove(probe!.moves[0]!.move)).toBe('e6d6');
  engine.configure({ syzygyPath: '' });
  expect(await engine.probe()).toBeNull();
  expect((await engine.go({ nodes: 500 })).info.tbHits).toBe(0);
});

test('a listener that throws interrupts no change of the settings', async () => {
  engine.on('message', () => {
    throw new RangeError('mine');
  });
  expect(() => engine.configure({ syzygyPath: FEW_TABLEBASES })).toThrow('mine');
  expect((await engine.probe(WON))!.wdl).toBe(2);
});

test('a file that is replaced while the tablebases are not used is read anew', async () => {
  const copies = join(folder, 'copies');
  cpSync(FEW_TABLEBASES, copies, { recursive: true });
  engine.configure({ syzygyPath: copies });
  expect((await engine.probe(WON))!.wdl).toBe(2);
  engine.configure({ syzygyPath: '' });
  expect(await engine.probe(WON)).toBeNull();
  const file = join(copies, 'KPvK.rtbw');
  const { size } = statSync(file);
  rmSync(file);
  writeFileSync(file, new Uint8Array(size));
  engine.configure({ syzygyPath: copies });
  expect(await engine.probe(WON)).toBeNull();
  expect(problems).toEqual([expect.stringMatching(/^KPvK\.rtbw is not used: /)]);
});

test('files added to a folder are found when the folder is set again', async () => {
  const growing = join(folder, 'growing');
  cpSync(join(FEW_TABLEBASES, 'KRvK.rtbw'), join(growing, 'KRvK.rtbw'));
  engine.configure({ syzygyPath: growing });
  expect(await engine.probe(WON)).toBeNull();
  cpSync(FEW_TABLEBASES, growing, { recursive: true });
  engine.configure({ hash: 1 });
  expect(await engine.probe(WON)).toBeNull();
  engine.configure({ syzygyPath: growing });
  expect((await engine.probe(WON))!.wdl).toBe(2);
  const [before, after] = ['1 WDL and 0 DTZ', '3 WDL and 2 DTZ'];
  expect(messages).toEqual([
    `${before} tablebase files, up to 3 pieces`,
    `${after} tablebase files, up to 3 pieces`,
  ]);
});

test('settings that name no folder leave the listed tablebases in use', async () => {
  engine.useTablebases(listTablebases([FEW_TABLEBASES]).tables);
  engine.configure({ ...engine.getSettings(), hash: 1 });
  expect((await engine.probe(WON))!.wdl).toBe(2);
});

test('any position can be probed, with or without the fifty-move rule', async () => {
  engine.useTablebases(listTablebases([FEW_TABLEBASES]).tables);
  const late = positionFromFen('8/8/8/3k4/8/8/r7/6K1 b - - 95 120');
  const counted = await engine.probe(late);
  engine.configure({ syzygy50MoveRule: false });
  const uncounted = await engine.probe(late);
  expect([counted!.wdl, uncounted!.wdl]).toEqual([2, 2]);
  expect(counted!.moves[0]!.rank).toBeLessThan(uncounted!.moves[0]!.rank);
  expect(await engine.probe(positionFromFen('4k3/8/8/8/8/8/8/RQ2K3 w - - 0 1'))).toBeNull();
});

test('a folder that cannot be read is an error, and the old tablebases stay in use', async () => {
  engine.configure({ syzygyPath: FEW_TABLEBASES });
  const before = engine.getSettings();
  for (const syzygyPath of ['/no/such/folder', ['/none', '/no/such/folder'].join(delimiter)]) {
    const configure = () => engine.configure({ syzygyPath, hash: 1, multiPv: 2 });
    expect(configure).toThrow(ChessError);
    expect(configure).toThrow("'/no/such/folder': no such file or folder");
  }
  expect(engine.getSettings()).toEqual(before);
  expect((await engine.probe(WON))!.wdl).toBe(2);
  expect(problems).toEqual([]);
});

test('a folder without tablebases is reported', () => {
  engine.configure({ syzygyPath: temporaryFolder() });
  expect(problems).toEqual([expect.stringMatching(/^no tablebases in /)]);
});

test('a file with a name that no table has is reported', async () => {
  writeFileSync(join(folder, 'foo.rtbw'), new Uint8Array(80));
  engine.configure({ syzygyPath: folder });
  await engine.ready();
  expect(problems).toContain("'foo.rtbw' is not a tablebase; ignored");
});

const listing = { name: 'KPvK.rtbw', size: 80, at: '/no/such/file' };

test.each([
  [null],
  ['KPvK.rtbw'],
  [[null]],
  [[{ ...listing, name: 5 }]],
  [[{ ...listing, size: 1.5 }]],
  [[{ ...listing, at: () => {} }]],
  [[{ ...listing, at: { read: () => {} } }]],
])('tables listed as %j are refused, and those before are kept', async (rubbish) => {
  engine.useTablebases(listTablebases([FEW_TABLEBASES]).tables);
  expect(() => engine.useTablebases(rubbish as never)).toThrow(ChessError);
  expect((await engine.probe(positionFromFen(WON)))!.wdl).toBe(2);
  await expect(engine.probe('x' as never)).rejects.toThrow(ChessError);
});

test('a list of tables that its owner empties later is still used', async () => {
  const tables = [...listTablebases([FEW_TABLEBASES]).tables];
  engine.useTablebases(tables);
  tables.length = 0;
  expect((await engine.probe(WON))!.wdl).toBe(2);
});

test('a file that has disappeared is reported once for all threads, until tablebases are set again', async () => {
  const tables = listTablebases([FEW_TABLEBASES]).tables.map((listing) => ({
    ...listing,
    at: `/no/such/folder/${listing.name}`,
  }));
  engine.configure({ threads: 2 });
  engine.useTablebases(tables);
  engine.setPosition(WON);
  const reports = () => problems.filter((text) => text.startsWith('KPvK.rtbw is not used'));
  await engine.go({ nodes: 500 });
  await engine.go({ nodes: 500 });
  expect(reports()).toHaveLength(1);
  engine.useTablebases(tables);
  await engine.go({ nodes: 500 });
  expect(reports()).toHaveLength(2);
});

test('without DTZ a win that comes too late is a draw', async () => {
  const wdlOnly = join(folder, 'wdl');
  cpSync(join(FEW_TABLEBASES, 'KQvK.rtbw'), join(wdlOnly, 'KQvK.rtbw'));
  engine.configure({ syzygyPath: wdlOnly });
  const scoreAt = async (clock: number) => {
    engine.setPosition(`4K3/8/3k4/8/8/8/2Q5/8 w - - ${clock} 100`);
    return (await engine.go({ depth: 8 })).info.score;
  };
  expect(await scoreAt(98)).toBe(0);
  expect(await scoreAt(95)).toBe(0);
  expect(await scoreAt(0)).toBeGreaterThan(10_000);
});

test('a book answers instead of a search where allowed', async () => {
  engine.setBook(bookOf('1. h4 a5 2. Rh3 1-0'));
  const play = async () => formatUciMove((await engine.go({ nodes: 50 })).best!.move);
  expect(engine.bookMoves()).toHaveLength(1);
  expect(await play()).not.toBe('h2h4');
  engine.configure({ ownBook: true });
  expect(await play()).toBe('h2h4');
  for await (const { nodes } of engine.analyze({ nodes: 50 })) expect(nodes).toBeGreaterThan(0);
  engine.setPosition(undefined, ['h2h4', 'a7a5']);
  expect(await play()).toBe('h1h3');
  engine.configure({ analyseMode: true });
  expect((await engine.go({ nodes: 50 })).info.nodes).toBeGreaterThan(0);
  expect(() => engine.setBook(new Uint8Array(3))).toThrow('not a Polyglot book');
  expect(engine.bookMoves()).toHaveLength(1);
  engine.setBook(null);
  expect(engine.bookMoves()).toEqual([]);
});
