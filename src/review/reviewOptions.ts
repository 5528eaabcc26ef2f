/** What a review is asked for, and what it reports meanwhile. */
import { checkSignal } from '../engine/checkArguments.ts';
import { checkLimits, type Limits } from '../search/limits.ts';
import { ChessError, checkOptions, isArrayOf } from '../util/result.ts';
import { isLimited, isRecord, type ReviewEngine, type SearchRecord } from './reviewSearches.ts';

/** How to review a game: with which engines and limits, and what to call back. */
export interface ReviewOptions {
  /**
   * Each searches one position at a time; they are not closed. Their number does not matter, but their `hash`,
   * `multiPv` and `contempt` do, and more than one thread in an engine makes its searches unrepeatable. None may
   * limit its strength.
   */
  engines: readonly ReviewEngine[];
  /**
   * Limits per position of the first pass: `depth`, `nodes`, `movetime`, from 1. The default is
   * {@link DEFAULT_REVIEW_LIMITS}. A review limited by time is different every time.
   */
  limits?: Limits | undefined;
  /** Whether to verify marks (default: true). Otherwise they are those of the first pass, without `!`. */
  verify?: boolean | undefined;
  /** Ends the review early, with the results so far. */
  signal?: AbortSignal | undefined;
  /** Called as the review proceeds. */
  onProgress?: ((progress: ReviewProgress) => void) | undefined;
  /** Searches of an interrupted review of the same game. */
  known?: readonly SearchRecord[] | undefined;
  /** Called for every search, so that a later review can continue. */
  onSearch?: ((record: SearchRecord) => void) | undefined;
}

/** How far a review is. */
export interface ReviewProgress {
  stage: 'first pass' | 'verification';
  /** The share of the work that is done, 0 to 1. An estimate that may not change for a while. */
  done: number;
  /** Milliseconds left, by the same estimate; null while it is unknown. */
  left: number | null;
}

/** The default limits per position of the first pass. */
export const DEFAULT_REVIEW_LIMITS: Readonly<Limits> = { nodes: 200_000 };

/** The default mebibytes per engine: enough for the longest searches, and quickly cleared. */
export const DEFAULT_REVIEW_HASH = 32;

const OPTIONS = ['engines', 'limits', 'verify', 'signal', 'onProgress', 'known', 'onSearch'];

/** Throws a ChessError if these are not the options of a review. */
export function checkReview(options: ReviewOptions): void {
  checkOptions(options, OPTIONS);
  checkSignal(options);
  const { engines, limits = DEFAULT_REVIEW_LIMITS, verify = true, known = [] } = options;
  if (!Array.isArray(engines) || engines.length === 0) {
    throw new ChessError('engines must be an array of one or more engines');
  }
  if (!isArrayOf(engines, isEngine)) {
    throw new ChessError('an engine needs the methods newGame, search and stop');
  }
  if (engines.some(isLimited)) {
    throw new ChessError('a review needs full strength: limitStrength off, skillLevel 20');
  }
  const given = Object.entries(checkLimits(limits)).filter(([, value]) => value !== undefined);
  if (given.length === 0 || !given.every(isReviewLimit)) {
    throw new ChessError('the limits of a review are depth, nodes and movetime, each 1 or more');
  }
  if (typeof verify !== 'boolean') throw new ChessError('verify must be true or false');
  if (!isArrayOf(known, isRecord)) {
    throw new ChessError('known must be an array of searches');
  }
  const { onProgress = () => {}, onSearch = () => {} } = options;
  for (const [name, listener] of Object.entries({ onProgress, onSearch })) {
    if (typeof listener !== 'function') throw new ChessError(`${name} is not a function`);
  }
}

function isEngine(engine: unknown): boolean {
  const { newGame, search, stop } = Object(engine) as Partial<ReviewEngine>;
  return [newGame, search, stop].every((method) => typeof method === 'function');
}

/** Whether {@link scaleLimits} keeps a limit. */
const isReviewLimit = ([name, value]: [string, unknown]): boolean =>
  ['depth', 'nodes', 'movetime'].includes(name) && (value as number) >= 1;

/** The limits of a search that is `factor` times as long. Twice as long is about a ply deeper. */
export function scaleLimits({ depth, nodes, movetime }: Limits, factor: number): Limits {
  const scaled = (value: number) => Math.max(1, Math.round(value * factor));
  return {
    ...(depth !== undefined && { depth: Math.max(1, depth + Math.round(Math.log2(factor))) }),
    ...(nodes !== undefined && { nodes: scaled(nodes) }),
    ...(movetime !== undefined && { movetime: scaled(movetime) }),
  };
}
