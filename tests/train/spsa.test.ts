/** SPSA: it finds a maximum by games only, and can be interrupted and continued anywhere. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Random } from '../../src/chess/random.ts';
import { SavedFile } from '../../src/hosts/node/atomicFile.ts';
import {
  beginSpsa,
  iterate,
  type PlayPairs,
  propose,
  type SpsaParameter,
  type SpsaSettings,
  type SpsaState,
} from '../../src/train/spsa.ts';
import { loadState, saveState } from '../../src/train/stateFile.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const SETTINGS: SpsaSettings = {
  ...{ pairs: 20_000, batch: 8, seed: 5 },
  ...{ alpha: 0.602, gamma: 0.101, stability: 0.1, gain: 0.02 },
};

const parameter = (name: string, start: number, max: number, step: number): SpsaParameter => ({
  ...{ name, start, value: start, min: 0, max, step },
});

const PARAMETERS = [
  parameter('small', 2, 20, 1),
  parameter('large', 9000, 10_000, 500),
  parameter('done', 300, 600, 30),
];
/** The maximum, and the Elo lost per step away from it. */
const BEST: Record<string, number> = { small: 9, large: 4000, done: 300 };
const ELO_PER_SQUARED_STEP = 3;

/** The Elo of a side with these parameters. */
function strength(values: Record<string, number>): number {
  const squares = PARAMETERS.map(({ name, step }) => ((values[name]! - BEST[name]!) / step) ** 2);
  return -ELO_PER_SQUARED_STEP * squares.reduce((a, b) => a + b);
}

/** Random results, half of them draws; reproducible by game number. */
const play: PlayPairs = async ({ plus, minus }, first, pairs) => {
  const random = new Random(first);
  const expected = 1 / (1 + 10 ** ((strength(minus) - strength(plus)) / 400));
  const score = { wins: 0, draws: 0, losses: 0 };
  for (let game = 0; game < pairs * 2; game++) {
    const chance = random.below(1e6) / 1e6;
    if (chance < expected - 0.25) score.wins++;
    else if (chance < expected + 0.25) score.draws++;
    else score.losses++;
  }
  return score;
};

async function run(state: SpsaState, iterations = Number.POSITIVE_INFINITY): Promise<SpsaState> {
  for (let i = 0; i < iterations && state.played < state.settings.pairs; i++) {
    state = await iterate(state, play);
  }
  return state;
}

test('a noisy quadratic is optimized to within two steps of its maximum, for any seed', async () => {
  for (const seed of [1, 2, 3]) {
    const end = await run(beginSpsa({ ...SETTINGS, seed }, PARAMETERS));
    expect(end.played).toBe(SETTINGS.pairs);
    expect(end.wins + end.draws + end.losses).toBe(2 * SETTINGS.pairs);
    for (const { name, value, step } of end.parameters) {
      expect(Math.abs(value - BEST[name]!) / step, `${name}, seed ${seed}`).toBeLessThan(2);
    }
  }
});

test('sides get integers within bounds, one step from the value on average', () => {
  const near = fc.record({
    value: fc.double({ min: 0, max: 20, noNaN: true }),
    step: fc.double({ min: 0.5, max: 3, noNaN: true }),
  });
  fc.assert(
    fc.property(near, ({ value, step }) => {
      const state = beginSpsa(SETTINGS, [{ ...parameter('x', 2, 20, step), value }]);
      let [up, down] = [0, 0];
      for (let played = 0; played < 50; played++) {
        const { plus, minus, signs } = propose({ ...state, played });
        for (const { x } of [plus, minus] as { x: number }[]) {
          expect(Number.isInteger(x) && x >= 0 && x <= 20).toBe(true);
        }
        expect((plus.x! - minus.x!) * signs[0]!).toBeGreaterThanOrEqual(0);
        if (signs[0] === 1) up++;
        else down++;
      }
      expect(Math.min(up, down)).toBeGreaterThan(5);
    }),
  );
});

