/**
 * Openings for matches: short random walks from the start that a player could have played.
 *
 * Plain random moves lead to rubbish that is mostly lost for somebody. So a walk takes any move, of
 * all the legal ones, that a short search finds little worse than the best; and it is kept if a
 * longer search of its last position gives a score within the bounds asked for. For an unbalanced
 * opening, as decides more games, one of the moves is a mistake that leads into the bounds.
 *
 * Searches are counted in nodes and begin with an empty memory, so the same seed gives the same
 * openings on every machine, as long as the search stays the same.
 */
import { chess960Fen } from '../chess/chess960.ts';
import { formatFenWithoutClocks, positionFromFen, START_FEN } from '../chess/fen.ts';
import { legalMoves } from '../chess/movegen.ts';
import type { Position } from '../chess/position.ts';
import { Random } from '../chess/random.ts';
import type { Move } from '../chess/types.ts';
import { Search } from '../search/search.ts';
import { TranspositionTable } from '../search/table.ts';

export interface OpeningOptions {
  /** How long the walks are. */
  plies: number;
  seed: number;
  /** Bounds of the last position's score, whoever is ahead, in centipawns. */
  minScore: number;
  maxScore: number;
  /** How much worse than the best a move may be, in centipawns. */
  margin: number;
  /** Of the search that scores the last position; the moves are judged by a tenth of them. */
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

/** Mebibytes: plenty for so few nodes, and quickly cleared. */
const HASH = 1;

/**
 * Openings, no position twice, without end; or until what is asked for seems exhausted, as with
 * walks of a single ply.
 */
export function* generateOpenings(options: Readonly<OpeningOptions>): Generator<Opening> {
  const random = new Random(options.seed);
  const judge = new Judge();
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
  const nodes = Math.ceil(options.nodes / 10);
  const moves: Move[] = [];
  let position = start.clone();
  judge.forget();
  let score = judge.score(position, nodes);
  while (moves.length < plies) {
    if (Math.abs(score) > maxScore + margin) return null;
    const atLeast = score - margin;
    const isGood = moves.length === mistake ? isWithin : (worth: number) => worth >= atLeast;
    const step = pickMove(position, nodes, random, judge, isGood);
    if (step === null) return null;
    position.make(step.move);
    moves.push(step.move);
    score = -step.score;
  }
  // Who plays from here knows nothing of how it came about, nor shall the score.
  position = positionFromFen(formatFenWithoutClocks(position));
  judge.forget();
  score = judge.score(position, options.nodes);
  const isOver = legalMoves(position).length === 0;
  return isWithin(score) && !isOver ? { start, moves, position, score } : null;
}

/**
 * Any legal move whose score pleases, each as likely as the other, or the best if there is none;
 * null in a position without moves.
 */
function pickMove(
  position: Position,
  nodes: number,
  random: Random,
  judge: Judge,
  isGood: (score: number) => boolean,
): { move: Move; score: number } | null {
  const moves = legalMoves(position);
  let best: { move: Move; score: number } | null = null;
  while (moves.length > 0) {
    const [move] = moves.splice(random.below(moves.length), 1) as [Move];
    const score = position.withMove(move, () => -judge.score(position, nodes));
    if (isGood(score)) return { move, score };
    if (best === null || score > best.score) best = { move, score };
  }
  return best;
}

/** A search that says what a position is worth. */
class Judge {
  private readonly table = new TranspositionTable(TranspositionTable.allocate(HASH));
  private readonly search = new Search(this.table);

  forget(): void {
    this.search.forget();
    this.table.clear();
  }

  /** Centipawns from the side to move. */
  score(position: Position, nodes: number): number {
    return this.search.run(position, { nodes }).info.score;
  }
}
