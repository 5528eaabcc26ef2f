import { expect, test } from 'vitest';
import type { Move } from '../../src/chess/board/types.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { formatUciMove, parseUciMove } from '../../src/chess/notation/uciMove.ts';
import { DEFAULT_SETTINGS, type Limits } from '../../src/search/limits.ts';
import { tuned } from '../../src/search/parameters.ts';
import { listRootMoves, type RootMove } from '../../src/search/rootMoves.ts';
import { MATE } from '../../src/search/score.ts';
import type { Search } from '../../src/search/search.ts';
import type { CurrentMove, SearchInfo, SearchResult } from '../../src/search/searchResult.ts';
import type { Frame } from '../../src/search/searchStack.ts';
import type { SearchState } from '../../src/search/searchState.ts';
import type { Tree } from '../../src/search/tree.ts';
import { unwrap } from '../../src/util/result.ts';
import { positionAfter } from '../support/games.ts';
import { freshSearch, renewedSearch } from '../support/search.ts';

/** The private parts of a search. */
const partsOf = (search: Search) => search as unknown as { state: SearchState; tree: Tree };

/**
 * A search whose tree scores each root move by `scoreOf`, from the side that plays it, in the window
 * from `alpha` to `beta`.
 */
function searchWith(scoreOf: (move: string, alpha: number, beta: number) => number) {
  const { search } = freshSearch(1);
  const { state, tree } = partsOf(search);
  Object.assign(state, {
    make: (frame: Frame, move: Move) => {
      frame.move = move;
    },
    unmake: () => {},
    pv: () => new Int32Array(0),
  });
  // Seen from the root the window is (-beta, -alpha).
  tree.negamax = ({ prev1 }, _, alpha, beta) =>
    0 - scoreOf(formatUciMove(prev1.move), 0 - beta, 0 - alpha);
  return search;
}

/** Beta of the first aspiration window around a score of 10. */
const NARROW = 10 + tuned.aspirationWindow;

test('a move that fails high and is refuted in the wider window is not played', () => {
  const position = positionAfter('');
  const rootMoves = listRootMoves(position).filter(({ move }) =>
    ['e2e4', 'd2d4'].includes(formatUciMove(move)),
  );
  // The second move fails high in narrow windows and low in wide ones: search instability.
  const search = searchWith((move, _, beta) => (move === 'e2e4' ? 10 : beta <= NARROW ? 40 : -50));
  rootMoves.sort((a) => (formatUciMove(a.move) === 'e2e4' ? -1 : 1));
  const { best, info } = search.run(position, { depth: 6 }, { rootMoves });
  expect(formatUciMove(best!.move)).toBe('e2e4');
  expect(info.score).toBe(10);
});

test('a score is reported as a bound if the search stops before the wider window is done', () => {
  const position = positionAfter('');
  const rootMoves = listRootMoves(position).filter(({ move }) => formatUciMove(move) === 'e2e4');
  let stop = () => {};
  const search = searchWith((_move, _alpha, beta) => {
    if (beta > NARROW && beta < 1000) stop();
    return beta <= NARROW ? 40 : 10;
  });
  stop = () => {
    partsOf(search).state.stopped = true;
  };
  const { best, info } = search.run(position, { depth: 6 }, { rootMoves });
  expect(info).toMatchObject({ score: 40, bound: 'lower' });
  expect(best!.pv).toEqual(info.pv);
});

test('a move that was refuted is not played when all moves have failed low since', () => {
  const position = positionAfter('');
  const rootMoves = listRootMoves(position).filter(({ move }) =>
    ['e2e4', 'd2d4'].includes(formatUciMove(move)),
  );
  rootMoves.sort((a) => (formatUciMove(a.move) === 'e2e4' ? -1 : 1));
  let depth = 0;
  let windows = 0;
  const search = searchWith((move, alpha, beta) => {
    if (depth < 6) return move === 'e2e4' ? 10 : 5;
    // The second move fails high, then low like the first; the search is stopped in the next window.
    if (move === 'd2d4') return beta < 30 ? 40 : alpha;
    if (beta - alpha > 1) windows++;
    if (windows > 1) state.stopped = true;
    return alpha;
  });
  const { state } = partsOf(search);
  const { beginIteration } = state;
  state.beginIteration = (newDepth) => {
    depth = newDepth;
    beginIteration.call(state, newDepth);
  };
  const infos: SearchInfo[] = [];
  const { best, info } = search.run(
    position,
    { depth: 6 },
    { rootMoves, onInfo: (told) => infos.push(told) },
  );
  expect(depth).toBe(6);
  expect(formatUciMove(best!.move)).toBe('e2e4');
  expect(info).toMatchObject({ depth: 6, bound: 'upper' });
  expect(infos.at(-1)!.pv).toEqual(best!.pv);
});

