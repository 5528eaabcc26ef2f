/** Errors for bad input. */
import { expect, test } from 'vitest';
import { ChessError } from '../../src/chess/result.ts';

test('a class that extends ChessError has only its own errors', () => {
  class Special extends ChessError {
    override name = 'Special';
  }
  expect(new Special('x')).toBeInstanceOf(ChessError);
  expect(new Special('x')).toBeInstanceOf(Special);
  expect(new ChessError('x')).not.toBeInstanceOf(Special);
  expect(new Error('x')).not.toBeInstanceOf(ChessError);
});
