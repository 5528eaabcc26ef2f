/** Pairings: they depend only on the number of the game. */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { GameResult } from '../../src/chess/notation/pgn.ts';
import { Schedule } from '../../src/match/schedule.ts';
import { Standings } from '../../src/match/standings.ts';

const schedules = fc
  .record({
    engines: fc.integer({ min: 2, max: 7 }),
    kind: fc.constantFrom('round-robin' as const, 'gauntlet' as const),
    rounds: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ engines, kind, rounds }) => ({
    engines,
    kind,
    rounds,
    schedule: new Schedule(engines, kind, rounds),
  }));

const allGames = (schedule: Schedule) =>
  Array.from({ length: schedule.length }, (_, number) => schedule.game(number));

test('every pairing plays every opening twice, with colours swapped, one game after the other', () => {
  fc.assert(
    fc.property(schedules, ({ engines, kind, rounds, schedule }) => {
      const pairings = kind === 'gauntlet' ? engines - 1 : (engines * (engines - 1)) / 2;
      const games = allGames(schedule);
      expect(games).toHaveLength(rounds * pairings * 2);
      const met = new Set<string>();
      for (let i = 0; i < games.length; i += 2) {
        const [one, two] = [games[i]!, games[i + 1]!];
        expect([two.white, two.black, two.pair]).toEqual([one.black, one.white, one.pair]);
        expect(two.round).toBe(one.round);
        expect(one.white).not.toBe(one.black);
        if (kind === 'gauntlet') expect(Math.min(one.white, one.black)).toBe(0);
        met.add(`${one.round} ${[one.white, one.black].sort()}`);
      }
      expect(met.size).toBe(rounds * pairings);
    }),
    { numRuns: 60 },
  );
});

test('the Round of a game determines its number, and is unique', () => {
  fc.assert(
    fc.property(schedules, ({ schedule }) => {
      const rounds = allGames(schedule).map(({ number }) => schedule.formatRound(number));
      expect(new Set(rounds).size).toBe(schedule.length);
      expect(rounds.map((round) => schedule.parseRound(round))).toEqual(
        allGames(schedule).map(({ number }) => number),
      );
      for (const odd of [
        '',
        '1',
        '0.1',
        '1.0',
        `1.${schedule.gamesPerRound + 1}`,
        `${schedule.rounds + 1}.1`,
        '1.1.1',
        '-1.1',
      ]) {
        expect(schedule.parseRound(odd)).toBeNull();
      }
    }),
    { numRuns: 40 },
  );
});

test('pairs and results do not depend on the order of the games', () => {
  const results = fc.array(fc.constantFrom('1-0' as const, '0-1' as const, '1/2-1/2' as const), {
    minLength: 84,
    maxLength: 84,
  });
  const order = fc.shuffledSubarray(
    Array.from({ length: 84 }, (_, i) => i),
    { minLength: 84 },
  );
  fc.assert(
    fc.property(schedules, results, order, ({ engines, schedule }, results, order) => {
      const count = (numbers: readonly number[]) => {
        const standings = new Standings(schedule, engines);
        for (const number of numbers) {
          if (number >= schedule.length) continue;
          const result = results[number % results.length]!;
          standings.add({ number, result, termination: 'normal', reason: 'x' });
        }
        return standings;
      };
      const inOrder = count([...order].sort((a, b) => a - b));
      expect(count(order).pairings).toEqual(inOrder.pairings);
      for (const { wins, draws, losses, pairs } of inOrder.pairings) {
        const half = pairs.reduce((sum, n, points) => sum + n * points, 0);
        expect(half).toBe(wins * 2 + draws);
        expect(pairs.reduce((sum, n) => sum + n, 0) * 2).toBe(wins + draws + losses);
      }
    }),
    { numRuns: 60 },
  );
});

test('a complete pair has its share of the points, and a reason counts without its details', () => {
  const screen = { factors: [], seed: 1 };
  const standings = new Standings(new Schedule(2, 'round-robin', 3), 2, screen);
  const add = vi.spyOn(standings.effects!, 'add');
  for (const [number, result] of (['1-0', '1/2-1/2', '0-1', '0-1', '1-0'] as const).entries()) {
    const reason = `White crashes: exit code ${number}`;
    standings.add({ number, result, termination: 'abandoned', reason });
  }
  expect(add.mock.calls).toEqual([
    [0, 0.75],
    [1, 0.5],
  ]);
  expect([...standings.reasons]).toEqual([['White crashes', 5]]);
});

test('a time forfeit counts for the side out of time, also where it is a draw', () => {
  const schedule = new Schedule(2, 'round-robin', 1);
  const sideOut = (result: GameResult, reason: string) => {
    const standings = new Standings(schedule, 2);
    standings.add({ number: 0, result, termination: 'time forfeit', reason });
    const { white } = schedule.game(0);
    return standings.forfeits[white]!['time forfeit'] === 1 ? 'White' : 'Black';
  };
  expect(sideOut('0-1', 'White is out of time')).toBe('White');
  expect(sideOut('1-0', 'Black is out of time')).toBe('Black');
  expect(sideOut('1/2-1/2', 'White is out of time, but Black cannot mate')).toBe('White');
  expect(sideOut('1/2-1/2', 'Black is out of time, but White cannot mate')).toBe('Black');
});
