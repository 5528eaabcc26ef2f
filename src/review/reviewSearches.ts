/**
 * The searches of a review: one position of a game, one limit, from an empty transposition table, so
 * that the result depends on nothing else. The interface of engines has only the methods needed here, so
 * that engines of Node, browsers and tests fit.
 */
import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { findGameEnd, isGameOver } from '../chess/game/draws.ts';
import { formatUciMove, parseUciMove } from '../chess/notation/uciMove.ts';
import { ratingOf, type StrengthSettings } from '../engine/engineSettings.ts';
import { endOnAbort } from '../engine/onAbort.ts';
import type { SearchRequest } from '../engine/searchRequest.ts';
import { forWhite } from '../eval/evaluator.ts';
import type { Limits } from '../search/limits.ts';
import type { SearchResult } from '../search/searchResult.ts';
import type { Assessment } from './gameValues.ts';

/** The part of `Engine` that a review needs. */
export interface ReviewEngine {
  /** Clears what earlier searches have left. */
  newGame(): Promise<void>;
  search(request: SearchRequest): Promise<SearchResult>;
  stop(): void;
  /** An engine whose strength is limited is refused: it would judge by the mistakes that it makes itself. */
  getSettings?(): StrengthSettings;
}

/** Whether an engine does not search at full strength. */
export function isLimited(engine: ReviewEngine): boolean {
  const settings = engine.getSettings?.();
  return settings !== undefined && ratingOf(settings) !== null;
}

/** A search of a position of the game. */
export interface SearchTask {
  ply: number;
  limits: Limits;
  /** A move to exclude. */
  without?: Move | undefined;
  /** Moves to play from that position before the search; they become part of its line. */
  after?: readonly Move[] | undefined;
}

/** A search and its result, as plain data that can be stored and reused. */
export interface SearchRecord extends SearchTask {
  /** White's: centipawns or a mate. */
  score: number;
  /** The best line in UCI notation. */
  line: string[];
}

/** Identifies a search within its game. */
export const taskKey = ({ ply, limits, without = 0, after = [] }: SearchTask): string =>
  `${ply} ${without} ${JSON.stringify(limits)} ${after.join(' ')}`;

/**
 * Searches a position of a game. Null if `signal` interrupted it, because an interrupted search is not
 * comparable with others. The result of a task with moves `after` has their line, but not their score.
 */
export async function assess(
  engine: ReviewEngine,
  start: Position,
  { limits, without, after = [] }: SearchTask,
  signal: AbortSignal,
): Promise<Assessment | null> {
  const position = start.clone();
  for (const move of after) position.make(move);
  // A variation ends where a draw can be claimed. Positions of the game are searched: play went on.
  const isOver = after.length > 0 ? findGameEnd(position) !== null : isGameOver(position);
  if (isOver) return { score: 0, line: after };
  await engine.newGame();
  if (signal.aborted) return null;
  // Listed even if no move is excluded: then an engine's book, which knows no scores, does not answer.
  const rootMoves = legalMoves(position).filter((move) => move !== without);
  const search = engine.search({ position, limits, rootMoves });
  // Only from here on: an engine that refuses to search may be busy with a search of the caller's.
  const { best, info } = await endOnAbort(signal, () => engine.stop(), search);
  if (signal.aborted) return null;
  if (best === null) throw new Error('the engine gave no move');
  return { score: forWhite(info.score, position), line: [...after, ...best.pv] };
}

/** Whether this has the contents of a record. {@link assessmentOf} says whether it belongs to a position. */
export function isRecord(record: unknown): boolean {
  const { score, line, after = [] } = Object(record) as Partial<SearchRecord>;
  return Number.isFinite(score) && Array.isArray(line) && Array.isArray(after);
}

/** A search as a record; `position` is the one at its ply. */
export function recordOf(
  task: SearchTask,
  { score, line }: Assessment,
  position: Position,
): SearchRecord {
  return { ...task, score, line: line.map((move) => formatUciMove(move, position.chess960)) };
}

/** The result of a record; null if it does not belong to this position. */
export function assessmentOf({ score, line }: SearchRecord, position: Position): Assessment | null {
  const walk = position.clone();
  const moves: Move[] = [];
  for (const uci of line) {
    const move = parseUciMove(walk, uci);
    if (!move.ok) return null;
    moves.push(move.value);
    walk.make(move.value);
  }
  return { score, line: moves };
}
