import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_PIECE } from '../../src/chess/board/types.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { HISTORY_MAX, History, NO_PIECE_TO, QuietContext } from '../../src/search/history.ts';

const MOVE = 12 | (28 << 6);
const PIECE_TO = 28;
const PREVIOUS = [100, 200, 300] as const;
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const OTHER_PAWNS = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';

/** What quiet moves in a position depend on, after these moves. */
function contextAfter(prev1: number, prev2: number, prev4: number, fen = START): QuietContext {
  const context = new QuietContext();
  context.set(positionFromFen(fen), prev1, prev2, prev4);
  return context;
}

const CONTEXT = contextAfter(...PREVIOUS);

const quiet = (history: History, context = CONTEXT) => history.quiet(context, MOVE, PIECE_TO);

test('scores stay within bounds', () => {
  const bonuses = fc.array(fc.integer({ min: -3000, max: 3000 }), { maxLength: 200, size: 'max' });
  const history = new History();
  fc.assert(
    fc.property(bonuses, (list) => {
      history.clear();
      for (const bonus of list) {
        history.updateQuiet(CONTEXT, MOVE, PIECE_TO, bonus);
        history.updateCapture(PIECE_TO, NO_PIECE, bonus);
        expect(Math.abs(quiet(history))).toBeLessThanOrEqual(4.5 * HISTORY_MAX);
        expect(Math.abs(history.capture(PIECE_TO, NO_PIECE))).toBeLessThanOrEqual(HISTORY_MAX);
      }
    }),
    { numRuns: 200 },
  );
});

test('a bonus raises the score, a malus lowers it, with diminishing effect', () => {
  const history = new History();
  const steps: number[] = [];
  for (let i = 0; i < 5; i++) {
    const before = quiet(history);
    history.updateQuiet(CONTEXT, MOVE, PIECE_TO, 1500);
    steps.push(quiet(history) - before);
  }
  for (const [i, step] of steps.entries()) {
    expect(step).toBeGreaterThan(0);
    if (i > 0) expect(step).toBeLessThan(steps[i - 1]!);
  }
  const best = quiet(history);
  history.updateQuiet(CONTEXT, MOVE, PIECE_TO, -1500);
  expect(quiet(history)).toBeLessThan(best);
});

test('a bonus after other moves or with other pawns counts less', () => {
  const history = new History();
  const otherPawns = contextAfter(...PREVIOUS, OTHER_PAWNS);
  expect(CONTEXT.pawns).not.toBe(otherPawns.pawns);
  history.updateQuiet(CONTEXT, MOVE, PIECE_TO, 1000);
  const same = quiet(history);
  expect(quiet(history, otherPawns)).toBe(same - 1000);
  expect(quiet(history, contextAfter(101, 200, 300))).toBe(same - 1000);
  expect(quiet(history, contextAfter(100, 200, 301))).toBe(same - 500);
});

test('a preceding null move is a move of its own', () => {
  const history = new History();
  const none = contextAfter(NO_PIECE_TO, NO_PIECE_TO, NO_PIECE_TO);
  history.updateContinuations(none, PIECE_TO, 800);
  expect(quiet(history)).toBe(0);
  expect(quiet(history, contextAfter(NO_PIECE_TO, 200, 300))).toBeGreaterThan(0);
});

test('corrections take the sign of the difference and are bounded', () => {
  const position = positionFromFen(START);
  const history = new History();
  for (let i = 0; i < 300; i++) history.updateCorrection(position, 100, 200, 500, 12);
  const most = history.correction(position, 100, 200);
  expect(most).toBeGreaterThan(50);
  expect(most).toBeLessThanOrEqual(128);
  for (let i = 0; i < 600; i++) history.updateCorrection(position, 100, 200, -500, 12);
  expect(history.correction(position, 100, 200)).toBeLessThan(-50);
});

test('corrections apply to the side to move, and partly to similar positions', () => {
  const white = positionFromFen(START);
  const black = positionFromFen(START.replace(' w ', ' b '));
  const otherPawns = positionFromFen(OTHER_PAWNS);
  const history = new History();
  for (let i = 0; i < 20; i++) history.updateCorrection(white, 100, 200, 300, 10);
  const learnt = history.correction(white, 100, 200);
  expect(history.correction(black, 100, 200)).toBe(0);
  expect(history.correction(otherPawns, 100, 200)).toBeLessThan(learnt);
  expect(history.correction(otherPawns, 100, 200)).toBeGreaterThan(0);
});

test('no table is left out by clear', () => {
  const history = new History();
  const tables = Object.entries(history) as [string, Int16Array][];
  expect(tables.length).toBeGreaterThan(4);
  for (const [, table] of tables) table.fill(1);
  history.clear();
  const left = tables.filter(([, table]) => table.some((value) => value !== 0));
  expect(left.map(([name]) => name)).toEqual([]);
});
