/** Limited strength: what levels overlook, what they play in the opening, and that games can be repeated. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseLevelOpening } from '../../src/book/levelOpenings.ts';
import { findOpening } from '../../src/book/openingNames.ts';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { formatSan } from '../../src/chess/notation/san.ts';
import { formatUciMove, parseUciMove } from '../../src/chess/notation/uciMove.ts';
import type { Evaluator } from '../../src/eval/evaluator.ts';
import {
  chooseAsLevel,
  FULL_STRENGTH,
  type Level,
  levelOf,
  MAX_ELO,
  MIN_ELO,
} from '../../src/search/levels.ts';
import { DEFAULT_SETTINGS, type Limits } from '../../src/search/limits.ts';
import { listRootMoves, type RootMove } from '../../src/search/rootMoves.ts';
import type { SearchInfo } from '../../src/search/searchResult.ts';
import { unwrap } from '../../src/util/result.ts';
import { freshSearch } from '../support/search.ts';

test('a higher level has more nodes, sees more and doubts less', () => {
  for (let elo = MIN_ELO; elo + 50 <= MAX_ELO; elo += 50) {
    const [low, high] = [levelOf(elo), levelOf(elo + 50)];
    expect(high.nodes).toBeGreaterThan(low.nodes);
    expect(high.blindness).toBeLessThan(low.blindness);
    expect(high.uncertainty).toBeLessThan(low.uncertainty);
    expect(high.lines).toBeLessThanOrEqual(low.lines);
  }
  expect(levelOf(MAX_ELO).blindness).toBe(0);
});

describe('the choice among scored moves', () => {
  /** An evaluator for which every position is even. */
  const even = { begin() {}, evaluate: () => 0 } as unknown as Evaluator;
  const level = (changes: Partial<Level>): Level => ({ ...FULL_STRENGTH, lines: 40, ...changes });

  /** Moves with their scores and the opponent's replies. */
  function scored(fen: string, lines: Record<string, [score: number, reply: string]>) {
    const position = positionFromFen(fen);
    const rootMoves = Object.entries(lines).map(([move, [score, reply]]): RootMove => {
      const [rootMove] = listRootMoves(position, [unwrap(parseUciMove(position, move))]);
      const answer = position.withMove(rootMove!.move, () => unwrap(parseUciMove(position, reply)));
      const line = { depth: 6, seldepth: 6, score };
      return { ...rootMove!, line, pv: [rootMove!.move, answer] };
    });
    return { position, rootMoves };
  }

  /** How often, in 400 games, the level chooses the move. */
  function share(fen: string, lines: Parameters<typeof scored>[1], of: string, is: Level): number {
    const { position, rootMoves } = scored(fen, lines);
    let count = 0;
    for (let seed = 0; seed < 400; seed++) {
      const { move } = chooseAsLevel(position, rootMoves, is, seed, even);
      if (formatUciMove(move, false) === of) count++;
    }
    return count / 400;
  }

  // A knight can be lost to a capture, to a check that forks, and to a quiet move that traps it.
  const FEN = 'r3k3/8/8/8/8/2N5/8/4K2R w - - 0 30';
  const lines = (bad: string, reply: string): Parameters<typeof scored>[1] => ({
    h1h2: [0, 'e8e7'],
    [bad]: [-300, reply],
  });

  test('who sees everything plays the best move', () => {
    for (const [bad, reply] of [
      ['c3a4', 'a8a4'],
      ['c3b5', 'a8a1'],
      ['c3d5', 'a8a5'],
    ] as const) {
      expect(share(FEN, lines(bad, reply), bad, level({}))).toBe(0);
    }
  });

  test('a quiet reply is overlooked more often than a check, a check more often than a capture', () => {
    // Uncertainty decides between moves that seem equal.
    const blind = level({ blindness: 0.5, uncertainty: 150 });
    const capture = share(FEN, lines('c3a4', 'a8a4'), 'c3a4', blind);
    const check = share(FEN, lines('c3b5', 'a8a1'), 'c3b5', blind);
    const quiet = share(FEN, lines('c3d5', 'a8a5'), 'c3d5', blind);
    expect(capture).toBeGreaterThan(0.02);
    expect(check).toBeGreaterThan(capture);
    expect(quiet).toBeGreaterThan(check);
  });

  test('more is overlooked the weaker the level is', () => {
    const shares = [700, 1200, 1700, 2200, 3000].map((elo) =>
      share(FEN, lines('c3d5', 'a8a5'), 'c3d5', levelOf(elo)),
    );
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(shares[0]).toBeGreaterThan(0.15);
    expect(shares.at(-1)).toBe(0);
  });

  test('the king stays at home while there are queens', () => {
    const start = 'rnbqkbnr/ppp2ppp/8/3pp3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3';
    const king = { e1e2: [0, 'g8f6'], g1f3: [-60, 'g8f6'] } as const;
    const weak = share(start, { e1e2: [...king.e1e2], g1f3: [...king.g1f3] }, 'e1e2', levelOf(800));
    expect(weak).toBeLessThan(0.02);
  });
});