test('a move that beat the first one in an interrupted iteration is played, though both fell', () => {
  const position = positionAfter('');
  const names = ['d2d4', 'e2e4', 'g1f3'];
  const rootMoves = names.map(
    (name) => listRootMoves(position).find(({ move }) => formatUciMove(move) === name)!,
  );
  let depth = 0;
  const search = searchWith((move, alpha) => {
    if (move === 'g1f3') {
      if (depth === 6) state.stopped = true;
      return alpha;
    }
    if (depth < 6) return move === 'e2e4' ? 10 : 5;
    return move === 'e2e4' ? 5 : 8;
  });
  const { state } = partsOf(search);
  state.beginIteration = (newDepth) => {
    depth = newDepth;
  };
  const { best, info } = search.run(position, { depth: 6 }, { rootMoves });
  expect(formatUciMove(best!.move)).toBe('d2d4');
  expect(info).toMatchObject({ depth: 6, score: 8 });
});

test('moves that never raised alpha are tried in the order of what it took to refute them', () => {
  const { search } = freshSearch(1);
  const rootMoves = listRootMoves(positionAfter(''));
  search.run(positionAfter(''), { depth: 8 }, { rootMoves });
  const never = rootMoves.filter(({ score, previousScore }) => score === previousScore);
  expect(never.length).toBeGreaterThan(10);
  const nodes = never.map((rootMove) => rootMove.nodes);
  expect(nodes).toEqual(nodes.toSorted((a, b) => b - a));
});

test('another search of a position begins with the move found before', () => {
  const { search } = freshSearch(1);
  for (const moves of ['', 'e2e4 c7c5', 'd2d4 d7d5 c2c4']) {
    const found = search.run(positionAfter(moves), { depth: 6 }).best!;
    expect(search.run(positionAfter(moves), { nodes: 0 }).best!.move).toBe(found.move);
  }
});

test('a move that fails low is shown with the reply that refutes it, not with its old line', () => {
  const position = positionAfter('');
  const rootMoves = listRootMoves(position).filter(({ move }) => formatUciMove(move) === 'e2e4');
  const [{ move }] = rootMoves as [RootMove];
  const [good, bad] = ['e7e5', 'd7d5'].map((reply) =>
    unwrap(parseUciMove(positionAfter('e2e4'), reply)),
  ) as [Move, Move];
  let depth = 0;
  let windows = 0;
  const search = searchWith((_move, alpha) => {
    if (depth < 6) return 10;
    // Stopped in the wider window.
    if (++windows > 1) state.stopped = true;
    return alpha;
  });
  const { state } = partsOf(search);
  state.pv = () => Int32Array.of(depth < 6 ? good : bad);
  state.beginIteration = (newDepth) => {
    depth = newDepth;
  };
  const infos: SearchInfo[] = [];
  const onInfo = (info: SearchInfo) => infos.push(info);
  const { info } = search.run(position, { depth: 6 }, { rootMoves, onInfo });
  for (const told of infos) expect(told.pv).toEqual([move, told.depth < 6 ? good : bad]);
  expect(info).toMatchObject({ depth: 6, bound: 'upper', pv: [move, bad] });
});

test('before anything is searched the table chooses the move, and the score is the static evaluation', () => {
  const { search } = freshSearch(1);
  const position = positionAfter('e2e4 d7d5');
  const [first, second, third] = search.run(position, { depth: 7 }).info.pv;
  position.make(first!);
  position.make(second!);
  const infos: SearchInfo[] = [];
  const { best } = search.run(position, { nodes: 0 }, { onInfo: (info) => infos.push(info) });
  expect(best!.move).toBe(third);
  expect(infos).toHaveLength(1);
  expect(infos[0]).toMatchObject({ depth: 0, pv: [third] });
  expect(infos[0]!.score).toBe(partsOf(search).state.evaluateRoot());
});

test('before anything is searched a move of the table that mates is scored as a mate', () => {
  const { search } = freshSearch();
  const position = positionFromFen('7k/8/5KQ1/8/8/8/8/8 w - - 0 80');
  const found = search.run(position, { depth: 4 });
  expect(found.info.score).toBe(MATE - 1);
  const { best, info } = search.run(position, { nodes: 0 });
  expect([best!.move, info.score]).toEqual([found.best!.move, MATE - 1]);
});

