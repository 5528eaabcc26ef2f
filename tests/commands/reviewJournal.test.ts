/** The journal of a review: no search that is in the file is lost, whatever has happened to the others. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parsePgn } from '../../src/chess/notation/pgnReader.ts';
import { ReviewJournal } from '../../src/commands/reviewJournal.ts';
import { unwrap } from '../../src/util/result.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const path = join(temporaryFolder(), 'review.log');
const [game] = unwrap(parsePgn('1. e4 e5 *'));
const CONDITIONS = { hash: 16, tables: ['KQvK.rtbw'] };
const RECORDS = [0, 1, 2].map((ply) => ({
  ply,
  limits: { nodes: 100 },
  score: 20 + ply,
  line: ['e2e4', 'e7e5'],
}));

const open = () => new ReviewJournal(path, CONDITIONS);

/** A new journal with all searches; its bytes. */
function write(): Buffer {
  rmSync(path, { force: true });
  const journal = open();
  for (const record of RECORDS) journal.append(game!, record);
  return readFileSync(path);
}

test('a file truncated anywhere keeps its whole lines, and continues as if never truncated', () => {
  const whole = write();
  for (let length = 0; length <= whole.length; length++) {
    writeFileSync(path, whole.subarray(0, length));
    const journal = open();
    const known = journal.known(game!);
    expect(known).toEqual(RECORDS.slice(0, known.length));
    expect(journal.damagedLines).toBe(0);
    for (const record of RECORDS.slice(known.length)) journal.append(game!, record);
    expect(readFileSync(path).equals(whole), `${length}`).toBe(true);
  }
});

test('a line damaged by any byte costs only its own search', () => {
  const whole = write();
  const [, first] = whole.toString().split('\n');
  const at = whole.indexOf(first!) + 20;
  for (const byte of [0, 0x20, 0x80, 0xff]) {
    const damaged = Buffer.from(whole);
    damaged[at] = byte;
    writeFileSync(path, damaged);
    const journal = open();
    expect(journal.damagedLines).toBe(1);
    expect(journal.known(game!)).toEqual(RECORDS.slice(1));
    expect(readFileSync(path).equals(damaged)).toBe(true);
    journal.append(game!, RECORDS[0]!);
    expect(open().known(game!)).toEqual([...RECORDS.slice(1), RECORDS[0]]);
  }
});

test('of two reviews that write one file, only the first to finish a search continues', () => {
  write();
  const [one, two] = [open(), open()];
  one.append(game!, RECORDS[0]!);
  expect(() => two.append(game!, RECORDS[1]!)).toThrow(
    /^'review.log' is being changed by another process$/,
  );
  one.append(game!, RECORDS[2]!);
  expect(open().known(game!)).toEqual([...RECORDS, RECORDS[0], RECORDS[2]]);
});

test('the error for a journal that cannot be written names it', () => {
  const missing = join(path, 'review.log');
  expect(() => new ReviewJournal(missing, CONDITIONS)).toThrow(`cannot write '${missing}': `);
});

test.each([
  ['notes', 'Buy milk.\n', /is not a review journal; use another file$/],
  ['notes without a line end', 'Buy milk.', /is not a review journal/],
  ['a journal of other conditions', null, /of another version, --hash or --syzygy/],
])('%s are left alone', (_, text, message) => {
  rmSync(path, { force: true });
  if (text === null) new ReviewJournal(path, { ...CONDITIONS, hash: 32 });
  else writeFileSync(path, text);
  const before = readFileSync(path);
  expect(open).toThrow(message);
  expect(readFileSync(path).equals(before)).toBe(true);
});
