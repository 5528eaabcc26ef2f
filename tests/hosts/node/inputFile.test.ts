/** Text files of any size and encoding. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inputName, readChunks, readText, refuseUtf16 } from '../../../src/hosts/node/inputFile.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const path = join(temporaryFolder(), 'game.pgn');

test.each([
  ['little-endian', (text: Buffer) => text],
  ['big-endian', (text: Buffer) => text.swap16()],
])('UTF-16, %s, is read as UTF-8, of any size, unless UTF-8 is to be appended', (_, convert) => {
  // A pair of surrogates lies across the end of the first piece.
  const text = `{ aa${'ä♞😀'.repeat(300_000)} } 1. e4 *`;
  writeFileSync(path, convert(Buffer.from(`\ufeff${text}`, 'utf16le')));
  expect(readText(path)).toBe(text);
  expect([...readChunks(path)].length).toBeGreaterThan(1);
  expect(() => refuseUtf16(path)).toThrow(`'${path}' is UTF-16; save it as UTF-8`);
});

test('text is the same in one piece and in several', () => {
  const text = `{ ${'ä♞'.repeat(300_000)} } 1. e4 *`;
  writeFileSync(path, text);
  expect(readText(path)).toBe(text);
  const chunks = [...readChunks(path)];
  expect(chunks.length).toBeGreaterThan(1);
  expect(Buffer.from(chunks.join(''), 'latin1').toString()).toBe(text);
});

test('text without an end is not read without end', () => {
  writeFileSync(path, 'x'.repeat(2 << 20));
  expect(readText(path, 2 << 20)).toHaveLength(2 << 20);
  expect(() => readText(path, (2 << 20) - 1)).toThrow(`'${path}' has more than 2097151 bytes`);
});

test('the standard input has a name in messages', () => {
  expect(inputName('-')).toBe('standard input');
  expect(inputName('./-')).toBe("'./-'");
});
