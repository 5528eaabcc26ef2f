/**
 * Gives the moves of a node one by one, the most promising first, and makes each kind only when it
 * is reached: most nodes are cut off by the first move. The stages, in order:
 *
 *   1. the table's move;
 *   2. captures and queen promotions that lose nothing by exchanges, most valuable victim first;
 *   3. the two killers;
 *   4. quiet moves, by history;
 *   5. captures that lose material, and promotions to less than a queen.
 *
 * Quiescence takes the first two stages only, unless in check, and may ask for one of its own after
 * them: quiet moves that give check and lose nothing.
 *
 * https://www.chessprogramming.org/Move_Ordering
 */
import { givesCheck } from '../chess/board/givesCheck.ts';
import { isLegal } from '../chess/board/legality.ts';
import { generateNoisy, generateQuiets } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import {
  isNoisy,
  isPromotion,
  MAX_MOVES,
  type Move,
  NO_MOVE,
  NO_PIECE,
  PAWN,
  promotionOf,
  QUEEN,
} from '../chess/board/types.ts';
import { HISTORY_MAX, type History, NO_MOVED } from './history.ts';
import { SEE_VALUES, seeAtLeast } from './see.ts';

const TABLE_MOVE = 0;
const MAKE_NOISY = 1;
const GOOD_NOISY = 2;
const KILLER_1 = 3;
const KILLER_2 = 4;
const MAKE_QUIETS = 5;
const QUIETS = 6;
const BAD_NOISY = 7;
const MAKE_CHECKS = 8;
const CHECKS = 9;
const DONE = 10;

/** Victims count before history: a pawn's worth of victim outweighs the whole range of it. */
const VICTIM_WEIGHT = (2 * HISTORY_MAX) / 100;
const UNDERPROMOTION = -(1 << 28);

export class MovePicker {
  private readonly moves = new Int32Array(MAX_MOVES);
  private readonly scores = new Int32Array(MAX_MOVES);
  private stage = DONE;
  private at = 0;
  private end = 0;
  /** Captures put off are kept from the front of the list. */
  private badEnd = 0;
  private badNext = 0;

  private position!: Position;
  private history!: History;
  private tableMove = NO_MOVE;
  private ply = 0;
  private noisyOnly = false;
  private wantsQuiets = true;
  private wantsChecks = false;
  private one = NO_MOVED;
  private two = NO_MOVED;
  private four = NO_MOVED;

  /**
   * Begins a node. `one`, `two` and `four` are the moves of so many plies before
   * (`piece * 64 + to`). `tableMove` must be legal here, or none.
   */
  start(
    position: Position,
    history: History,
    ply: number,
    tableMove: Move,
    one: number,
    two: number,
    four: number,
  ): void {
    this.begin(position, history, tableMove);
    this.noisyOnly = false;
    this.ply = ply;
    this.one = one;
    this.two = two;
    this.four = four;
  }

  /**
   * Begins with captures and queen promotions that lose nothing by exchanges, and checks if wanted;
   * no others.
   */
  startNoisy(position: Position, history: History, tableMove: Move, wantsChecks: boolean): void {
    this.begin(position, history, tableMove);
    this.wantsChecks = wantsChecks;
    this.noisyOnly = true;
  }

  private begin(position: Position, history: History, tableMove: Move): void {
    this.position = position;
    this.history = history;
    this.tableMove = tableMove;
    this.wantsQuiets = true;
    this.stage = TABLE_MOVE;
  }

  /** From now on no quiet moves. */
  skipQuiets(): void {
    this.wantsQuiets = false;
  }

