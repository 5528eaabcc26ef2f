/**
 * Openings for matches: short random walks from the start that a player could have played.
 *
 * Plain random moves lead to rubbish that is mostly lost for somebody. So a walk looks at a handful
 * of random moves and takes any that a short search finds little worse than the best of them; and
 * it is kept if a longer search of its last position gives a score within the bounds asked for.
 * For an unbalanced opening, as decides more games, one move is a mistake that leads into them.
 *
 * Searches are counted in nodes and begin with an empty memory, so the same seed gives the same
 * openings on every machine, as long as the search stays the same.
 */

import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { chess960Fen } from '../chess/game/chess960.ts';
import { formatFenWithoutClocks, positionFromFen, START_FEN } from '../chess/notation/fen.ts';
import { Random } from '../chess/random.ts';
import { builtInEvaluator } from '../engine/node/evaluator.ts';
import type { Evaluator } from '../eval/evaluator.ts';
import { Search } from '../search/search.ts';
import { TranspositionTable } from '../search/table.ts';

export interface OpeningOptions {
  /** How long the walks are. */
  plies: number;
  seed: number;
  /** Bounds of the last position's score, whoever is ahead, in centipawns. */
  minScore: number;
  maxScore: number;
  /** How much worse than the best of a handful a move may be, in centipawns. */
  margin: number;
  /** Of the search that scores the last position; a move is judged by a twentieth of them. */
  nodes: number;
  /** Start from any of the 960 positions instead of the usual one. */
  chess960: boolean;
}

export interface Opening {
  start: Position;
  moves: readonly Move[];
  /** The position after the moves, without clocks and history. */
  position: Position;
  /** Centipawns from the side to move. */
  score: number;
}

/** So many walks in vain, one after the other, and there is nothing more to be found. */
const PATIENCE = 500;

/** Moves that a walk chooses from. */
const HANDFUL = 8;

/** Mebibytes: plenty for so few nodes, and quickly cleared. */
const HASH = 1;

/**
 * Openings, no position twice, without end; or until what is asked for seems exhausted, as with
 * walks of a single ply. Who asks often brings the judge along.
 */
export function* generateOpenings(
  options: Readonly<OpeningOptions>,
  judge = new Judge(),
): Generator<Opening, undefined> {
  const random = new Random(options.seed);
  const seen = new Set<string>();
  for (let inVain = 0; inVain < PATIENCE; inVain++) {
    const opening = walk(options, random, judge);
    if (opening === null) continue;
    const key = formatFenWithoutClocks(opening.position);
    if (seen.has(key)) continue;
    seen.add(key);
    inVain = -1;
    yield opening;
  }
}

/** One walk; null when it goes astray, or does not end within the bounds. */
function walk(options: Readonly<OpeningOptions>, random: Random, judge: Judge): Opening | null {
  const { plies, minScore, maxScore, margin } = options;
  const isWithin = (score: number) => Math.abs(score) >= minScore && Math.abs(score) <= maxScore;
  const start = positionFromFen(options.chess960 ? chess960Fen(random.below(960)) : START_FEN);
  const mistake = minScore > 0 ? random.below(plies) : -1;
  const moves: Move[] = [];
  let position = start.clone();
  judge.forget();
  while (moves.length < plies) {
    // A mistake of the right size is rare enough to be looked for among all moves.
    const isMistake = moves.length === mistake;
    const count = isMistake ? Number.POSITIVE_INFINITY : HANDFUL;
    const choices = lookAt(position, count, Math.ceil(options.nodes / 20), random, judge);
    const best = Math.max(...choices.map(({ score }) => score));
    if (choices.length === 0 || Math.abs(best) > maxScore + margin) return null;
    const mistakes = choices.filter(({ score }) => isMistake && isWithin(score));
    const good = choices.filter(({ score }) => score >= best - margin);
    // They come in random order, so that the first of them is any of them.
    const { move } = (mistakes[0] ?? good[0])!;
    position.make(move);
    moves.push(move);
  }
  // Who plays from here knows nothing of how it came about, nor shall the score.
  position = positionFromFen(formatFenWithoutClocks(position));
  judge.forget();
  const score = judge.score(position, options.nodes);
  const isOver = legalMoves(position).length === 0;
  return isWithin(score) && !isOver ? { start, moves, position, score } : null;
}

/** So many random moves, in random order, and what they are worth to the side to move. */
function lookAt(
  position: Position,
  count: number,
  nodes: number,
  random: Random,
  judge: Judge,
): { move: Move; score: number }[] {
  const moves = legalMoves(position);
  const chosen: Move[] = [];
  while (chosen.length < count && moves.length > 0) {
    chosen.push(...moves.splice(random.below(moves.length), 1));
  }
  return chosen.map((move) => ({
    move,
    score: position.withMove(move, () => -judge.score(position, nodes)),
  }));
}

/** A search that says what a position is worth. */
export class Judge {
  private readonly table = TranspositionTable.ofSize(HASH);
  private readonly search: Search;

  constructor(evaluator: Evaluator = builtInEvaluator()) {
    this.search = new Search(this.table, evaluator);
  }

  forget(): void {
    this.search.forget();
    this.table.clear();
  }

  /** Centipawns from the side to move. */
  score(position: Position, nodes: number): number {
    return this.search.run(position, { nodes }).info.score;
  }
}