test('a level keeps its node limit, plays legal moves, and the same seed plays the same', () => {
  const fen = 'r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 b kq - 1 6';
  const run = (elo: number, seed: number) => {
    const settings = { ...DEFAULT_SETTINGS, elo, seed };
    const { best, info } = freshSearch().search.run(positionFromFen(fen), {}, { settings });
    expect(info.nodes).toBeLessThanOrEqual(levelOf(elo).nodes);
    expect(info.pv[0]).toBe(best!.move);
    expect(legalMoves(positionFromFen(fen))).toContain(best!.move);
    return best!.move;
  };
  const seeds = [1, 2, 3, 4, 5, 6];
  const moves = seeds.map((seed) => run(900, seed));
  expect(seeds.map((seed) => run(900, seed))).toEqual(moves);
  expect(new Set(moves).size).toBeGreaterThan(1);
});

test('with MultiPV the final lines are reported once, the move that is played first', () => {
  const fen = 'r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 b kq - 1 6';
  let replaced = 0;
  for (let seed = 1; seed <= 6; seed++) {
    const infos: SearchInfo[] = [];
    const settings = { ...DEFAULT_SETTINGS, elo: 1000, multiPv: 3, seed };
    const options = { settings, onInfo: (info: SearchInfo) => infos.push(info) };
    const { best } = freshSearch().search.run(positionFromFen(fen), {}, options);
    const [first, ...others] = infos.slice(-3) as [SearchInfo, ...SearchInfo[]];
    expect([first, ...others].map(({ multiPv }) => multiPv)).toEqual([1, 2, 3]);
    expect(first.pv[0]).toBe(best!.move);
    expect(new Set(infos.slice(-3).map(({ pv }) => pv[0])).size).toBe(3);
    expect(others[0]!.score).toBeGreaterThanOrEqual(others[1]!.score);
    // The node limit has interrupted the search.
    expect(infos.filter(({ nodes }) => nodes === first.nodes)).toHaveLength(3);
    if (first.score < others[0]!.score) replaced++;
  }
  expect(replaced).toBeGreaterThan(0);
});

describe('openings of levels', () => {
  const walk = (elo: number, seed: number) => {
    const position = positionFromFen(START_FEN);
    const sans: string[] = [];
    for (;;) {
      const move = chooseLevelOpening(position, elo, seed);
      if (move === null) return { sans, position };
      sans.push(formatSan(position, move));
      position.make(move);
    }
  };

  test('are named ones, and longer the stronger the level', () => {
    fc.assert(
      fc.property(fc.nat(1e6), (seed) => {
        const { sans, position } = walk(2000, seed);
        expect(findOpening(position), sans.join(' ')).not.toBeNull();
        expect(walk(2000, seed).sans).toEqual(sans);
        expect(walk(800, seed).sans.length).toBeLessThanOrEqual(3);
      }),
      { numRuns: 5 },
    );
  });

  test('begin as people begin: mostly with the pawns of king and queen', () => {
    const position = positionFromFen(START_FEN);
    const first = new Map<string, number>();
    for (let seed = 0; seed < 60; seed++) {
      const san = formatSan(position, chooseLevelOpening(position, 1500, seed)!);
      first.set(san, (first.get(san) ?? 0) + 1);
    }
    expect(first.get('e4')! + first.get('d4')!).toBeGreaterThan(40);
    expect(first.get('e4')).toBeGreaterThan(first.get('d4')!);
    for (const rare of ['a4', 'h4', 'f3']) expect(first.get(rare) ?? 0).toBeLessThan(3);
  });

  test('are for play, not for analysis nor for a mate', () => {
    const linesOf = (limits: Limits) => {
      const infos: SearchInfo[] = [];
      const settings = { ...DEFAULT_SETTINGS, elo: 2000, multiPv: 3 };
      const onInfo = (info: SearchInfo) => infos.push(info);
      freshSearch(1).search.run(positionFromFen(START_FEN), limits, { settings, onInfo });
      return new Set(infos.map(({ multiPv }) => multiPv)).size;
    };
    expect(linesOf({ depth: 1 })).toBe(1);
    expect(linesOf({ depth: 1, infinite: true })).toBe(3);
    expect(linesOf({ depth: 1, mate: 1 })).toBe(3);
  });

  test('are left alone in Chess960, later in the game, and from positions without a name', () => {
    const choose = (fen: string) => chooseLevelOpening(positionFromFen(fen), 2000, 1);
    expect(choose('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 9')).toBeNull();
    expect(choose('4k3/8/8/8/8/8/8/4K2R w K - 0 1')).toBeNull();
    const chess960 = positionFromFen(START_FEN);
    chess960.chess960 = true;
    expect(chooseLevelOpening(chess960, 2000, 1)).toBeNull();
  });
});
