/** `refrain data measure`: how far static evaluations are from the truth. */
import { basename } from 'node:path';
import { builtInEvaluator } from '../hosts/node/builtInEvaluator.ts';
import { readNetwork } from '../hosts/node/readNetwork.ts';
import {
  errorsByGroup,
  evaluateAll,
  loadTruthSet,
  TRUTH_GROUPS,
  type TruthSet,
} from '../train/truthSet.ts';
import { counted } from '../util/counts.ts';
import { ChessError } from '../util/result.ts';
import { checkInputs } from './checkOutputs.ts';
import { staticMethod, withEngineLabellers } from './engineLabellers.ts';
import { formatErrors } from './errorTable.ts';
import { checkJson, isOnStandardOutput, type JsonTarget, writeJson } from './jsonOutput.ts';
import { reportTornGame, startProgress } from './terminal.ts';

interface MeasureOptions {
  /** Network files. */
  network?: string[];
  engine?: string;
  /** The pattern of the engine's static evaluation, as in labelling. */
  static?: string | true;
  /** Nodes of the engine's searches, instead of its static evaluation. */
  nodes?: number;
  json?: JsonTarget;
}

/** Positions sent to an engine at a time: there is one timeout for all of them. */
const BATCH = 256;

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
  const { engine, network = engine === undefined ? [null] : [], json } = options;
  for (const option of ['static', 'nodes'] as const) {
    if (engine === undefined && options[option] !== undefined) {
      throw new ChessError(`--${option} has no effect without --engine`);
    }
  }
  checkInputs(paths);
  checkJson(json, [...paths, ...(options.network ?? [])]);
  const truth = loadTruthSet(paths);
  const { method, positions } = truth;
  for (const { name, bytes } of truth.torn) reportTornGame(name, bytes);
  const predictions = network.map((file) => evaluate(truth, file));
  if (engine !== undefined) predictions.push(await ask(truth, engine, options));
  const results = predictions.map(({ name, scores }) => {
    return { name, groups: errorsByGroup(positions, scores, TRUTH_GROUPS) };
  });
  if (json !== undefined) {
    const list = results.map(({ name, groups }) => ({ name, groups: Object.fromEntries(groups) }));
    writeJson(json, JSON.stringify({ truth: method, results: list }));
  }
  if (isOnStandardOutput(json)) return;
  console.log(`${counted(positions.length, 'position')}, ${method}`);
  for (const { name, groups } of results) console.log(formatErrors(name, groups));
}

/** Evaluates all positions with a network; null stands for the built-in one. */
function evaluate(truth: TruthSet, file: string | null): Prediction {
  const network = file === null ? null : readNetwork(file).network;
  const name = file === null ? 'built-in network' : basename(file);
  return { name, scores: evaluateAll(builtInEvaluator(network), truth) };
}

/** Lets an engine score all positions, by its static evaluation or by searches. */
function ask(truth: TruthSet, words: string, options: MeasureOptions): Promise<Prediction> {
  const { nodes, static: pattern = true } = options;
  const method = nodes === undefined ? staticMethod(pattern) : { nodes };
  return withEngineLabellers(words, method, truth.chess960, 1, async ([labeller], name) => {
    const { positions } = truth;
    const scores: number[] = [];
    const progress = startProgress(positions.length, 'positions');
    try {
      while (scores.length < positions.length) {
        const batch = positions.slice(scores.length, scores.length + BATCH);
        const labels = await labeller!.label(batch.map(({ fen }) => fen));
        scores.push(...labels.map(({ score }) => score!));
        progress.step('', batch.length);
      }
    } finally {
      progress.end();
    }
    const how = nodes === undefined ? 'static' : `${nodes} nodes`;
    return { name: `${name}, ${how}`, scores };
  });
}
