/**
 * The built-in network on the committed truth set: positions of games that no network has learned from,
 * with scores of 40,000 nodes by Stockfish 15.1 (docs/networks.md). A worse network must not be shipped
 * unnoticed; a better one moves these figures.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtInEvaluator } from '../../src/hosts/node/builtInEvaluator.ts';
import {
  errorsByGroup,
  evaluateAll,
  loadTruthSet,
  TRUTH_GROUPS,
} from '../../src/train/truthSet.ts';
import { ROOT } from '../support/runCli.ts';

const FOLDER = join(ROOT, 'positions/truth');
const truth = loadTruthSet(readdirSync(FOLDER).map((name) => join(FOLDER, name)));
const groups = errorsByGroup(truth.positions, evaluateAll(builtInEvaluator(), truth), TRUTH_GROUPS);

test('the truth set has positions of all kinds, a quarter of them a random ply or two away', () => {
  const count = (name: string) => groups.get(name)!.positions;
  expect(count('all')).toBeGreaterThan(10_000);
  expect(count('variants') / count('all')).toBeCloseTo(0.27, 1);
  for (const name of groups.keys()) expect(count(name)).toBeGreaterThan(60);
});

test.each([
  ['all', 0.0056],
  ['balanced', 0.0032],
])('the error of %s positions with the best factor is below %d', (name, limit) => {
  expect(groups.get(name)!.scaledError).toBeLessThan(limit);
});

test('neither side is favoured', () => {
  expect(Math.abs(groups.get('all')!.bias)).toBeLessThan(0.005);
});

test('scores of balanced positions have the size of the true ones', () => {
  expect(groups.get('balanced')!.factor).toBeGreaterThan(0.75);
  expect(groups.get('balanced')!.factor).toBeLessThan(1.1);
});