describe('a saved run', () => {
  const FOLDER = temporaryFolder();
  const path = join(FOLDER, 'state.json');
  const games = {
    ...{ limits: { nodes: 100 }, hash: 1, rules: { draw: null, resign: null, maxMoves: null } },
    opening: { plies: 2, minScore: 0, maxScore: 50, margin: 20, nodes: 50, chess960: false },
  };
  const fresh = beginSpsa({ ...SETTINGS, pairs: 100 }, PARAMETERS);

  test('continues as if never interrupted', async () => {
    const undisturbed = await run(fresh);
    for (const iterations of [1, 5, 12]) {
      saveState(new SavedFile(path), games, await run(fresh, iterations));
      const loaded = loadState(path, games, fresh);
      expect(loaded.played).toBe(iterations * 8);
      expect(await run(loaded)).toEqual(undisturbed);
    }
  });

  test('is not written by two runs', () => {
    const [first, second] = [new SavedFile(path), new SavedFile(path)];
    saveState(first, games, { ...fresh, played: 8 });
    saveState(first, games, { ...fresh, played: 16 });
    expect(() => saveState(second, games, { ...fresh, played: 8 })).toThrow(
      /^'state.json' is being changed by another process$/,
    );
    expect(loadState(path, games, fresh).played).toBe(16);
    rmSync(path);
    saveState(first, games, { ...fresh, played: 24 });
    expect(loadState(path, games, fresh).played).toBe(24);
  });

  test('can be extended, with the steps and gains of the longer run from there on', async () => {
    const longer = beginSpsa({ ...fresh.settings, pairs: 40_000 }, PARAMETERS);
    saveState(new SavedFile(path), games, { ...fresh, played: 16, wins: 3 });
    const state = loadState(path, games, longer);
    expect(state).toEqual({ ...longer, played: 16, wins: 3 });
  });

  test('is not continued with other settings', () => {
    saveState(new SavedFile(path), games, fresh);
    const other = (changes: Partial<SpsaSettings>, parameters = PARAMETERS) =>
      loadState(path, games, beginSpsa({ ...fresh.settings, ...changes }, parameters));
    expect(() => other({ seed: 6 })).toThrow(/other seed/);
    expect(() => other({ pairs: 99 })).toThrow(/can only be extended/);
    expect(() => other({}, PARAMETERS.slice(1))).toThrow(/other parameters/);
    expect(() => loadState(path, { ...games, hash: 2 }, fresh)).toThrow(/other games/);
    const whole = readFileSync(path, 'utf8');
    for (const text of ['', '{}', '[]', 'null', '7', whole.slice(0, -5)]) {
      writeFileSync(path, text);
      expect(() => loadState(path, games, fresh)).toThrow(/not a saved tuning run/);
    }
    rmSync(path);
    expect(loadState(path, games, fresh)).toBe(fresh);
  });

  test.each([
    ['"played": 0', '"played": -5'],
    ['"played": 0', '"played": 101'],
    ['"wins": 0', '"wins": 0.5'],
    ['"draws": 0', '"draws": null'],
    ['"pairs": 100', '"pairs": "100"'],
    ['"value": 2', '"value": "foo"'],
    ['"value": 2', '"value": 21'],
    ['"value": 2', '"value": 1e999'],
    [/"parameters": \[.*\]/s, '"parameters": [null]'],
    [/"parameters": \[.*\]/s, '"parameters": {}'],
    [/"settings": \{.*?\}/s, '"settings": null'],
  ])('with %s replaced by %s is no saved run', (part, other) => {
    saveState(new SavedFile(path), games, fresh);
    const text = readFileSync(path, 'utf8').replace(part, other);
    expect(text).toContain(other);
    writeFileSync(path, text);
    expect(() => loadState(path, games, fresh)).toThrow(/^'state.json' is not a saved tuning run$/);
    rmSync(path);
  });
});
