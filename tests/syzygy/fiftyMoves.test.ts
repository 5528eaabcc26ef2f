/**
 * Moves ranked near the fifty-move limit against all lines of play up to it. These need only outcomes just after
 * a capture or pawn move, no distances.
 */
import { expect, test } from 'vitest';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import type { Position } from '../../src/chess/board/position.ts';
import { FIFTY_MOVES, findGameEnd } from '../../src/chess/game/draws.ts';
import { formatFen, positionFromFen } from '../../src/chess/notation/fen.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';
import { isCertain, rankMoves, WON } from '../../src/syzygy/rankMoves.ts';
import { WIN } from '../../src/syzygy/tablebases.ts';
import { Random } from '../../src/util/random.ts';
import { SEED } from '../support/seed.ts';
import {
  FEW_TABLEBASES,
  openTablebases,
  randomPosition,
  SYZYGY_PATH,
  tablebaseNames,
} from '../support/tablebases.ts';

const tablebases = openTablebases(SYZYGY_PATH || FEW_TABLEBASES);
const names = SYZYGY_PATH === '' ? ['KPvK', 'KRvK'] : tablebaseNames(SYZYGY_PATH);

/** 1, 0 or -1 for the side to move, by the fifty-move rule. `known`: results by FEN. */
function outcome(position: Position, known: Map<string, number>): number {
  const end = findGameEnd(position);
  if (end !== null) return end === 'checkmate' ? -1 : 0;
  if (position.halfmoves === 0) return Math.trunc(tablebases.probeWdl(position) / WIN);
  const fen = formatFen(position);
  let best = known.get(fen) ?? -2;
  if (best > -2) return best;
  for (const move of legalMoves(position)) {
    best = Math.max(best, -position.withMove(move, () => outcome(position, known)));
    if (best === 1) break;
  }
  known.set(fen, best);
  return best;
}

test('near the fifty-move limit, moves ranked as wins, draws and losses are that', () => {
  const random = new Random(SEED);
  const faults: string[] = [];
  for (let checked = 0; checked < 150; ) {
    const start = randomPosition(random, names[random.below(names.length)]!);
    const dtz = Math.abs(tablebases.probeDtz(start));
    if (dtz < 1 || dtz > 4) continue;
    checked++;
    const clock = FIFTY_MOVES - 2 - dtz + random.below(5);
    const position = positionFromFen(formatFen(start).replace(' 0 1', ` ${clock} 90`));
    const known = new Map<string, number>();
    for (const ranked of rankMoves(tablebases, position)!) {
      const { move, rank } = ranked;
      if (!isCertain(ranked, clock, true)) continue;
      const expected = -position.withMove(move, () => outcome(position, known));
      const claimed = Math.abs(rank) < WON ? 0 : Math.sign(rank);
      if (claimed !== expected) {
        faults.push(`${formatFen(position)} ${formatUciMove(move)}: ${rank}, not ${expected}`);
      }
    }
  }
  expect(faults).toEqual([]);
});
