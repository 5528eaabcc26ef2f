/**
 * Staged move generation: yields the moves of a node, most promising first, and generates each kind
 * only when it is reached, as most nodes are cut off by their first move. The stages, in order:
 *
 *   1. the move of the transposition table;
 *   2. captures and queen promotions that do not lose material (SEE), most valuable victim first;
 *   3. quiet moves, by history, and by what the opponent's pawns attack;
 *   4. captures that lose material, and promotions to less than a queen.
 *
 * Quiescence takes only the first two stages unless in check, ProbCut too.
 *
 * https://www.chessprogramming.org/Move_Ordering
 */
import { pawnAttacksHi, pawnAttacksLo } from '../chess/board/attacks.ts';
import { generateNoisy, generateQuiets } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import { PAWNS } from '../chess/board/positionLayout.ts';
import {
  fromOf,
  isPromotion,
  MAX_MOVES,
  type Move,
  NO_MOVE,
  NO_PIECE,
  PAWN,
  promotionOf,
  QUEEN,
  toOf,
  typeOf,
} from '../chess/board/types.ts';
import { type History, pieceToOf, type QuietContext } from './history.ts';
import { tuned } from './parameters.ts';
import { SEE_VALUES, seeAtLeast } from './see.ts';

const TT_MOVE = 0;
const GENERATE_NOISY = 1;
const GOOD_NOISY = 2;
const GENERATE_QUIETS = 3;
const QUIETS = 4;
const BAD_NOISY = 5;
const DONE = 6;

/** Below every other score. */
const UNDERPROMOTION = -(1 << 20);

/** Bits of a key for the index of its move; the rest are its score. */
const INDEX_BITS = 8;
const INDEX_MASK = (1 << INDEX_BITS) - 1;

export class MovePicker {
  private readonly moves = new Int32Array(MAX_MOVES);
  /**
   * What the moves are sorted by: score and index in `moves` in one word, so that the sort reads and swaps
   * a single array. Before {@link badEnd}: moves, those of the last stage.
   */
  private readonly keys = new Int32Array(MAX_MOVES);
  private stage = DONE;
  private at = 0;
  private end = 0;
  /** The moves of the last stage are kept at the front of `keys`. */
  private badEnd = 0;
  private badNext = 0;

  private position!: Position;
  private history!: History;
  private context!: QuietContext;
  private ttMove = NO_MOVE;
  private noisyOnly = false;
  private wantsQuiets = true;
  private threshold = 0;

  /** Begins a node. `ttMove` must be legal, or NO_MOVE. */
  start(position: Position, history: History, context: QuietContext, ttMove: Move): void {
    this.begin(position, history, ttMove);
    this.context = context;
    this.threshold = 0;
    this.noisyOnly = false;
  }

  /**
   * Begins with captures and queen promotions that gain at least `threshold` centipawns (SEE), and no
   * others. `ttMove` is not tested.
   */
  startNoisy(position: Position, history: History, ttMove: Move, threshold = 0): void {
    this.begin(position, history, ttMove);
    this.threshold = threshold;
    this.noisyOnly = true;
  }

  private begin(position: Position, history: History, ttMove: Move): void {
    this.position = position;
    this.history = history;
    this.ttMove = ttMove;
    this.wantsQuiets = true;
    this.stage = TT_MOVE;
  }

  /** Leaves out the remaining quiet moves. */
  skipQuiets(): void {
    this.wantsQuiets = false;
  }

  /** Whether the move that {@link next} returned last is a capture or queen promotion that gains the threshold. */
  get isGoodNoisy(): boolean {
    return this.stage === GOOD_NOISY;
  }

