/**
 * Generates openings for matches and self-play: short random walks from the start position that
 * players could have played.
 *
 * Purely random moves mostly lead to lost positions. So a walk scores a few random moves by short
 * searches and plays one that is not much worse than the best of them. The walk is kept if a longer
 * search of its last position gives a score within the bounds. Unbalanced openings, which decide
 * more games, contain one mistake of the right size.
 *
 * Searches are limited by nodes and start with an empty transposition table, so the same seed gives the same
 * openings on every machine, as long as the search does not change.
 */
import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { chess960Fen } from '../chess/game/chess960.ts';
import { formatFenWithoutClocks, positionFromFen, START_FEN } from '../chess/notation/fen.ts';
import type { Evaluator } from '../eval/evaluator.ts';
import { builtInEvaluator } from '../hosts/node/builtInEvaluator.ts';
import { Search } from '../search/search.ts';
import { TranspositionTable } from '../search/transpositionTable.ts';
import { counted } from '../util/counts.ts';
import { Random } from '../util/random.ts';
import { ChessError } from '../util/result.ts';
import type { Opening } from './openingFile.ts';

export interface OpeningOptions {
  /** Length of a walk in plies, at most {@link MAX_OPENING_PLIES}. */
  plies: number;
  seed: number;
  /** Bounds of the last position's absolute score, in centipawns. */
  minScore: number;
  maxScore: number;
  /** How much worse than the best of {@link CANDIDATES} a move may be, in centipawns. */
  margin: number;
  /** Nodes to score the last position; a move is scored with a twentieth of them. */
  nodes: number;
  /** Start from any of the 960 positions instead of the usual one. */
  chess960: boolean;
  /** Start from the ends of these openings, at random, instead; at least one. */
  book?: readonly Opening[];
}

export interface GeneratedOpening extends Opening {
  /** The position after the moves, without clocks and history. */
  position: Position;
  /** Centipawns for the side to move. */
  score: number;
}

/** The longest walk in plies. Longer ones leave the bounds of the score, and looking for one hardly ends. */
export const MAX_OPENING_PLIES = 100;

/** Consecutive failed walks after which the possible openings count as exhausted. */
const MAX_FAILURES = 500;

/** Random moves from which a walk chooses. */
const CANDIDATES = 8;

/** Mebibytes: enough for a few thousand nodes, and quickly cleared. */
const HASH = 1;

/**
 * Endlessly generates openings without repeating a position, until they seem exhausted, as with
 * walks of a single ply. Callers that need generators often should share a scorer, which is
 * expensive to create.
 */
export function* generateOpenings(
  options: Readonly<OpeningOptions>,
  scorer = new PositionScorer(),
): Generator<GeneratedOpening, undefined> {
  const random = new Random(options.seed);
  const seen = new Set<string>();
  for (let failures = 0; failures < MAX_FAILURES; failures++) {
    const opening = walk(options, random, scorer, seen);
    if (opening === null) continue;
    failures = -1;
    yield opening;
  }
}

/** The error for fewer openings than were asked for. */
export const tooFewOpenings = (found: number): ChessError =>
  new ChessError(
    found === 0
      ? 'no such opening could be found'
      : `only ${counted(found, 'such opening')} could be found`,
  );

/** One walk; null if its score leaves the bounds, or it ends at a position that `seen` has. Adds its own. */
function walk(
  options: Readonly<OpeningOptions>,
  random: Random,
  scorer: PositionScorer,
  seen: Set<string>,
): GeneratedOpening | null {
  const { plies, minScore, maxScore, margin } = options;
  const isWithin = (score: number) => Math.abs(score) >= minScore && Math.abs(score) <= maxScore;
  const { start, moves: bookMoves } = chooseStart(options, random);
  const mistake = minScore > 0 ? random.below(plies) : -1;
  const moves: Move[] = [...bookMoves];
  let position = start.clone();
  for (const move of moves) position.make(move);
  scorer.forget();
  for (let ply = 0; ply < plies; ply++) {
    // A mistake of the right size is rare, so all moves are considered.
    const isMistake = ply === mistake;
    const count = isMistake ? Number.POSITIVE_INFINITY : CANDIDATES;
    const choices = scoreRandomMoves(
      position,
      count,
      Math.ceil(options.nodes / 20),
      random,
      scorer,
    );
    const best = Math.max(...choices.map(({ score }) => score));
    if (choices.length === 0 || Math.abs(best) > maxScore + margin) return null;
    const mistakes = choices.filter(({ score }) => isMistake && isWithin(score));
    const good = choices.filter(({ score }) => score >= best - margin);
    // The choices are in random order, so the first one is a random one.
    const { move } = (mistakes[0] ?? good[0])!;
    position.make(move);
    moves.push(move);
  }
  const fen = formatFenWithoutClocks(position);
  if (seen.has(fen)) return null;
  // A game from here does not know the moves that led here, so the score must not depend on them.
  position = positionFromFen(fen);
  scorer.forget();
  const score = scorer.score(position, options.nodes);
  const isOver = legalMoves(position).length === 0;
  if (isOver || !isWithin(score)) return null;
  seen.add(fen);
  return { start, moves, position, score };
}

/** Where a walk begins. */
function chooseStart({ book, chess960 }: Readonly<OpeningOptions>, random: Random): Opening {
  if (book !== undefined) return book[random.below(book.length)]!;
  const fen = chess960 ? chess960Fen(random.below(960)) : START_FEN;
  return { start: positionFromFen(fen), moves: [] };
}

/** `count` random moves in random order, with their scores for the side to move. */
function scoreRandomMoves(
  position: Position,
  count: number,
  nodes: number,
  random: Random,
  scorer: PositionScorer,
): { move: Move; score: number }[] {
  const moves = legalMoves(position);
  const chosen: Move[] = [];
  while (chosen.length < count && moves.length > 0) {
    chosen.push(...moves.splice(random.below(moves.length), 1));
  }
  return chosen.map((move) => ({
    move,
    score: position.withMove(move, () => -scorer.score(position, nodes)),
  }));
}

/** Scores positions by searching them. */
export class PositionScorer {
  private readonly table = TranspositionTable.ofSize(HASH);
  private readonly search: Search;

  constructor(evaluator: Evaluator = builtInEvaluator()) {
    this.search = new Search(this.table, evaluator);
  }

  forget(): void {
    this.search.forget();
    this.table.clear();
  }

  /** Centipawns for the side to move. */
  score(position: Position, nodes: number): number {
    return this.search.run(position, { nodes }).info.score;
  }
}
