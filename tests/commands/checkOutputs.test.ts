/** The files a command writes must differ from each other and from those it reads. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { checkOutputs, checkReplaced } from '../../src/commands/checkOutputs.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const FOLDER = temporaryFolder();
const at = (name: string) => join(FOLDER, name);
writeFileSync(at('input'), 'text');
symlinkSync(at('input'), at('link'));
mkdirSync(at('sub'));
symlinkSync(at('sub'), at('folder-link'));
symlinkSync('to-come', at('dangling-link'));

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
  ['that a link leads to', at('to-come'), at('dangling-link')],
])('no file is two outputs: one %s', (_, first, second) => {
  expect(() => checkOutputs([first, second], [])).toThrow(/is given for two outputs$/);
  expect(existsSync(at('new'))).toBe(false);
});

test('a file that cannot be written is found', () => {
  expect(() => checkOutputs([at('no/such')], [])).toThrow(/ENOENT/);
});

test('a link to a file that does not exist yet stays, and no file is left behind', () => {
  symlinkSync('../to-come', at('sub/link'));
  const before = readdirSync(FOLDER);
  checkOutputs([at('dangling-link')], []);
  checkOutputs([at('folder-link/link')], []);
  expect(readdirSync(FOLDER)).toEqual(before);
  expect(readlinkSync(at('dangling-link'))).toBe('to-come');
  expect(readlinkSync(at('sub/link'))).toBe('../to-come');
});

const CONTENTS = {
  JSON: '{"a":1}\n',
  HTML: '<!doctype html>\n<html></html>\n',
  PGN: '[Event "Of a lifetime"]\n\n1. e4 *\n',
  SVG: '<svg xmlns="http://www.w3.org/2000/svg"></svg>\n',
} as const;
const KINDS = Object.keys(CONTENTS) as (keyof typeof CONTENTS)[];

test.each(KINDS)('only %s is replaced by %s, and an empty or a new file is written', (kind) => {
  const others = KINDS.filter((other) => other !== kind).map((other) => CONTENTS[other]);
  for (const content of [...others, 'refrDATA of many hours', 'k7/8/8/8/8/8/8/K7 w - -', ' ']) {
    writeFileSync(at('file'), content);
    const message = ` is not ${kind}, and is not overwritten by --${kind.toLowerCase()}`;
    expect(() => checkReplaced(kind, at('file'))).toThrow(message);
    expect(readFileSync(at('file'), 'utf8')).toBe(content);
  }
  for (const content of [CONTENTS[kind], '']) {
    writeFileSync(at('file'), content);
    checkReplaced(kind, at('file'));
  }
  rmSync(at('file'));
  for (const path of [at('file'), '-', undefined]) checkReplaced(kind, path);
  expect(existsSync(at('file'))).toBe(false);
});
