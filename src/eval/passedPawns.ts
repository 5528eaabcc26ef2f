/**
 * Passed pawns: how far they are, how free their way is, and which king is nearer.
 * https://www.chessprogramming.org/Passed_Pawn
 */
import { ALL } from '../chess/board/layout.ts';
import type { Position } from '../chess/board/position.ts';
import { type Color, kingSteps, WHITE } from '../chess/board/types.ts';
import { ALL_ATTACKS, type AttackMaps, MAPS } from './attackMaps.ts';
import { AHEAD, type PawnTable } from './pawns.ts';
import { WEIGHTS } from './weights.ts';

const { passed, passedFree, passedSafe, passedGuarded, passedTheirKing, passedOurKing } = WEIGHTS;

/** The score of a side's passed pawns, packed. */
export function evaluatePassed(
  position: Position,
  attacks: AttackMaps,
  pawns: PawnTable,
  us: Color,
): number {
  const b = position.bitboards;
  const them = us ^ 1;
  const ourMap = (us * MAPS + ALL_ATTACKS) * 2;
  const theirMap = (them * MAPS + ALL_ATTACKS) * 2;
  const occupiedLo = b[ALL]! | b[ALL + 2]!;
  const occupiedHi = b[ALL + 1]! | b[ALL + 3]!;
  const dangerLo = attacks[theirMap]! | b[ALL + them * 2]!;
  const dangerHi = attacks[theirMap + 1]! | b[ALL + them * 2 + 1]!;
  const ourKing = position.kingSquare(us);
  const theirKing = position.kingSquare(them);
  let score = 0;
  for (let half = 0; half < 2; half++) {
    for (let bits = pawns.passed(us, half); bits !== 0; bits &= bits - 1) {
      const square = half * 32 + 31 - Math.clz32(bits & -bits);
      const rank = us === WHITE ? square >> 3 : 7 - (square >> 3);
      const stop = us === WHITE ? square + 8 : square - 8;
      score += passed[rank]!;
      score += passedTheirKing[rank]! * kingSteps(theirKing, stop);
      score += passedOurKing[rank]! * kingSteps(ourKing, stop);
      if ((((stop < 32 ? occupiedLo : occupiedHi) >> stop) & 1) === 0) score += passedFree[rank]!;
      const at = us * 128 + square * 2;
      if (((AHEAD[at]! & dangerLo) | (AHEAD[at + 1]! & dangerHi)) === 0) {
        score += passedSafe[rank]!;
      }
      if (((attacks[ourMap + (stop >> 5)]! >> stop) & 1) !== 0) score += passedGuarded[rank]!;
    }
  }
  return score;
}
