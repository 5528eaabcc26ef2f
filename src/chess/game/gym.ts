/**
 * A chess environment for reinforcement learning, in the style of Gym. States are plain JSON that
 * can be stored, copied and compared; every function takes a state and modifies none.
 *
 * Agents claim every draw they can, so threefold repetition and the fifty-move rule end an episode.
 */
import { areTexts, ChessError, quote, unwrap } from '../../util/result.ts';
import { legalMoves as generateLegalMoves } from '../board/movegen.ts';
import type { Position } from '../board/position.ts';
import {
  formatFen,
  formatFenWithoutClocks,
  hasStandardRights,
  positionFromFen,
  START_FEN,
} from '../notation/fen.ts';
import { formatUciMove, parseUciMove } from '../notation/uciMove.ts';
import { type DrawReason, findGameEnd, type GameEnd } from './draws.ts';

/** A game as plain data: its position, and how often each has occurred. */
export interface GameState {
  /** The position on the board. */
  fen: string;
  /** How often each position (the first four fields of its FEN) has occurred. */
  visits: Record<string, number>;
}

/**
 * An input state. Visit counts may be missing, as in states saved by old versions, and are then
 * completed: from `start` and `moves` by replaying the game if given, else the current position
 * counts as visited once.
 */
export interface SavedState {
  /** The position on the board. */
  fen: string;
  /** How often each position (the first four fields of its FEN) has occurred. */
  visits?: Record<string, number> | undefined;
  /** The FEN of the starting position; by default the usual one. */
  start?: string | undefined;
  /** The moves played from there, in UCI notation. */
  moves?: readonly string[] | undefined;
}

/** What a move leads to. */
export interface Step {
  /** The game after the move. */
  state: GameState;
  /** For the side that moved: 1 for checkmate, else 0. */
  reward: number;
  /** Whether the game is over. */
  done: boolean;
  info: {
    /** Why the game is drawn, or null. */
    draw: DrawReason | null;
    checkmate: boolean;
    threefoldRepetition: boolean;
  };
}

/** Starts a new game. Throws a ChessError for an invalid FEN. */
export function reset(fen: string = START_FEN): GameState {
  const position = positionFromFen(fen);
  return { fen: formatFen(position), visits: { [keyOf(position)]: 1 } };
}

/** The legal moves in UCI notation; none when the game is over. Throws a ChessError for an invalid state. */
export function legalMoves(saved: SavedState): string[] {
  const state = complete(saved);
  const position = positionFromFen(state.fen);
  if (endOf(position, state.visits) !== null) return [];
  return generateLegalMoves(position).map((move) => formatUciMove(move, position.chess960));
}

/**
 * Plays a move in UCI notation. Throws a ChessError if it is illegal, the game is over or the state is
 * invalid.
 */
export function step(saved: SavedState, move: string): Step {
  const before = complete(saved);
  const position = positionFromFen(before.fen);
  if (endOf(position, before.visits) !== null) {
    throw new ChessError(`the game is over; cannot play ${quote(move)}`);
  }
  position.make(unwrap(parseUciMove(position, move)));

  const key = keyOf(position);
  const visits = visited(before.visits, key);
  const end = endOf(position, visits);
  return {
    state: { fen: formatFen(position), visits },
    reward: end === 'checkmate' ? 1 : 0,
    done: end !== null,
    info: {
      draw: end === 'checkmate' ? null : end,
      checkmate: end === 'checkmate',
      threefoldRepetition: visits[key]! >= 3,
    },
  };
}

/** A key of the position, equal for equal positions. Throws a ChessError for an invalid state. */
export function positionKey(saved: SavedState): string {
  assertState(saved);
  return keyOf(positionFromFen(saved.fen));
}

/**
 * A key of the position and its visit count, so that a tree search can tell repetitions apart. Throws a
 * ChessError for an invalid state.
 */
export function stateKey(saved: SavedState): string {
  const state = complete(saved);
  const key = positionKey(state);
  return `${key} #${state.visits[key]}`;
}

/** Castling rights are written in one canonical form, whatever the FEN used. */
const keyOf = (position: Position): string =>
  formatFenWithoutClocks(position, !hasStandardRights(position));

/** The position has no history of its own; the visits tell how often it occurred. */
const endOf = (position: Position, visits: Record<string, number>): GameEnd | null =>
  findGameEnd(position, visits[keyOf(position)]! - 1);

const visited = (visits: Record<string, number>, key: string): Record<string, number> => ({
  ...visits,
  [key]: (visits[key] ?? 0) + 1,
});

/** States come from files, so nothing about them is trusted. */
function assertState(saved: SavedState): void {
  const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0;
  const { fen, start = '', moves = [], visits = {} } = saved ?? {};
  if (typeof fen !== 'string') throw new ChessError('not a state: it has no FEN');
  if (typeof start !== 'string') throw new ChessError('not a state: bad start');
  if (!areTexts(moves)) throw new ChessError('not a state: bad moves');
  if (typeof visits !== 'object' || visits === null || !Object.values(visits).every(isCount)) {
    throw new ChessError('not a state: bad visit counts');
  }
}

function complete(saved: SavedState): GameState {
  const key = positionKey(saved);
  if (saved.visits !== undefined) {
    const { fen, visits } = saved;
    return { fen, visits: visits[key] === undefined ? visited(visits, key) : visits };
  }
  if (saved.moves === undefined) return { fen: saved.fen, visits: { [key]: 1 } };
  const position = positionFromFen(saved.start ?? START_FEN);
  let visits = visited({}, keyOf(position));
  for (const move of saved.moves) {
    position.make(unwrap(parseUciMove(position, move)));
    visits = visited(visits, keyOf(position));
  }
  if (keyOf(position) !== key)
    throw new ChessError('the moves of the state do not lead to its FEN');
  return { fen: saved.fen, visits };
}
