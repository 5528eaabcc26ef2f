/** What ends a search. The first limit that is reached does. */
export interface Limits {
  /** Plies. */
  depth?: number;
  nodes?: number;
  /** Milliseconds for this move. */
  movetime?: number;
  /** Milliseconds left on the clocks, white's and black's, and the increments. */
  wtime?: number;
  btime?: number;
  winc?: number;
  binc?: number;
  movestogo?: number;
  infinite?: boolean;
  /** Only these moves, as UCI texts. */
  searchmoves?: string[];
}
