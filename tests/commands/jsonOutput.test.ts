/** `--json`; checkOutputs.test.ts has what it does not replace. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkJson, writeJson } from '../../src/commands/jsonOutput.ts';
import { temporaryFiles } from '../support/temporaryFolder.ts';

const at = temporaryFiles();

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
