/**
 * The searches of a review: one position of a game, one limit. Engines are known by the few methods
 * that are needed of them, so that those of Node, of a browser or of a test will do.
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
import { forWhite } from './scores.ts';

/** What a review asks of an engine; `Engine` is one. */
export interface ReviewEngine {
  setPosition(start: Position, moves: readonly string[]): void;
  newGame(): Promise<void>;
  go(limits: Limits): Promise<SearchResult>;
  stop(): void;
}

/** One search: of the position after so many plies of the game. */
export interface SearchTask {
  ply: number;
  limits: Limits;
  /** A move that is left out. */
  without?: Move;
  /** Moves to be played from that position before the search; they are part of what it finds. */
  after?: readonly Move[];
}

/** A search and what it found, as plain data that can be kept and used instead of searching again. */
export interface SearchRecord extends SearchTask {
  /** White's: centipawns or a mate. */
  score: number;
  /** The best line in UCI notation. */
  line: string[];
}

/** Identifies a search within its game. */
export const taskKey = ({ ply, limits, without = 0, after = [] }: SearchTask): string =>
  `${ply} ${without} ${JSON.stringify(limits)} ${after.join(' ')}`;

/** Plies that are followed while there is only one legal move, which may go on indefinitely. */
const MOST_FORCED = 30;

/** The game as an engine is told of it. */
export interface SearchedGame {
  game: PgnGame;
  positions: readonly Position[];
  /** The moves in UCI notation. */
  ucis: readonly string[];
}

/**
 * What the engine finds in a position; null if `signal` interrupted it, because an interrupted search
 * is not comparable with the others. A position with one legal move is worth what follows that move, so what is searched
 * is the position in which there is a choice again.
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
    // Some games go on after a draw: what is played there is as good as anything.
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
  // Who may claim a draw has one at least.
  const score = end === null ? info.score : Math.max(0, info.score);
  return seenBefore(forWhite(score, position), played, best.pv);
}

/** The same, seen from before these moves. A mate is further away from there. */
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

/** What a record says; null if it is not of this position. */
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
