/**
 * One game between two engines, from the opening to the result.
 *
 * An engine that fails (an illegal move, no move in time, a crash) loses the game, with the reason;
 * failures are not thrown.
 */
import type { Position } from '../chess/board/position.ts';
import { BLACK, type Color, sideName, WHITE } from '../chess/board/types.ts';
import { type GameEnd, winnerOnTime } from '../chess/game/draws.ts';
import { type GameResult, type PgnMove, resultFor } from '../chess/notation/pgn.ts';
import { formatCommentScore, scoreOf } from '../client/engineInfo.ts';
import { formatGo, type MoveLimit } from '../client/moveLimit.ts';
import { type Answer, EngineFailure, type UciClient } from '../client/uciClient.ts';
import { type AdjudicationRules, Adjudicator } from '../selfplay/adjudication.ts';
import type { Opening } from '../selfplay/openingFile.ts';
import type { TablebaseAdjudicator } from '../selfplay/tablebaseAdjudicator.ts';
import { formatPgnClock } from '../util/durations.ts';
import { MatchClock } from './matchClock.ts';
import { Referee } from './referee.ts';

export interface Player {
  client: UciClient;
  limit: MoveLimit;
  /** Options to set before the game. */
  options: readonly (readonly [name: string, value: string])[];
}

export interface GameRules {
  adjudication: AdjudicationRules;
  tablebases?: TablebaseAdjudicator;
  /** Milliseconds by which a clock may be exceeded. */
  margin: number;
  /** The timeout in milliseconds of a move that neither a clock nor `movetime` limits. */
  patience: number;
}

/** How a game ended, as PGN's `Termination`. */
export type Termination =
  | 'normal'
  | 'adjudication'
  | 'time forfeit'
  | 'rules infraction'
  | 'abandoned';

export interface PlayedGame {
  opening: Opening;
  /** The moves of the opening and of the engines, with comments. */
  moves: PgnMove[];
  result: GameResult;
  termination: Termination;
  /** A sentence: `White mates`, `Black is out of time`. */
  reason: string;
  /** Milliseconds of our own overhead, from each answer to the next `go`. */
  overheads: number[];
  /** Milliseconds by which the measured time exceeded the time reported by the engine. */
  lags: number[];
}

interface Ending {
  winner: Color | null;
  termination: Termination;
  reason: string;
}

/** Plays a game between White and Black. */
export async function playGame(
  players: readonly [Player, Player],
  opening: Opening,
  rules: GameRules,
): Promise<PlayedGame> {
  const game = new GameInProgress(players, opening, rules);
  const ending = await game.play();
  const { moves, overheads, lags } = game;
  return { opening, moves, overheads, lags, ...describeEnding(ending) };
}

/** A game that an engine lost by not starting. */
export function forfeitGame(opening: Opening, loser: Color, failure: EngineFailure): PlayedGame {
  const moves = bookMoves(opening);
  const ending = lossByFailure(loser, failure);
  return { opening, moves, overheads: [], lags: [], ...describeEnding(ending) };
}

const bookMoves = ({ moves }: Opening): PgnMove[] =>
  moves.map((move) => ({ move, nags: [], comments: ['book'] }));

const describeEnding = ({ winner, termination, reason }: Ending) => ({
  result: resultFor(winner),
  termination,
  reason,
});

class GameInProgress {
  readonly moves: PgnMove[];
  readonly overheads: number[] = [];
  readonly lags: number[] = [];

  private readonly players: readonly [Player, Player];
  private readonly rules: GameRules;
  private readonly referee: Referee;
  private readonly adjudicator: Adjudicator;
  private readonly clocks: readonly [MatchClock | null, MatchClock | null];
  /** When the last answer arrived (`performance.now()`). */
  private answeredAt = 0;

  constructor(players: readonly [Player, Player], opening: Opening, rules: GameRules) {
    this.players = players;
    this.rules = rules;
    this.referee = new Referee(opening.start);
    for (const move of opening.moves) this.referee.make(move);
    this.moves = bookMoves(opening);
    this.adjudicator = new Adjudicator(rules.adjudication);
    const clock = ({ limit }: Player) =>
      limit.clock === undefined ? null : new MatchClock(limit.clock);
    this.clocks = [clock(players[0]), clock(players[1])];
  }

  async play(): Promise<Ending> {
    for (const color of [WHITE, BLACK]) {
      const { client, options } = this.players[color]!;
      const failure = await this.attempt(() => client.newGame(options));
      if (failure instanceof EngineFailure) return lossByFailure(color, failure);
    }
    for (;;) {
      const end = this.referee.end();
      if (end !== null) {
        this.referee.confirmEnd(end);
        return endByRule(end, this.referee.position.turn);
      }
      const ending = await this.playMove();
      if (ending === null) continue;
      this.referee.confirmEnd(this.referee.end());
      return ending;
    }
  }

