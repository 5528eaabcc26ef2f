/**
 * The search in slices, as in the browser build: bundled with the same plugin, and made to yield at
 * every possible node.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { beforeAll, expect, test } from 'vitest';
import { addSlicedTwins, slicedTwins } from '../../scripts/slicedTwins.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { builtInEvaluator } from '../../src/hosts/node/builtInEvaluator.ts';
import type { Search } from '../../src/search/search.ts';
import type { Signals } from '../../src/search/signals.ts';
import type { SlicedSearch } from '../../src/search/slices.ts';
import { freshSearch } from '../support/search.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

type Sliced = typeof import('../../src/search/slices.ts') &
  typeof import('../../src/search/search.ts') &
  typeof import('../../src/search/signals.ts') &
  typeof import('../../src/search/transpositionTable.ts');

const FENS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
  'r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9',
];
const DEPTH = 10;

const folder = temporaryFolder();
let sliced: Sliced;
beforeAll(async () => {
  const entry = join(folder, 'entry.ts');
  const paths = ['slices', 'search', 'signals', 'transpositionTable'].map((name) =>
    resolve(`src/search/${name}.ts`),
  );
  writeFileSync(entry, paths.map((path) => `export * from ${JSON.stringify(path)};`).join('\n'));
  const file = join(folder, 'sliced.mjs');
  await build({
    input: entry,
    plugins: [slicedTwins()],
    logLevel: 'silent',
    output: { file, codeSplitting: false },
  });
  sliced = await import(pathToFileURL(file).href);
});

function freshSliced(): { search: Search & SlicedSearch; signals: Signals } {
  const signals = new sliced.Signals();
  const table = sliced.TranspositionTable.ofSize(4);
  return { search: new sliced.Search(table, builtInEvaluator(), signals), signals };
}

test.each(FENS)('a search that always yields searches the same nodes: %s', async (fen) => {
  const whole = freshSearch().search.run(positionFromFen(fen), { depth: DEPTH });
  const { search } = freshSliced();
  const steps = search.runInSlices!(positionFromFen(fen), { depth: DEPTH });
  let slices = 0;
  for (;;) {
    // A slice that is over before it starts.
    sliced.slice.end = 0;
    const step = steps.next();
    if (!step.done) {
      slices++;
      continue;
    }
    expect(step.value.info.nodes).toBe(whole.info.nodes);
    expect(step.value.best).toEqual(whole.best);
    break;
  }
  expect(slices).toBeGreaterThan(20);
});

test('a stop between two slices ends the search with a move', async () => {
  const { search, signals } = freshSliced();
  let slices = 0;
  // Without limits: nothing but the stop ends it.
  const steps = search.runInSlices!(positionFromFen(FENS[0]!), {});
  const { best } = await sliced.runInSlices(steps, async () => {
    if (++slices === 3) signals.stop();
  });
  expect(best).not.toBeNull();
  expect(slices).toBeGreaterThanOrEqual(3);
});

test('a method that searches in a closure cannot yield: the build fails', () => {
  const code = 'class A { run() { return [1].map(() => this.negamax(1)); } }';
  expect(() => addSlicedTwins(code, new Set(['negamax']))).toThrow(
    'run searches in a nested function',
  );
});

test.each([
  ['a function', 'function searchNull(tree) { return tree.negamax(1); }'],
  ['a field', 'class A { searchNull = () => this.negamax(1); }'],
])('%s that searches cannot yield: the build fails', (_, code) => {
  expect(() => addSlicedTwins(code, new Set(['negamax']))).toThrow('is outside a method');
});

test('a search that is begun in another module cannot yield: the build fails', async () => {
  const input = join(folder, 'other.ts');
  writeFileSync(input, 'export const searchNull = (tree: any) => tree.negamax(1);');
  const other = { input, plugins: [slicedTwins()], logLevel: 'silent' as const, write: false };
  await expect(build(other)).rejects.toThrow(/other\.ts calls negamax/);
});
