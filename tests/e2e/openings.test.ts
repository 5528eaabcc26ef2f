/** `refrain openings`, as users and scripts run it. */
import { expect, test } from 'vitest';
import { parseEpd } from '../../src/chess/notation/epd.ts';
import { unwrap } from '../../src/chess/result.ts';
import { fail, refrain, succeed } from '../support/runCli.ts';

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
});

test('refrain openings rejects invalid numbers', async () => {
  expect(await fail('openings', '--count', '0')).toMatch(/count/);
  expect(await fail('openings', '--nodes', '-3')).toMatch(/nodes/);
  expect(await fail('openings', '--seed', 'x')).toMatch(/seed/);
  expect(await fail('openings', '--min-score', '90', '--max-score', '80')).toMatch(/min-score/);
});
