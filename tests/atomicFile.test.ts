/** Files replaced in one step: a failure leaves the old file and no other. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { replaceFile, writeAtomically } from '../src/atomicFile.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'refrain-atomic-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

test('a file is created, then replaced, by text or bytes', () => {
  const path = join(FOLDER, 'replaced');
  replaceFile(path, 'longer than the new one');
  replaceFile(path, new Uint8Array([1, 2, 3]));
  expect([...readFileSync(path)]).toEqual([1, 2, 3]);
});

test.runIf(existsSync('/dev/full'))('the old file is kept when the disk is full', () => {
  const path = join(FOLDER, 'kept');
  replaceFile(path, 'old');
  symlinkSync('/dev/full', `${path}.part`);
  expect(() => replaceFile(path, 'new')).toThrow(/cannot write 'kept': the disk is full/);
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(existsSync(`${path}.part`)).toBe(false);
  replaceFile(path, 'new');
  expect(readFileSync(path, 'utf8')).toBe('new');
});

test('an error says why the file cannot be written', () => {
  expect(() => replaceFile(join(FOLDER, 'no', 'such'), 'text')).toThrow(
    /cannot write 'such': ENOENT/,
  );
});

test('an error while writing is passed on, and nothing is left', () => {
  const before = readdirSync(FOLDER);
  const write = (part: string) => {
    replaceFile(part, 'half');
    throw new Error('interrupted');
  };
  expect(() => writeAtomically(join(FOLDER, 'new'), write)).toThrow('interrupted');
  expect(readdirSync(FOLDER)).toEqual(before);
});
