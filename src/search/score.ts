/**
 * Scores are centipawns from the side to move; a mate is {@link MATE} minus the plies to it.
 */

export const MATE = 32000;
export const INFINITE = MATE + 1;
/** The deepest a search goes, in plies from the root. */
export const MAX_PLY = 128;
/** Scores from here on are mates. */
export const MATE_IN_MAX = MATE - MAX_PLY;

/** The score of being mated at this ply from the root. */
export const matedIn = (ply: number): number => ply - MATE;

/** Whether a score is a mate, given or taken. */
export const isMateScore = (score: number): boolean =>
  score >= MATE_IN_MAX || score <= -MATE_IN_MAX;

/** Full moves to mate, negative when the side to move is mated, as UCI counts them. */
export function movesToMate(score: number): number {
  return score > 0 ? (MATE - score + 1) >> 1 : -((MATE + score) >> 1);
}
