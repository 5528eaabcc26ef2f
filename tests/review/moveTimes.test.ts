import { describe, expect, test } from 'vitest';
import { parsePgn } from '../../src/chess/notation/pgnReader.ts';
import { unwrap } from '../../src/chess/result.ts';
import { readTimes, troubleLimit } from '../../src/review/moveTimes.ts';

const read = (text: string) => unwrap(parsePgn(text))[0]!;

describe('times of moves', () => {
  test('are the differences of clock times plus increments', () => {
    const game = read(
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
    const game = read(
      `[TimeControl "600"]\n\n${['e4', 'e5', 'd4', 'd5'].map((san, i) => `${san} {[%clk ${clocks[i]}]}`).join(' ')} *`,
    );
    expect(readTimes(game).map(({ spent }) => spent)).toEqual([0.1, 1.9, 2.7, 2.8]);
  });

  test('are those in the file, if it has them', () => {
    const game = read('1. e4 {[%emt 0:00:12] a pawn} e5 {[%emt 7]} 2. d4 *');
    expect(readTimes(game).map(({ spent }) => spent)).toEqual([12, 7, null]);
  });

  test('are unknown for first moves without a time control, and after a clock was set forward', () => {
    const clocks = ['1:00:00', '1:00:00', '0:59:00', '0:50:00', '1:29:00', '0:49:30'];
    const sans = ['e4', 'e5', 'Nf3', 'Nf6', 'Nc3', 'Nc6'];
    const game = read(`${sans.map((san, i) => `${san} {[%clk ${clocks[i]}]}`).join(' ')} *`);
    const spent = [null, null, 60, 600, null, 30];
    expect(readTimes(game).map((time) => time.spent)).toEqual(spent);
  });

  test('are unknown where the text is not a time', () => {
    const game = read('1. e4 {[%clk soon]} e5 {[%clk 1:2:3:4]} 2. d4 {[%clk -5]} *');
    for (const time of readTimes(game)) expect(time).toEqual({ clock: null, spent: null });
    expect(troubleLimit(game, readTimes(game))).toBeNull();
  });

  test.each(['1/86400', '1/1209600'])(
    'are not taken from clocks of daily games, which Chess.com fills with something else: %s',
    (control) => {
      const game = read(
        `[TimeControl "${control}"]\n\n1. e4 {[%clk 0:00:05]} c6 {[%clk 1:37:50.5]} 2. Nf3 {[%emt 0:22:02][%clk 0:22:02]} *`,
      );
      const times = readTimes(game);
      expect(times.map(({ clock }) => clock)).toEqual([null, null, null]);
      expect(times.map(({ spent }) => spent)).toEqual([null, null, 1322]);
      expect(troubleLimit(game, times)).toBeNull();
    },
  );

  test('time trouble is a tenth of the starting time, at most five minutes', () => {
    const limit = (control: string) => {
      const game = read(`[TimeControl "${control}"]\n\n1. e4 {[%clk 0:01:00]} *`);
      return troubleLimit(game, readTimes(game));
    };
    expect(['180+2', '40/7200:3600', '-', '600'].map(limit)).toEqual([18, 300, 6, 60]);
  });

  test('time trouble follows the clocks where the time control of the file is in minutes', () => {
    const clocks = ['e4 {[%clk 1:30:20]}', 'e5 {[%clk 1:30:30]}', 'd4 {[%clk 0:01:00]}'];
    const game = read(`[TimeControl "90+30"]\n\n${clocks.join(' ')} *`);
    expect(troubleLimit(game, readTimes(game))).toBe(300);
  });
});
