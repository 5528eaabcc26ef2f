/**
 * How far networks are from their teacher where the search evaluates:
 * `npm run measure:leaves -- "cmd=stockfish" [network.nnue …]`, the built-in network if none is given.
 *
 * Searches of positions of the truth set evaluate millions of positions; a sample of them is scored by the
 * static evaluation of the engine. The searches use the built-in network, so another one gives another
 * sample. Nearly half are noisy: a capture wins material there. The truth set has no such positions,
 * because their best move is a capture.
 */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { countPieces } from '../src/chess/board/material.ts';
import type { Position } from '../src/chess/board/position.ts';
import { positionFromFen } from '../src/chess/notation/fen.ts';
import { staticMethod, withEngineLabellers } from '../src/commands/engineLabellers.ts';
import { formatErrors } from '../src/commands/errorTable.ts';
import { fenToLabel, isQuietPosition } from '../src/datagen/variants.ts';
import { ENDING_PIECES } from '../src/eval/endings.ts';
import type { Evaluator } from '../src/eval/evaluator.ts';
import { builtInEvaluator } from '../src/hosts/node/builtInEvaluator.ts';
import { readNetwork } from '../src/hosts/node/readNetwork.ts';
import { Search } from '../src/search/search.ts';
import { TranspositionTable } from '../src/search/transpositionTable.ts';
import {
  BALANCED,
  errorsByGroup,
  evaluateAll,
  type Groups,
  loadTruthSet,
} from '../src/train/truthSet.ts';
import { counted } from '../src/util/counts.ts';
import { Random } from '../src/util/random.ts';
import { withFiles } from './withFiles.ts';

const TRUTH = 'positions/truth';
/** One in this many positions of the truth set is searched, with this number of nodes. */
const EVERY = 43;
const NODES = 20_000;
/** One in this many evaluations is kept, on average. */
const SAMPLE = 100;

interface Leaf {
  fen: string;
  isQuiet: boolean;
}

const isBalanced = ({ score }: { score: number }): boolean => Math.abs(score) <= BALANCED;

const GROUPS: Groups<Leaf & { score: number }> = [
  ['all', () => true],
  ['quiet', ({ isQuiet }) => isQuiet],
  ['quiet, balanced', (leaf) => leaf.isQuiet && isBalanced(leaf)],
  ['noisy', ({ isQuiet }) => !isQuiet],
  ['noisy, balanced', (leaf) => !leaf.isQuiet && isBalanced(leaf)],
];

/** Passes everything on to an evaluator, and notes some of the positions that it evaluates. */
class Sampler implements Evaluator {
  readonly leaves: Leaf[] = [];
  private readonly random = new Random(1);
  private readonly evaluator = builtInEvaluator();

  begin(position: Position): void {
    this.evaluator.begin(position);
  }

  make(position: Position, move: number): void {
    this.evaluator.make(position, move);
  }

  makeNull(): void {
    this.evaluator.makeNull();
  }

  unmake(): void {
    this.evaluator.unmake();
  }

  evaluate(position: Position): number {
    if (this.random.below(SAMPLE) === 0) this.note(position);
    return this.evaluator.evaluate(position);
  }

  evaluateFromScratch(position: Position): number {
    return this.evaluator.evaluateFromScratch(position);
  }

  private note(position: Position): void {
    // With fewer pieces rules decide some positions, not the network.
    if (countPieces(position) <= ENDING_PIECES) return;
    this.leaves.push({ fen: fenToLabel(position), isQuiet: isQuietPosition(position) });
  }
}

const usage = 'npm run measure:leaves -- "cmd=stockfish" [network.nnue …]';
await withFiles(usage, async ([engine, ...files]) => {
  const networks = files.length === 0 ? [null] : files.map((file) => readNetwork(file).network);
  const method = staticMethod(true);
  await withEngineLabellers(engine!, method, false, 1, async ([labeller], name) => {
    const leaves = sampleLeaves();
    const labels = await labeller!.label(leaves.map(({ fen }) => fen));
    const positions = leaves.map((leaf, i) => ({ ...leaf, score: labels[i]!.score! }));
    console.log(`${counted(positions.length, 'position')}, ${name}, static`);
    for (const [i, network] of networks.entries()) {
      const scores = evaluateAll(builtInEvaluator(network), { chess960: false, positions });
      const groups = errorsByGroup(positions, scores, GROUPS);
      console.log(
        formatErrors(network === null ? 'built-in network' : basename(files[i]!), groups),
      );
    }
  });
});

/** The positions that searches of the truth set evaluate, a sample of them. */
function sampleLeaves(): Leaf[] {
  const sampler = new Sampler();
  const table = TranspositionTable.ofSize(16);
  const search = new Search(table, sampler);
  const { positions } = loadTruthSet(readdirSync(TRUTH).map((name) => `${TRUTH}/${name}`));
  for (const [i, { fen }] of positions.entries()) {
    if (i % EVERY !== 0) continue;
    search.forget();
    table.clear();
    search.run(positionFromFen(fen), { nodes: NODES });
  }
  return sampler.leaves;
}
