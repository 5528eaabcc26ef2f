/** The numbers of the search, in one place. Depths are plies, scores centipawns. */

/** Passing is tried from this depth on, */
export const NULL_MOVE_MIN_DEPTH = 3;
/** and searched shallower by the base plus a ply for every so many. */
export const NULL_MOVE_BASE = 3;
export const NULL_MOVE_DIVISOR = 4;

/** Late quiet moves are reduced from this depth and this move on, */
export const LMR_MIN_DEPTH = 3;
export const LMR_MIN_MOVES = 4;
/** by the base plus ln(depth) * ln(move) over the divisor. */
export const LMR_BASE = 0.8;
export const LMR_DIVISOR = 2.4;
