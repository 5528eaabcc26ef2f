/** Limits and settings of a search, and their validation. */
import { type Color, type Move, WHITE } from '../chess/board/types.ts';
import { ChessError, describeArgument, isArrayOf, isObject, unknownName } from '../util/result.ts';
import type { ParameterValues } from './parameters.ts';
import { MAX_PLY } from './score.ts';

/** The largest value of a limit, which limits nothing. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Limits of a search. The first one reached ends it; undefined limits nothing. */
export interface Limits {
  /** Depth in plies. */
  depth?: number | undefined;
  /** Nodes of all threads together. */
  nodes?: number | undefined;
  /** Soft limit: no new iteration starts beyond this many nodes. */
  softNodes?: number | undefined;
  /** Milliseconds for this move. */
  movetime?: number | undefined;
  /** Milliseconds left on White's clock. */
  wtime?: number | undefined;
  /** Milliseconds left on Black's clock. */
  btime?: number | undefined;
  /** White's increment per move in milliseconds. */
  winc?: number | undefined;
  /** Black's increment per move in milliseconds. */
  binc?: number | undefined;
  /** Moves to the next time control; 0, or none, if the clock is for the rest of the game. */
  movestogo?: number | undefined;
  /** Ends when a mate in this many moves or fewer is found; if there is none, as it would without `mate`. */
  mate?: number | undefined;
  /** Searches until `stop()`, or until nothing is left to find. */
  infinite?: boolean | undefined;
  /** Time limits apply only after the ponder hit, but the time before it counts towards them. */
  ponder?: boolean | undefined;
  /** Searches only these moves: in UCI notation, in SAN, or as moves. */
  searchmoves?: readonly (string | Move)[] | undefined;
}

/** What a limit must be, in words. */
interface LimitType {
  words: string;
  fits: (value: unknown) => boolean;
}

const wholeNumber = (min: number): LimitType => ({
  words: `a whole number, ${min} or more`,
  fits: (value) => Number.isInteger(value) && (value as number) >= min,
});
const TIME: LimitType = {
  words: 'a number, 0 or more',
  fits: (value) => Number.isFinite(value) && (value as number) >= 0,
};
/** A clock may be overdrawn. */
const CLOCK: LimitType = { words: 'a number', fits: Number.isFinite };
const SWITCH: LimitType = { words: 'true or false', fits: (value) => typeof value === 'boolean' };
const MOVES: LimitType = {
  words: 'an array of moves',
  fits: (value) => isArrayOf(value, (move) => typeof move === 'string' || Number.isInteger(move)),
};

const LIMIT_TYPES: Record<keyof Limits, LimitType> = {
  depth: wholeNumber(0),
  nodes: wholeNumber(0),
  softNodes: wholeNumber(0),
  movetime: TIME,
  wtime: CLOCK,
  btime: CLOCK,
  winc: TIME,
  binc: TIME,
  movestogo: wholeNumber(0),
  mate: wholeNumber(1),
  infinite: SWITCH,
  ponder: SWITCH,
  searchmoves: MOVES,
};

/** Returns the limits if each is known and valid. Throws a ChessError otherwise. */
export function checkLimits(limits: unknown): Limits {
  if (!isObject(limits)) {
    const what = describeArgument(limits);
    throw new ChessError(`limits must be an object, such as { depth: 12 }, not ${what}`);
  }
  for (const [name, value] of Object.entries(limits)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(LIMIT_TYPES, name)) {
      throw unknownName('limit', name, Object.keys(LIMIT_TYPES));
    }
    const { words, fits } = LIMIT_TYPES[name as keyof Limits];
    if (!fits(value)) {
      throw new ChessError(`${name} must be ${words}, not ${describeArgument(value)}`);
    }
  }
  return limits;
}

/** Throws a ChessError if a search without end has a limit that would end it. */
export function rejectLimitedInfinite({ infinite, ponder, searchmoves, ...others }: Limits): void {
  const [limit] = Object.entries(others).find(([, value]) => value !== undefined) ?? [];
  if (infinite && limit !== undefined) {
    throw new ChessError(`infinite and ${limit} cannot be combined`);
  }
}

/** Search settings other than limits. */
export interface SearchSettings {
  /** The penalty of a draw for the side to move at the root, in centipawns. */
  contempt: number;
  /** How many best lines are searched. */
  multiPv: number;
  /** Overhead of each move between engine and clock, in milliseconds. */
  moveOverhead: number;
  /** Per cent of the usual time for a move. */
  slowMover: number;
  /** Nodes that count as a millisecond, for time limits (searchClock.ts); 0 for the clock. */
  nodestime: number;
  /** Limits the strength to this rating (levels.ts); null for full strength. */
  elo: number | null;
  /** Seed of the choices at a limited strength: any 32 bits. */
  seed: number;
  /** Minimum depth at which tablebases of the largest size are probed, in plies. */
  syzygyProbeDepth: number;
  /** The maximum number of pieces of positions that are probed in tablebases. */
  syzygyProbeLimit: number;
  /** Whether tablebase wins and losses that the fifty-move rule turns into draws count as draws. */
  syzygy50MoveRule: boolean;
  /** Values that replace those of parameters.ts; only in a tuning build. */
  parameters?: ParameterValues;
}

export const DEFAULT_SETTINGS: Readonly<SearchSettings> = {
  contempt: 0,
  multiPv: 1,
  moveOverhead: 10,
  slowMover: 100,
  nodestime: 0,
  elo: null,
  seed: 0,
  syzygyProbeDepth: 1,
  syzygyProbeLimit: 7,
  syzygy50MoveRule: true,
};

/** Whether there are clocks but none of the side to move, and nothing else ends the search. */
export function isClockMissing(limits: Limits, turn: Color): boolean {
  const { wtime, btime, winc, binc, movestogo, infinite } = limits;
  const hasClocks = [wtime, btime, winc, binc, movestogo].some((value) => value !== undefined);
  const own = turn === WHITE ? wtime : btime;
  return hasClocks && own === undefined && !infinite && !hasEnd({ ...limits, ponder: false }, turn);
}

/**
 * Whether the limits are sure to end a search with that side to move. The largest numbers are common for "no
 * limit".
 */
export function hasEnd(limits: Limits, turn: Color): boolean {
  if (limits.infinite || limits.ponder) return false;
  const { depth = MAX_PLY, nodes, softNodes, movetime, wtime, btime } = limits;
  const others = [nodes, softNodes, movetime, turn === WHITE ? wtime : btime];
  return depth < MAX_PLY || others.some((limit = NO_LIMIT) => limit < NO_LIMIT);
}