  /** Lets the side to move play. Returns an ending by adjudication or by a forfeit, else null. */
  private async playMove(): Promise<Ending | null> {
    const { position } = this.referee;
    const us = position.turn;
    const number = position.fullmove;
    const answer = await this.attempt(() => this.think(us));
    if (answer instanceof EngineFailure) return lossByFailure(us, answer);
    if (this.isOutOfTime(us, answer)) return timeForfeit(us, position);
    const move = this.referee.play(answer.move);
    if (!move.ok) {
      const reason = `${sideName(us)} makes no legal move: ${move.error.message}`;
      return loss(us, 'rules infraction', reason);
    }
    this.moves.push({ move: move.value, nags: [], comments: [this.describe(us, answer)] });
    if (this.referee.end() !== null) return null;
    const score = answer.info === null ? null : scoreOf(answer.info);
    const verdict =
      this.adjudicator.judge(us, score, number) ?? this.rules.tablebases?.judge(position) ?? null;
    return verdict === null ? null : { ...verdict, termination: 'adjudication' };
  }

  private async think(us: Color): Promise<Answer> {
    const { client, limit } = this.players[us]!;
    const own = this.clocks[us]!;
    const go = formatGo(limit, us, own, this.clocks[us ^ 1]!);
    const thinking = client.think(this.referee.formatPosition(), go, this.allowed(limit, own));
    // If the referees disagree, nobody awaits the answer of the engine, which is killed.
    thinking.catch(() => {});
    if (this.answeredAt > 0) this.overheads.push(performance.now() - this.answeredAt);
    this.referee.confirmMoves();
    const answer = await thinking;
    this.answeredAt = answer.at;
    if (answer.info !== null && answer.info.time > 0) {
      this.lags.push(answer.elapsed - answer.info.time);
    }
    return answer;
  }

  /** Milliseconds after which the engine is told to stop. */
  private allowed(limit: MoveLimit, clock: MatchClock | null): number {
    const { margin, patience } = this.rules;
    const times = [clock?.remaining, limit.movetime].filter((time) => time !== undefined);
    return times.length > 0 ? Math.min(...times) + margin + 1 : patience;
  }

  private isOutOfTime(us: Color, { elapsed, isLate }: Answer): boolean {
    const { margin } = this.rules;
    const { movetime } = this.players[us]!.limit;
    const fell = this.clocks[us]?.press(elapsed, margin) ?? false;
    return fell || isLate || (movetime !== undefined && elapsed > movetime + margin);
  }

  /** `+0.34/12 0.051s`, and the remaining time on the clock. */
  private describe(us: Color, { info, elapsed }: Answer): string {
    const clock = this.clocks[us];
    const words = info === null ? [] : [`${formatCommentScore(info)}/${info.depth}`];
    words.push(`${(elapsed / 1000).toFixed(3)}s`);
    if (info !== null && info.nodes > 0) words.push(`${info.nodes}n`);
    if (clock != null) words.push(`[%clk ${formatPgnClock(clock.remaining)}]`);
    return words.join(' ');
  }

  /** Returns the result of the work, or the engine's failure. */
  private async attempt<T>(work: () => Promise<T>): Promise<T | EngineFailure> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof EngineFailure) return error;
      throw error;
    }
  }
}

const loss = (loser: Color, termination: Termination, reason: string): Ending => ({
  winner: loser ^ 1,
  termination,
  reason,
});

function timeForfeit(loser: Color, position: Position): Ending {
  const winner = winnerOnTime(position, loser);
  const rescue = winner === null ? `, but ${sideName(loser ^ 1)} cannot mate` : '';
  const reason = `${sideName(loser)} is out of time${rescue}`;
  return { winner, termination: 'time forfeit', reason };
}

/** The verb for each kind of failure in the reason. */
const FAILURES: Record<EngineFailure['kind'], string> = {
  'does not start': 'does not start',
  crash: 'crashes',
  stall: 'stalls',
  flood: 'floods its output',
};

const lossByFailure = (loser: Color, { kind, message }: EngineFailure): Ending =>
  loss(loser, 'abandoned', `${sideName(loser)} ${FAILURES[kind]}: ${message}`);

/** `turn` is the side to move: in checkmate, the side that is mated. */
function endByRule(end: GameEnd, turn: Color): Ending {
  if (end !== 'checkmate') return { winner: null, termination: 'normal', reason: `Draw by ${end}` };
  return loss(turn, 'normal', `${sideName(turn ^ 1)} mates`);
}
