/**
 * Lines in, typed commands out. Knows words, not chess: whether a FEN or a move is any good is
 * for others to say. https://backscattering.de/chess/uci/
 */
import { fail, ok, quote, type Result } from '../chess/result.ts';
import type { Limits } from '../search/limits.ts';

export type UciCommand =
  | { type: (typeof WORDS)[number] | 'empty' }
  | { type: 'setoption'; name: string; value: string | null }
  /** `fen` null for the start position. */
  | { type: 'position'; fen: string | null; moves: string[] }
  /** `ignored` are words that nobody knows. */
  | { type: 'go'; limits: Limits; ignored: string[] }
  | { type: 'perft'; depth: number }
  | { type: 'debug'; on: boolean };

const WORDS = ['uci', 'isready', 'ucinewgame', 'stop', 'ponderhit', 'quit', 'd', 'eval'] as const;

/** Reads a line. */
export function parseCommand(line: string): Result<UciCommand> {
  const tokens = line.split(/\s+/).filter((token) => token !== '');
  const [word, ...rest] = tokens;
  if (word === undefined) return ok({ type: 'empty' });
  const plain = WORDS.find((w) => w === word);
  if (plain !== undefined) return ok({ type: plain });
  switch (word) {
    case 'setoption':
      return parseSetOption(rest);
    case 'position':
      return parsePosition(rest);
    case 'go':
      return parseGo(rest);
    case 'debug':
      return parseDebug(rest);
    default:
      return fail(`unknown command: ${quote(line.trim())}`);
  }
}

function parseSetOption(tokens: string[]): Result<UciCommand> {
  if (tokens[0] !== 'name') return fail('setoption: setoption name <name> [value <value>]');
  const valueAt = tokens.indexOf('value');
  const name = tokens.slice(1, valueAt < 0 ? undefined : valueAt).join(' ');
  const value = valueAt < 0 ? null : tokens.slice(valueAt + 1).join(' ');
  return name === '' ? fail('setoption: no name') : ok({ type: 'setoption', name, value });
}

function parsePosition(tokens: string[]): Result<UciCommand> {
  const movesAt = tokens.indexOf('moves');
  const where = tokens.slice(0, movesAt < 0 ? undefined : movesAt);
  const moves = movesAt < 0 ? [] : tokens.slice(movesAt + 1);
  if (where[0] === 'startpos' && where.length === 1) {
    return ok({ type: 'position', fen: null, moves });
  }
  if (where[0] === 'fen') return ok({ type: 'position', fen: where.slice(1).join(' '), moves });
  return fail('position: position startpos | fen <fen> [moves <move> ...]');
}

/** `debug` alone means on. */
function parseDebug(tokens: readonly string[]): Result<UciCommand> {
  const [word = 'on'] = tokens;
  if (tokens.length > 1 || (word !== 'on' && word !== 'off')) return fail('debug: debug on | off');
  return ok({ type: 'debug', on: word === 'on' });
}

const NUMBERS = [
  'depth',
  'nodes',
  'movetime',
  'wtime',
  'btime',
  'winc',
  'binc',
  'movestogo',
  'mate',
] as const;

/** Milliseconds, which some programs give with fractions. */
const TIMES: ReadonlySet<string> = new Set(['movetime', 'wtime', 'btime', 'winc', 'binc']);

/**
 * Reads what follows `go`. Unknown words are passed over, as UCI asks, and so are limits without a
 * sensible number beside others that have one: a GUI must get its move. Where no limit is left, which would be a
 * search without an end, the command is refused. Fractions of milliseconds are cut off.
 */
export function parseGo(
  tokens: readonly string[],
): Result<Extract<UciCommand, { type: 'go' | 'perft' }>> {
  const limits: Limits = {};
  const ignored: string[] = [];
  const faults: Result<never>[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const number = NUMBERS.find((name) => name === token);
    if (number !== undefined || token === 'perft') {
      const text = tokens[++i];
      if (text === undefined) return fail(`go: ${token} needs a number`);
      const pattern = TIMES.has(token) ? /^-?\d{1,20}(\.\d{0,20})?$/ : /^-?\d{1,20}$/;
      const isNumber = pattern.test(text);
      const value = isNumber ? Math.trunc(Number(text)) : 0;
      if (number === undefined && isNumber) return parsePerft(value);
      // A clock may be overdrawn; a negative limit is no limit anybody can have meant.
      const isClock = number === 'wtime' || number === 'btime';
      if (number === undefined || !isNumber || (value < 0 && !isClock)) {
        const fault = isNumber ? 'cannot be negative' : `needs a number, not ${quote(text)}`;
        faults.push(fail(`go: ${token} ${fault}`));
        ignored.push(`${token} ${text}`);
        continue;
      }
      limits[number] = Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, value));
    } else if (token === 'infinite' || token === 'ponder') {
      limits[token] = true;
    } else if (token === 'searchmoves') {
      limits.searchmoves = [];
      while (i + 1 < tokens.length && /^[a-h][1-8]/.test(tokens[i + 1]!)) {
        limits.searchmoves.push(tokens[++i]!);
      }
    } else {
      ignored.push(token);
    }
  }
  const [fault] = faults;
  if (fault !== undefined && Object.keys(limits).length === 0) return fault;
  return ok({ type: 'go', limits, ignored });
}

function parsePerft(depth: number): Result<{ type: 'perft'; depth: number }> {
  if (depth < 1 || depth > 15) return fail('go perft: a depth from 1 to 15');
  return ok({ type: 'perft', depth });
}
