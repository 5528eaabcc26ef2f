/**
 * Fits the weights of the evaluation to games of self-play: `npm run fit:eval -- games.data …`.
 *
 * Texel's method (https://www.chessprogramming.org/Texel%27s_Tuning_Method) by gradient descent. A
 * quiet position is to be worth what the search found there and how the game ended, blended, both
 * as an expected score. The evaluation is a sum of weights times counts, but for the square of
 * the king's danger; the counts are found by asking the evaluation itself, with one weight moved at
 * a time, so nothing of it is written twice.
 *
 * A penalty keeps weights that the games say little about near where they are. A tenth of the games
 * is kept apart: the error on it tells whether the fit has learnt chess or just these games. It does not
 * tell what is missing from all of them: an engine that does not see attacks on a king never plays
 * them against itself, so its games say that a king's safety is worth little.
 */
import { Position } from '../chess/position.ts';
import { unwrap } from '../chess/result.ts';
import { isNoisy, KING, NO_PIECE, PAWN, WHITE } from '../chess/types.ts';
import { DataReader } from '../datagen/dataFile.ts';
import { unpackPosition } from '../datagen/format.ts';
import { ENDING_PHASE, endgameClass, endingScore, FULL_SCALE, SCALES } from '../eval/endings.ts';
import { Evaluator } from '../eval/evaluate.ts';
import { DANGER_EG, DANGER_MG } from '../eval/kingSafety.ts';
import { endgame, middlegame } from '../eval/packed.ts';
import { MAX_PHASE, PIECE_SQUARES, phaseOf } from '../eval/pieceSquares.ts';
import { WEIGHTS } from '../eval/weights.ts';

/** Beyond this a game is as good as over. */
const MAX_SCORE = 1200;
/** The first moves of a game are a random walk's aftermath. */
const SKIPPED_PLIES = 6;
/** How much of the target is the search's score; the rest is the game's result. */
const SCORE_SHARE = 0.5;
/** Positions evaluated together: each weight is moved once for all of them. */
const BATCH = 2000;
/** What it costs, in mean squared error, to move a weight by a centipawn. */
const PENALTY = 4e-9;
const EPOCHS = 50;
/** Centipawns of the first steps; they grow smaller to nearly nothing. */
const STEP = 2;
/** One game in so many is kept apart. */
const HELD_OUT = 10;

type Name = keyof typeof WEIGHTS;
const names = Object.keys(WEIGHTS) as Name[];
const isDanger = (name: Name): boolean => name.startsWith('danger');
/** Every weight that is a middlegame and an endgame value: its table and index; then the squares. */
const pairs = names
  .filter((n) => !isDanger(n))
  .flatMap((n) => [...WEIGHTS[n].keys()].map((i) => ({ name: n, i })));
const dangers = names
  .filter(isDanger)
  .flatMap((n) => [...WEIGHTS[n].keys()].map((i) => ({ name: n, i })));
const SQUARES_AT = pairs.length;
const PAIRS = SQUARES_AT + 5 * 32 + 64;
const D = dangers.length;

/** The weight of a piece on a square as white sees it: both wings alike, but for the king. */
function squareIndex(type: number, square: number): number {
  if (type === KING) return 5 * 32 + square;
  return type * 32 + (square >> 3) * 4 + Math.min(square & 7, 7 - (square & 7));
}