test('depth 0 is one ply', () => {
  const infos: SearchInfo[] = [];
  const { search } = freshSearch(1);
  search.run(positionAfter('e2e4'), { depth: 0 }, { onInfo: (info) => infos.push(info) });
  expect(infos.map(({ depth }) => depth)).toEqual([1]);
});

test('all lines have the nodes and time of the moment when they are reported', () => {
  const { search } = freshSearch(1);
  const infos: SearchInfo[] = [];
  const settings = { ...DEFAULT_SETTINGS, multiPv: 4 };
  const onInfo = (info: SearchInfo) => infos.push(info);
  search.run(positionAfter('e2e4'), { depth: 7 }, { settings, onInfo });
  expect(infos.map(({ nodes }) => nodes)).toEqual(
    infos.map(({ nodes }) => nodes).sort((a, b) => a - b),
  );
  expect(new Set(infos.slice(-4).map(({ nodes }) => nodes)).size).toBe(1);
});

test('a score outside the aspiration window is shown as a bound, but neither at low depths nor with several lines', () => {
  const fen = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
  const run = (depth: number, multiPv: number) => {
    const infos: SearchInfo[] = [];
    const settings = { ...DEFAULT_SETTINGS, multiPv };
    const onInfo = (info: SearchInfo) => infos.push(info);
    renewedSearch().run(positionFromFen(fen), { depth }, { settings, onInfo });
    return { infos, bounds: infos.filter(({ bound }) => bound !== undefined) };
  };
  const { infos, bounds } = run(13, 1);
  expect(bounds).not.toEqual([]);
  for (const { depth } of bounds) expect(depth).toBeGreaterThan(9);
  expect(infos.at(-1)!.bound).toBeUndefined();
  const several = run(12, 3);
  expect(several.infos.filter(({ multiPv }) => multiPv === 3)).toHaveLength(12);
  expect(several.bounds).toEqual([]);
});

test('a search stopped before all moves were searched reports no exact score', () => {
  // Black takes the queen; after most other moves Black is mated at once.
  const fen = '6k1/8/6K1/8/8/Q7/8/r7 b - - 0 1';
  let bounds = 0;
  for (let nodes = 1; nodes <= 200; nodes++) {
    const infos: SearchInfo[] = [];
    const onInfo = (info: SearchInfo) => infos.push(info);
    renewedSearch().run(positionFromFen(fen), { nodes }, { onInfo });
    for (const { depth, score, bound } of infos) {
      if (depth === 0 || score >= 0) continue;
      expect(bound).toBe('lower');
      bounds++;
    }
  }
  expect(bounds).toBeGreaterThan(0);
});

test('a search of several lines that is stopped anywhere plays the best line that is complete', () => {
  const fen = 'r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 8';
  const settings = { ...DEFAULT_SETTINGS, multiPv: 4 };
  for (let nodes = 1000; nodes <= 20_000; nodes += 390) {
    const lines: SearchInfo[] = [];
    let complete: Move[] = [];
    const onInfo = (info: SearchInfo) => {
      // The lines before are those of the last iteration that was complete.
      if (info.multiPv === 1) complete = lines.map(({ pv }) => pv[0]!);
      lines[info.multiPv - 1] = info;
    };
    const { best } = renewedSearch().run(positionFromFen(fen), { nodes }, { settings, onInfo });
    const { depth } = lines[0]!;
    const scores = lines.filter((line) => line.depth === depth).map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(best!.move).toBe(lines[0]!.pv[0]);
    const moves = lines.map(({ pv }) => pv[0]!);
    expect(new Set(moves).size).toBe(4);
    // Moves that have no new line keep their order.
    const old = moves.filter((_, i) => lines[i]!.depth < depth);
    expect(old).toEqual(complete.filter((move) => old.includes(move)));
  }
});