  /** The next move, or NO_MOVE when there is none left. */
  next(): Move {
    while (true) {
      switch (this.stage) {
        case TABLE_MOVE:
          this.stage = MAKE_NOISY;
          if (this.tableMove !== NO_MOVE) return this.tableMove;
          break;
        case MAKE_NOISY:
          this.at = 0;
          this.badEnd = 0;
          this.end = generateNoisy(this.position, this.moves, 0);
          this.scoreNoisy();
          this.stage = GOOD_NOISY;
          break;
        case GOOD_NOISY: {
          const move = this.nextGoodNoisy();
          if (move !== NO_MOVE) return move;
          this.stage = !this.noisyOnly ? KILLER_1 : this.wantsChecks ? MAKE_CHECKS : DONE;
          break;
        }
        case KILLER_1:
        case KILLER_2: {
          const killer = this.history.killer(this.ply, this.stage === KILLER_1 ? 0 : 1);
          this.stage++;
          if (this.wantsQuiets && killer !== this.tableMove && this.isPlayableQuiet(killer)) {
            return killer;
          }
          break;
        }
        case MAKE_QUIETS:
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
            const move = this.moves[this.badNext++]!;
            if (move !== this.tableMove) return move;
          }
          this.stage = DONE;
          break;
        case MAKE_CHECKS:
          this.stage = CHECKS;
          this.at = 0;
          this.end = generateQuiets(this.position, this.moves, 0);
          break;
        case CHECKS: {
          const move = this.nextCheck();
          if (move !== NO_MOVE) return move;
          this.stage = DONE;
          break;
        }
        default:
          return NO_MOVE;
      }
    }
  }

  private isPlayableQuiet(move: Move): boolean {
    return move !== NO_MOVE && !isNoisy(move) && isLegal(this.position, move);
  }

  private nextGoodNoisy(): Move {
    const { moves, scores } = this;
    while (this.at < this.end) {
      const move = this.pick();
      if (move === this.tableMove) continue;
      const isGood =
        scores[this.at - 1]! > UNDERPROMOTION / 2 && seeAtLeast(this.position, move, 0);
      if (isGood) return move;
      moves[this.badEnd++] = move;
    }
    return NO_MOVE;
  }

  private nextQuiet(): Move {
    while (this.at < this.end) {
      const move = this.pick();
      if (
        move !== this.tableMove &&
        move !== this.history.killer(this.ply, 0) &&
        move !== this.history.killer(this.ply, 1)
      ) {
        return move;
      }
    }
    return NO_MOVE;
  }

  private nextCheck(): Move {
    const { position, moves } = this;
    while (this.at < this.end) {
      const move = moves[this.at++]!;
      if (givesCheck(position, move) && seeAtLeast(position, move, 0)) return move;
    }
    return NO_MOVE;
  }

  private scoreNoisy(): void {
    const { moves, scores, end } = this;
    const { board } = this.position;
    for (let i = 0; i < end; i++) {
      const move = moves[i]!;
      const to = (move >> 6) & 63;
      const victim = board[to]!;
      const taken = victim === NO_PIECE ? 0 : SEE_VALUES[victim >> 1]!;
      let score = taken * VICTIM_WEIGHT + this.history.capture(board[move & 63]! * 64 + to, victim);
      if (isPromotion(move)) {
        score += promotionOf(move) === QUEEN ? SEE_VALUES[QUEEN]! * VICTIM_WEIGHT : UNDERPROMOTION;
      } else if (victim === NO_PIECE) {
        score += SEE_VALUES[PAWN]! * VICTIM_WEIGHT;
      }
      scores[i] = score;
    }
  }

  private scoreQuiets(): void {
    const { moves, scores, history, one, two, four } = this;
    const { board, turn } = this.position;
    for (let i = this.at; i < this.end; i++) {
      const move = moves[i]!;
      const moved = board[move & 63]! * 64 + ((move >> 6) & 63);
      scores[i] = history.quiet(turn, move, moved, one, two, four);
    }
  }

  /** Swaps the best of the moves that are left to the front: few are needed before a cutoff. */
  private pick(): Move {
    const { moves, scores, end } = this;
    const first = this.at++;
    let best = first;
    for (let i = first + 1; i < end; i++) {
      if (scores[i]! > scores[best]!) best = i;
    }
    const move = moves[best]!;
    const score = scores[best]!;
    moves[best] = moves[first]!;
    scores[best] = scores[first]!;
    moves[first] = move;
    scores[first] = score;
    return move;
  }
}
