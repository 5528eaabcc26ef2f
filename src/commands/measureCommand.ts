/** `refrain data measure`: how far static evaluations are from the truth. */
import { basename } from 'node:path';
import Table from 'cli-table3';
import { ChessError, quote, unwrap } from '../chess/result.ts';
import { type LabelMethod, UciLabeller } from '../datagen/labeller.ts';
import { parseStaticPattern, STOCKFISH_PATTERN } from '../datagen/staticScore.ts';
import { decodeNetwork } from '../eval/nnue/networkFile.ts';
import { builtInEvaluator } from '../hosts/node/builtInEvaluator.ts';
import { readBytes } from '../hosts/node/inputFile.ts';
import { Builds } from '../match/engineProgram.ts';
import { engineName, parseEngineSpec } from '../match/engineSpec.ts';
import { errorsByGroup, evaluateAll, loadTruthSet, type TruthSet } from '../train/truthSet.ts';
import { counted, formatCount, reportTornGame } from './terminal.ts';

interface MeasureOptions {
  /** Network files. */
  network?: string[];
  engine?: string;
  /** The pattern of the engine's static evaluation, as in labelling. */
  static?: string | true;
  /** Nodes of the engine's searches, instead of its static evaluation. */
  nodes?: number;
  json?: true;
}

/** Scores of all positions of a truth set, by one network or engine. */
interface Prediction {
  name: string;
  scores: number[];
}

/**
 * Measures networks (the built-in one, if neither is given) and an engine on a truth set. Throws a
 * ChessError for unsuitable files, and for an engine that fails.
 */
export async function runMeasure(paths: readonly string[], options: MeasureOptions): Promise<void> {
  const truth = loadTruthSet(paths);
  const { method, positions } = truth;
  for (const { name, bytes } of truth.torn) reportTornGame(name, bytes, 'left out');
  const { engine, network = engine === undefined ? [null] : [] } = options;
  const predictions = network.map((file) => evaluate(truth, file));
  if (engine !== undefined) predictions.push(await ask(truth, engine, options));
  const results = predictions.map(({ name, scores }) => {
    return { name, groups: errorsByGroup(positions, scores) };
  });
  if (options.json) {
    const list = results.map(({ name, groups }) => ({ name, groups: Object.fromEntries(groups) }));
    console.log(JSON.stringify({ truth: method, results: list }));
    return;
  }
  console.log(`${counted(positions.length, 'position')}, ${method}`);
  for (const { name, groups } of results) {
    const table = new Table({
      head: [name, 'positions', 'error', 'best factor', 'error with it', 'bias'],
      colAligns: ['left', 'right', 'right', 'right', 'right', 'right'],
      style: { head: [], border: [], compact: true },
    });
    for (const [group, { positions, error, factor, scaledError, bias }] of groups) {
      table.push([
        group,
        formatCount(positions),
        error.toFixed(5),
        factor.toFixed(2),
        scaledError.toFixed(5),
        `${bias < 0 ? '' : '+'}${bias.toFixed(4)}`,
      ]);
    }
    console.log(`${table}`);
  }
}

/** Evaluates all positions with a network; null stands for the built-in one. */
function evaluate(truth: TruthSet, file: string | null): Prediction {
  const bytes = file === null ? null : readBytes(file);
  const name = file === null ? 'built-in network' : basename(file);
  if (bytes !== null) {
    const network = decodeNetwork(bytes);
    if (!network.ok) throw new ChessError(`${quote(name)}: ${network.error.message}`);
  }
  return { name, scores: evaluateAll(builtInEvaluator(bytes), truth) };
}

/** Lets an engine score all positions, by its static evaluation or by searches. */
async function ask(truth: TruthSet, words: string, options: MeasureOptions): Promise<Prediction> {
  const { nodes, static: pattern = true } = options;
  const text = pattern === true ? STOCKFISH_PATTERN : pattern;
  const method: LabelMethod =
    nodes === undefined ? { pattern: unwrap(parseStaticPattern(text)) } : { nodes };
  const spec = unwrap(parseEngineSpec(words));
  const builds = new Builds();
  try {
    const program = await builds.prepare(spec, (line) => console.error(line));
    const labeller = await UciLabeller.start(program, engineName(spec), method, truth.chess960);
    try {
      const labels = await labeller.label(truth.positions.map(({ fen }) => fen));
      const how = nodes === undefined ? 'static' : `${nodes} nodes`;
      return { name: `${spec.name ?? labeller.name}, ${how}`, scores: labels.map((l) => l.score!) };
    } finally {
      await labeller.close();
    }
  } finally {
    builds.remove();
  }
}
