/** Files replaced in one step: a failure leaves the old file and no other. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import {
  createFile,
  removeLeftovers,
  replaceFile,
  SavedFile,
  writeAtomically,
} from '../../../src/hosts/node/atomicFile.ts';
import { reasonOf } from '../../../src/hosts/node/systemError.ts';
import { ChessError } from '../../../src/util/result.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const FOLDER = temporaryFolder();

test('a file is created, then replaced, by text or bytes', () => {
  const path = join(FOLDER, 'replaced');
  replaceFile(path, 'longer than the new one');
  replaceFile(path, new Uint8Array([1, 2, 3]));
  expect([...readFileSync(path)]).toEqual([1, 2, 3]);
});

test.skipIf(process.platform === 'win32')('a file that is replaced keeps its permissions', () => {
  const path = join(FOLDER, 'private');
  writeFileSync(path, 'old');
  // More than new files usually get, and less.
  for (const mode of [0o666, 0o600]) {
    chmodSync(path, mode);
    replaceFile(path, 'new');
    expect(statSync(path).mode & 0o777).toBe(mode);
  }
});

test('a text in parts is written whole or not at all', () => {
  const path = join(FOLDER, 'parts');
  replaceFile(path, ['one', '', ' and ', 'two']);
  expect(readFileSync(path, 'utf8')).toBe('one and two');
  const failing = function* () {
    yield 'half';
    throw new ChessError('no more');
  };
  expect(() => replaceFile(path, failing())).toThrow('no more');
  expect(readFileSync(path, 'utf8')).toBe('one and two');
  expect(readdirSync(FOLDER).filter((name) => name.startsWith('parts'))).toEqual(['parts']);
});

test('an error says why the file cannot be written', () => {
  expect(() => replaceFile('/no/such', 'text')).toThrow(
    /cannot write '\/no\/such': no such file or folder/,
  );
  expect(() => replaceFile(FOLDER, 'text')).toThrow(/cannot write .*: it is a folder/);
  const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
  expect(reasonOf(full)).toBe('the disk is full');
});

test('an error names the file, not the part of it', () => {
  const path = join(FOLDER, 'missing', 'file');
  expect(() => writeAtomically(path, (part) => writeFileSync(part, 'text'))).toThrow(
    `cannot write '${path}': no such file or folder`,
  );
});

test('an error while writing is passed on, and nothing is left', () => {
  const path = join(FOLDER, 'kept');
  replaceFile(path, 'old');
  const before = readdirSync(FOLDER);
  const write = (part: string) => {
    replaceFile(part, 'half');
    throw new Error('interrupted');
  };
  for (const isNew of [false, true]) {
    expect(() => writeAtomically(path, write, { isNew })).toThrow('interrupted');
    expect(() => writeAtomically(join(FOLDER, 'new'), write, { isNew })).toThrow('interrupted');
  }
  expect(readdirSync(FOLDER)).toEqual(before);
  expect(readFileSync(path, 'utf8')).toBe('old');
});

test('a file of the user that ends in .part is left alone', () => {
  const path = join(FOLDER, 'mine');
  writeFileSync(`${path}.part`, 'mine');
  replaceFile(path, 'new');
  expect(readFileSync(`${path}.part`, 'utf8')).toBe('mine');
});

test('what a killed process left beside a file is removed, and nothing else', () => {
  const path = join(FOLDER, 'net.checkpoint');
  const others = [`${path}.part`, `${path}.0123456789ab.part.txt`, `${path}2.0123456789ab.part`];
  for (const other of [path, ...others]) writeFileSync(other, 'kept');
  writeFileSync(`${path}.0123456789ab.part`, 'half');
  removeLeftovers(path);
  expect(existsSync(`${path}.0123456789ab.part`)).toBe(false);
  for (const other of [path, ...others]) expect(readFileSync(other, 'utf8')).toBe('kept');
});

describe('a saved file is removed at the end', () => {
  test('if nobody else has written it', () => {
    const path = join(FOLDER, 'saved');
    const saved = new SavedFile(path);
    saved.replace('run');
    saved.remove();
    expect(existsSync(path)).toBe(false);
    saved.remove();
  });

  test('but not if it is that of another process', () => {
    const path = join(FOLDER, 'shared');
    const saved = new SavedFile(path);
    saved.replace('run');
    writeFileSync(path, 'another run');
    saved.remove();
    expect(readFileSync(path, 'utf8')).toBe('another run');
  });

  test.skipIf(process.platform === 'win32')('through a link, but no pipe', () => {
    const link = join(FOLDER, 'saved-link');
    symlinkSync('saved-target', link);
    const saved = new SavedFile(link);
    saved.replace('run');
    saved.remove();
    expect(existsSync(join(FOLDER, 'saved-target'))).toBe(false);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    const pipe = join(FOLDER, 'saved-pipe');
    execFileSync('mkfifo', [pipe]);
    new SavedFile(pipe).remove();
    expect(existsSync(pipe)).toBe(true);
  });
});

test('a saved file that somebody has removed is written again, one that was changed is not', () => {
  const path = join(FOLDER, 'kept');
  const saved = new SavedFile(path);
  saved.replace('run');
  rmSync(path);
  saved.replace('run again');
  expect(readFileSync(path, 'utf8')).toBe('run again');
  writeFileSync(path, 'another run');
  expect(() => saved.replace('run')).toThrow(/^'kept' is being changed by another process$/);
  expect(readFileSync(path, 'utf8')).toBe('another run');
});

test('a file that appears meanwhile is not replaced by a new one', () => {
  const path = join(FOLDER, 'appeared');
  createFile(path, 'first');
  expect(readFileSync(path, 'utf8')).toBe('first');
  const before = readdirSync(FOLDER);
  expect(() => createFile(path, 'second')).toThrow(/^'appeared' already exists$/);
  expect(readFileSync(path, 'utf8')).toBe('first');
  expect(readdirSync(FOLDER)).toEqual(before);
});

describe.skipIf(process.platform === 'win32')('what is not a plain file', () => {
  test.each([
    ['that exists', 'old'],
    ['that does not exist yet', null],
  ])('a symbolic link is kept, and its target %s is replaced', (_, old) => {
    const target = join(FOLDER, `target-${old}`);
    const link = join(FOLDER, `link-${old}`);
    if (old !== null) writeFileSync(target, old);
    // Links are relative to their own folder.
    symlinkSync(`target-${old}`, `${link}-inner`);
    symlinkSync(`${link}-inner`, link);
    replaceFile(link, 'new');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(lstatSync(target).isFile()).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe('new');
  });

  test('a link to itself is an error', () => {
    const link = join(FOLDER, 'loop');
    symlinkSync('loop', link);
    expect(() => replaceFile(link, 'new')).toThrow(/cannot write '.*': ELOOP/);
  });

  test('a pipe is written to, also through a link', async () => {
    const pipe = join(FOLDER, 'pipe');
    const link = join(FOLDER, 'pipe-link');
    execFileSync('mkfifo', [pipe]);
    symlinkSync(pipe, link);
    for (const path of [pipe, link]) {
      const reader = spawn('cat', [pipe]);
      const [read] = await Promise.all([
        text(reader.stdout),
        // Opening the pipe waits for its reader.
        once(reader, 'spawn').then(() => replaceFile(path, 'through the pipe')),
      ]);
      expect(read).toBe('through the pipe');
      expect(lstatSync(pipe).isFIFO()).toBe(true);
    }
  });
});
