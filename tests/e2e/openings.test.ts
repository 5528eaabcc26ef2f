/** `refrain openings`, as users and scripts run it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import { parseEpd } from '../../src/chess/notation/epd.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { unwrap } from '../../src/util/result.ts';
import { fail, refrain, succeed } from '../support/runCli.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const BOOK = join(temporaryFolder(), 'book.epd');
const QUICK = ['openings', '--nodes', '300'];

test('refrain openings writes EPD, with the command that reproduces it at the top', async () => {
  const out = await succeed(...QUICK, '--count', '3', '--plies', '4', '--chess960');
  const command = /^# +refrain (.*)$/.exec(out.find((line) => line.includes('  refrain '))!)![1]!;
  expect(await succeed(...command.split(' '))).toEqual(out);
  const epds = out.filter((line) => !line.startsWith('#')).map((line) => unwrap(parseEpd(line)));
  expect(epds).toHaveLength(3);
  expect(epds.some(({ position }) => position.chess960)).toBe(true);
  for (const { operations } of epds) {
    expect(Math.abs(Number(operations.get('ce')))).toBeLessThanOrEqual(80);
    expect(operations.get('id')![0]).toMatch(/^1\. \S+ \S+ 2\. \S+ \S+$/);
  }
});

test('refrain openings writes what it finds, and fails if that is less than requested', async () => {
  const { code, out, err } = await refrain(...QUICK, '--plies', '0', '--count', '2');
  expect(code).toBe(1);
  expect(out.filter((line) => !line.startsWith('#'))).toHaveLength(1);
  expect(err).toEqual(['refrain: only 1 such opening could be found']);
  const none = ['--max-score', '0', '--margin', '0', '--plies', '0', '--count', '2'];
  expect((await refrain(...QUICK, ...none)).err).toEqual([
    'refrain: no such opening could be found',
  ]);
});

test('refrain openings rejects invalid numbers', async () => {
  expect(await fail('openings', '--count', '0')).toMatch(/count/);
  expect(await fail('openings', '--nodes', '-3')).toMatch(/nodes/);
  expect(await fail('openings', '--seed', 'x')).toMatch(/seed/);
  expect(await fail('openings', '--min-score', '90', '--max-score', '80')).toMatch(/min-score/);
});

const GENFENS = /^info string genfens (.+)$/;

/** The FENs that a `genfens` command writes. */
const genfens = async (command: string) =>
  (await succeed(command, 'quit')).map((line) => GENFENS.exec(line)![1]!);

test('genfens writes as many balanced openings as asked for, the same for the same seed', async () => {
  const fens = await genfens('genfens 5 seed 7 book None');
  expect(new Set(fens).size).toBe(5);
  for (const fen of fens) expect(legalMoves(positionFromFen(fen)).length).toBeGreaterThan(0);
  expect(await genfens('genfens 5 seed 7 book None')).toEqual(fens);
  expect(await genfens('genfens 5 seed 8 book None')).not.toEqual(fens);
});

test('genfens walks on from the positions of a book', async () => {
  writeFileSync(BOOK, '4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 0; fmvn 1;\n');
  const fens = await genfens(`genfens 2 seed 1 book ${BOOK} plies=2 max-score=2000 margin=2000`);
  for (const fen of fens) expect(fen).toMatch(/^[1-8kKP/]+ w /);
});

test('genfens rejects what it does not understand', async () => {
  expect(await fail('genfens 5')).toMatch(/expected genfens/);
  expect(await fail('genfens 0 seed 1 book None')).toMatch(/count/);
  expect(await fail('genfens 5 seed 1 book None depth=3')).toMatch(/unknown 'depth'/);
  expect(await fail('genfens 5 seed 1 book None toString=3')).toMatch(/unknown 'toString'/);
  expect(await fail('genfens 5 seed 1 book None plies=x')).toMatch(/plies must be/);
  expect(await fail('genfens 5 seed 1 book None plies=101')).toMatch(/plies must be at most 100$/);
  expect(await fail('genfens 5 seed 1 book /nowhere.epd')).toMatch(/nowhere/);
  expect(await fail('genfens 9 seed 1 book None plies=0')).toMatch(/only 1 such/);
  expect(await fail('genfens 9 seed 1 book None plies=0 max-score=0')).toBe(
    'refrain: genfens: no such opening could be found',
  );
});
