import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import { formatEpd } from '../../src/chess/notation/epd.ts';
import { formatSan } from '../../src/chess/notation/san.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';
import { MATE } from '../../src/search/score.ts';
import { isSolution, parseSuite } from '../../src/suite/epdSuite.ts';
import { unwrap } from '../../src/util/result.ts';
import { allStarts, games, lastPosition } from '../support/games.ts';

const MATED_IN_TWO = '6k1/5ppp/8/8/8/8/8/R3K2R w KQ -';
const task = (line: string) => unwrap(parseSuite(line))[0]!;
const error = (text: string) => {
  const suite = parseSuite(text);
  return suite.ok ? null : suite.error.message;
};

describe('a test suite', () => {
  test('asks for exactly the moves that it names, in SAN or UCI, of any position', () => {
    fc.assert(
      fc.property(games(allStarts, 40), fc.nat(), fc.boolean(), (game, pick, isAvoided) => {
        const position = lastPosition(game);
        const moves = legalMoves(position);
        if (moves.length === 0) return;
        const named = moves.filter((_, i) => i % 3 === pick % 3);
        if (named.length === 0) return;
        const texts = named.map((move, i) =>
          i % 2 === 0 ? formatSan(position, move) : formatUciMove(move, true),
        );
        const operations = new Map([[isAvoided ? 'am' : 'bm', texts]]);
        const read = task(formatEpd({ position, operations }));
        const solutions = moves.filter((move) => isSolution(read, move, 0));
        expect(solutions).toEqual(moves.filter((move) => named.includes(move) !== isAvoided));
      }),
      { numRuns: 60 },
    );
  });

  test('asks once for a move that it names twice', () => {
    expect(
      task(`${MATED_IN_TWO} bm Ra8# Ra2 a1a8;`).best.map((move) => formatUciMove(move, false)),
    ).toEqual(['a1a8', 'a1a2']);
  });

  test('of mates asks for one as short, if it names no move', () => {
    const { mateIn } = task(`${MATED_IN_TWO} dm 1;`);
    expect(mateIn).toBe(1);
    const read = task(`${MATED_IN_TWO} dm 2;`);
    const [move] = legalMoves(read.position);
    expect(isSolution(read, move!, MATE - 1)).toBe(true);
    expect(isSolution(read, move!, MATE - 3)).toBe(true);
    expect(isSolution(read, move!, MATE - 5)).toBe(false);
    expect(isSolution(read, move!, 3000)).toBe(false);
    expect(isSolution(read, move!, 1 - MATE)).toBe(false);
  });

  test('that names a move and a mate is solved by the move', () => {
    const read = task(`${MATED_IN_TWO} bm Ra8#; dm 1;`);
    expect(isSolution(read, read.best[0]!, 0)).toBe(true);
  });

  test('gives points in either form of the Strategic Test Suite', () => {
    const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';
    for (const line of [
      `${start} bm e4; id "STS 1"; c0 "e4=10, d4=7, Nf3+=2";`,
      `${start} bm e4; c7 "e4 d4 Nf3"; c8 "10 7 2"; c9 "e2e4 d2d4 g1f3";`,
      `${start} c7 "e4 d4 Nf3"; c8 "10 7 2";`,
    ]) {
      const { points, best, position } = task(line);
      const named = [...points].map(([move, worth]) => [formatSan(position, move), worth]);
      expect(named).toEqual([
        ['e4', 10],
        ['d4', 7],
        ['Nf3', 2],
      ]);
      expect(best.map((move) => formatSan(position, move))).toEqual(['e4']);
    }
  });

  test('skips a comment in c0 that gives no points', () => {
    for (const comment of ['White mates; 1=0 is no move', 'elo=2500', 'Ra8#=10, depth=3']) {
      expect(task(`${MATED_IN_TWO} bm Ra8#; c0 "${comment}";`).points.size).toBe(0);
    }
  });

  test('may contain comments, empty lines, stray check marks, zero bytes and old line ends', () => {
    const text = `\ufeff# by hand\r\n\r\n${MATED_IN_TWO} bm Ra8 + ; id BK.01\0\r\n${MATED_IN_TWO} am Ra2;\r\n`;
    const tasks = unwrap(parseSuite(text));
    expect(tasks.map(({ id }) => id)).toEqual(['BK.01', '2']);
  });

  test('is rejected with the number of the bad line', () => {
    expect(error('')).toMatch(/no position/);
    expect(error(`# x\n${MATED_IN_TWO} bm Ra8#;\nrubbish`)).toMatch(/^line 3: EPD/);
    expect(error(`${MATED_IN_TWO} bm Ra9;`)).toMatch(/^line 1: not a move: 'Ra9'/);
    expect(error(`${MATED_IN_TWO} bm Rb8;`)).toMatch(/illegal move/);
    expect(error(`${MATED_IN_TWO} id "no question";`)).toMatch(/nothing to solve/);
    expect(error(`${MATED_IN_TWO} dm soon;`)).toMatch(/dm must be a number/);
    expect(error(`${MATED_IN_TWO} dm 0;`)).toMatch(/dm must be a number/);
    expect(error('R5k1/5ppp/8/8/8/8/8/4K2R b K - am g6;')).toMatch(/illegal move/);
    expect(error('R5k1/5ppp/8/8/8/8/8/4K2R b K - dm 1;')).toMatch(/no legal move/);
  });

  test('never throws on random text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        parseSuite(text);
        parseSuite(`${MATED_IN_TWO} ${text}`);
      }),
    );
  });
});
