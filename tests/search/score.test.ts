/** Ranges of scores, and scores that are stored relative to a node. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { toCentipawns } from '../../src/eval/nnue/referenceNetwork.ts';
import { PARAMETERS } from '../../src/search/parameters.ts';
import { Quiescence } from '../../src/search/quiescence.ts';
import { isDecisive, isMateScore, MATE, MAX_PLY, TB_WIN } from '../../src/search/score.ts';
import type { Frame } from '../../src/search/searchStack.ts';
import type { SearchState } from '../../src/search/searchState.ts';
import { EXACT, NO_BOUND, TranspositionTable } from '../../src/search/transpositionTable.ts';
import { Tree } from '../../src/search/tree.ts';
import { positionAfter } from '../support/games.ts';
import { stateFor } from '../support/search.ts';

const ply = fc.integer({ min: 0, max: MAX_PLY - 1 });
const proven = fc.record({
  win: fc.constantFrom(MATE, TB_WIN),
  sign: fc.constantFrom(1, -1),
  at: ply,
  stored: ply,
  probed: ply,
});

test('a proven score stays one of its kind at any ply', () => {
  const table = TranspositionTable.ofSize(1);
  fc.assert(
    fc.property(proven, ({ win, sign, at, stored, probed }) => {
      if (stored > at) return;
      table.clear();
      table.store(1, 2, stored, 99, sign * (win - at), 3, EXACT);
      table.probe(1, 2, probed);
      const { score } = table;
      expect([Math.sign(score), isDecisive(score), isMateScore(score)]).toEqual([
        sign,
        true,
        win === MATE,
      ]);
      const distance = at - stored + probed;
      expect(Math.abs(score)).toBe(win - Math.min(MAX_PLY, distance));
    }),
    { numRuns: 2000 },
  );
});

/** The frame at a ply. */
function frameAt({ root }: SearchState, ply: number): Frame {
  let frame = root;
  while (frame.ply < ply) frame = frame.next;
  return frame;
}

test('a proven score beyond the horizon, or the fifty-move limit, is no bound', () => {
  const position = positionAfter('');
  const state = stateFor(position, 1);
  const { tt } = state;
  const { keyLo, keyHi } = position;
  for (const win of [MATE, TB_WIN]) {
    for (const sign of [1, -1]) {
      const bound = (distance: number, ply: number) => {
        tt.clear();
        tt.store(keyLo, keyHi, 0, 99, sign * (win - distance), 3, EXACT);
        tt.probe(keyLo, keyHi, ply);
        return state.ttBound(ply);
      };
      expect(bound(90, MAX_PLY - 91)).toBe(EXACT);
      expect(bound(90, MAX_PLY - 90)).toBe(NO_BOUND);
      expect(bound(90, MAX_PLY - 10)).toBe(NO_BOUND);
      expect(bound(100, 0)).toBe(EXACT);
      expect(bound(101, 0)).toBe(NO_BOUND);
    }
  }
});

test('a mate that the table has from nearer to the root is not taken from beyond the horizon', () => {
  const position = positionAfter('');
  const state = stateFor(position, 1);
  state.tt.store(position.keyLo, position.keyHi, 20, 0, MATE - 110, 20, EXACT);
  const score = new Tree(state).negamax(frameAt(state, 45), 1, 100, 101, true);
  expect(isDecisive(score)).toBe(false);
});

test('at the last ply the score is the static evaluation, less near the fifty-move limit', () => {
  const position = positionFromFen('4k3/pp6/8/8/8/8/PPPPP3/4K2R w - - 80 100');
  const state = stateFor(position, 1);
  const frame = frameAt(state, MAX_PLY);
  const expected = state.staticEval(frame);
  expect(expected).toBeLessThan(state.evaluate());
  for (const depth of [0, 1]) {
    expect(new Tree(state).negamax(frame, depth, -MATE, MATE, false)).toBe(expected);
  }
  expect(new Quiescence(state).search(frame, -MATE, MATE)).toBe(expected);
});

test('no network evaluates a position like a proven win, not even with the margins of quiescence', () => {
  const margin = PARAMETERS.quiescenceMargin[2] + PARAMETERS.quiescenceQueen[2];
  for (const sign of [1, -1]) {
    const score = toCentipawns(sign * Number.MAX_SAFE_INTEGER, 400);
    expect(isDecisive(score + sign * margin)).toBe(false);
  }
});
