/**
 * Knights, bishops, rooks and queens: mobility, where they stand, and what they attack around the
 * enemy king. https://www.chessprogramming.org/Mobility
 */
import {
  bishopAttacks,
  KING_ATTACKS,
  KNIGHT_ATTACKS,
  rookAttacks,
  SLIDER_ATTACKS,
} from '../chess/board/attacks.ts';
import { popcount64 } from '../chess/board/bits.ts';
import { ALL, LIGHT, PAWNS, QUEENS, ROOKS } from '../chess/board/layout.ts';
import type { Position } from '../chess/board/position.ts';
import { BISHOP, type Color, KNIGHT, QUEEN, ROOK, WHITE } from '../chess/board/types.ts';
import { ALL_ATTACKS, type AttackMaps, MAPS, TWICE } from './attackMaps.ts';
import { FILE, NEIGHBOURS_AHEAD } from './pawns.ts';
import { T_PIECES } from './terms.ts';
import { WEIGHTS } from './weights.ts';

const { bishopPair, bishopPawns, rookOnFile, outpost, dangerAttacker, dangerSquare } = WEIGHTS;
const MOBILITY = [
  new Int32Array(0),
  WEIGHTS.knightMobility,
  WEIGHTS.bishopMobility,
  WEIGHTS.rookMobility,
  WEIGHTS.queenMobility,
];

/**
 * The squares that a king cares for: those around it, or around the nearest square off the edge.
 * Index `square * 2`.
 */
const KING_RING = new Int32Array(128);
for (let square = 0; square < 64; square++) {
  const file = Math.max(1, Math.min(6, square & 7));
  const rank = Math.max(1, Math.min(6, square >> 3));
  const middle = rank * 8 + file;
  for (let half = 0; half < 2; half++) {
    KING_RING[square * 2 + half] = KING_ATTACKS[middle * 2 + half]!;
  }
  KING_RING[square * 2 + (middle >> 5)]! |= 1 << middle;
}

/**
 * Scores a side's pieces, a term for each type, and adds their attacks to the maps, which pawns and
 * kings have begun. The danger to the enemy king from those that attack the squares around it.
 */
