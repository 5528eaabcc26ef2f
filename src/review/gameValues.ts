/**
 * The values of a game's positions, consistent with each other.
 *
 * Every position is searched without the move that was played there. A position is then worth the
 * better of two: what the move played led to, which is the value of the next position, and the best
 * alternative. So values are propagated from the end of the game to its start, no position is worth less
 * than the move played, and a loss is charged to the move that made it.
 */
import { findGameOpening, type GameOpening } from '../book/openingNames.ts';
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { findClaimableDraw, findGameEnd, isGameOver } from '../chess/game/draws.ts';
import type { PgnGame } from '../chess/notation/pgnReader.ts';
import { forWhite } from '../eval/evaluator.ts';
import { isMateScore, MATE, scoreAtRoot } from '../search/score.ts';
import { THRESHOLDS } from './marks.ts';
import { winPercent } from './winPercent.ts';

/** A score with the line that leads to it. */
export interface Assessment {
  /** White's: centipawns or a mate. */
  score: number;
  /** The best line; empty where the game is over. */
  line: readonly Move[];
}

/** The value of a position, and the ply of the search it comes from. */
export interface Value extends Assessment {
  source: number;
}

/** A game with its positions, from the start on; the last one is that after the last move. */
export interface GameLine {
  game: PgnGame;
  moves: readonly Move[];
  positions: readonly Position[];
  /** The first position in which the game is over by the rules; after the last one if in none. */
  end: number;
}

/** Plays a game through. */
export function gameLine(game: PgnGame): GameLine {
  const moves = game.moves.map(({ move }) => move);
  const walk = game.start.clone();
  const positions = [walk.clone()];
  for (const move of moves) {
    walk.make(move);
    positions.push(walk.clone());
  }
  const found = positions.findIndex(isGameOver);
  return { game, moves, positions, end: found < 0 ? positions.length : found };
}

/** The opening of a game: moves after its end have none. */
export const findOpeningOf = ({ game, moves, end }: GameLine): GameOpening | null =>
  findGameOpening(game.start, moves.slice(0, end));

/** Whether the move played at `ply` was played in the same position before. */
export function isPlayedAgain({ moves, positions }: GameLine, ply: number): boolean {
  const { keyLo, keyHi } = positions[ply]!;
  return positions
    .slice(0, ply)
    .some((at, i) => at.keyLo === keyLo && at.keyHi === keyHi && moves[i] === moves[ply]);
}

/** White's score where the rules end the game. */
const finalScore = (position: Position): number =>
  findGameEnd(position) === 'checkmate' ? forWhite(-MATE, position) : 0;

/** A score as seen from a ply earlier: a mate is that much further away. */
const seenBefore = (score: number): number => (isMateScore(score) ? scoreAtRoot(score, 1) : score);

/**
 * The value of the move played at `ply`, from that of the next position. A draw that the move makes could
 * have been claimed with it, before the opponent went on (FIDE 9.2.1, 9.3.1).
 */
export function valueOfMove({ moves, positions }: GameLine, ply: number, next: Value): Value {
  const move = moves[ply]!;
  const isClaimable = findClaimableDraw(positions[ply + 1]!) !== null;
  if (isClaimable && forWhite(next.score, positions[ply]!) < 0) {
    return { score: 0, line: [move], source: ply };
  }
  return { score: seenBefore(next.score), line: [move, ...next.line], source: next.source };
}

/**
 * The values of the positions up to ply `last`. `alternatives` are by ply the best that could be played
 * instead of the move of the game, as far as known; for `last` the best of all moves, if the game is not
 * over there.
 */
export function propagate(
  game: GameLine,
  alternatives: readonly (Assessment | undefined)[],
  last = game.positions.length - 1,
): Value[] {
  const { moves, positions, end } = game;
  const values: Value[] = [];
  for (let ply = last; ply >= 0; ply--) {
    const position = positions[ply]!;
    const alternative = alternatives[ply];
    if (ply >= end) {
      // Some games continue after a draw: no move there is a mistake.
      values[ply] = {
        score: finalScore(positions[end]!),
        line: moves.slice(ply, ply + 1),
        source: ply,
      };
    } else if (ply === last) {
      values[ply] = withClaim(position, { ...alternative!, source: ply });
    } else {
      const played = valueOfMove(game, ply, values[ply + 1]!);
      const isBetter =
        alternative !== undefined &&
        forWhite(alternative.score, position) > forWhite(played.score, position);
      const best = isBetter ? { ...alternative, source: ply } : played;
      values[ply] = withClaim(position, best, played);
    }
  }
  return values;
}

/**
 * A side that can claim a draw has at least half a point. Not claiming it is no fault of the move played, which
 * counts as the best one unless another is clearly better.
 */
function withClaim(position: Position, best: Value, played = best): Value {
  if (findClaimableDraw(position) === null || forWhite(best.score, position) >= 0) return best;
  const isWorse = pointsLost(best.score, played.score, position) >= THRESHOLDS.inaccuracy;
  return { ...(isWorse ? best : played), score: 0 };
}

/** Points of win percentage that a side loses between two of White's scores; negative if it gains. */
function pointsLost(before: number, after: number, position: Position): number {
  return forWhite(winPercent(before) - winPercent(after), position);
}

/** The loss of the move played at `ply`, in points of win percentage: never negative. */
export function lossAt(
  { moves, positions }: GameLine,
  values: readonly Value[],
  ply: number,
): number {
  const { score, line } = values[ply]!;
  if (line[0] === moves[ply]) return 0;
  return Math.max(0, pointsLost(score, values[ply + 1]!.score, positions[ply]!));
}
