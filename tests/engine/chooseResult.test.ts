/** Whose answer the engine gives when several threads have searched. */
import { describe, expect, test } from 'vitest';
import type { Position } from '../../src/chess/board/position.ts';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { formatUciMove, parseUciMove } from '../../src/chess/notation/uciMove.ts';
import { chooseResult, emergencyResult, needsFirstThread } from '../../src/engine/chooseResult.ts';
import { listRootMoves, type ScoreBound } from '../../src/search/rootMoves.ts';
import { MATE } from '../../src/search/score.ts';
import type { SearchInfo, SearchResult } from '../../src/search/searchResult.ts';
import { unwrap } from '../../src/util/result.ts';

const start = positionFromFen(START_FEN);
const moveOf = (uci: string, position: Position = start) => unwrap(parseUciMove(position, uci));

function infoOf(uci: string, depth: number, score: number, bound?: ScoreBound): SearchInfo {
  const rest = { seldepth: depth, nodes: 9, time: 1, hashfull: 0, multiPv: 1, tbHits: 0 };
  return { depth, score, pv: [moveOf(uci)], ...rest, ...(bound !== undefined && { bound }) };
}

function resultOf(...args: Parameters<typeof infoOf>): SearchResult {
  const info = infoOf(...args);
  const best = listRootMoves(start.clone()).find(({ move }) => move === info.pv[0])!;
  return { best, info };
}

/** The move chosen, the first thread's result coming first. */
function choose(...[first = null, ...helpers]: (SearchResult | null)[]): string | null {
  const chosen = chooseResult(first, helpers, null, false);
  return chosen === null ? null : formatUciMove(chosen.info.pv[0]!);
}

describe('a helper is preferred', () => {
  const first = resultOf('e2e4', 10, 30);

  test('if it proved a better move at the same depth or deeper', () => {
    expect(choose(first, resultOf('d2d4', 10, 31))).toBe('d2d4');
    expect(choose(first, resultOf('d2d4', 12, 31))).toBe('d2d4');
  });

  test('but not at a lower depth, however good, nor with the same score or a worse one', () => {
    expect(choose(first, resultOf('d2d4', 9, MATE - 3))).toBe('e2e4');
    expect(choose(first, resultOf('d2d4', 12, 30))).toBe('e2e4');
    expect(choose(first, resultOf('d2d4', 12, -200))).toBe('e2e4');
  });

  test('but not if its score is only a bound', () => {
    expect(choose(first, resultOf('d2d4', 12, 90, 'lower'))).toBe('e2e4');
    expect(choose(first, resultOf('d2d4', 12, 90, 'upper'))).toBe('e2e4');
  });

  test('even with a lower score if the first thread has only seen its move fail low', () => {
    const failedLow = resultOf('e2e4', 10, 30, 'upper');
    expect(choose(failedLow, resultOf('d2d4', 10, 5))).toBe('d2d4');
    expect(choose(failedLow, resultOf('d2d4', 9, 5))).toBe('e2e4');
  });

  test('if it has the exact score of a move of which the first thread knows only a lower bound', () => {
    const bound = resultOf('e2e4', 10, 30, 'lower');
    const exact = resultOf('e2e4', 10, 25);
    expect(chooseResult(bound, [exact], null, false)).toBe(exact);
    expect(choose(bound, resultOf('d2d4', 10, 25))).toBe('e2e4');
  });

  test('the best one of several', () => {
    const helpers = [resultOf('d2d4', 10, 40), resultOf('c2c4', 10, 60), resultOf('g1f3', 11, 50)];
    expect(choose(first, ...helpers)).toBe('c2c4');
  });

  test('never for a fixed depth, a mate search, several lines or a limited strength', () => {
    const SETTINGS = { multiPv: 1, elo: null };
    expect(needsFirstThread({ depth: 5 }, SETTINGS)).toBe(true);
    expect(needsFirstThread({ mate: 2 }, SETTINGS)).toBe(true);
    expect(needsFirstThread({ movetime: 5 }, { ...SETTINGS, multiPv: 2 })).toBe(true);
    expect(needsFirstThread({ movetime: 5, nodes: 9 }, SETTINGS)).toBe(false);
    expect(needsFirstThread({ movetime: 5 }, { ...SETTINGS, elo: 1500 })).toBe(true);
    expect(chooseResult(first, [resultOf('d2d4', 20, 400)], null, true)).toBe(first);
  });
});

describe('if the first thread died', () => {
  test('a helper answers, unless the last line of the first one is better', () => {
    const helper = resultOf('d2d4', 10, 20);
    expect(chooseResult(null, [helper], null, true)).toBe(helper);
    expect(chooseResult(null, [helper], infoOf('e2e4', 9, 10), true)).toBe(helper);
    expect(chooseResult(null, [helper], infoOf('e2e4', 10, 20), true)).toBeNull();
    expect(chooseResult(null, [helper], infoOf('e2e4', 11, 0), true)).toBeNull();
  });

  test('and helpers too, none is chosen', () => {
    expect(choose(null, null, null)).toBeNull();
    const helper = resultOf('d2d4', 10, 20);
    expect(choose(null, null, helper)).toBe('d2d4');
  });
});

describe('if all threads died', () => {
  test('the move of the last line is played', () => {
    const last = infoOf('g1f3', 7, 12);
    const { best, info } = emergencyResult(start, last, null);
    expect(formatUciMove(best!.move)).toBe('g1f3');
    expect(info).toBe(last);
  });

  test('or else a legal one, among those that were allowed', () => {
    const { best, info } = emergencyResult(start, null, [moveOf('h2h4')]);
    expect(formatUciMove(best!.move)).toBe('h2h4');
    expect(info.pv).toEqual([best!.move]);
  });

  test('or none if the game is over', () => {
    const mated = positionFromFen('7k/6Q1/6K1/8/8/8/8/8 b - - 0 1');
    const { best, info } = emergencyResult(mated, null, null);
    expect([best, info.pv]).toEqual([null, []]);
  });
});
