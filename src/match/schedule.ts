/**
 * The schedule of a match: pairings, colours and openings. All of it follows from the game number,
 * so that an interrupted match can continue anywhere.
 *
 * A round is one opening, played twice by every pairing with colours swapped, so that an advantage
 * of the opening counts for both engines.
 */

export type ScheduleKind = 'round-robin' | 'gauntlet';

/** Two engines, by their index. */
type Pairing = readonly [first: number, second: number];

export interface ScheduledGame {
  /** From 0. */
  number: number;
  /** From 0; also the index of its opening. */
  round: number;
  /** Index in {@link Schedule.pairings}. */
  pairing: number;
  white: number;
  black: number;
  /** The number of the game pair; both games of a pair share it. */
  pair: number;
}

export class Schedule {
  readonly pairings: readonly Pairing[];
  readonly rounds: number;

  /** `engines` is their number, two or more; in a gauntlet the first one plays all others. */
  constructor(engines: number, kind: ScheduleKind, rounds: number) {
    this.rounds = rounds;
    const all = Array.from({ length: engines }, (_, i) => i);
    this.pairings = all.flatMap((first) =>
      all.slice(first + 1).map((second): Pairing => [first, second]),
    );
    if (kind === 'gauntlet') this.pairings = this.pairings.filter(([first]) => first === 0);
  }

  get gamesPerRound(): number {
    return this.pairings.length * 2;
  }

  /** The number of games. */
  get length(): number {
    return this.rounds * this.gamesPerRound;
  }

  game(number: number): ScheduledGame {
    const pair = number >> 1;
    const round = Math.floor(pair / this.pairings.length);
    const pairing = pair % this.pairings.length;
    const [first, second] = this.pairings[pairing]!;
    const [white, black] = number % 2 === 0 ? [first, second] : [second, first];
    return { number, round, pairing, white, black, pair };
  }

  /** PGN's `Round`: the round and the game within it, both from 1. */
  formatRound(number: number): string {
    const round = Math.floor(number / this.gamesPerRound);
    return `${round + 1}.${(number % this.gamesPerRound) + 1}`;
  }

  /** The game number of a `Round`; null if it is not part of this schedule. */
  parseRound(text: string): number | null {
    const match = /^(\d{1,9})\.(\d{1,9})$/.exec(text);
    if (match === null) return null;
    const [round, within] = [Number(match[1]), Number(match[2])];
    if (round < 1 || round > this.rounds || within < 1 || within > this.gamesPerRound) return null;
    return (round - 1) * this.gamesPerRound + within - 1;
  }
}
