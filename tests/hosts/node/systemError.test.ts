/** Errors of the operating system as real calls produce them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeError, reasonOf } from '../../../src/hosts/node/systemError.ts';

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('no error');
}

test.each<[() => unknown, string]>([
  [() => readFileSync('/no/such'), "'/no/such': no such file or folder"],
  [() => readdirSync('/no/such'), "'/no/such': no such file or folder"],
  [() => readFileSync('/tmp'), 'it is a folder'],
  [() => writeFileSync('/dev/null/x', ''), "'/dev/null/x': part of the path is not a folder"],
  [() => writeFileSync('/dev/full', 'x'), 'the disk is full'],
  [() => JSON.parse('{'), 'Expected property name'],
])('%s: %s', (work, message) => {
  const error = errorOf(work);
  expect(describeError(error)).toContain(message);
  expect(describeError(error)).not.toMatch(/\bE[A-Z]{3,}\b/);
});

test('the whole path is named: long ones differ at their end', () => {
  const path = `/no/such/${'folder/'.repeat(9)}Müller–棋.pgn`;
  const error = errorOf(() => readFileSync(path));
  expect(describeError(error)).toBe(`'${path}': no such file or folder`);
  expect(describeError(errorOf(() => readFileSync('/no/\x1b[2J')))).toMatch(/^'\/no\/\\x1b/);
});

test('a program that is not there', async () => {
  const child = spawn('no-such-engine');
  const [error] = await once(child, 'error');
  expect(describeError(error)).toBe("cannot start 'no-such-engine': no such program");
  expect(reasonOf(error)).toBe('no such file or folder');
});
