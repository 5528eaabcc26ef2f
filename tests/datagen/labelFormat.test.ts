/** The format of labelled games. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeLabelledGame,
  encodeLabelledGame,
  labelScore,
  MATE_LABEL,
} from '../../src/datagen/labelFormat.ts';
import { unwrap } from '../../src/util/result.ts';

describe('the record of a labelled game', () => {
  const score = fc.oneof(fc.integer({ min: -8000, max: 8000 }), fc.constant(null));
  const move = fc.integer({ min: 1, max: 0xffff });
  const game = fc.record({
    number: fc.nat(),
    result: fc.constantFrom(0, 1, 2, null),
    start: fc.uint8Array({ minLength: 28, maxLength: 28 }),
    positions: fc.array(
      fc.record({
        move,
        score,
        isQuiet: fc.boolean(),
        variants: fc.array(
          fc.record({
            score: fc.integer({ min: -8000, max: 8000 }),
            isQuiet: fc.boolean(),
            moves: fc.array(move, { minLength: 1, maxLength: 2 }),
          }),
          { maxLength: 5 },
        ),
      }),
      { maxLength: 20 },
    ),
  });

  test('survives encoding', () => {
    fc.assert(
      fc.property(game, (written) => {
        expect(unwrap(decodeLabelledGame(encodeLabelledGame(written)))).toEqual(written);
      }),
    );
  });

  test('is rejected when truncated anywhere', () => {
    fc.assert(
      fc.property(game, fc.nat(), (written, cut) => {
        const bytes = encodeLabelledGame(written);
        expect(decodeLabelledGame(bytes.subarray(0, cut % bytes.length)).ok).toBe(false);
      }),
    );
  });

  test('limits scores, and has a single one for all mates of a side', () => {
    expect([31_990, -31_990, 9000, -9000, 17].map(labelScore)).toEqual([
      ...[MATE_LABEL, -MATE_LABEL, MATE_LABEL - 1, 1 - MATE_LABEL, 17],
    ]);
  });
});
