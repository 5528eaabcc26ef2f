/**
 * Parses UCI lines into typed commands. This knows nothing of chess: FENs and moves are validated
 * where they are used. https://backscattering.de/chess/uci/
 */
import { fail, ok, quote, type Result } from '../util/result.ts';
import { type GoCommand, type PerftCommand, parseGo } from './parseGo.ts';

export interface PositionCommand {
  type: 'position';
  /** Null for the start position. */
  fen: string | null;
  moves: string[];
  /** Why it cannot be read: it is rejected in its turn, after the commands before it. */
  problem?: string;
}

export type UciCommand =
  | { type: (typeof WORDS)[number] | 'empty' }
  | { type: 'setoption'; name: string; value: string | null }
  | PositionCommand
  | GoCommand
  | PerftCommand
  | { type: 'debug'; on: boolean };

const WORDS = [
  'uci',
  'isready',
  'ucinewgame',
  'stop',
  'ponderhit',
  'quit',
  'd',
  'eval',
  'help',
] as const;

/** Parses a line. */
export function parseCommand(line: string): Result<UciCommand> {
  const tokens = line.split(/\s+/).filter((token) => token !== '');
  const [word, ...rest] = tokens;
  if (word === undefined) return ok({ type: 'empty' });
  const plain = WORDS.find((w) => w === word);
  if (plain !== undefined) return ok({ type: plain });
  switch (word) {
    case 'setoption':
      return parseSetOption(rest, line);
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

/** Blanks within the value are kept: it may be a path. */
function parseSetOption(tokens: string[], line: string): Result<UciCommand> {
  if (tokens[0] !== 'name')
    return fail('setoption: expected setoption name <name> [value <value>]');
  const valueAt = tokens.indexOf('value');
  const name = tokens.slice(1, valueAt < 0 ? undefined : valueAt).join(' ');
  const value = valueAt < 0 ? null : (/\svalue(?:\s(.*))?$/s.exec(line)![1]?.trim() ?? '');
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
  const problem = 'position: expected position startpos | fen <fen> [moves <move> ...]';
  return ok({ type: 'position', fen: null, moves, problem });
}

/** `debug` alone means on. */
function parseDebug(tokens: readonly string[]): Result<UciCommand> {
  const [word = 'on'] = tokens;
  if (tokens.length > 1 || (word !== 'on' && word !== 'off'))
    return fail('debug: expected debug on | off');
  return ok({ type: 'debug', on: word === 'on' });
}
