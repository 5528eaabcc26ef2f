import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeJson } from '../../src/commands/jsonOutput.ts';

const folder = mkdtempSync(join(tmpdir(), 'refrain-json-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a file that holds something else is not overwritten, one with JSON is', () => {
  const path = join(folder, 'games.data');
  writeFileSync(path, 'refrDATA of many hours');
  expect(() => writeJson(path, '{}')).toThrow(/games\.data' is not JSON/);
  expect(readFileSync(path, 'utf8')).toBe('refrDATA of many hours');
  for (const before of ['', '[1, 2]', '{"a":1}']) {
    writeFileSync(path, before);
    writeJson(path, '{"b":2}');
    expect(readFileSync(path, 'utf8')).toBe('{"b":2}\n');
  }
  writeJson(join(folder, 'new.json'), '[]');
  expect(readFileSync(join(folder, 'new.json'), 'utf8')).toBe('[]\n');
});
