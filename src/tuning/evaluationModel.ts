/**
 * The evaluation as a function of its weights: for each of many positions, how often each weight
 * counts. With that, thousands of weights can be tried without evaluating anything again.
 *
 * A score is a sum of weights times counts, but for the square of the kings' danger and the scale of
 * endings. The counts are found by asking the evaluation itself, with one weight moved at a time, so
 * nothing of it is written twice.
 */
import type { Position } from '../chess/board/position.ts';
import { KING, NO_PIECE, PAWN, WHITE } from '../chess/board/types.ts';
import {
  ENDING_PHASE,
  endgameClass,
  endingScore,
  FULL_SCALE,
  SCALES,
  WRONG_BISHOP,
} from '../eval/endings.ts';
import { ClassicalEvaluator } from '../eval/evaluate.ts';
import { DANGER_EG, DANGER_MG } from '../eval/kingSafety.ts';
import { endgame, middlegame, pack } from '../eval/packed.ts';
import { MAX_PHASE, PIECE_SQUARES, phaseOf } from '../eval/pieceSquares.ts';
import { WEIGHTS } from '../eval/weights.ts';

export type WeightName = keyof typeof WEIGHTS;
export const WEIGHT_NAMES = Object.keys(WEIGHTS) as WeightName[];

/** A place in a table of {@link WEIGHTS}. */
interface Place {
  name: WeightName;
  index: number;
}

/** Dangers are plain numbers, all others a middlegame and an endgame value in one. */
export const isDanger = (name: WeightName): boolean => name.startsWith('danger');
const placesOf = (names: WeightName[]): Place[] =>
  names.flatMap((name) => [...WEIGHTS[name].keys()].map((index) => ({ name, index })));
const PAIRS = placesOf(WEIGHT_NAMES.filter((name) => !isDanger(name)));
const DANGERS = placesOf(WEIGHT_NAMES.filter(isDanger));

// The row of all weights: middlegame values, of pairs and then of pieces on squares; their endgame values
// in the same order; dangers; the scales of endings, and one for what is no ending.
const SQUARES_AT = PAIRS.length;
/** Weights with two values. Their endgame values come so many places behind those of the middlegame. */
export const VALUES = SQUARES_AT + 5 * 32 + 64;
const DANGERS_AT = 2 * VALUES;
const SCALES_AT = DANGERS_AT + DANGERS.length;
const NO_ENDING = SCALES.length;
export const WEIGHT_COUNT = SCALES_AT + SCALES.length + 1;

/** The place of a man on a square as its side sees it: both wings are alike, but for the king. */
export function squarePlace(type: number, square: number): number {
  if (type === KING) return SQUARES_AT + 5 * 32 + square;
  return SQUARES_AT + type * 32 + (square >> 3) * 4 + Math.min(square & 7, 7 - (square & 7));
}

/** The place of a weight's first value; an endgame value is {@link VALUES} further. */
export function weightPlace(name: WeightName): number {
  const at = (places: Place[]): number => places.findIndex((place) => place.name === name);
  return isDanger(name) ? DANGERS_AT + at(DANGERS) : at(PAIRS);
}

/** The scales of endings in a row of weights. */
export const scalesOf = (weights: Float64Array): Float64Array =>
  weights.subarray(SCALES_AT, SCALES_AT + SCALES.length);

/** The weights as they are. */
export function presentWeights(): Float64Array {
  const weights = new Float64Array(WEIGHT_COUNT);
  const set = (at: number, packed: number) => {
    weights[at] = middlegame(packed);
    weights[VALUES + at] = endgame(packed);
  };
  for (const [at, { name, index }] of PAIRS.entries()) set(at, WEIGHTS[name][index]!);
  for (let type = 0; type <= KING; type++) {
    for (let square = 0; square < 64; square++) {
      set(squarePlace(type, square), PIECE_SQUARES[type * 2 * 64 + square]!);
    }
  }
  for (const [i, { name, index }] of DANGERS.entries()) {
    weights[DANGERS_AT + i] = WEIGHTS[name][index]!;
  }
  weights.set(SCALES, SCALES_AT);
  weights[SCALES_AT + NO_ENDING] = FULL_SCALE;
  return weights;
}

