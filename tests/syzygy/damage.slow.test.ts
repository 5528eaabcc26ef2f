/**
 * Truncated files and files with flipped bits. Wrong values cannot be detected; but every probe
 * returns, and restores the position.
 */
import { describe, expect, it } from 'vitest';
import { formatFen } from '../../src/chess/notation/fen.ts';
import type { TablebaseFile } from '../../src/syzygy/source.ts';
import { Tablebases, UNKNOWN } from '../../src/syzygy/tablebases.ts';
import { Random } from '../../src/util/random.ts';
import {
  arrayFile,
  FEW_TABLEBASES,
  randomPosition,
  SYZYGY_PATH,
  tableBytes,
  tablebaseFiles,
} from '../support/tablebases.ts';

const folder = SYZYGY_PATH || FEW_TABLEBASES;
const originals = tablebaseFiles(folder).map((name) => ({ name, bytes: tableBytes(folder, name) }));

/** Probes positions with the pieces of a damaged file; all other files are intact. */
function probeWith(damaged: TablebaseFile, random: Random): string[] {
  const problems: string[] = [];
  const files = originals.map(({ name, bytes }) =>
    name === damaged.name ? damaged : arrayFile(name, bytes),
  );
  const tablebases = new Tablebases(files, {
    cacheBytes: 1,
    onProblem: (text) => problems.push(text),
  });
  for (let i = 0; i < 30; i++) {
    const position = randomPosition(random, damaged.name.slice(0, -5));
    const before = formatFen(position);
    const wdl = tablebases.probeWdl(position);
    expect(wdl === UNKNOWN || (wdl >= -2 && wdl <= 2)).toBe(true);
    expect(Number.isInteger(tablebases.probeDtz(position))).toBe(true);
    expect(formatFen(position)).toBe(before);
    expect(position.validate()).toBeNull();
  }
  return problems;
}

describe('damaged tables', () => {
  it('200 truncated files: reported at most once, never a crash', () => {
    const random = new Random(11);
    let named = 0;
    for (let i = 0; i < 200; i++) {
      const { name, bytes } = originals[random.below(originals.length)]!;
      // Half of them are in the header, which has most of the structure.
      const size = random.below(i & 1 ? bytes.length : Math.min(300, bytes.length));
      const problems = probeWith(arrayFile(name, bytes.subarray(0, size)), random);
      expect(problems.length).toBeLessThanOrEqual(1);
      for (const problem of problems) expect(problem).toContain(name);
      named += problems.length;
    }
    expect(named).toBeGreaterThan(100);
  });

  it('1,000 flipped bits: never a crash or an endless loop', () => {
    const random = new Random(12);
    for (let i = 0; i < 1000; i++) {
      const { name, bytes } = originals[random.below(originals.length)]!;
      const damaged = bytes.slice();
      const bit = random.below(8 * (i & 1 ? bytes.length : Math.min(1000, bytes.length)));
      damaged[bit >> 3]! ^= 1 << (bit & 7);
      const problems = probeWith(arrayFile(name, damaged), random);
      expect(problems.length).toBeLessThanOrEqual(1);
    }
  });

  it('a foreign file is reported and not used', () => {
    const problems: string[] = [];
    const files = [
      arrayFile('KRvK.rtbw', new Uint8Array(80)),
      arrayFile('x.rtbw', new Uint8Array(80)),
    ];
    const tablebases = new Tablebases(files, { onProblem: (text) => problems.push(text) });
    const random = new Random(1);
    for (let i = 0; i < 3; i++)
      expect(tablebases.probeWdl(randomPosition(random, 'KRvK'))).toBe(UNKNOWN);
    expect(problems).toEqual([
      "'x.rtbw' is not a tablebase; ignored",
      'KRvK.rtbw is not used: it is damaged',
    ]);
  });
});
