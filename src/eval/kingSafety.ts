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
} from '../chess/board/attacks.ts';
import { popcount64 } from '../chess/board/bits.ts';
import { ALL, PAWNS, QUEENS } from '../chess/board/layout.ts';
import type { Position } from '../chess/board/position.ts';
import { type Color, KING, KNIGHT, QUEEN, ROOK, WHITE } from '../chess/board/types.ts';
import { ALL_ATTACKS, type AttackMaps, MAPS, TWICE } from './attackMaps.ts';
import { AHEAD } from './pawns.ts';
import { WEIGHTS } from './weights.ts';

const {
  shelter,
  storm,
  dangerWeak,
  dangerCheck,
  dangerFile,
  dangerNoQueen,
  dangerUnsafe,
  dangerFlank,
  dangerKnight,
} = WEIGHTS;

/** A king's danger is squared and divided by this for the middlegame, only divided for the endgame. */
export const DANGER_MG = 1024;
export const DANGER_EG = 16;

/** In their halves of the board. */
const RANK_4 = 0xff << 24;
const RANK_5 = 0xff;

/** The files that make up a king's flank, by its file, in either half of the board. */
const FLANK = Int32Array.from([0x07, 0x0f, 0x0f, 0x3c, 0x3c, 0xf0, 0xf0, 0xe0], (files) =>
  Math.imul(files, 0x01010101),
);

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
  const mine = us * 2;
  const king = position.kingSquare(us);

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
    danger += dangerFile[0]! * openFiles + pressure(position, attacks, us);
    kingDanger[us] = danger;
    if (danger > 0) score -= (((danger * danger) / DANGER_MG) << 16) + ((danger / DANGER_EG) | 0);
  }
  return score;
}

/** What is added to a king's danger by weak squares around it, checks that wait, and enemies on its flank. */
function pressure(position: Position, attacks: AttackMaps, us: Color): number {
  const b = position.bitboards;
  const theirs = 2 - us * 2;
  const map = us * MAPS * 2;
  const theirMap = (us ^ 1) * MAPS * 2;
  const king = position.kingSquare(us);
  const s = king * 2;
  const theirLo = attacks[theirMap + ALL_ATTACKS * 2]!;
  const theirHi = attacks[theirMap + ALL_ATTACKS * 2 + 1]!;
  const theirTwiceLo = attacks[theirMap + TWICE * 2]!;
  const theirTwiceHi = attacks[theirMap + TWICE * 2 + 1]!;

  // Squares around the king that they attack and nobody but the king guards.
  const weakLo = KING_ATTACKS[s]! & theirLo & ~attacks[map + TWICE * 2]!;
  const weakHi = KING_ATTACKS[s + 1]! & theirHi & ~attacks[map + TWICE * 2 + 1]!;
  let danger = dangerWeak[0]! * popcount64(weakLo, weakHi);

  // Squares to give check from; and of these the safe ones, not guarded, or weak and attacked twice.
  const freeLo = ~b[ALL + theirs]!;
  const freeHi = ~b[ALL + theirs + 1]!;
  const safeLo = freeLo & (~attacks[map + ALL_ATTACKS * 2]! | (weakLo & theirTwiceLo));
  const safeHi = freeHi & (~attacks[map + ALL_ATTACKS * 2 + 1]! | (weakHi & theirTwiceHi));
  const occupiedLo = b[ALL]! | b[ALL + 2]!;
  const occupiedHi = b[ALL + 1]! | b[ALL + 3]!;
  const diagonal = bishopAttacks(king, occupiedLo, occupiedHi);
  const straight = rookAttacks(king, occupiedLo, occupiedHi);
  let unsafeLo = 0;
  let unsafeHi = 0;
  for (let type = KNIGHT; type <= QUEEN; type++) {
    let lo = type === KNIGHT ? KNIGHT_ATTACKS[s]! : type === ROOK ? 0 : SLIDER_ATTACKS[diagonal]!;
    let hi =
      type === KNIGHT ? KNIGHT_ATTACKS[s + 1]! : type === ROOK ? 0 : SLIDER_ATTACKS[diagonal + 1]!;
    if (type >= ROOK) {
      lo |= SLIDER_ATTACKS[straight]!;
      hi |= SLIDER_ATTACKS[straight + 1]!;
    }
    lo &= attacks[theirMap + type * 2]!;
    hi &= attacks[theirMap + type * 2 + 1]!;
    if (type === QUEEN) {
      // An exchange of queens is no attack.
      lo &= ~attacks[map + QUEEN * 2]!;
      hi &= ~attacks[map + QUEEN * 2 + 1]!;
    }
    if (((lo & safeLo) | (hi & safeHi)) !== 0) {
      danger += dangerCheck[type]!;
    } else if (type !== QUEEN) {
      unsafeLo |= lo & freeLo;
      unsafeHi |= hi & freeHi;
    }
  }
  danger += dangerUnsafe[0]! * popcount64(unsafeLo, unsafeHi);

  // What they attack on the king's flank, in its own half and a rank beyond.
  const flankLo = FLANK[king & 7]! & (us === WHITE ? -1 : RANK_4);
  const flankHi = FLANK[king & 7]! & (us === WHITE ? RANK_5 : -1);
  const onFlank =
    popcount64(theirLo & flankLo, theirHi & flankHi) +
    popcount64(theirTwiceLo & flankLo, theirTwiceHi & flankHi);
  danger += (dangerFlank[0]! * onFlank * onFlank) >> 5;

  const guardLo = attacks[map + KNIGHT * 2]! & attacks[map + KING * 2]!;
  const guardHi = attacks[map + KNIGHT * 2 + 1]! & attacks[map + KING * 2 + 1]!;
  if ((guardLo | guardHi) !== 0) danger -= dangerKnight[0]!;
  if ((b[QUEENS + theirs]! | b[QUEENS + theirs + 1]!) === 0) danger -= dangerNoQueen[0]!;
  return danger;
}

/** The rank of the pawn that is nearest to a king behind them; -1 without any. */
function nearestAhead(us: Color, lo: number, hi: number): number {
  if ((lo | hi) === 0) return -1;
  if (us === WHITE) return (lo !== 0 ? 31 - Math.clz32(lo & -lo) : 63 - Math.clz32(hi & -hi)) >> 3;
  return (hi !== 0 ? 63 - Math.clz32(hi) : 31 - Math.clz32(lo)) >> 3;
}
