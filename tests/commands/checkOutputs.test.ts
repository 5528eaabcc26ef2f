/** The files a command writes must differ from each other and from those it reads. */

import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { checkOutputs } from '../../src/commands/checkOutputs.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const FOLDER = temporaryFolder();
const at = (name: string) => join(FOLDER, name);
writeFileSync(at('input'), 'text');
symlinkSync(at('input'), at('link'));
mkdirSync(at('sub'));
symlinkSync(at('sub'), at('folder-link'));

test('different files are fine, and none is left behind', () => {
  checkOutputs([at('a'), undefined, at('b'), '-', '-'], [at('input'), '-', undefined]);
  expect([at('a'), at('b')].filter(existsSync)).toEqual([]);
});

test.each([
  ['the same name', at('input')],
  ['a relative name', relative('.', at('input'))],
  ['a link', at('link')],
])('an output is not an input: %s', (_, path) => {
  expect(() => checkOutputs([at('a'), path], [at('input')])).toThrow(
    /both an input and an output$/,
  );
});

test.each([
  ['that exists', at('input'), at('link')],
  ['that is new', at('new'), `${FOLDER}/sub/../new`],
  ['that is new in a folder with two names', at('sub/new'), at('folder-link/new')],
])('no file is two outputs: one %s', (_, first, second) => {
  expect(() => checkOutputs([first, second], [])).toThrow(/is given for two outputs$/);
  expect(existsSync(at('new'))).toBe(false);
});

test('a file that cannot be written is found', () => {
  expect(() => checkOutputs([at('no/such')], [])).toThrow(/ENOENT/);
});