/** Places that stand for what cannot be, or are what they are by the rules. */
const FIXED = new Set([
  // A pawn or king is counted neither among a king's attackers nor gives check to it.
  ...(['dangerAttacker', 'dangerCheck'] as const).flatMap((name) => [
    weightPlace(name) + PAWN,
    weightPlace(name) + KING,
  ]),
  SCALES_AT + WRONG_BISHOP,
  SCALES_AT + NO_ENDING,
]);

/** Whether a fit has to leave this weight as it is. */
export const isFixed = (at: number): boolean => FIXED.has(at);

/** Whether the evaluation is the sum of its terms here: not in check, nor an ending whose score is known. */
export function isSumOfTerms(position: Position): boolean {
  const phase = phaseOf(position);
  return !position.inCheck && (phase > ENDING_PHASE || endingScore(position) === null);
}

/** Counts are kept as `place * COUNTS + count + COUNTS / 2`. */
const COUNTS = 256;

export class EvaluationModel {
  private readonly counts = new Numbers();
  /** Where a sample's counts begin; one more for the end. */
  private readonly starts = [0];
  /** 1 in the middlegame, 0 with pawns alone. */
  private readonly phases: number[] = [];
  private readonly classes: number[] = [];
  /** For white's king and black's, the counts of all dangers. */
  private readonly dangerCounts = new Numbers();
  // Of the last sample that was scored, for its gradient.
  private sample = 0;
  private eg = 0;
  private readonly danger = [0, 0];

  /** The number of positions. */
  get size(): number {
    return this.phases.length;
  }

  /** The mean number of weights that count in a position. */
  get meanCounts(): number {
    return this.counts.length / Math.max(1, this.size);
  }

  /**
   * Adds positions, which must be {@link isSumOfTerms}. The more at once the better: each weight is
   * moved once for all of them.
   */
  add(positions: readonly Position[]): void {
    const n = positions.length;
    const evaluateAll = (visit: (k: number, sum: number, danger: Int32Array) => void): void => {
      // Anew each time: an evaluator remembers what pawns were worth.
      const evaluator = new ClassicalEvaluator();
      for (const [k, position] of positions.entries()) {
        evaluator.begin(position);
        evaluator.evaluate(position);
        visit(k, sumOf(evaluator.terms), evaluator.kingDanger);
      }
    };
    const base = new Int32Array(n);
    const dangers = new Int32Array(2 * n);
    evaluateAll((k, sum, danger) => {
      base[k] = sum;
      dangers.set(danger, 2 * k);
    });
    const rows = positions.map(() => [] as number[]);
    for (const [at, { name, index }] of PAIRS.entries()) {
      whileMoved(name, index, pack(1, 0), () => {
        evaluateAll((k, sum) => rows[k]!.push(entry(at, (sum - base[k]!) >> 16)));
      });
    }
    const dangerRows = new Int32Array(2 * n * DANGERS.length);
    for (const [i, { name, index }] of DANGERS.entries()) {
      whileMoved(name, index, 1, () => {
        evaluateAll((k, _, danger) => {
          for (let color = 0; color < 2; color++) {
            const king = 2 * k + color;
            const count = danger[color]! - dangers[king]!;
            dangerRows[king * DANGERS.length + i] = count;
          }
        });
      });
    }
    for (const count of dangerRows) this.dangerCounts.push(count);
    for (const [k, position] of positions.entries()) {
      for (const counted of [...rows[k]!, ...countSquares(position)]) {
        if (countOf(counted) !== 0) this.counts.push(counted);
      }
      this.starts.push(this.counts.length);
      const phase = phaseOf(position);
      this.phases.push(phase / MAX_PHASE);
      const leader = endgame(base[k]!) > 0 ? 0 : 1;
      this.classes.push(phase <= ENDING_PHASE ? endgameClass(position, leader) : NO_ENDING);
    }
  }

