/** Truth sets: the errors of static evaluations, and `refrain data measure`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { Chess } from 'chess.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadTruthSet, summarizeErrors } from '../../src/train/truthSet.ts';
import { fail, refrain, succeed } from '../support/runCli.ts';
import { temporaryFiles } from '../support/temporaryFolder.ts';

const file = temporaryFiles();
const FAKE = 'cmd=node arg=tests/support/fakeEngine.mjs';

const scores = fc.array(fc.integer({ min: -900, max: 900 }), { minLength: 20, maxLength: 200 });
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const chance = (score: number) => 1 / (1 + Math.exp(-score / 250));

describe('the error of predicted scores', () => {
  test('is the mean squared difference of the chances, and the bias the mean difference', () => {
    fc.assert(
      fc.property(scores, scores, (a, b) => {
        const truth = a.slice(0, b.length);
        const predicted = b.slice(0, a.length);
        const differences = truth.map((score, i) => chance(predicted[i]!) - chance(score));
        const { error, bias, scaledError, positions } = summarizeErrors(truth, predicted);
        expect(error).toBeCloseTo(mean(differences.map((x) => x * x)), 10);
        expect(bias).toBeCloseTo(mean(differences), 10);
        expect(scaledError).toBeLessThanOrEqual(error + 1e-9);
        expect(positions).toBe(predicted.length);
      }),
    );
  });

  test('vanishes with the factor by which all scores are too small or too large', () => {
    fc.assert(
      fc.property(scores, fc.double({ min: 0.2, max: 5, noNaN: true }), (predicted, factor) => {
        fc.pre(predicted.some((score) => Math.abs(score) > 50));
        const truth = predicted.map((score) => score * factor);
        const found = summarizeErrors(truth, predicted);
        expect(found.scaledError).toBeLessThan(1e-8);
        expect(found.factor / factor).toBeCloseTo(1, 2);
      }),
    );
  });
});

describe('refrain data measure', () => {
  beforeAll(async () => {
    await succeed(
      ...['datagen', file('games'), '--games', '8', '--nodes', '20', '--hash', '1'],
      ...['--max-moves', '40', '--opening-nodes', '40'],
    );
    const label = ['data', 'label', file('games'), '--engine', FAKE, '--variants', '0.5'];
    await succeed(...label, '-o', file('truth'), '--static');
  });

  const measure = async (...args: string[]) => {
    const [line] = await succeed('data', 'measure', file('truth'), '--json', ...args);
    return JSON.parse(line!);
  };

  test('finds no error in the evaluation that made the truth set', async () => {
    const { truth, results } = await measure('--engine', `${FAKE} name=F`);
    expect(truth).toBe('Fake, static evaluations');
    expect(results).toHaveLength(1);
    expect(results[0].name).toBe('F, static');
    for (const { error, bias } of Object.values<{ error: number; bias: number }>(
      results[0].groups,
    )) {
      expect([error, bias]).toEqual([0, 0]);
    }
  });

  test('finds the errors of a constant score, in every group of positions', async () => {
    const { results } = await measure('--engine', `${FAKE} arg=score=40`, '--nodes', '5');
    const { positions } = loadTruthSet([file('truth')]);
    const { groups } = results[0];
    expect(groups.all.positions).toBe(positions.length);
    const expected = mean(positions.map(({ score }) => (chance(40) - chance(score)) ** 2));
    expect(groups.all.error).toBeCloseTo(expected, 10);
    for (const parts of [
      ['of games', 'variants'],
      ['opening', 'middlegame', 'endgame'],
      ['2-9 pieces', '10-17 pieces', '18-25 pieces', '26-32 pieces'],
      ['within 1 pawn', '1-3 pawns', '3-10 pawns', 'over 10 pawns'],
    ]) {
      const counts = parts.map((part) => groups[part]?.positions ?? 0);
      expect(counts.reduce((a, b) => a + b)).toBe(positions.length);
    }
    for (const { fen, pieces } of positions) {
      const board = new Chess(fen).board().flat();
      expect(board.filter((piece) => piece !== null)).toHaveLength(pieces);
    }
  });

  test.each([['--static'], ['--nodes', '5']])('asks an engine in batches: %s', async (...how) => {
    const log = file(`log${how[0]}`);
    await measure('--engine', `${FAKE} arg=log=${log}`, ...how);
    // Each batch begins with a reset; the first part comes before all of them.
    const [, ...batches] = readFileSync(log, 'utf8').split(/^ucinewgame$/m);
    const sizes = batches.map((batch) => batch.match(/^position /gm)?.length ?? 0);
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256);
    const { positions } = loadTruthSet([file('truth')]);
    expect(sizes.reduce((a, b) => a + b)).toBe(positions.length);
  });

  test('measures networks, the built-in one unless others are given', async () => {
    const builtIn = 'src/eval/nnue/default.nnue';
    const [first] = (await measure()).results;
    const [second, third] = (await measure('--network', builtIn, '--engine', FAKE)).results;
    expect(first.name).toBe('built-in network');
    expect(second).toEqual({ name: 'default.nnue', groups: first.groups });
    expect(third.name).toBe('Fake, static');
    const table = await succeed('data', 'measure', file('truth'));
    expect(table[0]).toMatch(/^\d+ positions, Fake, static evaluations$/);
    expect(table.some((line) => /balanced.* [+-]0\.\d{4} /.test(line))).toBe(true);
  });

  test('writes the same data to a file', async () => {
    const words = ['data', 'measure', file('truth'), '--engine', FAKE, '--json'];
    const [line] = await succeed(...words);
    const table = await succeed(...words, file('errors.json'));
    expect(table[0]).toMatch(/^\d+ positions, /);
    expect(readFileSync(file('errors.json'), 'utf8')).toBe(`${line}\n`);
    expect(await fail(...words, file('truth'))).toMatch(/is both an input and an output$/);
  });

  test.each([
    ['nodes without an engine', ['--nodes', '9'], /--nodes has no effect without --engine$/],
    [
      'a static evaluation without an engine',
      ['--static'],
      /--static has no effect without --engi/,
    ],
    [
      'nodes of a network',
      ['--network', 'src/eval/nnue/default.nnue', '--nodes', '9'],
      /--nodes has no effect/,
    ],
    ['a limit of the engine', ['--engine', `${FAKE} nodes=5`], /limits cannot be part of --engine/],
  ])('rejects %s', async (_, args, reason) => {
    expect(await fail('data', 'measure', file('truth'), ...args)).toMatch(reason);
  });

  test('says in one line which file is unsuitable', async () => {
    writeFileSync(file('foreign'), 'something else');
    const go = (...args: string[]) => fail('data', 'measure', ...args);
    expect(await go(file('games'))).toMatch(/'games': not a label file/);
    expect(await go(file('none'))).toMatch(/no such file/i);
    expect(await go(file('truth'), file('truth'))).toMatch(/'truth' is given twice/);
    expect(await go(file('truth'), '--network', file('foreign'))).toMatch(/'foreign': /);
    expect(await go(file('truth'), '--engine', `${FAKE} arg=fault=blind`)).toMatch(
      /'node': 0 static evaluations for \d+ positions/,
    );
    expect(await go(file('truth'), '--engine', FAKE, '--static', 'x')).toMatch(/one group/);
    const other = ['data', 'label', file('games'), '-o', file('other'), '--engine', FAKE];
    await succeed(...other, '--nodes', '3', '--every', '20');
    expect(await go(file('truth'), file('other'))).toMatch(
      /'truth' and 'other' cannot be combined: Fake, static evaluations; Fake, 3 nodes$/,
    );
    await succeed('datagen', file('games960'), '--chess960', '--games', '1', '--nodes', '20');
    const label = ['data', 'label', file('games960'), '-o', file('truth960'), '--engine'];
    await succeed(...label, `${FAKE} arg=castles=b1a1`, '--static');
    expect(await go(file('truth'), file('truth960'))).toMatch(
      /: Fake, static evaluations; Fake, static evaluations, Chess960$/,
    );
    const whole = readFileSync(file('truth'));
    writeFileSync(file('torn'), whole.subarray(0, whole.length - 3));
    const { code, err } = await refrain('data', 'measure', file('torn'));
    expect(code).toBe(0);
    expect(err).toEqual([expect.stringMatching(/'torn': left out [\d,]+ bytes?/)]);
  });
});
