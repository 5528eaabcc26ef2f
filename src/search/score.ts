/**
 * Scores are centipawns for the side to move. A mate is {@link MATE} minus the plies to it, a tablebase win
 * {@link TB_WIN} minus the plies to the tablebase position.
 */

export const MATE = 32000;
export const INFINITE = MATE + 1;
/** The deepest a search goes, in plies from the root. */
export const MAX_PLY = 128;
/** Scores from here on are mates. */
export const MATE_IN_MAX = MATE - MAX_PLY;

/** Less than any mate, more than any evaluation. */
export const TB_WIN = 20000;
/** Scores from here on are proven: tablebase wins, and mates. */
export const DECISIVE = TB_WIN - MAX_PLY;

/** The score of being mated at this ply from the root. */
export const matedIn = (ply: number): number => ply - MATE;

/** The score of giving mate at this ply from the root. */
export const mateIn = (ply: number): number => MATE - ply;

/** Whether a score is a mate, for either side. */
export const isMateScore = (score: number): boolean =>
  score >= MATE_IN_MAX || score <= -MATE_IN_MAX;

/** Whether a score is proven: a mate, or a tablebase win or loss. */
export const isDecisive = (score: number): boolean => score >= DECISIVE || score <= -DECISIVE;

/** A score as seen from a node at this ply: mates and tablebase wins are that much nearer. */
export function scoreAtNode(score: number, ply: number): number {
  if (!isDecisive(score)) return score;
  return score > 0 ? score + ply : score - ply;
}

/**
 * The inverse of {@link scoreAtNode}. What comes after {@link MAX_PLY} counts as if it came then: a mate
 * stays a mate, a tablebase win a win.
 */
export function scoreAtRoot(score: number, ply: number): number {
  if (!isDecisive(score)) return score;
  if (score > 0) return Math.max(score >= MATE_IN_MAX ? MATE_IN_MAX : DECISIVE, score - ply);
  return Math.min(score <= -MATE_IN_MAX ? -MATE_IN_MAX : -DECISIVE, score + ply);
}

/**
 * The n of "mate in n" for a mate score, 0 for a mate on the board. Unlike for {@link movesToMate} it does
 * not matter whose score it is, nor who is to move.
 */
export const mateInMoves = (score: number): number => (MATE - Math.abs(score) + 1) >> 1;

/** Full moves to mate, negative when the side to move is mated, as UCI counts them. */
export function movesToMate(score: number): number {
  // A difference: a mate on the board is 0 moves away, not -0.
  return score > 0 ? (MATE - score + 1) >> 1 : 0 - ((MATE + score) >> 1);
}

/**
 * The score of a mate in `moves` full moves, the inverse of {@link movesToMate}. Mates beyond the
 * search's horizon count as the most distant one.
 */
export function mateScore(moves: number): number {
  const plies = Math.min(MAX_PLY, moves > 0 ? 2 * moves - 1 : -2 * moves);
  return moves > 0 ? MATE - plies : plies - MATE;
}

/** Whether the score is a mate on the board, for either side. */
export const isMateOnBoard = (score: number): boolean => Math.abs(score) === MATE;

/** In pawns, `0.34` or `-1.20`; a mate as `#3` or `#-3`, as in PGN's `%eval`; on the board `#`. */
export function formatEval(score: number): string {
  if (isMateOnBoard(score)) return '#';
  if (!isMateScore(score)) return (score / 100).toFixed(2);
  return `#${score < 0 ? '-' : ''}${mateInMoves(score)}`;
}

/** The same with a plus sign where it is better than even by pawns. */
export const formatSignedEval = (score: number): string =>
  score > 0 && !isMateScore(score) ? `+${formatEval(score)}` : formatEval(score);
