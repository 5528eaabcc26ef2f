/** Foreign text is safe to print on a terminal. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable } from '../../src/util/printable.ts';

test('control characters are shown as codes', () => {
  expect(printable('\x1b[2J\x07\u009b1m\r\n')).toBe('\\x1b[2J\\x07\\x9b1m\\x0d\\x0a');
  expect(printable('a\u202eb\u2028\u{e0001}\ud800')).toBe('a\\u202eb\\u2028\\u{e0001}\\ud800');
});

test('letters, signs and symbols of all languages are unchanged', () => {
  expect(printable('Märchen 将棋 ♞ 😀 – “x”')).toBe('Märchen 将棋 ♞ 😀 – “x”');
});

test('no control character is left in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printable(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }),
  );
});
