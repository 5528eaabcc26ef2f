/**
 * The classical evaluation: a score for a quiet position out of terms that a chess player would
 * name, each with a middlegame and an endgame value, blended by the pieces left.
 * https://www.chessprogramming.org/Tapered_Eval
 *
 * The search tells its evaluator of every move, so that what can be kept up to date need not be
 * added up again: here material and piece-square values.
 */
import { castledKing, castledRook } from '../chess/board/castling.ts';
import type { Position } from '../chess/board/position.ts';
import {
  BLACK,
  CAPTURE,
  CASTLING,
  EN_PASSANT,
  KING,
  KNIGHT,
  type Move,
  NO_PIECE,
  PROMOTION,
  WHITE,
} from '../chess/board/types.ts';
import { mapPawnsAndKings, newAttackMaps } from './attackMaps.ts';
import { ENDING_PHASE, endgameScale, endingScore, FULL_SCALE } from './endings.ts';
import type { Evaluator } from './evaluator.ts';
import { evaluateKing } from './kingSafety.ts';
import { endgame, middlegame } from './packed.ts';
import { evaluatePassed } from './passedPawns.ts';
import { PawnTable } from './pawns.ts';
import { MAX_PHASE, PHASE, PIECE_SQUARES } from './pieceSquares.ts';
import { evaluatePieces } from './pieces.ts';
import { T_PASSED, T_PAWNS, T_PIECES, T_SQUARES, T_TEMPO, T_THREATS, TERMS } from './terms.ts';
import { evaluateThreats } from './threats.ts';
import { WEIGHTS } from './weights.ts';

const { tempo } = WEIGHTS;

/** Deeper than any search; the stack grows beyond if a caller goes on. */
const ROOM = 256;

export class ClassicalEvaluator implements Evaluator {
  /** What each term gave at the last evaluation, packed, index `term * 2 + color`. */
  readonly terms = new Int32Array(TERMS.length * 2);
  private readonly pawns = new PawnTable();
  /** Material and squares from white's side, packed, and the phase, two words a ply. */
  private stack = new Int32Array(ROOM * 2);
  private top = 0;
  private readonly attacks = newAttackMaps();
  /** How much each king is in danger, by the pieces around it and the checks that wait; index color. */
  readonly kingDanger = new Int32Array(2);

  /** Starts from this position. */
  begin({ board }: Position): void {
    this.top = 0;
    let squares = 0;
    let phase = 0;
    for (let square = 0; square < 64; square++) {
      const piece = board[square]!;
      if (piece === NO_PIECE) continue;
      squares += PIECE_SQUARES[piece * 64 + square]!;
      phase += PHASE[piece]!;
    }
    this.stack[0] = squares;
    this.stack[1] = phase;
  }

  /** A move is about to be made. */
  make({ board, turn }: Position, move: Move): void {
    const { stack, top } = this;
    const from = move & 63;
    const to = (move >> 6) & 63;
    const flag = move >> 12;
    const piece = board[from]! * 64;
    let squares = stack[top]! - PIECE_SQUARES[piece + from]!;
    let phase = stack[top + 1]!;
    if (flag === CASTLING) {
      const rook = board[to]! * 64;
      squares += PIECE_SQUARES[piece + castledKing(from, to)]! - PIECE_SQUARES[rook + to]!;
      squares += PIECE_SQUARES[rook + castledRook(from, to)]!;
    } else {
      if ((flag & PROMOTION) !== 0) {
        const promoted = ((flag & 3) + KNIGHT) * 2 + turn;
        squares += PIECE_SQUARES[promoted * 64 + to]!;
        phase += PHASE[promoted]!;
      } else {
        squares += PIECE_SQUARES[piece + to]!;
      }
      if ((flag & CAPTURE) !== 0) {
        const square = flag === EN_PASSANT ? to ^ 8 : to;
        const captured = board[square]!;
        squares -= PIECE_SQUARES[captured * 64 + square]!;
        phase -= PHASE[captured]!;
      }
    }
    this.push(squares, phase);
  }

  makeNull(): void {
    this.push(this.stack[this.top]!, this.stack[this.top + 1]!);
  }

  unmake(): void {
    this.top -= 2;
  }

  private push(squares: number, phase: number): void {
    this.top += 2;
    if (this.top === this.stack.length) {
      const larger = new Int32Array(this.stack.length * 2);
      larger.set(this.stack);
      this.stack = larger;
    }
    this.stack[this.top] = squares;
    this.stack[this.top + 1] = phase;
  }

  /** Centipawns from the side to move of the position, which is the one all moves have led to. */
  evaluate(position: Position): number {
    const phase = Math.min(this.stack[this.top + 1]!, MAX_PHASE);
    if (phase <= ENDING_PHASE) {
      const known = endingScore(position);
      if (known !== null) return position.turn === WHITE ? known : 0 - known;
    }
    const { terms, pawns, attacks, kingDanger } = this;
    terms[T_SQUARES * 2] = this.stack[this.top]!;
    pawns.look(position);
    terms[T_PAWNS * 2] = pawns.score;
    mapPawnsAndKings(position, attacks);
    kingDanger[BLACK] = evaluatePieces(position, attacks, terms, WHITE);
    kingDanger[WHITE] = evaluatePieces(position, attacks, terms, BLACK);
    for (let us = 0; us < 2; us++) {
      terms[(T_PIECES + KING) * 2 + us] = evaluateKing(position, attacks, kingDanger, us);
      terms[T_PASSED * 2 + us] = evaluatePassed(position, attacks, pawns, us);
      terms[T_THREATS * 2 + us] = evaluateThreats(position, attacks, us);
    }
    terms[T_TEMPO * 2 + position.turn] = tempo[0]!;
    terms[T_TEMPO * 2 + (position.turn ^ 1)] = 0;

    let sum = 0;
    for (let i = 0; i < terms.length; i += 2) sum += terms[i]! - terms[i + 1]!;
    const mg = middlegame(sum);
    let eg = endgame(sum);
    if (phase <= ENDING_PHASE) {
      const scale = endgameScale(position, eg > 0 ? WHITE : BLACK);
      if (scale !== FULL_SCALE) eg = ((eg * scale) / FULL_SCALE) | 0;
    }
    const white = ((mg * phase + eg * (MAX_PHASE - phase)) / MAX_PHASE) | 0;
    return position.turn === WHITE ? white : 0 - white;
  }

  evaluateAfresh(position: Position): number {
    return evaluate(position);
  }
}

/** Centipawns from the side to move, for callers without an evaluator. */
export function evaluate(position: Position): number {
  const evaluator = new ClassicalEvaluator();
  evaluator.begin(position);
  return evaluator.evaluate(position);
}
