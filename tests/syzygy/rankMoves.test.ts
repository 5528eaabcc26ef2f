import { describe, expect, it } from 'vitest';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';
import { probePosition, rankMoves, type TablebaseMove, WON } from '../../src/syzygy/rankMoves.ts';
import { type Tablebases, UNKNOWN } from '../../src/syzygy/tablebases.ts';
import { Random } from '../../src/util/random.ts';
import { positionAfter } from '../support/games.ts';
import {
  FEW_TABLEBASES,
  openTablebases,
  randomPosition,
  SYZYGY_PATH,
  tablebasesOf,
} from '../support/tablebases.ts';

const tablebases = openTablebases(FEW_TABLEBASES);
/** Outcomes without distances. */
const WDL_ONLY = tablebasesOf('KRvK.rtbw');

const find = (moves: readonly TablebaseMove[], text: string): TablebaseMove =>
  moves.find(({ move }) => formatUciMove(move) === text)!;

describe('moves ranked by tables', () => {
  it('a probe agrees with its best move', () => {
    const random = new Random(9);
    for (let i = 0; i < 1000; i++) {
      const position = randomPosition(random, ['KPvK', 'KRvK'][i & 1]!);
      const { wdl, moves } = probePosition(tablebases, position)!;
      const [best] = moves;
      if (best === undefined) continue;
      expect(best.wdl).toBe(wdl);
      expect(Math.sign(best.rank)).toBe(Math.sign(wdl));
      expect(moves.map(({ rank }) => rank)).toEqual(
        moves.map(({ rank }) => rank).toSorted((a, b) => b - a),
      );
    }
  });

  // Mate in at most 9 plies, in 9 after the king's moves alone.
  const KRK = '8/8/8/3k4/8/8/r7/6K1 b - -';

  it('with an available winning pawn move all winning moves rank equally at a low halfmove clock', () => {
    const position = 'k7/8/8/8/8/8/4P3/4K3 w - -';
    const moves = rankMoves(tablebases, positionFromFen(`${position} 0 1`))!.filter(
      ({ wdl }) => wdl === 2,
    );
    expect(new Set(moves.map(({ rank }) => rank)).size).toBe(1);
    const distances = moves.map(({ dtz }) => dtz!);
    expect(new Set(distances).size).toBeGreaterThan(1);
    // They are listed the fastest first.
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    const later = rankMoves(tablebases, positionFromFen(`${position} 30 40`))!;
    const best = later.filter(({ rank }) => rank === later[0]!.rank);
    expect(new Set(best.map(({ dtz }) => dtz))).toEqual(new Set([1]));
  });

  it.skipIf(SYZYGY_PATH === '')(
    'so do they where a sacrifice forces a capture, as after Qb1+',
    () => {
      const twoQueens = positionFromFen('8/8/2Q5/8/8/3Q4/8/k5K1 w - - 10 90');
      const moves = rankMoves(openTablebases(SYZYGY_PATH), twoQueens)!;
      const mate = find(moves, 'd3d2');
      expect([mate.dtz, find(moves, 'd3b1').dtz]).toEqual([3, 2]);
      expect(mate.rank).toBe(moves[0]!.rank);
    },
  );

  it('otherwise only the fastest ones are best', () => {
    const moves = rankMoves(tablebases, positionFromFen(`${KRK} 0 1`))!;
    expect(moves.at(-1)!.wdl).toBe(0);
    expect(moves.filter(({ rank }) => rank === moves[0]!.rank).map(({ dtz }) => dtz)).toEqual([
      9, 9,
    ]);
  });

  it('a win too late for the fifty-move rule ranks as a draw, unless the rule is off', () => {
    const late = positionFromFen(`${KRK} 95 120`);
    const [best] = rankMoves(tablebases, late)!;
    expect(best!.rank).toBeGreaterThan(0);
    expect(best!.rank).toBeLessThan(WON);
    expect(rankMoves(tablebases, late, false)![0]!.rank).toBeGreaterThanOrEqual(WON);
    // Also where the next move reaches the limit.
    const last = rankMoves(tablebases, positionFromFen(`${KRK} 99 120`), false)!;
    expect(last[0]!.rank).toBeGreaterThanOrEqual(WON);
    // A ply earlier the win is in time.
    expect(
      rankMoves(tablebases, positionFromFen(`${KRK} 90 120`))![0]!.rank,
    ).toBeGreaterThanOrEqual(WON);
  });

  it('mate on the hundredth ply counts', () => {
    const moves = rankMoves(tablebases, positionFromFen('7k/8/6K1/8/8/8/8/R7 w - - 99 120'))!;
    expect(formatUciMove(moves[0]!.move)).toBe('a1a8');
    expect(moves[0]!.rank).toBeGreaterThanOrEqual(WON);
    expect(moves[1]!.rank).toBe(0);
  });

  it.each([
    ['by the fifty-move rule', positionFromFen(`${KRK} 99 120`)],
    ['by repetition', positionAfter('d5d4 g1f1 d4d5 f1g1 d5d4 g1f1 d4d5 f1g1', `${KRK} 0 1`)],
  ])(
    'a winning move that draws %s ranks as a draw, but keeps its outcome and distance',
    (_, late) => {
      const back = find(rankMoves(tablebases, late)!, 'd5d4');
      expect(back).toMatchObject({ wdl: 2, dtz: 9, rank: 0 });
      expect(find(rankMoves(WDL_ONLY, late)!, 'd5d4')).toMatchObject({
        wdl: 2,
        dtz: null,
        rank: 0,
      });
    },
  );

  it('the first repetition is worse than any other winning move', () => {
    // The position after 1...Kd4 is that after 3...Kd4.
    const moves = rankMoves(tablebases, positionAfter('d5d4 g1f1 d4c4 f1g1', `${KRK} 0 1`))!;
    const back = find(moves, 'c4d4');
    expect(back.rank).toBeGreaterThanOrEqual(WON);
    for (const { wdl, move, rank } of moves) {
      if (wdl === 2 && move !== back.move) expect(rank).toBeGreaterThan(back.rank);
    }
  });

  it('a winning move after which the opponent can repeat for the third time ranks as a draw', () => {
    // The rook has been on g4 twice with the king on h6. After Rg4 Kh6 it would be there again.
    const moves = 'h6h5 d1e2 h5h6 g4c4 h6h5 c4g4 h5h6 g4c4 h6h7';
    const position = positionAfter(moves, '8/8/7k/8/6R1/8/8/3K4 b - - 0 60');
    for (const tables of [tablebases, WDL_ONLY]) {
      for (const withFiftyMoves of [true, false]) {
        const ranked = rankMoves(tables, position, withFiftyMoves)!;
        expect(ranked[0]!.rank).toBeGreaterThanOrEqual(WON);
        const { wdl, rank } = find(ranked, 'c4g4');
        expect(wdl).toBe(2);
        expect(rank).toBeGreaterThan(0);
        expect(rank).toBeLessThan(WON);
      }
    }
  });

  // In these positions, which have occurred twice, the opponent can force the third repetition upon slower wins.
  it.each([
    // After 1 Kb5 Kd7 only 2 Kb6 would win, but 2...Ke8 repeats.
    [
      'the pawn move',
      '8/2k5/8/2K5/2P5/8/8/8 b - - 0 60',
      'c7d8 c5b6 d8e8 b6a5 e8d7 a5b6 d7e8',
      'c4c5',
    ],
    // After 1 Kf4 Kg6 only 2 Kg4 would win, but 2...Kf6 repeats. After 1 Kh5 Kg7 White has another move.
    [
      'the shortest win, to an old position',
      '8/8/6k1/8/5K2/8/6P1/8 b - - 0 60',
      'g6h6 f4f3 h6g6 f3g4 g6f6 g4h5 f6g7 h5g4 g7f6',
      'g4h5',
    ],
  ])('after a repetition %s ranks above all slower wins', (_, start, moves, fastest) => {
    const [best, second] = rankMoves(tablebases, positionAfter(moves, start))!;
    expect(formatUciMove(best!.move)).toBe(fastest);
    expect(second!.rank).toBeLessThan(best!.rank);
  });

  it('lost moves rank equally, until the fifty-move rule may save the game', () => {
    const early = rankMoves(tablebases, positionFromFen('8/8/8/3k4/8/8/r7/6K1 w - - 0 1'))!;
    expect(new Set(early.map(({ rank }) => rank)).size).toBe(1);
    const late = rankMoves(tablebases, positionFromFen('8/8/8/3k4/8/8/r7/6K1 w - - 80 120'))!;
    expect(late[0]!.dtz).toBe(Math.min(...late.map(({ dtz }) => dtz!)));
  });

  it('without distances moves are ranked by outcome', () => {
    const probe = probePosition(WDL_ONLY, positionFromFen(`${KRK} 60 90`))!;
    expect(probe.dtz).toBeNull();
    expect(new Set(probe.moves.map(({ rank }) => rank))).toEqual(new Set([WON, 0]));
  });

  it.each([
    [true, 1],
    [false, WON],
  ])(
    'without distances a win that is too late with the fifty-move rule (%s) has rank %i',
    (withFiftyMoves, rank) => {
      // No table of the repository has such a win.
      const late = { probeWdl: () => -1, probeDtz: () => UNKNOWN } as unknown as Tablebases;
      const moves = rankMoves(late, positionFromFen(`${KRK} 60 90`), withFiftyMoves)!;
      expect(moves[0]).toMatchObject({ wdl: 1, dtz: null, rank });
    },
  );

  it('positions outside the tables are not ranked', () => {
    expect(
      probePosition(tablebases, positionFromFen('4k3/8/8/8/8/8/8/RQ2K3 w - - 0 1')),
    ).toBeNull();
  });
});