class Growing {
  data: Int32Array<ArrayBuffer> = new Int32Array(1 << 20);
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

// A sample's counts are `index * 256 + count + 128`, from `starts[sample]` on.
const counts = new Growing();
const starts: number[] = [0];
const phases: number[] = [];
/** The class of the ending, or the one behind the last for none. */
const classes: number[] = [];
const scores: number[] = [];
const results: number[] = [];
const heldOut: boolean[] = [];
/** For both kings of each sample, the counts of all danger weights. */
const dangerCounts = new Growing();

interface Sample {
  position: Position;
  score: number;
  result: number;
  held: boolean;
}

const sumOf = (terms: Int32Array): number => {
  let sum = 0;
  for (let i = 0; i < terms.length; i += 2) sum += terms[i]! - terms[i + 1]!;
  return sum;
};

function collect(batch: Sample[]): void {
  const n = batch.length;
  const base = new Int32Array(n);
  const danger = new Int32Array(2 * n);
  const evaluateAll = (visit: (k: number, sum: number, evaluator: Evaluator) => void): void => {
    const evaluator = new Evaluator();
    for (let k = 0; k < n; k++) {
      const { position } = batch[k]!;
      evaluator.begin(position);
      evaluator.evaluate(position);
      visit(k, sumOf(evaluator.terms), evaluator);
    }
  };
  evaluateAll((k, sum, { kingDanger }) => {
    base[k] = sum;
    danger.set(kingDanger, 2 * k);
  });
  const rows = Array.from({ length: n }, () => [] as number[]);
  for (const [p, { name, i }] of pairs.entries()) {
    const table = WEIGHTS[name];
    table[i]! += 1 << 16;
    evaluateAll((k, sum) => {
      const count = (sum - base[k]!) >> 16;
      if (count !== 0) rows[k]!.push(p * 256 + count + 128);
    });
    table[i]! -= 1 << 16;
  }
  const dangerRows = new Int32Array(n * 2 * D);
  for (const [d, { name, i }] of dangers.entries()) {
    const table = WEIGHTS[name];
    table[i]! += 1;
    evaluateAll((k, _, { kingDanger }) => {
      for (let c = 0; c < 2; c++)
        dangerRows[(k * 2 + c) * D + d] = kingDanger[c]! - danger[2 * k + c]!;
    });
    table[i]! -= 1;
  }
  for (const [k, { position, score, result, held }] of batch.entries()) {
    const phase = phaseOf(position);
    const squares = new Map<number, number>();
    for (let square = 0; square < 64; square++) {
      const piece = position.board[square]!;
      if (piece === NO_PIECE) continue;
      const isWhite = (piece & 1) === WHITE;
      const p = SQUARES_AT + squareIndex(piece >> 1, isWhite ? square : square ^ 56);
      squares.set(p, (squares.get(p) ?? 0) + (isWhite ? 1 : -1));
    }
    for (const entry of rows[k]!) counts.push(entry);
    for (const [p, count] of squares) if (count !== 0) counts.push(p * 256 + count + 128);
    starts.push(counts.length);
    for (let j = 0; j < 2 * D; j++) dangerCounts.push(dangerRows[k * 2 * D + j]!);
    phases.push(phase / MAX_PHASE);
    classes.push(
      phase <= ENDING_PHASE ? endgameClass(position, endgame(base[k]!) > 0 ? 0 : 1) : SCALES.length,
    );
    scores.push(position.turn === WHITE ? score : -score);
    results.push(result / 2);
    heldOut.push(held);
  }
}

const paths = process.argv.slice(2);
if (paths.length === 0) throw new Error('npm run fit:eval -- games.data …');
let games = 0;
let batch: Sample[] = [];
for (const path of paths) {
  for (const game of new DataReader(path).games()) {
    games++;
    const position = unwrap(unpackPosition(game.start, false));
    for (const [i, move] of game.moves.entries()) {
      const score = game.scores[i]!;
      const phase = phaseOf(position);
      if (
        i >= SKIPPED_PLIES &&
        Math.abs(score) <= MAX_SCORE &&
        !position.inCheck &&
        !isNoisy(move) &&
        !(phase <= ENDING_PHASE && endingScore(position, phase) !== null)
      ) {
        const copy = new Position(position.toSetup());
        batch.push({ position: copy, score, result: game.result, held: games % HELD_OUT === 0 });
        if (batch.length === BATCH) {
          collect(batch);
          batch = [];
        }
      }
      position.make(move);
    }
  }
}
collect(batch);
const N = scores.length;
console.log(
  `${games} games, ${N} positions, ${counts.length / N} counts each, ${PAIRS * 2 + D} weights`,
);

/** Expected score of so many centipawns. */
const expected = (score: number, k: number): number => 1 / (1 + Math.exp(-score / k));

let K = 200;
{
  let best = Infinity;
  for (let k = 60; k <= 500; k += 5) {
    let sum = 0;
    for (let s = 0; s < N; s++) sum += (expected(scores[s]!, k) - results[s]!) ** 2;
    if (sum < best) {
      best = sum;
      K = k;
    }
  }
  console.log(`K ${K}, error of the search's scores against results ${(best / N).toFixed(5)}`);
}
const targets = Float64Array.from(
  scores,
  (score, s) => SCORE_SHARE * expected(score, K) + (1 - SCORE_SHARE) * results[s]!,
);

// Weights: mg of all pairs, eg of all pairs, danger, then the scales of endings and one for no ending.
const SCALES_AT = PAIRS * 2 + D;
const W = SCALES_AT + SCALES.length + 1;
const start = new Float64Array(W);
for (const [p, { name, i }] of pairs.entries()) {
  start[p] = middlegame(WEIGHTS[name][i]!);
  start[PAIRS + p] = endgame(WEIGHTS[name][i]!);
}
for (let type = 0; type < 6; type++) {
  for (let square = 0; square < 64; square++) {
    const packed = PIECE_SQUARES[type * 2 * 64 + square]!;
    const p = SQUARES_AT + squareIndex(type, square);
    start[p] = middlegame(packed);
    start[PAIRS + p] = endgame(packed);
  }
}
for (const [d, { name, i }] of dangers.entries()) start[2 * PAIRS + d] = WEIGHTS[name][i]!;

start.set(SCALES, SCALES_AT);
start[W - 1] = FULL_SCALE;

const w = start.slice();
const gradient = new Float64Array(W);

/** Mean squared error of the positions kept apart, or of the others; adds up the gradient on request. */
function pass(held: boolean, learn: boolean): number {
  let sum = 0;
  let n = 0;
  const data = counts.data;
  const dc = dangerCounts.data;
  const danger = [0, 0];
  for (let s = 0; s < N; s++) {
    if (heldOut[s] !== held) continue;
    n++;
    let mg = 0;
    let eg = 0;
    for (let j = starts[s]!; j < starts[s + 1]!; j++) {
      const p = data[j]! >> 8;
      const c = (data[j]! & 255) - 128;
      mg += c * w[p]!;
      eg += c * w[PAIRS + p]!;
    }
    for (let c = 0; c < 2; c++) {
      let d = 0;
      const at = (s * 2 + c) * D;
      for (let i = 0; i < D; i++) if (dc[at + i] !== 0) d += dc[at + i]! * w[2 * PAIRS + i]!;
      danger[c] = Math.max(0, d);
      const sign = c === 0 ? -1 : 1;
      mg += (sign * danger[c]! * danger[c]!) / DANGER_MG;
      eg += (sign * danger[c]!) / DANGER_EG;
    }
    const phase = phases[s]!;
    const scaleAt = SCALES_AT + classes[s]!;
    const scale = w[scaleAt]! / FULL_SCALE;
    const score = mg * phase + eg * (1 - phase) * scale;
    const e = expected(score, K);
    const error = e - targets[s]!;
    sum += error * error;
    if (!learn) continue;
    const g = (2 * error * e * (1 - e)) / K;
    const gm = g * phase;
    const ge = g * (1 - phase) * scale;
    gradient[scaleAt]! += (g * (1 - phase) * eg) / FULL_SCALE;
    for (let j = starts[s]!; j < starts[s + 1]!; j++) {
      const p = data[j]! >> 8;
      const c = (data[j]! & 255) - 128;
      gradient[p]! += c * gm;
      gradient[PAIRS + p]! += c * ge;
    }
    for (let c = 0; c < 2; c++) {
      if (danger[c] === 0) continue;
      const sign = c === 0 ? -1 : 1;
      const gd = sign * ((gm * 2 * danger[c]!) / DANGER_MG + ge / DANGER_EG);
      const at = (s * 2 + c) * D;
      for (let i = 0; i < D; i++)
        if (dc[at + i] !== 0) gradient[2 * PAIRS + i]! += dc[at + i]! * gd;
    }
  }
  if (learn) for (let i = 0; i < W; i++) gradient[i]! /= n;
  return sum / n;
}

const m = new Float64Array(W);
const v = new Float64Array(W);
console.log(
  `before: error ${pass(false, false).toFixed(6)}, kept apart ${pass(true, false).toFixed(6)}`,
);
for (let epoch = 1; epoch <= EPOCHS; epoch++) {
  gradient.fill(0);
  const error = pass(false, true);
  const rate = STEP * (1 - (0.95 * epoch) / EPOCHS);
  for (let i = 0; i < W; i++) {
    const g = gradient[i]! + 2 * PENALTY * (w[i]! - start[i]!);
    m[i] = 0.9 * m[i]! + 0.1 * g;
    v[i] = 0.999 * v[i]! + 0.001 * g * g;
    w[i]! -=
      (rate * (m[i]! / (1 - 0.9 ** epoch))) / (Math.sqrt(v[i]! / (1 - 0.999 ** epoch)) + 1e-9);
    // What is nothing by its nature, and the scale where there is none, stay what they are.
    if ((i >= 2 * PAIRS && start[i] === 0) || i === W - 1) w[i] = start[i]!;
  }
  if (epoch % 10 === 0)
    console.log(`${epoch}: error ${error.toFixed(6)}, kept apart ${pass(true, false).toFixed(6)}`);
}

const pair = (p: number): string => `[${Math.round(w[p]!)}, ${Math.round(w[PAIRS + p]!)}]`;
for (const name of names) {
  if (isDanger(name)) {
    const values = dangers.flatMap((d, i) =>
      d.name === name ? [Math.round(w[2 * PAIRS + i]!)] : [],
    );
    console.log(`  ${name}: Int32Array.from([${values.join(', ')}]),`);
  } else {
    const values = pairs.flatMap((x, p) => (x.name === name ? [pair(p)] : []));
    console.log(`  ${name}: table(${values.join(', ')}),`);
  }
}
const scaleRows = Array.from(SCALES, (_, i) => Math.max(0, Math.round(w[SCALES_AT + i]!)));
console.log(`export const SCALES = Int32Array.from([${scaleRows.join(', ')}]);`);
/** How often each weight matters, to tell material from squares. */
const used = new Float64Array(PAIRS);
for (let j = 0; j < counts.length; j++) used[counts.data[j]! >> 8]! += 1;
for (const [label, half] of [
  ['MG', 0],
  ['EG', PAIRS],
] as const) {
  const material: number[] = [];
  const boards: string[] = [];
  for (let type = PAWN; type <= KING; type++) {
    const width = type === KING ? 8 : 4;
    const at = SQUARES_AT + squareIndex(type, 0);
    let sum = 0;
    let n = 0;
    for (let i = at; i < at + 8 * width; i++) {
      sum += used[i]! * w[half + i]!;
      n += used[i]!;
    }
    const mean = type === KING ? 0 : Math.round(sum / n);
    material.push(mean);
    let board = '';
    for (let rank = 7; rank >= 0; rank--) {
      const row = Array.from({ length: width }, (_, file) => {
        const isNone = type === PAWN && (rank === 0 || rank === 7);
        return String(isNone ? 0 : Math.round(w[half + at + rank * width + file]! - mean)).padStart(
          4,
        );
      });
      board += `${type === KING ? '  ' : '    '}${row.join(', ')},\n`;
    }
    boards.push(board);
  }
  const king = boards.pop()!;
  const names = ['pawn', 'knight', 'bishop', 'rook', 'queen'];
  const rows = boards.map((board, type) => `  [ // ${names[type]}\n${board}  ],\n`);
  console.log(`const MATERIAL_${label} = [${material.join(', ')}];`);
  console.log(`const SQUARES_${label} = [\n${rows.join('')}];`);
  console.log(`const KING_${label} = [\n${king}];`);
}
