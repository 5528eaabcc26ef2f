/**
 * Games of the engine against itself, one at a time, in one thread.
 *
 * A game depends on its task alone: transposition table and histories are cleared before it, searches are
 * limited by nodes, and its opening is a random walk with its own seed. So it does not matter which
 * thread plays it, when, or after which other games. Both sides share one transposition table.
 */
import type { Position } from '../chess/board/position.ts';
import { WHITE } from '../chess/board/types.ts';
import { findGameEnd, type GameEnd } from '../chess/game/draws.ts';
import { formatFen } from '../chess/notation/fen.ts';
import { builtInEvaluator } from '../hosts/node/builtInEvaluator.ts';
import type { Limits } from '../search/limits.ts';
import { Search } from '../search/search.ts';
import { TranspositionTable } from '../search/transpositionTable.ts';
import { ChessError } from '../util/result.ts';
import { type AdjudicationRules, Adjudicator } from './adjudication.ts';
import { generateOpenings, type OpeningOptions, PositionScorer } from './openingGenerator.ts';

/** Settings of all games. */
export interface SelfPlaySettings {
  /** Limits per move; nodes only, so that nothing depends on the machine. */
  limits: Pick<Limits, 'softNodes' | 'nodes'>;
  /** Size of the transposition table in mebibytes. */
  hash: number;
  opening: Omit<OpeningOptions, 'seed'>;
  rules: AdjudicationRules;
}

export interface GameTask {
  number: number;
  /** The seed of the opening. */
  seed: number;
}

/** Why a game ended. Draws are claimed as soon as possible, so the automatic ones never occur. */
export type SelfPlayEnd =
  | 'adjudicated'
  | Exclude<GameEnd, 'fivefold repetition' | 'seventy-five-move rule'>;

/** A game as plain data that can be sent between threads. */
export interface SelfPlayGame {
  number: number;
  /** FEN of the starting position. */
  start: string;
  moves: Uint16Array;
  /** Centipawns before each move, for the side to move. */
  scores: Int16Array;
  /** Half points for White. */
  result: number;
  end: SelfPlayEnd;
}

/** Half points for White, and what ended the game. */
export type Outcome = Pick<SelfPlayGame, 'result' | 'end'>;

/**
 * The outcome of a game that its last move, with this score from the mover's side, has ended: by the rules,
 * or by adjudication. Null while the game goes on. Call it after every move, with the game's adjudicator.
 */
export function findOutcome(
  position: Position,
  score: number,
  adjudicator: Adjudicator,
): Outcome | null {
  const us = position.turn ^ 1;
  const end = findGameEnd(position) as SelfPlayEnd | null;
  const verdict = adjudicator.judge(us, score, position.fullmove - us);
  if (end !== null) return { result: end === 'checkmate' ? wonBy(us) : 1, end };
  if (verdict === null) return null;
  const { winner } = verdict;
  return { result: winner === null ? 1 : wonBy(winner), end: 'adjudicated' };
}

const wonBy = (color: number): number => (color === WHITE ? 2 : 0);

export class SelfPlayer {
  private readonly settings: SelfPlaySettings;
  private readonly evaluator = builtInEvaluator();
  private readonly scorer = new PositionScorer(this.evaluator);
  private readonly tt: TranspositionTable;
  private readonly search: Search;

  constructor(settings: SelfPlaySettings) {
    this.settings = settings;
    this.tt = TranspositionTable.ofSize(settings.hash);
    this.search = new Search(this.tt, this.evaluator);
  }

  /** Plays a game. Throws a ChessError if no opening can be found. */
  play({ number, seed }: GameTask): SelfPlayGame {
    const { limits, rules } = this.settings;
    const position = this.findOpening(seed);
    const start = formatFen(position);
    this.search.forget();
    this.tt.clear();
    const adjudicator = new Adjudicator(rules);
    const moves: number[] = [];
    const scores: number[] = [];
    for (;;) {
      const { best, info } = this.search.run(position, limits);
      position.make(best!.move);
      moves.push(best!.move);
      scores.push(info.score);
      const outcome = findOutcome(position, info.score, adjudicator);
      if (outcome === null) continue;
      const record = { moves: Uint16Array.from(moves), scores: Int16Array.from(scores) };
      return { number, start, ...record, ...outcome };
    }
  }

  /** Finds an opening. Half of them are a ply longer, so that both sides start equally often. */
  private findOpening(seed: number): Position {
    const { opening } = this.settings;
    const options = { ...opening, seed, plies: opening.plies + (seed & 1) };
    const { value } = generateOpenings(options, this.scorer).next();
    if (value === undefined) throw new ChessError('no opening within the bounds could be found');
    return value.position;
  }
}