  /** Centipawns of a sample for white, with these weights. */
  score(sample: number, weights: Float64Array): number {
    let mg = 0;
    let eg = 0;
    const { data } = this.counts;
    for (let j = this.starts[sample]!; j < this.starts[sample + 1]!; j++) {
      const at = placeOf(data[j]!);
      const count = countOf(data[j]!);
      mg += count * weights[at]!;
      eg += count * weights[VALUES + at]!;
    }
    // White gains by the danger to black's king, which comes second.
    for (let color = 0; color < 2; color++) {
      const danger = this.dangerOf(sample, color, weights);
      const sign = color === WHITE ? -1 : 1;
      this.danger[color] = danger;
      mg += (sign * danger * danger) / DANGER_MG;
      eg += (sign * danger) / DANGER_EG;
    }
    this.sample = sample;
    this.eg = eg;
    const phase = this.phases[sample]!;
    return mg * phase + eg * (1 - phase) * this.scaleOf(sample, weights);
  }

  /** Adds the gradient of the score that was asked for last, times `factor`. The weights must be the same. */
  addGradient(weights: Float64Array, factor: number, gradient: Float64Array): void {
    const { sample, danger } = this;
    const phase = this.phases[sample]!;
    const byMg = factor * phase;
    const byEg = factor * (1 - phase) * this.scaleOf(sample, weights);
    gradient[SCALES_AT + this.classes[sample]!]! += (factor * (1 - phase) * this.eg) / FULL_SCALE;
    for (let j = this.starts[sample]!; j < this.starts[sample + 1]!; j++) {
      const at = placeOf(this.counts.data[j]!);
      const count = countOf(this.counts.data[j]!);
      gradient[at]! += count * byMg;
      gradient[VALUES + at]! += count * byEg;
    }
    for (let color = 0; color < 2; color++) {
      if (danger[color] === 0) continue;
      const sign = color === WHITE ? -1 : 1;
      const byDanger = sign * ((byMg * 2 * danger[color]!) / DANGER_MG + byEg / DANGER_EG);
      const at = (sample * 2 + color) * DANGERS.length;
      for (let i = 0; i < DANGERS.length; i++) {
        gradient[DANGERS_AT + i]! += this.dangerCounts.data[at + i]! * byDanger;
      }
    }
  }

  /** How often each of the {@link VALUES} counts in all positions, either way. */
  uses(): Float64Array {
    const uses = new Float64Array(VALUES);
    for (let j = 0; j < this.counts.length; j++) uses[placeOf(this.counts.data[j]!)]! += 1;
    return uses;
  }

  private dangerOf(sample: number, color: number, weights: Float64Array): number {
    const at = (sample * 2 + color) * DANGERS.length;
    let danger = 0;
    for (let i = 0; i < DANGERS.length; i++) {
      danger += this.dangerCounts.data[at + i]! * weights[DANGERS_AT + i]!;
    }
    return Math.max(0, danger);
  }

  private scaleOf(sample: number, weights: Float64Array): number {
    return weights[SCALES_AT + this.classes[sample]!]! / FULL_SCALE;
  }
}

/** Integers, as many as come. */
class Numbers {
  data = new Int32Array(1 << 16);
  length = 0;

  push(value: number): void {
    if (this.length === this.data.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = value;
  }
}

const entry = (place: number, count: number): number => place * COUNTS + count + COUNTS / 2;
const placeOf = (counted: number): number => Math.floor(counted / COUNTS);
const countOf = (counted: number): number => (counted % COUNTS) - COUNTS / 2;

function sumOf(terms: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < terms.length; i += 2) sum += terms[i]! - terms[i + 1]!;
  return sum;
}

/** Does something while a weight is larger by so much. */
function whileMoved(name: WeightName, index: number, by: number, work: () => void): void {
  const table = WEIGHTS[name];
  table[index]! += by;
  try {
    work();
  } finally {
    table[index]! -= by;
  }
}

function countSquares({ board }: Position): number[] {
  const squares = new Map<number, number>();
  for (const [square, piece] of board.entries()) {
    if (piece === NO_PIECE) continue;
    const isWhite = (piece & 1) === WHITE;
    const at = squarePlace(piece >> 1, isWhite ? square : square ^ 56);
    squares.set(at, (squares.get(at) ?? 0) + (isWhite ? 1 : -1));
  }
  return [...squares].map(([at, count]) => entry(at, count));
}
