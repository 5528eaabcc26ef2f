/**
 * The search stack: a frame for each ply with what belongs to the node at that ply, as `ss` in
 * Stockfish. Frames are linked, so a node looks back to the moves and evaluations before it, and a
 * parent reads what its child left, without indices. The frames are allocated once per search thread.
 */
import { type Move, NO_MOVE } from '../chess/board/types.ts';
import { NO_PIECE_TO, QuietContext } from './history.ts';
import { MovePicker } from './movePicker.ts';
import { MAX_PLY } from './score.ts';
import { NO_EVAL } from './transpositionTable.ts';

/** Frames before the root, so that looking back needs no test. */
const BEFORE_ROOT = 4;

/** Moves remembered at a node that were searched and did not cut off. */
export const SEARCHED_MOVES = 64;

/** The {@link Frame.drawPly} of a score that holds on any path: a ply that is above no node. */
export const ANY_PATH = MAX_PLY;

/** The {@link Frame.drawPly} of a score that depends on the halfmove clock: a ply that is above all nodes. */
export const BY_CLOCK = -(2 ** 20);

/** The moves of a node: what picks them, and which have been searched without a cutoff. */
class NodeMoves {
  readonly picker = new MovePicker();
  readonly searched = new Int32Array(SEARCHED_MOVES);
}

export class Frame {
  /** Plies from the root. */
  readonly ply: number;
  /** The frames one, two and four plies before. */
  readonly prev1: Frame;
  readonly prev2: Frame;
  readonly prev4: Frame;
  /** The frame of the next ply. */
  next: Frame = this;

  /** The static evaluation with corrections, or NO_EVAL in check. */
  staticEval = NO_EVAL;
  /** The move being searched; NO_MOVE for a null move. */
  move: Move = NO_MOVE;
  /** Its piece and target (`pieceToOf`); NO_PIECE_TO for a null move. */
  pieceTo = NO_PIECE_TO;
  /** Plies by which it is reduced. */
  reduction = 0;
  /** The move left out while a singular search of this node runs. */
  excluded: Move = NO_MOVE;
  /** Cutoffs at this ply since the node two plies above began. */
  cutoffs = 0;
  /** Whether the node is, or was, on a principal variation. */
  ttPv = false;
  /**
   * On which moves before the node its score depends. Of a draw by repetition: the ply of the position that is
   * repeated, which may be before the root. Of a draw by the fifty-move rule: {@link BY_CLOCK}. Of other scores:
   * {@link ANY_PATH}. A score with a `drawPly` above the node holds on this path only and must not be stored in
   * the transposition table; one by the clock may be, under a key that includes the clock. Only the best move
   * counts: that other moves draw on other paths is ignored. Every node sets it before it returns, like its score.
   */
  drawPly = ANY_PATH;

  /** What the history of the node's quiet moves depends on. */
  readonly context = new QuietContext();
  readonly moves = new NodeMoves();
  /** For the singular search, which runs while the node is in the middle of its own moves. */
  readonly singularMoves = new NodeMoves();

  /** The principal variation from this ply on. */
  readonly pv = new Int32Array(MAX_PLY + 1);
  pvLength = 0;

  constructor(ply: number, before: Frame | null) {
    this.ply = ply;
    this.prev1 = before ?? this;
    this.prev2 = this.prev1.prev1;
    this.prev4 = this.prev2.prev2;
    if (before !== null) before.next = this;
  }

  /**
   * Whether the static evaluation is better than when the same side was last to move: two plies ago, or
   * four if it was in check then. Where neither is known, as at the first ply, the evaluation of the ply
   * before is seen from this side. If that is not known either the answer is yes, which prunes less.
   */
  isImproving(): boolean {
    const { staticEval, prev1, prev2, prev4 } = this;
    if (prev2.staticEval !== NO_EVAL) return staticEval > prev2.staticEval;
    if (prev4.staticEval !== NO_EVAL) return staticEval > prev4.staticEval;
    return prev1.staticEval === NO_EVAL || staticEval > -prev1.staticEval;
  }

  /** Puts a move before the principal variation of the next ply. */
  updatePv(move: Move): void {
    const { pv, next } = this;
    pv[0] = move;
    for (let i = 0; i < next.pvLength; i++) pv[i + 1] = next.pv[i]!;
    this.pvLength = next.pvLength + 1;
  }
}

/** Allocates a stack and returns the root's frame. */
export function newStack(): Frame {
  let frame: Frame | null = null;
  for (let ply = -BEFORE_ROOT; ply < 0; ply++) frame = new Frame(ply, frame);
  const root = new Frame(0, frame);
  frame = root;
  // Nodes above MAX_PLY search moves, and reset the count of cutoffs two plies below.
  while (frame.ply < MAX_PLY + 1) frame = new Frame(frame.ply + 1, frame);
  return root;
}
