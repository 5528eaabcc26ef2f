/**
 * Games of the engine against itself, one after the other, in one thread.
 *
 * A game follows from its task alone: everything that was learnt is forgotten before it, searches
 * are counted in nodes, and its opening is a random walk with a seed of its own. So it does not
 * matter which thread plays it, when, or after which other games.
 *
 * To tune the search, two sides with different parameters play; then each has a table of its own.
 * Otherwise both sides share one, as there is only one engine.
 */

import type { Position } from '../chess/board/position.ts';
import { WHITE } from '../chess/board/types.ts';
import { findGameEnd, type GameEnd } from '../chess/game/draws.ts';
import { formatFen } from '../chess/notation/fen.ts';
import { ChessError } from '../chess/result.ts';
import { builtInEvaluator } from '../engine/node/evaluator.ts';
import type { Evaluator } from '../eval/evaluator.ts';
import type { Limits } from '../search/limits.ts';
import { DEFAULT_VALUES } from '../search/parameters.ts';
import { Search } from '../search/search.ts';
import { TranspositionTable } from '../search/table.ts';
import { type ParameterValues, tune } from '../search/tune.ts';
import { type AdjudicationRules, Adjudicator } from './adjudication.ts';
import { generateOpenings, type OpeningOptions, PositionScorer } from './openingGenerator.ts';

/** What holds for all games. */
export interface SelfPlaySettings {
  /** Of every move's search; of nodes only, so that nothing depends on the machine. */
  limits: Pick<Limits, 'softNodes' | 'nodes'>;
  /** Mebibytes of a table. */
  hash: number;
  opening: Omit<OpeningOptions, 'seed'>;
  rules: AdjudicationRules;
}

export interface GameTask {
  number: number;
  /** Of the opening. */
  seed: number;
  /** Parameters of white and of black, when they differ. */
  sides?: readonly [white: ParameterValues, black: ParameterValues];
}

/** Why a game ended. Draws are claimed as soon as the rules allow, so none goes on to the others. */
export type SelfPlayEnd =
  | 'adjudicated'
  | Exclude<GameEnd, 'fivefold repetition' | 'seventy-five-move rule'>;

/** A game as plain data, to be sent between threads. */
export interface SelfPlayGame {
  number: number;
  /** FEN of the position it began from. */
  start: string;
  moves: Uint16Array;
  /** Centipawns of the position before each move, from the side to move. */
  scores: Int16Array;
  /** Half points for White. */
  result: number;
  end: SelfPlayEnd;
}

/** Says when a game is over: by the rules, or because it is decided. */
export class Arbiter {
  private readonly position: Position;
  private readonly adjudicator: Adjudicator;

  /** Watches a game on this position, which others play on. */
  constructor(position: Position, rules: AdjudicationRules) {
    this.position = position;
    this.adjudicator = new Adjudicator(rules);
  }

  /** Called after every move with its score, from its side. Null while the game goes on. */
  afterMove(score: number): { result: number; end: SelfPlayEnd } | null {
    const { position } = this;
    const us = position.turn ^ 1;
    const number = position.fullmove - us;
    const end = findGameEnd(position) as SelfPlayEnd | null;
    const verdict = this.adjudicator.judge(us, score, number);
    if (end !== null) return { result: end === 'checkmate' ? wonBy(us) : 1, end };
    if (verdict === null) return null;
    const { winner } = verdict;
    return { result: winner === null ? 1 : wonBy(winner), end: 'adjudicated' };
  }
}

const wonBy = (color: number): number => (color === WHITE ? 2 : 0);

export class SelfPlayer {
  private readonly settings: SelfPlaySettings;
  private readonly evaluator = builtInEvaluator();
  private readonly scorer = new PositionScorer(this.evaluator);
  private readonly players: Player[] = [];

  constructor(settings: SelfPlaySettings) {
    this.settings = settings;
  }

  /** Plays a game. Throws a ChessError when no opening is to be found. */
  play({ number, seed, sides }: GameTask): SelfPlayGame {
    const { limits, rules } = this.settings;
    // The game before may have ended with either side's.
    tune(DEFAULT_VALUES);
    const position = this.findOpening(seed);
    const start = formatFen(position);
    const players = this.prepare(sides === undefined ? 1 : 2);
    const arbiter = new Arbiter(position, rules);
    const moves: number[] = [];
    const scores: number[] = [];
    for (;;) {
      const { turn } = position;
      if (sides !== undefined) tune(sides[turn]!);
      const { best, info } = players[turn % players.length]!.search.run(position, limits);
      position.make(best!.move);
      moves.push(best!.move);
      scores.push(info.score);
      const outcome = arbiter.afterMove(info.score);
      if (outcome === null) continue;
      const record = { moves: Uint16Array.from(moves), scores: Int16Array.from(scores) };
      return { number, start, ...record, ...outcome };
    }
  }

  /** Every other opening is a ply longer, so that black begins as often as white. */
  private findOpening(seed: number): Position {
    const { opening } = this.settings;
    const options = { ...opening, seed, plies: opening.plies + (seed & 1) };
    const { value } = generateOpenings(options, this.scorer).next();
    if (value === undefined) throw new ChessError('no opening within the bounds is to be found');
    return value.position;
  }

  /** Players with empty tables and histories. */
  private prepare(count: number): Player[] {
    while (this.players.length < count) {
      this.players.push(new Player(this.settings.hash, this.evaluator));
    }
    for (const player of this.players) player.forget();
    return this.players.slice(0, count);
  }
}

class Player {
  readonly search: Search;
  private readonly table: TranspositionTable;

  constructor(hash: number, evaluator: Evaluator) {
    this.table = TranspositionTable.ofSize(hash);
    this.search = new Search(this.table, evaluator);
  }

  forget(): void {
    this.search.forget();
    this.table.clear();
  }
}
