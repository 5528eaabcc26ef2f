/**
 * The schedule of a match: pairings, colours and openings. All of it follows from the number of the
 * game, so that an interrupted match can be continued anywhere.
 *
 * A round is one opening, played twice by every pairing, with colours swapped: what the opening is
 * worth to a side then counts for both.
 */

export type ScheduleKind = 'round-robin' | 'gauntlet';

/** Two engines, by their place in the list. */
export type Pairing = readonly [first: number, second: number];

export interface ScheduledGame {
  /** From 0. */
  number: number;
  /** From 0; also the number of its opening. */
  round: number;
  /** Which of the pairings. */
  pairing: number;
  white: number;
  black: number;
  /** Both games of a pair share it. */
  pair: number;
}

export class Schedule {
  readonly pairings: readonly Pairing[];
  readonly rounds: number;

  /** `engines` is how many there are, two or more; in a gauntlet the first one plays all others. */
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

  /** How many games there are. */
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

  /** The number of a game from its `Round`; null when it has none here. */
  parseRound(text: string): number | null {
    const match = /^(\d{1,9})\.(\d{1,9})$/.exec(text);
    if (match === null) return null;
    const [round, within] = [Number(match[1]), Number(match[2])];
    if (round < 1 || within < 1 || within > this.gamesPerRound) return null;
    return (round - 1) * this.gamesPerRound + within - 1;
  }
}
