/**
 * Static exchange evaluation: what a move wins or loses if both sides go on capturing on its
 * target square, always with the least valuable piece, and stop when it no longer pays.
 * https://www.chessprogramming.org/Static_Exchange_Evaluation
 *
 * Pins are ignored; the pieces behind a capturer (x-rays) are not.
 */
import {
  BISHOP_RAYS,
  bishopAttacks,
  KING_ATTACKS,
  KNIGHT_ATTACKS,
  PAWN_ATTACKS,
  ROOK_RAYS,
  rookAttacks,
  SLIDER_ATTACKS,
} from '../chess/board/attacks.ts';
import { PIECE_POINTS } from '../chess/board/material.ts';
import type { Position } from '../chess/board/position.ts';
import {
  ALL,
  BISHOPS,
  KINGS,
  KNIGHTS,
  PAWNS,
  QUEENS,
  ROOKS,
} from '../chess/board/positionLayout.ts';
import {
  CASTLING,
  EN_PASSANT,
  KING,
  KNIGHT,
  type Move,
  NO_PIECE,
  PAWN,
  PROMOTION,
} from '../chess/board/types.ts';

/** By piece type, centipawns: a hundred for each point. A king outweighs any exchange. */
export const SEE_VALUES = Int32Array.from(PIECE_POINTS, (points) => 100 * points);
SEE_VALUES[KING] = 20000;

/** Whether the exchange that a legal move begins gains at least `threshold` centipawns. */
export function seeAtLeast(position: Position, move: Move, threshold: number): boolean {
  const from = move & 63;
  const to = (move >> 6) & 63;
  const flag = move >> 12;
  if (flag === CASTLING) return threshold <= 0;
  const { bitboards: bb, board } = position;

  const taken = board[to]!;
  let balance = 0 - threshold;
  if (flag === EN_PASSANT) balance += SEE_VALUES[PAWN]!;
  else if (taken !== NO_PIECE) balance += SEE_VALUES[taken >> 1]!;
  let onSquare = board[from]! >> 1;
  if ((flag & PROMOTION) !== 0) {
    onSquare = (flag & 3) + KNIGHT;
    balance += SEE_VALUES[onSquare]! - SEE_VALUES[PAWN]!;
  }
  // Too little even if the capturer is not retaken; or enough even if it is.
  if (balance < 0) return false;
  balance -= SEE_VALUES[onSquare]!;
  if (balance >= 0) return true;

  let occupiedLo = bb[ALL]! | bb[ALL + 2]!;
  let occupiedHi = bb[ALL + 1]! | bb[ALL + 3]!;
  if (from < 32) occupiedLo &= ~(1 << from);
  else occupiedHi &= ~(1 << from);
  if (to < 32) occupiedLo |= 1 << to;
  else occupiedHi |= 1 << to;
  if (flag === EN_PASSANT) {
    if (to < 32) occupiedLo &= ~(1 << (to ^ 8));
    else occupiedHi &= ~(1 << (to ^ 8));
  }

  const t = to * 2;
  const diagonalLo = bb[BISHOPS]! | bb[BISHOPS + 2]! | bb[QUEENS]! | bb[QUEENS + 2]!;
  const diagonalHi = bb[BISHOPS + 1]! | bb[BISHOPS + 3]! | bb[QUEENS + 1]! | bb[QUEENS + 3]!;
  const straightLo = bb[ROOKS]! | bb[ROOKS + 2]! | bb[QUEENS]! | bb[QUEENS + 2]!;
  const straightHi = bb[ROOKS + 1]! | bb[ROOKS + 3]! | bb[QUEENS + 1]! | bb[QUEENS + 3]!;
  let attackersLo =
    (PAWN_ATTACKS[128 + t]! & bb[PAWNS]!) |
    (PAWN_ATTACKS[t]! & bb[PAWNS + 2]!) |
    (KNIGHT_ATTACKS[t]! & (bb[KNIGHTS]! | bb[KNIGHTS + 2]!)) |
    (KING_ATTACKS[t]! & (bb[KINGS]! | bb[KINGS + 2]!));
  let attackersHi =
    (PAWN_ATTACKS[129 + t]! & bb[PAWNS + 1]!) |
    (PAWN_ATTACKS[t + 1]! & bb[PAWNS + 3]!) |
    (KNIGHT_ATTACKS[t + 1]! & (bb[KNIGHTS + 1]! | bb[KNIGHTS + 3]!)) |
    (KING_ATTACKS[t + 1]! & (bb[KINGS + 1]! | bb[KINGS + 3]!));
  const seesDiagonal = ((BISHOP_RAYS[t]! & diagonalLo) | (BISHOP_RAYS[t + 1]! & diagonalHi)) !== 0;
  const seesStraight = ((ROOK_RAYS[t]! & straightLo) | (ROOK_RAYS[t + 1]! & straightHi)) !== 0;

  let side = position.turn;
  while (true) {
    // Sliders are looked up each time: a capture may have opened a line.
    if (seesDiagonal) {
      const i = bishopAttacks(to, occupiedLo, occupiedHi);
      attackersLo |= SLIDER_ATTACKS[i]! & diagonalLo;
      attackersHi |= SLIDER_ATTACKS[i + 1]! & diagonalHi;
    }
    if (seesStraight) {
      const i = rookAttacks(to, occupiedLo, occupiedHi);
      attackersLo |= SLIDER_ATTACKS[i]! & straightLo;
      attackersHi |= SLIDER_ATTACKS[i + 1]! & straightHi;
    }
    attackersLo &= occupiedLo;
    attackersHi &= occupiedHi;

    // The side to capture loses the exchange if it cannot, or only with a king that may not.
    side ^= 1;
    const own = ALL + side * 2;
    const mineLo = attackersLo & bb[own]!;
    const mineHi = attackersHi & bb[own + 1]!;
    if ((mineLo | mineHi) === 0) break;
    let type = PAWN;
    let lo = 0;
    let hi = 0;
    for (; type <= KING; type++) {
      lo = mineLo & bb[type * 4 + side * 2]!;
      hi = mineHi & bb[type * 4 + side * 2 + 1]!;
      if ((lo | hi) !== 0) break;
    }
    if (type === KING) {
      const enemy = ALL + (side ^ 1) * 2;
      if (((attackersLo & bb[enemy]!) | (attackersHi & bb[enemy + 1]!)) !== 0) break;
    }
    if (lo !== 0) occupiedLo &= ~(lo & -lo);
    else occupiedHi &= ~(hi & -hi);

    // From the capturer's side: the balance if its piece is retaken.
    balance = -1 - balance - SEE_VALUES[type]!;
    if (balance >= 0) {
      side ^= 1;
      break;
    }
  }
  return side !== position.turn;
}