export function evaluatePieces(
  position: Position,
  attacks: AttackMaps,
  terms: Int32Array,
  us: Color,
): number {
  const b = position.bitboards;
  const them = us ^ 1;
  const mine = us * 2;
  const map = us * MAPS * 2;
  const theirMap = them * MAPS * 2;
  const ownPawnsLo = b[PAWNS + mine]!;
  const ownPawnsHi = b[PAWNS + mine + 1]!;
  const theirPawnsLo = b[PAWNS + 2 - mine]!;
  const theirPawnsHi = b[PAWNS + 3 - mine]!;
  const king = position.kingSquare(us);
  const areaLo = ~(attacks[theirMap]! | ownPawnsLo) & (king < 32 ? ~(1 << king) : -1);
  const areaHi = ~(attacks[theirMap + 1]! | ownPawnsHi) & (king < 32 ? -1 : ~(1 << king));
  const enemyKing = position.kingSquare(them) * 2;
  const ringLo = KING_RING[enemyKing]!;
  const ringHi = KING_RING[enemyKing + 1]!;
  const nearLo = KING_ATTACKS[enemyKing]!;
  const nearHi = KING_ATTACKS[enemyKing + 1]!;
  const occupiedLo = b[ALL]! | b[ALL + 2]!;
  const occupiedHi = b[ALL + 1]! | b[ALL + 3]!;
  const queensLo = b[QUEENS]! | b[QUEENS + 2]!;
  const queensHi = b[QUEENS + 1]! | b[QUEENS + 3]!;
  const rooksLo = b[ROOKS + mine]!;
  const rooksHi = b[ROOKS + mine + 1]!;
  const forward = us * 128;
  let allLo = attacks[map + ALL_ATTACKS * 2]!;
  let allHi = attacks[map + ALL_ATTACKS * 2 + 1]!;
  let twiceLo = attacks[map + TWICE * 2]!;
  let twiceHi = attacks[map + TWICE * 2 + 1]!;
  let attackers = 0;
  let weight = 0;
  let squares = 0;

  for (let type = KNIGHT; type <= QUEEN; type++) {
    const mobility = MOBILITY[type]!;
    const pieces = type * 4 + mine;
    let score = 0;
    let typeLo = 0;
    let typeHi = 0;
    for (let half = 0; half < 2; half++) {
      for (let bits = b[pieces + half]!; bits !== 0; bits &= bits - 1) {
        const square = half * 32 + 31 - Math.clz32(bits & -bits);
        const s = square * 2;
        let lo = 0;
        let hi = 0;
        if (type === KNIGHT) {
          lo = KNIGHT_ATTACKS[s]!;
          hi = KNIGHT_ATTACKS[s + 1]!;
        } else {
          // Sliders look through queens, rooks through rooks of their own: batteries count.
          if (type !== ROOK) {
            const i = bishopAttacks(square, occupiedLo & ~queensLo, occupiedHi & ~queensHi);
            lo = SLIDER_ATTACKS[i]!;
            hi = SLIDER_ATTACKS[i + 1]!;
          }
          if (type !== BISHOP) {
            const i = rookAttacks(
              square,
              occupiedLo & ~(queensLo | rooksLo),
              occupiedHi & ~(queensHi | rooksHi),
            );
            lo |= SLIDER_ATTACKS[i]!;
            hi |= SLIDER_ATTACKS[i + 1]!;
          }
        }
        twiceLo |= allLo & lo;
        twiceHi |= allHi & hi;
        allLo |= lo;
        allHi |= hi;
        typeLo |= lo;
        typeHi |= hi;
        score += mobility[popcount64(lo & areaLo, hi & areaHi)]!;
        if (((lo & ringLo) | (hi & ringHi)) !== 0) {
          attackers++;
          weight += dangerAttacker[type]!;
          squares += popcount64(lo & nearLo, hi & nearHi);
        }

        if (type === ROOK) {
          const file = ((FILE[s]! & ownPawnsLo) | (FILE[s + 1]! & ownPawnsHi)) === 0;
          if (file) {
            const isOpen = ((FILE[s]! & theirPawnsLo) | (FILE[s + 1]! & theirPawnsHi)) === 0;
            score += rookOnFile[isOpen ? 1 : 0]!;
          }
        } else if (type !== QUEEN) {
          if (type === BISHOP) {
            const color = ((LIGHT >> square) & 1) !== 0 ? LIGHT : ~LIGHT;
            score += bishopPawns[0]! * popcount64(ownPawnsLo & color, ownPawnsHi & color);
          }
          const rank = us === WHITE ? square >> 3 : 7 - (square >> 3);
          const bit = 1 << square;
          if (rank >= 3 && rank <= 5 && (attacks[map + half]! & bit) !== 0) {
            const canBeDriven =
              (NEIGHBOURS_AHEAD[forward + s]! & theirPawnsLo) |
              (NEIGHBOURS_AHEAD[forward + s + 1]! & theirPawnsHi);
            if (canBeDriven === 0) score += outpost[type - KNIGHT]!;
          }
        }
      }
    }
    if (type === BISHOP && popcount64(b[pieces]!, b[pieces + 1]!) >= 2) score += bishopPair[0]!;
    attacks[map + type * 2] = typeLo;
    attacks[map + type * 2 + 1] = typeHi;
    terms[(T_PIECES + type) * 2 + us] = score;
  }
  attacks[map + ALL_ATTACKS * 2] = allLo;
  attacks[map + ALL_ATTACKS * 2 + 1] = allHi;
  attacks[map + TWICE * 2] = twiceLo;
  attacks[map + TWICE * 2 + 1] = twiceHi;
  return attackers * weight + dangerSquare[0]! * squares;
}
