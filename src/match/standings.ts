/**
 * The score of a match so far: results and pairs per pairing, forfeits per engine, and how often each
 * reason ended a game.
 */
import { BLACK, sideName, WHITE } from '../chess/board/types.ts';
import { type GameResult, halfPoints } from '../chess/notation/pgn.ts';
import { EffectEstimator, type Screen } from './factorialScreen.ts';
import type { Termination } from './playGame.ts';
import type { Schedule } from './schedule.ts';
import type { Pentanomial } from './statistics.ts';

/** The outcome of a finished game. */
export interface GameOutcome {
  /** The game number in the schedule. */
  number: number;
  result: GameResult;
  termination: Termination;
  reason: string;
}

/** From the point of view of the first engine of a pairing. */
interface PairingScore {
  wins: number;
  draws: number;
  losses: number;
  /** Complete pairs of games, by points. */
  pairs: Pentanomial;
}

/** The ways in which an engine forfeits a game rather than losing it on the board. */
type Forfeit = Exclude<Termination, 'normal' | 'adjudication'>;

export const isForfeit = (termination: Termination): termination is Forfeit =>
  termination !== 'normal' && termination !== 'adjudication';

/** How many games an engine has forfeited. */
export type Forfeits = Record<Forfeit, number>;

export class Standings {
  readonly pairings: PairingScore[];
  readonly forfeits: Forfeits[];
  /** The effects of the options of a screen; null for other matches. */
  readonly effects: EffectEstimator | null;
  /** How often each reason ended a game. */
  readonly reasons = new Map<string, number>();
  games = 0;

  private readonly schedule: Schedule;
  /** The half points of the finished game of each incomplete pair. */
  private readonly halfPairs = new Map<number, number>();

  constructor(schedule: Schedule, engines: number, screen: Screen | null = null) {
    this.schedule = schedule;
    this.effects = screen === null ? null : new EffectEstimator(screen);
    this.pairings = schedule.pairings.map(() => ({
      wins: 0,
      draws: 0,
      losses: 0,
      pairs: [0, 0, 0, 0, 0],
    }));
    this.forfeits = Array.from({ length: engines }, () => ({
      'time forfeit': 0,
      'rules infraction': 0,
      abandoned: 0,
    }));
  }

  add(record: GameOutcome): void {
    const { result, termination, reason } = record;
    const { pairing, pair, white, black } = this.schedule.game(record.number);
    const score = this.pairings[pairing]!;
    const isFirstWhite = white === this.schedule.pairings[pairing]![0];
    const points = halfPoints(result, isFirstWhite ? WHITE : BLACK) ?? 0;
    if (points === 2) score.wins++;
    else if (points === 1) score.draws++;
    else score.losses++;
    this.addToPair(score, pair, points);
    if (isForfeit(termination)) {
      this.forfeits[isForfeitOfBlack(record) ? black : white]![termination]++;
    }
    // What follows a colon is specific to the game.
    const kind = reason.split(':', 1)[0]!;
    this.reasons.set(kind, (this.reasons.get(kind) ?? 0) + 1);
    this.games++;
  }

  private addToPair(score: PairingScore, pair: number, points: number): void {
    const other = this.halfPairs.get(pair);
    if (other === undefined) {
      this.halfPairs.set(pair, points);
      return;
    }
    this.halfPairs.delete(pair);
    const counts = [...score.pairs] as [number, number, number, number, number];
    counts[other + points]!++;
    this.effects?.add(pair, (other + points) / 4);
    score.pairs = counts;
  }
}

/** Whether Black forfeited the game. A time forfeit may be a draw, with a reason that names the side. */
export const isForfeitOfBlack = ({
  result,
  reason,
}: Pick<GameOutcome, 'result' | 'reason'>): boolean =>
  result === '1-0' || (result === '1/2-1/2' && reason.startsWith(sideName(BLACK)));
