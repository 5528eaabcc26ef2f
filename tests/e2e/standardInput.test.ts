/** Standard inputs that are no text, and how messages call standard input. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FEW_TABLEBASES } from '../support/tablebases.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { BUILT, PROGRAM, PROGRAM_ARGUMENTS } from '../support/uciProcess.ts';

const FOLDER = temporaryFolder();

/** Runs `refrain` with a file, folder or device as its standard input. */
function refrainFrom(path: string, args: readonly string[], flags = 'r') {
  const input = openSync(path, flags);
  try {
    const { status, stdout, stderr } = spawnSync(PROGRAM, [...PROGRAM_ARGUMENTS, ...args], {
      stdio: [input, 'pipe', 'pipe'],
      encoding: 'utf8',
      // A process that reads without end does not see the end of its test.
      timeout: 50_000,
    });
    return { status, stdout, stderr };
  } finally {
    closeSync(input);
  }
}

const SESSIONS = [[[]], [['play']]];
const READERS: string[][][] = [
  [['analyze', '-', '--depth', '1']],
  [['epd', '-', '--depth', '1']],
  [['book', 'make', '-', '-o', join(FOLDER, 'x.bin')]],
  [['tablebases', '--syzygy', FEW_TABLEBASES, '--file', '-']],
];

test.each([
  [['data', 'import', '-', '-o', join(FOLDER, 'x.data')]],
  [['book', 'make', '-', '-o', join(FOLDER, 'x.bin')]],
])('messages on its games do not call it "-": refrain %j', (args) => {
  const path = join(FOLDER, 'games.pgn');
  writeFileSync(path, '1. e4 e9 *');
  const [line] = refrainFrom(path, args).stderr.split('\n');
  expect(line).toMatch(
    /^refrain: standard input, game 1( skipped)?: move 1\.\.\. not a move: 'e9'$/,
  );
});

describe.skipIf(process.platform === 'win32')('refused with one line is', () => {
  test.each(SESSIONS)('a folder: refrain %j', (args) => {
    const stderr = 'refrain: cannot read standard input: it is a folder\n';
    expect(refrainFrom(FOLDER, args)).toEqual({ status: 1, stdout: '', stderr });
  });

  test.each(READERS)('a folder: refrain %j', (args) => {
    const stderr = 'refrain: standard input is not a file but a folder\n';
    expect(refrainFrom(FOLDER, args)).toEqual({ status: 1, stdout: '', stderr });
  });

  // All readers check their input in the same way.
  const [reader] = READERS as [string[][]];

  test.each([reader])('a device without an end: refrain %j', (args) => {
    const stderr = 'refrain: standard input is not a file but a device\n';
    expect(refrainFrom('/dev/zero', args)).toEqual({ status: 1, stdout: '', stderr });
  });

  test.each([...SESSIONS, reader])('a file that is open for writing: refrain %j', (args) => {
    const stderr = 'refrain: cannot read standard input: it is not open for this\n';
    expect(refrainFrom(join(FOLDER, 'written'), args, 'w')).toEqual({
      status: 1,
      stdout: '',
      stderr,
    });
  });
});

test.each(SESSIONS)('a session may have no input: refrain %j', (args) => {
  writeFileSync(join(FOLDER, 'empty'), '');
  const nothing = { status: 0, stdout: '', stderr: '' };
  expect(refrainFrom(join(FOLDER, 'empty'), args)).toEqual(nothing);
  expect(refrainFrom(process.platform === 'win32' ? 'NUL' : '/dev/null', args)).toEqual(nothing);
});

test('a session at a terminal begins with a line that says what it is, others with their first answer', () => {
  const terminal = 'data:text/javascript,process.stdin.isTTY = true';
  const run = (...flags: string[]) =>
    spawnSync(process.execPath, [...flags, BUILT], { input: 'isready\n', encoding: 'utf8' }).stdout;
  expect(run('--import', terminal)).toMatch(
    /^Refrain \d\S+ speaks UCI; help lists its commands, .*\nreadyok\n$/,
  );
  expect(run()).toBe('readyok\n');
});
