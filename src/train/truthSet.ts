/**
 * Truth sets: positions of games that no network learns from, with the scores of long searches, and
 * how far a static evaluation is from them. Networks are chosen by this error first, then by games;
 * a validation loss only says how well a network has learned its own labels.
 *
 * The error is the mean squared difference of winning chances, sigmoid(centipawns / 250). The best
 * factor is the one that makes it smallest when all scores are multiplied by it: what is wrong only
 * in size can be repaired by `npm run scale:network`. The bias is the mean difference of the chances.
 */
import { countPieces } from '../chess/board/material.ts';
import { NO_PIECE, typeOf } from '../chess/board/types.ts';
import { positionFromFen } from '../chess/notation/fen.ts';
import { unpackPosition } from '../datagen/gameFormat.ts';
import { LabelReader } from '../datagen/labelFile.ts';
import { describeMethod } from '../datagen/labelFormat.ts';
import type { TornFile } from '../datagen/recordFile.ts';
import { type Labelled, labelledPositions } from '../datagen/trainingPositions.ts';
import { fenToLabel } from '../datagen/variants.ts';
import type { Evaluator } from '../eval/evaluator.ts';
import { ChessError, unwrap } from '../util/result.ts';

/** Centipawns at which the winning chance is 73%. */
const SCALE = 250;

/** A position is balanced if its true score is within this many centipawns. */
export const BALANCED = 300;

/** Weights of pieces from pawn to king, by which phases of the game are told apart. */
const PHASE_WEIGHTS = [0, 1, 1, 2, 4, 0];

/** A position of a truth set. */
interface TruthPosition {
  /** With a halfmove clock of 0. */
  fen: string;
  /** Centipawns for the side to move. */
  score: number;
  /** Whether it is a random ply or two away from its game. */
  isVariant: boolean;
  pieces: number;
  /** From 24 with all pieces to 0 with pawns only. */
  phase: number;
}

export interface TruthSet {
  /** What the scores are: `Stockfish 15.1, 40000 nodes`. */
  method: string;
  chess960: boolean;
  positions: TruthPosition[];
  /** Files that ended within a game, which was left out. */
  torn: TornFile[];
}

/** How far predicted scores are from the true ones. */
export interface ErrorSummary {
  positions: number;
  error: number;
  /** The factor for the scores at which the error is smallest, and that error. */
  factor: number;
  scaledError: number;
  bias: number;
}

/**
 * Reads label files as one truth set. Throws a ChessError if one is not such a file or is damaged,
 * and if they were not labelled in the same way.
 */
export function loadTruthSet(paths: readonly string[]): TruthSet {
  const positions: TruthPosition[] = [];
  const torn: TornFile[] = [];
  let first: { name: string; method: string; chess960: boolean; kind: string } | null = null;
  for (const path of paths) {
    const reader = new LabelReader(path);
    const { name, header } = reader;
    const method = describeMethod(header);
    const chess960 = header.settings.chess960 === 1;
    const kind = chess960 ? `${method}, Chess960` : method;
    first ??= { name, method, chess960, kind };
    if (first.kind !== kind) {
      throw new ChessError(`${first.name} and ${name} cannot be combined: ${first.kind}; ${kind}`);
    }
    for (const game of reader.games()) {
      const start = unwrap(unpackPosition(game.start, chess960));
      for (const labelled of labelledPositions(start, game)) positions.push(describe(labelled));
    }
    if (reader.tornBytes > 0) torn.push({ name, bytes: reader.tornBytes });
  }
  if (first === null || positions.length === 0) throw new ChessError('the truth set has no labels');
  return { method: first.method, chess960: first.chess960, positions, torn };
}

function describe({ position, label, isVariant }: Labelled): TruthPosition {
  let phase = 0;
  for (const piece of position.board)
    if (piece !== NO_PIECE) phase += PHASE_WEIGHTS[typeOf(piece)]!;
  const pieces = countPieces(position);
  return { fen: fenToLabel(position), score: label.score!, isVariant, pieces, phase };
}

