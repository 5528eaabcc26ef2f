/** What a side's men attack, or will after a pawn's step, and where the enemy cannot go freely. */
import { popcount64 } from '../chess/board/bits.ts';
import { ALL, PAWNS } from '../chess/board/layout.ts';
import type { Position } from '../chess/board/position.ts';
import { BISHOP, type Color, KING, KNIGHT, ROOK, WHITE } from '../chess/board/types.ts';
import {
  ALL_ATTACKS,
  type AttackMaps,
  attackByPawns,
  byPawns,
  EAST,
  MAPS,
  TWICE,
  WEST,
} from './attackMaps.ts';
import { WEIGHTS } from './weights.ts';

const {
  threatByPawn,
  threatByMinor,
  threatByRook,
  threatByKing,
  threatByPush,
  restricted,
  hanging,
} = WEIGHTS;

/** In their halves of the board. */
const RANK_3 = 0x00ff0000;
const RANK_6 = 0x0000ff00;

/** What a side's men attack, or will after a pawn's step, and where the enemy cannot go freely. */
export function evaluateThreats(
  { bitboards: b, board }: Position,
  attacks: AttackMaps,
  us: Color,
): number {
  const ours = us * 2;
  const theirs = 2 - ours;
  const map = us * MAPS * 2;
  const theirMap = (us ^ 1) * MAPS * 2;
  const any = map + ALL_ATTACKS * 2;
  const theirAny = theirMap + ALL_ATTACKS * 2;
  const pawnsLo = b[PAWNS + theirs]!;
  const pawnsHi = b[PAWNS + theirs + 1]!;
  const piecesLo = b[ALL + theirs]! ^ pawnsLo;
  const piecesHi = b[ALL + theirs + 1]! ^ pawnsHi;
  // What they hold well: by a pawn, or twice where we attack but once.
  const heldLo = attacks[theirMap]! | (attacks[theirMap + TWICE * 2]! & ~attacks[map + TWICE * 2]!);
  const heldHi =
    attacks[theirMap + 1]! | (attacks[theirMap + TWICE * 2 + 1]! & ~attacks[map + TWICE * 2 + 1]!);
  const contestedLo = attacks[any]! & ~heldLo;
  const contestedHi = attacks[any + 1]! & ~heldHi;
  const weakLo = b[ALL + theirs]! & contestedLo;
  const weakHi = b[ALL + theirs + 1]! & contestedHi;

  let score =
    threatByPawn[0]! * popcount64(attacks[map]! & piecesLo, attacks[map + 1]! & piecesHi) +
    restricted[0]! *
      popcount64(attacks[theirAny]! & contestedLo, attacks[theirAny + 1]! & contestedHi);
  const minor = map + KNIGHT * 2;
  const bishop = map + BISHOP * 2;
  const rook = map + ROOK * 2;
  const king = map + KING * 2;
  for (let half = 0; half < 2; half++) {
    const weak = half === 0 ? weakLo : weakHi;
    const pieces = half === 0 ? piecesLo : piecesHi;
    const byMinor = (attacks[minor + half]! | attacks[bishop + half]!) & (pieces | weak);
    for (let bits = byMinor; bits !== 0; bits &= bits - 1) {
      score += threatByMinor[board[half * 32 + 31 - Math.clz32(bits & -bits)]! >> 1]!;
    }
    for (let bits = attacks[rook + half]! & weak; bits !== 0; bits &= bits - 1) {
      score += threatByRook[board[half * 32 + 31 - Math.clz32(bits & -bits)]! >> 1]!;
    }
  }
  if ((weakLo | weakHi) !== 0) {
    if (((attacks[king]! & weakLo) | (attacks[king + 1]! & weakHi)) !== 0) {
      score += threatByKing[0]!;
    }
    score +=
      hanging[0]! * popcount64(weakLo & ~attacks[theirAny]!, weakHi & ~attacks[theirAny + 1]!);
  }

  // Steps of pawns to squares where they can stay.
  const freeLo = ~(b[ALL]! | b[ALL + 2]!);
  const freeHi = ~(b[ALL + 1]! | b[ALL + 3]!);
  const ownLo = b[PAWNS + ours]!;
  const ownHi = b[PAWNS + ours + 1]!;
  const safeLo = ~attacks[theirMap]! & (attacks[any]! | ~attacks[theirAny]!);
  const safeHi = ~attacks[theirMap + 1]! & (attacks[any + 1]! | ~attacks[theirAny + 1]!);
  let lo: number;
  let hi: number;
  if (us === WHITE) {
    lo = (ownLo << 8) & freeLo;
    hi = ((ownHi << 8) | (ownLo >>> 24)) & freeHi;
    lo |= ((lo & RANK_3) << 8) & freeLo;
  } else {
    lo = ((ownLo >>> 8) | (ownHi << 24)) & freeLo;
    hi = (ownHi >>> 8) & freeHi;
    hi |= ((hi & RANK_6) >>> 8) & freeHi;
  }
  attackByPawns(us, lo & safeLo, hi & safeHi);
  const hitLo = (byPawns[EAST]! | byPawns[WEST]!) & piecesLo;
  const hitHi = (byPawns[EAST + 1]! | byPawns[WEST + 1]!) & piecesHi;
  if ((hitLo | hitHi) !== 0) score += threatByPush[0]! * popcount64(hitLo, hitHi);
  return score;
}