  /** The next move; NO_MOVE at the end. */
  next(): Move {
    while (true) {
      switch (this.stage) {
        case TT_MOVE:
          this.stage = GENERATE_NOISY;
          if (this.ttMove !== NO_MOVE) return this.ttMove;
          break;
        case GENERATE_NOISY:
          this.at = 0;
          this.badEnd = 0;
          this.end = generateNoisy(this.position, this.moves, 0);
          this.scoreNoisy();
          this.stage = GOOD_NOISY;
          break;
        case GOOD_NOISY: {
          const move = this.nextGoodNoisy();
          if (move !== NO_MOVE) return move;
          this.stage = this.noisyOnly ? DONE : GENERATE_QUIETS;
          break;
        }
        case GENERATE_QUIETS:
          this.stage = BAD_NOISY;
          this.badNext = 0;
          if (!this.wantsQuiets) break;
          this.stage = QUIETS;
          this.at = this.badEnd;
          this.end = generateQuiets(this.position, this.moves, this.badEnd);
          this.scoreQuiets();
          break;
        case QUIETS: {
          const move = this.wantsQuiets ? this.nextQuiet() : NO_MOVE;
          if (move !== NO_MOVE) return move;
          this.stage = BAD_NOISY;
          break;
        }
        case BAD_NOISY:
          while (this.badNext < this.badEnd) {
            const move = this.keys[this.badNext++]!;
            if (move !== this.ttMove) return move;
          }
          this.stage = DONE;
          break;
        default:
          return NO_MOVE;
      }
    }
  }

  private nextGoodNoisy(): Move {
    const { moves, keys } = this;
    while (this.at < this.end) {
      const key = this.pick();
      const move = moves[key & INDEX_MASK]!;
      if (move === this.ttMove) continue;
      const isGood =
        key >> INDEX_BITS > UNDERPROMOTION / 2 && seeAtLeast(this.position, move, this.threshold);
      if (isGood) return move;
      keys[this.badEnd++] = move;
    }
    return NO_MOVE;
  }

  private nextQuiet(): Move {
    while (this.at < this.end) {
      const move = this.moves[this.pick() & INDEX_MASK]!;
      if (move !== this.ttMove) return move;
    }
    return NO_MOVE;
  }

  private scoreNoisy(): void {
    const { moves, keys, end } = this;
    const { board } = this.position;
    for (let i = 0; i < end; i++) {
      const move = moves[i]!;
      const victim = board[toOf(move)]!;
      const taken = victim === NO_PIECE ? 0 : SEE_VALUES[typeOf(victim)]!;
      let score = taken * tuned.victimWeight + this.history.capture(pieceToOf(board, move), victim);
      if (isPromotion(move)) {
        score +=
          promotionOf(move) === QUEEN ? SEE_VALUES[QUEEN]! * tuned.victimWeight : UNDERPROMOTION;
      } else if (victim === NO_PIECE) {
        score += SEE_VALUES[PAWN]! * tuned.victimWeight;
      }
      keys[i] = (score << INDEX_BITS) | i;
    }
  }

  private scoreQuiets(): void {
    const { moves, keys, history, context } = this;
    const { board, turn, bitboards } = this.position;
    const them = turn ^ 1;
    const pawnsLo = bitboards[PAWNS + them * 2]!;
    const pawnsHi = bitboards[PAWNS + them * 2 + 1]!;
    const attackedLo = pawnAttacksLo(them, pawnsLo, pawnsHi);
    const attackedHi = pawnAttacksHi(them, pawnsLo, pawnsHi);
    for (let i = this.at; i < this.end; i++) {
      const move = moves[i]!;
      const from = fromOf(move);
      const to = toOf(move);
      let score = history.quiet(context, move, pieceToOf(board, move));
      if (typeOf(board[from]!) !== PAWN) {
        const leaves = ((from < 32 ? attackedLo : attackedHi) >> from) & 1;
        const enters = ((to < 32 ? attackedLo : attackedHi) >> to) & 1;
        score += (leaves - enters) * tuned.pawnThreat;
      }
      keys[i] = (score << INDEX_BITS) | i;
    }
  }

  /** The largest remaining key. Selection sort, one step at a time: few moves are needed before a cutoff. */
  private pick(): number {
    const { keys, end } = this;
    const first = this.at++;
    let best = first;
    let bestKey = keys[first]!;
    for (let i = first + 1; i < end; i++) {
      const key = keys[i]!;
      if (key > bestKey) {
        bestKey = key;
        best = i;
      }
    }
    keys[best] = keys[first]!;
    return bestKey;
  }
}
