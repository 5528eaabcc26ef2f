/** The search with tablebases, using the few in the repository. */
import { describe, expect, it } from 'vitest';
import { formatFen } from '../../src/chess/notation/fen.ts';
import { formatUciMove, parseUciMove } from '../../src/chess/notation/uciMove.ts';
import { DEFAULT_SETTINGS, type Limits, type SearchSettings } from '../../src/search/limits.ts';
import { listRootMoves } from '../../src/search/rootMoves.ts';
import { DECISIVE, isDecisive, isMateScore, TB_WIN } from '../../src/search/score.ts';
import type { SearchInfo } from '../../src/search/searchResult.ts';
import { Random } from '../../src/util/random.ts';
import { unwrap } from '../../src/util/result.ts';
import { positionAfter } from '../support/games.ts';
import { freshSearch } from '../support/search.ts';
import { SEED } from '../support/seed.ts';
import {
  FEW_TABLEBASES,
  openTablebases,
  randomPosition,
  tablebasesOf,
} from '../support/tablebases.ts';

const tablebases = openTablebases(FEW_TABLEBASES);

interface Asked extends Omit<Limits, 'searchmoves'> {
  searchmoves?: string[];
  settings?: Partial<SearchSettings>;
  /** Moves played before. */
  moves?: string;
  isWithout?: boolean;
}

function search(fen: string, { settings, moves = '', isWithout, ...limits }: Asked) {
  const position = positionAfter(moves, fen);
  const lines: SearchInfo[] = [];
  const { searchmoves = [], ...others } = limits;
  const allowed = searchmoves.map((text) => unwrap(parseUciMove(position, text)));
  const result = freshSearch(1).search.run(position, others, {
    settings: { ...DEFAULT_SETTINGS, ...settings },
    rootMoves: listRootMoves(position, allowed.length > 0 ? allowed : undefined),
    tablebases: isWithout ? null : tablebases,
    onInfo: (info) => {
      lines[info.multiPv - 1] = info;
    },
  });
  return { ...result, lines, move: formatUciMove(result.best!.move) };
}

const PAWN_WINS = '4k3/8/4K3/4P3/8/8/8/8 w - - 0 1';
const ROOK_WINS = '8/8/8/3k4/8/8/r7/6K1 b - - 0 1';

