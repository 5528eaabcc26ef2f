/**
 * The searches of a review: one position of a game, one limit. The interface of engines has only the
 * methods needed here, so that engines of Node, browsers and tests fit.
 */
import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { findGameEnd, isAutomatic } from '../chess/game/draws.ts';
import type { PgnGame } from '../chess/notation/pgnReader.ts';
import { formatUciMove, parseUciMove } from '../chess/notation/uciMove.ts';
import type { Limits } from '../search/limits.ts';
import { isMateScore, MATE } from '../search/score.ts';
import type { SearchResult } from '../search/search.ts';
import type { Assessment } from './judge.ts';
import { forWhite } from './winPercent.ts';

/** The part of `Engine` that a review needs. */
export interface ReviewEngine {
  setPosition(start: Position, moves: readonly string[]): void;
  newGame(): Promise<void>;
  go(limits: Limits): Promise<SearchResult>;
  stop(): void;
}

/** A search of a position of the game. */
export interface SearchTask {
  ply: number;
  limits: Limits;
  /** A move to exclude. */
  without?: Move;
  /** Moves to play from that position before the search; they become part of its line. */
  after?: readonly Move[];
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

/** The most plies with a single legal move that are skipped; such sequences can be endless. */
const MOST_FORCED = 30;

/** A game and its positions. */
export interface SearchedGame {
  game: PgnGame;
  positions: readonly Position[];
  /** The moves in UCI notation. */
  ucis: readonly string[];
}

/**
 * Searches a position. Null if `signal` interrupted it, because an interrupted search is not comparable
 * with others. If there is only one legal move, the next position with a choice is searched instead.
 */
export async function assess(
  engine: ReviewEngine,
  { game, positions, ucis }: SearchedGame,
  { ply, limits, without, after = [] }: SearchTask,
  signal: AbortSignal | undefined,
): Promise<Assessment | null> {
  const { start } = game;
  const position = positions[ply]!.clone();
  for (const move of after) position.make(move);
  const forced: Move[] = [];
  let moves = legalMoves(position).filter((move) => move !== without);
  while (without === undefined && moves.length === 1 && forced.length < MOST_FORCED) {
    forced.push(moves[0]!);
    position.make(moves[0]!);
    moves = legalMoves(position);
  }
  const played = [...after, ...forced];
  const end = findGameEnd(position);
  if (end !== null && isAutomatic(end)) {
    // Some games continue after a draw: no move there is a mistake.
    const goesOn = played.length === 0 ? game.moves.slice(ply, ply + 1) : [];
    const line = goesOn.map(({ move }) => move);
    return seenBefore(end === 'checkmate' ? forWhite(-MATE, position) : 0, played, line);
  }
  const path = played.map((move) => formatUciMove(move, start.chess960));
  const allowed = without === undefined ? [] : moves;
  engine.setPosition(start, [...ucis.slice(0, ply), ...path]);
  if (signal?.aborted) return null;
  const { best, info } = await engine.go({
    ...limits,
    searchmoves: allowed.map((move) => formatUciMove(move, start.chess960)),
  });
  if (signal?.aborted) return null;
  if (best === null) throw new Error('the engine gave no move');
  // A side that can claim a draw has at least a draw.
  const score = end === null ? info.score : Math.max(0, info.score);
  return seenBefore(forWhite(score, position), played, best.pv);
}

/** The result as seen from before these moves: a mate is further away. */
export function seenBefore(
  score: number,
  moves: readonly Move[],
  line: readonly Move[],
): Assessment {
  const distant = isMateScore(score) ? score - Math.sign(score) * moves.length : score;
  return { score: distant, line: [...moves, ...line] };
}

/** A search as a record. */
export function recordOf(
  task: SearchTask,
  { score, line }: Assessment,
  position: Position,
): SearchRecord {
  const walk = position.clone();
  const ucis = line.map((move) => {
    const uci = formatUciMove(move, position.chess960);
    walk.make(move);
    return uci;
  });
  return { ...task, score, line: ucis };
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
