/**
 * Parses the limits of `go`: words and numbers, no chess. A GUI that sends `go` waits for a move, so
 * invalid limits never fail: they are interpreted as what was most likely meant, with a remark.
 */
import { MAX_PERFT_DEPTH } from '../chess/perft.ts';
import { type Limits, NO_LIMIT } from '../search/limits.ts';
import { fail, ok, quote, type Result } from '../util/result.ts';

export interface GoCommand {
  type: 'go';
  limits: Limits;
  /** What was ignored or interpreted differently. */
  remarks: string[];
}

export interface PerftCommand {
  type: 'perft';
  depth: number;
}

/** The minimum of each limit. */
const MINIMUMS = {
  depth: 0,
  nodes: 0,
  movetime: 0,
  wtime: 0,
  btime: 0,
  winc: 0,
  binc: 0,
  movestogo: 0,
  mate: 1,
} as const;
type LimitName = keyof typeof MINIMUMS;

/** Limits in milliseconds, which some programs send as fractions. */
const TIMES: ReadonlySet<string> = new Set(['movetime', 'wtime', 'btime', 'winc', 'binc']);

/** Words of `go` that do not end a search. */
const NO_LIMITS: ReadonlySet<string> = new Set(['searchmoves', 'ponder']);

/** Words that begin a limit, so that they are neither the value of the word before nor a move. */
const KEYWORDS: ReadonlySet<string> = new Set([
  ...Object.keys(MINIMUMS),
  'perft',
  'infinite',
  'ponder',
  'searchmoves',
]);

/** Milliseconds to search if no limit could be read. */
export const FALLBACK_TIME = 1000;

const NUMBER = /^[+-]?\d+(\.\d*)?(e[+-]?\d{1,2})?$/i;

/** Numbers up to this one are common for "no limit". */
const LARGEST_WORD = 2 ** 64;

/**
 * Parses the words after `go`. Unknown words, and limits without a number, are ignored; if no
 * limit remains, the search takes a second. Numbers are truncated and clamped to their minimum. Of words given
 * twice the last one counts.
 * Fails only for `perft` without a valid depth.
 */
export function parseGo(tokens: readonly string[]): Result<GoCommand | PerftCommand> {
  const limits: Limits = {};
  const remarks: string[] = [];
  const unknown: string[] = [];
  let isLimitLost = false;
  const checkRepeated = (name: LimitName | 'infinite' | 'ponder' | 'searchmoves'): boolean => {
    const isRepeated = limits[name] !== undefined;
    if (isRepeated) remarks.push(`${name} is given twice`);
    return isRepeated;
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token === 'perft') return parsePerft(tokens[i + 1]);
    if (Object.hasOwn(MINIMUMS, token)) {
      const next = tokens[i + 1];
      const text = next === undefined || KEYWORDS.has(next) ? undefined : next;
      if (text !== undefined) i++;
      if (text === undefined || !NUMBER.test(text)) {
        const what = text === undefined ? '' : `, not ${quote(text)}`;
        remarks.push(`${token} needs a number${what}`);
        isLimitLost = true;
        continue;
      }
      const value = readLimit(token as LimitName, Number(text));
      const isRepeated = checkRepeated(token as LimitName);
      const isInvalid = isRemarkable(token, Number(text), value);
      limits[token as LimitName] = value;
      if (isInvalid) remarks.push(`invalid limit: ${quote(`${token} ${text}`)}`);
      if (isRepeated || isInvalid) remarks.push(`${token} is taken as ${value}`);
    } else if (token === 'infinite' || token === 'ponder') {
      checkRepeated(token);
      limits[token] = true;
    } else if (token === 'searchmoves') {
      checkRepeated(token);
      const moves: string[] = [];
      while (i + 1 < tokens.length && !KEYWORDS.has(tokens[i + 1]!)) moves.push(tokens[++i]!);
      if (moves.length === 0) remarks.push('searchmoves needs a move');
      limits.searchmoves = moves;
    } else {
      unknown.push(token);
    }
  }
  if (unknown.length > 0) remarks.push(`unknown words: ${quote(unknown.join(' '))}`);
  if (isLimitLost && Object.keys(limits).every((name) => NO_LIMITS.has(name))) {
    limits.movetime = FALLBACK_TIME;
    remarks.push(`searching for ${FALLBACK_TIME} ms`);
  }
  return ok({ type: 'go', limits, remarks });
}

function readLimit(name: LimitName, value: number): number {
  return Math.min(NO_LIMIT, Math.max(MINIMUMS[name], Math.trunc(value)));
}

/** Overdrawn clocks and fractional milliseconds are too common for a remark. */
function isRemarkable(name: string, given: number, value: number): boolean {
  if (given > LARGEST_WORD) return true;
  if (name === 'wtime' || name === 'btime') return false;
  return TIMES.has(name) ? given < 0 : given !== value && given < NO_LIMIT;
}

function parsePerft(text = ''): Result<PerftCommand> {
  const depth = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (depth < 1 || depth > MAX_PERFT_DEPTH) {
    return fail(`go perft: expected a depth from 1 to ${MAX_PERFT_DEPTH}`);
  }
  return ok({ type: 'perft', depth });
}