describe('a root in tablebases', () => {
  it.each([1, 20, 1000])('with %i nodes a winning move is played and scored as a win', (nodes) => {
    const { move, info } = search(PAWN_WINS, { nodes });
    expect(['e6d6', 'e6f6']).toContain(move);
    expect(info.score).toBe(TB_WIN);
    expect(info.tbHits).toBeGreaterThan(0);
  });

  it('each root move that is searched counts as a hit', () => {
    const all = search(ROOK_WINS, { depth: 1 });
    expect(all.info.tbHits).toBe(listRootMoves(positionAfter('', ROOK_WINS)).length);
    const two = search(ROOK_WINS, { depth: 1, searchmoves: ['d5d4', 'd5e4'] });
    expect(two.info.tbHits).toBe(2);
  });

  it('a mate found by the search is reported as a mate', () => {
    const { info } = search('7k/8/6K1/8/8/8/8/R7 w - - 0 1', { depth: 3 });
    expect(isMateScore(info.score)).toBe(true);
  });

  it('lines are in the order of their ranks, draws with the draw score', () => {
    const { lines } = search(PAWN_WINS, { depth: 4, settings: { multiPv: 4, contempt: 30 } });
    expect(lines.map(({ score }) => score)).toEqual([TB_WIN, TB_WIN, -30, -30]);
  });

  it('wins come before draws, draws before losses, at any depth', () => {
    const random = new Random(SEED);
    for (let i = 0; i < 60; i++) {
      // Of the wins with a rook some are too late.
      const position = randomPosition(random, i % 2 === 0 ? 'KPvK' : 'KRvK');
      const clock = i % 2 === 0 ? 0 : 76 + random.below(20);
      const fen = formatFen(position).replace(' 0 1', ` ${clock} 90`);
      const settings = { multiPv: 64 };
      if (listRootMoves(position).length === 0) continue;
      const { lines } = search(fen, { depth: 1 + (i % 3), settings });
      const outcomes = lines.map(({ score }) => (isDecisive(score) ? Math.sign(score) : 0));
      expect(outcomes, fen).toEqual(outcomes.toSorted((a, b) => b - a));
    }
  });

  it('without distances they are probed below a root that is won, as it needs them to make progress', () => {
    const position = positionAfter('', PAWN_WINS);
    const { info } = freshSearch(1).search.run(
      position,
      { depth: 6 },
      { tablebases: tablebasesOf('KPvK.rtbw') },
    );
    expect(info.tbHits).toBeGreaterThan(listRootMoves(position).length);
  });

  it('searchmoves are respected, even if all of them give the win away', () => {
    const { move, info } = search(PAWN_WINS, { depth: 4, searchmoves: ['e6f5'] });
    expect([move, info.score]).toEqual(['e6f5', 0]);
  });

  it('a move that an earlier search has chosen does not come before those of a higher rank', () => {
    const { search } = freshSearch(1);
    const position = positionAfter('', PAWN_WINS);
    const allowed = [unwrap(parseUciMove(position, 'e6f5'))];
    search.run(position, { depth: 2 }, { rootMoves: listRootMoves(position, allowed) });
    const { best } = search.run(position, { depth: 2 }, { tablebases });
    expect(['e6d6', 'e6f6']).toContain(formatUciMove(best!.move));
  });

  it('a winning side does not repeat a position of the game', () => {
    const moves = 'd5d4 g1f1 d4d5 f1g1';
    for (const nodes of [1, 50, 300]) {
      expect(search(ROOK_WINS, { nodes, moves }).move).not.toBe('d5d4');
    }
  });

  it('a cursed win scores little more than a draw', () => {
    const late = ROOK_WINS.replace('0 1', '95 120');
    expect(search(late, { depth: 3 }).info.score).toBe(1);
    const settings = { syzygy50MoveRule: false };
    expect(search(late, { depth: 3, settings }).info.score).toBeGreaterThanOrEqual(TB_WIN);
  });

  it('where the line ends in a draw that tablebases do not count, no reply to ponder on is named', () => {
    const late = ROOK_WINS.replace('0 1', '97 120');
    const settings = { syzygy50MoveRule: false };
    const { best, info } = search(late, { depth: 4, searchmoves: ['d5d4'], settings });
    expect(info.score).toBe(TB_WIN);
    expect(best!.pv).toEqual(info.pv);
  });

  it('a win that distances put on the hundredth ply is not called a draw', () => {
    // Mate in two, with the hundredth ply.
    const { info } = search('5r2/8/8/8/8/6k1/8/6K1 b - - 97 90', { depth: 1 });
    expect(info.score).toBeGreaterThan(100);
  });

  it('moves that draw by the fifty-move rule are draws, also where tablebases ignore that rule', () => {
    const settings = { syzygy50MoveRule: false };
    const { best, info } = search('8/8/k4K2/8/8/8/1R6/8 w - - 103 80', { depth: 3, settings });
    expect([best!.draw, info.score]).toEqual(['fifty-move rule', 0]);
  });

  it.each([
    ['a weaker level', { elo: 1000 }],
    ['a limit of fewer pieces', { syzygyProbeLimit: 2 }],
  ])('%s does not probe them', (_, settings) => {
    const { info } = search(PAWN_WINS, { nodes: 200, settings });
    expect(info.tbHits).toBe(0);
    expect(info.score).not.toBe(TB_WIN);
  });
});

describe('tablebases below the root', () => {
  // Four pieces, more than any table has. White takes the knight, and rook against king is in the tablebases.
  const ROOK_TAKES = '8/8/8/8/1R6/1n2k3/8/4K3 w - - 0 1';

  it('show a distant win at once', () => {
    const { info, move } = search(ROOK_TAKES, { depth: 4 });
    expect(move).toBe('b4b3');
    expect(info.score).toBeGreaterThanOrEqual(DECISIVE);
    expect(info.score).toBeLessThan(TB_WIN);
    expect(info.tbHits).toBeGreaterThan(0);
    const without = search(ROOK_TAKES, { depth: 4, isWithout: true }).info;
    expect([without.score < DECISIVE, without.tbHits]).toEqual([true, 0]);
  });

  it('show a loss as well', () => {
    // Wherever the knight goes, the king takes it.
    const { info } = search('7k/8/8/4R3/8/8/1K6/n7 b - - 0 1', { depth: 4 });
    expect(info.tbHits).toBeGreaterThan(0);
    expect(info.score).toBeLessThanOrEqual(-DECISIVE);
    expect(info.score).toBeGreaterThan(-TB_WIN);
  });

  it('with the most pieces are probed only at deep nodes', () => {
    const settings = { syzygyProbeDepth: 50 };
    expect(search(ROOK_TAKES, { depth: 4, settings }).info.tbHits).toBe(0);
  });
});