/** The evaluations of all positions, for the side to move. */
export const evaluateAll = (
  evaluator: Evaluator,
  { chess960, positions }: { chess960: boolean; positions: readonly { fen: string }[] },
): number[] =>
  positions.map(({ fen }) => {
    const position = positionFromFen(fen);
    position.chess960 = chess960;
    evaluator.begin(position);
    return evaluator.evaluate(position);
  });

const chance = (centipawns: number): number => 1 / (1 + Math.exp(-centipawns / SCALE));

/** Compares predicted scores, for the side to move, with the true ones. */
export function summarizeErrors(
  truth: readonly number[],
  predicted: readonly number[],
): ErrorSummary {
  const expected = truth.map(chance);
  const errorAt = (factor: number): number => {
    let sum = 0;
    for (const [i, score] of predicted.entries())
      sum += (chance(score * factor) - expected[i]!) ** 2;
    return sum / predicted.length;
  };
  const factor = minimum(errorAt, 1 / 8, 8);
  let bias = 0;
  for (const [i, score] of predicted.entries()) bias += chance(score) - expected[i]!;
  return {
    positions: predicted.length,
    error: errorAt(1),
    factor,
    scaledError: errorAt(factor),
    bias: bias / predicted.length,
  };
}

/** The minimizer of a unimodal function between two positive numbers, by golden-section search. */
function minimum(f: (x: number) => number, from: number, to: number): number {
  const RATIO = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [Math.log(from), Math.log(to)];
  const at = (share: number) => low + share * (high - low);
  let [a, b] = [at(1 - RATIO), at(RATIO)];
  let [fa, fb] = [f(Math.exp(a)), f(Math.exp(b))];
  while (high - low > 1e-4) {
    if (fa < fb) {
      high = b;
      [b, fb] = [a, fa];
      a = at(1 - RATIO);
      fa = f(Math.exp(a));
    } else {
      low = a;
      [a, fa] = [b, fb];
      b = at(RATIO);
      fb = f(Math.exp(b));
    }
  }
  return Math.exp((low + high) / 2);
}

/** Groups of positions that errors are stated for. */
export type Groups<T> = readonly (readonly [name: string, has: (position: T) => boolean])[];

/** Those of a truth set. */
export const TRUTH_GROUPS: Groups<TruthPosition> = [
  ['all', () => true],
  ['balanced', ({ score }) => Math.abs(score) <= BALANCED],
  ['of games', ({ isVariant }) => !isVariant],
  ['variants', ({ isVariant }) => isVariant],
  ['opening', ({ phase }) => phase >= 20],
  ['middlegame', ({ phase }) => phase >= 8 && phase < 20],
  ['endgame', ({ phase }) => phase < 8],
  ['2-9 pieces', ({ pieces }) => pieces < 10],
  ['10-17 pieces', ({ pieces }) => pieces >= 10 && pieces < 18],
  ['18-25 pieces', ({ pieces }) => pieces >= 18 && pieces < 26],
  ['26-32 pieces', ({ pieces }) => pieces >= 26],
  ['within 1 pawn', ({ score }) => Math.abs(score) <= 100],
  ['1-3 pawns', ({ score }) => Math.abs(score) > 100 && Math.abs(score) <= 300],
  ['3-10 pawns', ({ score }) => Math.abs(score) > 300 && Math.abs(score) <= 1000],
  ['over 10 pawns', ({ score }) => Math.abs(score) > 1000],
];

/** The errors of the predicted scores by group; groups without positions are left out. */
export function errorsByGroup<T extends { score: number }>(
  positions: readonly T[],
  predicted: readonly number[],
  wanted: Groups<T>,
): Map<string, ErrorSummary> {
  const groups = new Map<string, ErrorSummary>();
  for (const [name, has] of wanted) {
    const places = positions.flatMap((position, i) => (has(position) ? [i] : []));
    if (places.length === 0) continue;
    const truth = places.map((i) => positions[i]!.score);
    groups.set(
      name,
      summarizeErrors(
        truth,
        places.map((i) => predicted[i]!),
      ),
    );
  }
  return groups;
}
