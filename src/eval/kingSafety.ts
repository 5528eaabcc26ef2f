/**
 * The safety of a king: the pawns before it, and what the enemy pieces can do to it.
 * https://www.chessprogramming.org/King_Safety
 */
import {
  bishopAttacks,
  KING_ATTACKS,
  KNIGHT_ATTACKS,
  rookAttacks,
  SLIDER_ATTACKS,
} from '../chess/attacks.ts';
import { popcount64 } from '../chess/bits.ts';
import { ALL, PAWNS, QUEENS } from '../chess/layout.ts';
import type { Position } from '../chess/position.ts';
import { BISHOP, type Color, KNIGHT, QUEEN, ROOK, WHITE } from '../chess/types.ts';
import { ALL_ATTACKS, type AttackMaps, MAPS, TWICE } from './attackMaps.ts';
import { AHEAD } from './pawns.ts';
import { WEIGHTS } from './weights.ts';

const { shelter, storm, dangerWeak, dangerCheck, dangerFile, dangerOffset, dangerNoQueen } =
  WEIGHTS;

/**
 * The score of a king, packed. `kingDanger` holds what the pieces around it add to its danger, and
 * then the whole; the attack maps must be complete.
 */
export function evaluateKing(
  position: Position,
  attacks: AttackMaps,
  kingDanger: Int32Array,
  us: Color,
): number {
  const b = position.bitboards;
  const them = us ^ 1;
  const mine = us * 2;
  const map = us * MAPS * 2;
  const theirMap = them * MAPS * 2;
  const king = position.kingSquare(us);
  const s = king * 2;

  let score = 0;
  let openFiles = 0;
  const middle = Math.max(1, Math.min(6, king & 7));
  const rank = king >> 3;
  for (let file = middle - 1; file <= middle + 1; file++) {
    const at = us * 128 + (rank * 8 + file) * 2;
    const own = nearestAhead(
      us,
      AHEAD[at]! & b[PAWNS + mine]!,
      AHEAD[at + 1]! & b[PAWNS + mine + 1]!,
    );
    const their = nearestAhead(
      us,
      AHEAD[at]! & b[PAWNS + 2 - mine]!,
      AHEAD[at + 1]! & b[PAWNS + 3 - mine]!,
    );
    const steps = own < 0 ? 0 : Math.abs(own - rank);
    score += shelter[steps]! + storm[their < 0 ? 0 : Math.abs(their - rank)]!;
    if (steps === 0) openFiles++;
  }

  let danger = kingDanger[us]!;
  if (danger > 0) {
    const ownLo = attacks[map + ALL_ATTACKS * 2]!;
    const ownHi = attacks[map + ALL_ATTACKS * 2 + 1]!;
    const ownTwiceLo = attacks[map + TWICE * 2]!;
    const ownTwiceHi = attacks[map + TWICE * 2 + 1]!;
    const theirLo = attacks[theirMap + ALL_ATTACKS * 2]!;
    const theirHi = attacks[theirMap + ALL_ATTACKS * 2 + 1]!;
    // Squares of the ring that they attack and nobody but the king guards.
    const weakLo = KING_ATTACKS[s]! & theirLo & ~ownTwiceLo;
    const weakHi = KING_ATTACKS[s + 1]! & theirHi & ~ownTwiceHi;
    danger += dangerWeak[0]! * popcount64(weakLo, weakHi) + dangerFile[0]! * openFiles;

    // Squares to give check from that are free of their own men and not guarded.
    const freeLo = ~b[ALL + 2 - mine]! & ~(ownLo & ~(weakLo & attacks[theirMap + TWICE * 2]!));
    const freeHi = ~b[ALL + 3 - mine]! & ~(ownHi & ~(weakHi & attacks[theirMap + TWICE * 2 + 1]!));
    const occupiedLo = b[ALL]! | b[ALL + 2]!;
    const occupiedHi = b[ALL + 1]! | b[ALL + 3]!;
    const diagonal = bishopAttacks(king, occupiedLo, occupiedHi);
    const straight = rookAttacks(king, occupiedLo, occupiedHi);
    const diagonalLo = SLIDER_ATTACKS[diagonal]! & freeLo;
    const diagonalHi = SLIDER_ATTACKS[diagonal + 1]! & freeHi;
    const straightLo = SLIDER_ATTACKS[straight]! & freeLo;
    const straightHi = SLIDER_ATTACKS[straight + 1]! & freeHi;
    const knight = theirMap + KNIGHT * 2;
    const bishop = theirMap + BISHOP * 2;
    const rook = theirMap + ROOK * 2;
    const queen = theirMap + QUEEN * 2;
    if (
      ((KNIGHT_ATTACKS[s]! & freeLo & attacks[knight]!) |
        (KNIGHT_ATTACKS[s + 1]! & freeHi & attacks[knight + 1]!)) !==
      0
    ) {
      danger += dangerCheck[KNIGHT]!;
    }
    if (((diagonalLo & attacks[bishop]!) | (diagonalHi & attacks[bishop + 1]!)) !== 0) {
      danger += dangerCheck[BISHOP]!;
    }
    if (((straightLo & attacks[rook]!) | (straightHi & attacks[rook + 1]!)) !== 0) {
      danger += dangerCheck[ROOK]!;
    }
    if (
      (((diagonalLo | straightLo) & attacks[queen]!) |
        ((diagonalHi | straightHi) & attacks[queen + 1]!)) !==
      0
    ) {
      danger += dangerCheck[QUEEN]!;
    }
    if ((b[QUEENS + 2 - mine]! | b[QUEENS + 3 - mine]!) === 0) danger -= dangerNoQueen[0]!;
    danger -= dangerOffset[0]!;
    kingDanger[us] = danger;
    if (danger > 0) score -= (((danger * danger) >> 9) << 16) + (danger >> 4);
  }
  return score;
}

/** The rank of the pawn that is nearest to a king behind them; -1 without any. */
function nearestAhead(us: Color, lo: number, hi: number): number {
  if ((lo | hi) === 0) return -1;
  if (us === WHITE) return (lo !== 0 ? 31 - Math.clz32(lo & -lo) : 63 - Math.clz32(hi & -hi)) >> 3;
  return (hi !== 0 ? 63 - Math.clz32(hi) : 31 - Math.clz32(lo)) >> 3;
}