test('current moves are reported once a search takes long; their numbers go on from the lines above', () => {
  const { search } = freshSearch(1);
  const { clock } = search as unknown as { clock: { elapsed: () => number } };
  const numbers: number[] = [];
  const onCurrentMove = ({ depth, number }: CurrentMove) => {
    if (depth === 2) numbers.push(number);
  };
  const settings = { ...DEFAULT_SETTINGS, multiPv: 2 };
  clock.elapsed = () => 1_000;
  search.run(positionAfter(''), { depth: 2 }, { settings, onCurrentMove });
  expect(numbers).toEqual([]);
  clock.elapsed = () => 10_000;
  search.run(positionAfter(''), { depth: 2 }, { settings, onCurrentMove });
  // A line that is searched in several windows begins again.
  expect(numbers.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  expect(numbers.slice(-19)).toEqual(Array.from({ length: 19 }, (_, i) => i + 2));
});

test('a mate in n is found by a search for one, also for the opponent, and nothing else ends it', () => {
  const depthOf = (fen: string, mate: number) =>
    freshSearch(1).search.run(positionAfter('', fen), { mate, depth: 9 }).info.depth;
  const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
  expect(depthOf(start, 20_000)).toBe(9);
  expect(depthOf('6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', 1)).toBeLessThan(9);
  expect(depthOf('7k/8/8/8/8/1r6/r7/6K1 w - - 0 1', 1)).toBeLessThan(9);
});

test('a mate that deeper searches do not shorten ends a search, unless a depth or more lines are wanted', () => {
  const run = (limits: Limits, multiPv = 1) => {
    const settings = { ...DEFAULT_SETTINGS, multiPv };
    const position = positionFromFen('6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1');
    return freshSearch(1).search.run(position, limits, { settings }).info;
  };
  expect(run({ nodes: 5_000 })).toMatchObject({ score: MATE - 1, depth: 4 });
  expect(run({ depth: 6 }).depth).toBe(6);
  expect(run({ nodes: 5_000 }, 2).depth).toBeGreaterThan(4);
});

test('on a clock the only legal move is played at once', () => {
  const position = positionFromFen('k7/8/8/8/8/8/7K/1R6 b - - 0 1');
  const limits = { wtime: 600_000, btime: 600_000, nodes: 5_000 };
  expect(freshSearch(1).search.run(position, limits).info.depth).toBe(1);
});

test('soft nodes end a search after the iteration that reaches them', () => {
  const infos: SearchInfo[] = [];
  const onInfo = (info: SearchInfo) => infos.push(info);
  freshSearch(1).search.run(positionAfter('e2e4'), { softNodes: 2_000, nodes: 50_000 }, { onInfo });
  const { depth, bound, nodes } = infos.at(-1)!;
  expect(bound).toBeUndefined();
  expect(nodes).toBeGreaterThanOrEqual(2_000);
  for (const info of infos) if (info.depth < depth) expect(info.nodes).toBeLessThan(2_000);
});

test('the selective depth counts the plies beyond the depth, also those outside of the line', () => {
  const fen = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
  const { info } = freshSearch(1).search.run(positionFromFen(fen), { depth: 4 });
  expect(info.seldepth).toBeGreaterThan(Math.max(info.depth, info.pv.length));
});

test.each([0, 60, 90, 94])(
  'a search begins with the move of the table, with a halfmove clock of %s',
  (clock) => {
    const fen = `r4rk1/1bq2ppp/p3pn2/1p6/3P4/1B3N2/PP3PPP/R2QR1K1 w - - ${clock} 80`;
    const { search } = freshSearch();
    const position = positionFromFen(fen);
    // Two plies later the table has the position as a node of the tree, then as the root of a search.
    const { pv } = search.run(position, { depth: 9 }).info;
    for (const move of pv.slice(0, 2)) position.make(move);
    const { best } = search.run(position, { nodes: 1 });
    expect(formatUciMove(best!.move)).toBe(formatUciMove(pv[2]!));
    const deeper = search.run(position, { depth: 10 }).best!;
    expect(search.run(position, { nodes: 1 }).best!.move).toBe(deeper.move);
  },
);

test('without a listener nothing is reported, and the result is the same', () => {
  const [heard, unheard] = [freshSearch(), freshSearch()].map(({ search }, i) =>
    search.run(positionAfter('e2e4 e7e5'), { depth: 7 }, i === 0 ? { onInfo: () => {} } : {}),
  ) as [SearchResult, SearchResult];
  const { time: _, ...info } = heard.info;
  expect(unheard.info).toMatchObject(info);
});

test('a ponder search may use more than its time, and cuts the next search no shorter', () => {
  const { search, signals } = freshSearch(1);
  signals.reset(true);
  const pondered = search.run(positionAfter('e2e4'), { wtime: 1, btime: 1, depth: 8 });
  expect(pondered.info.depth).toBe(8);
  signals.reset(false);
  expect(search.run(positionAfter('d2d4 d7d5'), { depth: 6 }).info.depth).toBe(6);
});
