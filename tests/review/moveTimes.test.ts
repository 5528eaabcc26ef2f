import { describe, expect, test } from 'vitest';
import { readTimes, troubleLimit } from '../../src/review/moveTimes.ts';
import { readGame } from '../support/pgn.ts';

describe('times of moves', () => {
  test('are the differences of clock times plus increments', () => {
    const game = readGame(
      '[TimeControl "300+3"]\n\n1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. Nf3 {[%clk 0:04:53.5]} *',
    );
    expect(readTimes(game)).toEqual([
      { clock: 300, spent: 3 },
      { clock: 298, spent: 5 },
      { clock: 293.5, spent: 9.5 },
    ]);
  });

  test('are exact in tenths of a second', () => {
    const clocks = ['0:09:59.9', '0:09:58.1', '0:09:57.2', '0:09:55.3'];
    const game = readGame(
      `[TimeControl "600"]\n\n${['e4', 'e5', 'd4', 'd5'].map((san, i) => `${san} {[%clk ${clocks[i]}]}`).join(' ')} *`,
    );
    expect(readTimes(game).map(({ spent }) => spent)).toEqual([0.1, 1.9, 2.7, 2.8]);
  });

  describe('on Lichess', () => {
    const SANS = ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6'];
    const spentWith = (control: string, clocks: string[]) => {
      const moves = clocks.map((clock, i) => `${SANS[i]} { [%clk ${clock}] }`).join(' ');
      const head = `[Site "https://lichess.org/nTu2b5kq"]\n[TimeControl "${control}"]`;
      return readTimes(readGame(`${head}\n\n${moves} *`)).map(({ spent }) => spent);
    };

    test('are unknown of the first move of each side, which does not run the clock', () => {
      const clocks = ['0:03:00', '0:03:00', '0:03:01', '0:02:55', '0:02:58', '0:02:57'];
      expect(spentWith('180+2', clocks)).toEqual([null, null, 1, 7, 5, 0]);
    });

    test('have no increment for a side that went berserk, which begins with half its time', () => {
      const clocks = ['0:03:00', '0:01:30', '0:02:58', '0:01:27', '0:02:50', '0:01:26'];
      expect(spentWith('180+2', clocks)).toEqual([null, null, 4, 3, 10, 1]);
    });

    test('of games with half a second left over by going berserk are those of all others', () => {
      const clocks = ['0:00:07', '0:00:15', '0:00:06', '0:00:14'];
      expect(spentWith('15+0', clocks)).toEqual([null, null, 1, 1]);
    });

    test('are those of the clocks in a broadcast, in which first moves run them', () => {
      const site = '[Site "https://lichess.org/broadcast/final/round-1/aBcDeFgH"]';
      const game = readGame(`${site}\n[TimeControl "180+2"]\n\n1. e4 {[%clk 0:02:58]} *`);
      expect(readTimes(game)[0]!.spent).toBe(4);
    });
  });

  test('are those in the file, if it has them', () => {
    const game = readGame('1. e4 {[%emt 0:00:12] a pawn} e5 {[%emt 7]} 2. d4 *');
    expect(readTimes(game).map(({ spent }) => spent)).toEqual([12, 7, null]);
  });

  test('are unknown for first moves without a time control, and after a clock was set forward', () => {
    const clocks = ['1:00:00', '1:00:00', '0:59:00', '0:50:00', '1:29:00', '0:49:30'];
    const sans = ['e4', 'e5', 'Nf3', 'Nf6', 'Nc3', 'Nc6'];
    const game = readGame(`${sans.map((san, i) => `${san} {[%clk ${clocks[i]}]}`).join(' ')} *`);
    const spent = [null, null, 60, 600, null, 30];
    expect(readTimes(game).map((time) => time.spent)).toEqual(spent);
  });

  test.each(['90 min + 30 sec', "120'/40+15'+30''", '*180'])(
    'are unknown with a time control that may have an increment which we cannot read: %s',
    (control) => {
      const head = `[TimeControl "${control}"]\n\n`;
      const moves = '1. e4 {[%clk 1:30:52]} c5 {[%clk 1:30:12]} 2. Nf3 {[%clk 1:30:22]}';
      const times = readTimes(readGame(`${head}${moves} d6 {[%clk 1:30:00] [%emt 0:00:42]} *`));
      expect(times.map(({ clock }) => clock)).toEqual([5452, 5412, 5422, 5400]);
      expect(times.map(({ spent }) => spent)).toEqual([null, null, null, 42]);
    },
  );

  test('have the increment of their period', () => {
    const spentWith = (control: string, left: number[]) => {
      const shuffle = ['Nf3', 'Nf6', 'Ng1', 'Ng8'];
      const moves = left.flatMap((clock, i) => {
        const clocked = `{[%clk 0:00:${clock}]}`;
        return [`${shuffle[(2 * i) % 4]} ${clocked}`, `${shuffle[(2 * i + 1) % 4]} ${clocked}`];
      });
      const game = readGame(`[TimeControl "${control}"]\n\n${moves.join(' ')} *`);
      return readTimes(game).flatMap(({ spent }, i) => (i % 2 === 0 ? [spent] : []));
    };
    const clocks = [580, 560, 640, 620, 615, 610];
    const spent = [20, 20, null];
    expect(spentWith('3/600:2/100:50+15', clocks)).toEqual([...spent, 20, 5, 20]);
    expect(spentWith('3/600:100+15', clocks)).toEqual([...spent, 35, 20, 20]);
    expect(spentWith('3/600', clocks)).toEqual([...spent, 20, 5, 5]);
    // The last period is repeated, with its increment.
    expect(spentWith('3/600+15', clocks)).toEqual([35, 35, null, 35, 20, 20]);
    // The second period is not in a form that we know.
    expect(spentWith('3/600:soon', clocks)).toEqual([...spent, 20, 5, 5]);
  });

  test('are unknown where the text is not a time', () => {
    const game = readGame('1. e4 {[%clk soon]} e5 {[%clk 1:2:3:4]} 2. d4 {[%clk -5]} *');
    for (const time of readTimes(game)) expect(time).toEqual({ clock: null, spent: null });
    expect(troubleLimit(game, readTimes(game))).toBeNull();
  });

  test.each(['1/86400', '1/1209600'])(
    'are not taken from clocks of daily games, which Chess.com fills with something else: %s',
    (control) => {
      const game = readGame(
        `[TimeControl "${control}"]\n\n1. e4 {[%clk 0:00:05]} c6 {[%clk 1:37:50.5]} 2. Nf3 {[%emt 0:22:02][%clk 0:22:02]} *`,
      );
      const times = readTimes(game);
      expect(times.map(({ clock }) => clock)).toEqual([null, null, null]);
      expect(times.map(({ spent }) => spent)).toEqual([null, null, 1322]);
      expect(troubleLimit(game, times)).toBeNull();
    },
  );

  test('time trouble is a tenth of the starting time, at most five minutes', () => {
    const limit = (control: string, clock = '0:01:00') => {
      const game = readGame(`[TimeControl "${control}"]\n\n1. e4 {[%clk ${clock}]} *`);
      return troubleLimit(game, readTimes(game));
    };
    const controls = ['180+2', '40/7200:3600', '-', '600'];
    expect(controls.map((control) => limit(control))).toEqual([18, 300, 6, 60]);
    // A first move may take no time.
    expect(limit('180+2', '0:03:02')).toBe(18);
  });

  test('time trouble follows the clocks where the time control of the file is in minutes', () => {
    const clocks = ['e4 {[%clk 1:30:20]}', 'e5 {[%clk 1:30:30]}', 'd4 {[%clk 0:01:00]}'];
    const game = readGame(`[TimeControl "90+30"]\n\n${clocks.join(' ')} *`);
    expect(troubleLimit(game, readTimes(game))).toBe(300);
  });
});
