/** A file for JSON must not hold anything else. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkJson, writeJson } from '../../src/commands/jsonOutput.ts';
import { temporaryFiles } from '../support/temporaryFolder.ts';

const at = temporaryFiles();

test('a file that holds something else is refused', () => {
  writeFileSync(at('games.data'), 'refrDATA of many hours');
  expect(() => checkJson(at('games.data'))).toThrow(
    / is not JSON, and is not overwritten by --json$/,
  );
});

test('JSON of an earlier run is replaced, and a new file written', () => {
  for (const before of [null, '', '{"a":1}']) {
    if (before === null) rmSync(at('out.json'), { force: true });
    else writeFileSync(at('out.json'), before);
    checkJson(at('out.json'));
    expect(existsSync(at('out.json'))).toBe(before !== null);
    writeJson(at('out.json'), '{"b":2}');
    expect(readFileSync(at('out.json'), 'utf8')).toBe('{"b":2}\n');
  }
});

test('standard output is no file', () => {
  for (const target of [undefined, true, '-'] as const) checkJson(target, ['-']);
});
