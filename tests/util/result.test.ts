/** Errors for bad input. */
import { expect, test } from 'vitest';
import { ChessError, quote } from '../../src/util/result.ts';

test('a class that extends ChessError has only its own errors', () => {
  class Special extends ChessError {
    override name = 'Special';
  }
  expect(new Special('x')).toBeInstanceOf(ChessError);
  expect(new Special('x')).toBeInstanceOf(Special);
  expect(new ChessError('x')).not.toBeInstanceOf(Special);
  expect(new Error('x')).not.toBeInstanceOf(ChessError);
});

test('messages quote letters of all languages, 40 at most, and no control characters', () => {
  expect(quote('Жук 将棋 ♞')).toBe("'Жук 将棋 ♞'");
  expect(quote('a\x1b[2J\n\u202eb\ud800')).toBe("'a?[2J??b?'");
  expect(quote('é'.repeat(41))).toBe(`'${'é'.repeat(37)}...'`);
  // A pair of surrogates is not cut in half.
  expect(quote(`${'x'.repeat(36)}${'😀'.repeat(3)}`)).toBe(`'${'x'.repeat(36)}?...'`);
});
