/**
 * King and pawn against king, solved exactly: a bit per position, computed by retrograde analysis
 * when the first such position is evaluated.
 *
 * The pawn is White's and on the files a to d; other positions are mirrored. White to move wins if any
 * move leads to a win, Black to move loses if every move does.
 * https://www.chessprogramming.org/KPK
 */
import { KING_ATTACKS, PAWN_ATTACKS } from '../chess/board/attacks.ts';
import { lowestSquare } from '../chess/board/bits.ts';
import type { Position } from '../chess/board/position.ts';
import { PAWNS } from '../chess/board/positionLayout.ts';
import { BLACK, type Color, type Square, WHITE } from '../chess/board/types.ts';

/** Centipawns: less than a won ending with a queen (mopUp.ts), and more for each rank of the pawn. */
const WIN_SCORE = 1000;
const WIN_STEP = 20;

/** White's centipawns for a position with two kings and one pawn; 0 if it is drawn. */
export function evaluateKingAndPawn(position: Position): number {
  const { bitboards } = position;
  const strong = (bitboards[PAWNS]! | bitboards[PAWNS + 1]!) !== 0 ? WHITE : BLACK;
  const pawns = PAWNS + strong * 2;
  // Seen from the side with the pawn, as if it were White.
  const flip = strong === WHITE ? 0 : 56;
  const pawn = lowestSquare(bitboards[pawns]!, bitboards[pawns + 1]!) ^ flip;
  const strongKing = position.kingSquare(strong) ^ flip;
  const weakKing = position.kingSquare(strong ^ 1) ^ flip;
  if (!isPawnWin(position.turn ^ strong, strongKing, pawn, weakKing)) return 0;
  const score = WIN_SCORE + WIN_STEP * (pawn >> 3);
  return strong === WHITE ? score : 0 - score;
}

/** Six ranks of four files. */
const PAWN_SQUARES = 24;
const POSITIONS = 2 * PAWN_SQUARES * 64 * 64;

let wins: Uint8Array | null = null;

/** Whether White, with a pawn on any file, wins against the bare king. */
export function isPawnWin(turn: Color, white: Square, pawn: Square, black: Square): boolean {
  wins ??= solve();
  const mirror = (pawn & 7) > 3 ? 7 : 0;
  return wins[indexOf(turn, white ^ mirror, pawn ^ mirror, black ^ mirror)] === 1;
}

function indexOf(turn: Color, white: Square, pawn: Square, black: Square): number {
  const pawnIndex = ((pawn >> 3) - 1) * 4 + (pawn & 7);
  return ((turn * PAWN_SQUARES + pawnIndex) * 64 + white) * 64 + black;
}

function solve(): Uint8Array {
  const won = new Uint8Array(POSITIONS);
  const isValid = new Uint8Array(POSITIONS);
  /** Moves of the bare king not yet known to lose; 0 where it is not to move or need not lose. */
  const escapes = new Uint8Array(POSITIONS);
  const squares = Array.from({ length: 64 }, (_, square) => square);
  const kingSteps = squares.map((from) => squares.filter((to) => touches(from, to)));
  const queue: number[] = [];
  const win = (index: number) => {
    if (won[index] === 1 || isValid[index] === 0) return;
    won[index] = 1;
    queue.push(index);
  };

  for (let index = 0; index < POSITIONS; index++) {
    const { turn, white, pawn, black } = partsOf(index);
    if (white === black || white === pawn || black === pawn || touches(white, black)) continue;
    if (turn === WHITE) {
      if (attacks(PAWN_ATTACKS, pawn * 2, black)) continue;
      isValid[index] = 1;
      if (promotes(white, pawn, black)) win(index);
    } else {
      isValid[index] = 1;
      // A pawn that can be taken does not win.
      if (touches(black, pawn) && !touches(white, pawn)) continue;
      escapes[index] = kingSteps[black]!.filter(
        (to) => to !== pawn && !touches(to, white) && !attacks(PAWN_ATTACKS, pawn * 2, to),
      ).length;
    }
  }

  // Propagate every win to the positions from which it can be reached.
  for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
    const { turn, white, pawn, black } = partsOf(index);
    if (turn === WHITE) {
      for (const from of kingSteps[black]!) {
        const before = indexOf(BLACK, white, pawn, from);
        if (escapes[before]! > 0 && --escapes[before]! === 0) win(before);
      }
      continue;
    }
    for (const from of kingSteps[white]!) win(indexOf(WHITE, from, pawn, black));
    if (pawn >> 3 >= 2) win(indexOf(WHITE, white, pawn - 8, black));
    if (pawn >> 3 === 3 && white !== pawn - 8 && black !== pawn - 8) {
      win(indexOf(WHITE, white, pawn - 16, black));
    }
  }
  return won;
}

function partsOf(index: number) {
  const pawnIndex = (index >> 12) % PAWN_SQUARES;
  return {
    turn: index >= POSITIONS / 2 ? BLACK : WHITE,
    pawn: ((pawnIndex >> 2) + 1) * 8 + (pawnIndex & 3),
    white: (index >> 6) & 63,
    black: index & 63,
  };
}

/** A pawn that promotes and is not taken wins: as a queen, or a rook where that would stalemate. */
function promotes(white: Square, pawn: Square, black: Square): boolean {
  const to = pawn + 8;
  if (pawn >> 3 !== 6 || to === white || to === black) return false;
  return !touches(black, to) || touches(white, to);
}

const attacks = (table: Int32Array, from: number, to: Square): boolean =>
  ((table[from + (to >> 5)]! >> to) & 1) === 1;

const touches = (a: Square, b: Square): boolean => attacks(KING_ATTACKS, a * 2, b);
