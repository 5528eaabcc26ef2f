/** Tablebases must agree with what the search proves without them. */
import { expect, test } from 'vitest';
import { formatFen } from '../../src/chess/notation/fen.ts';
import { isMateScore } from '../../src/search/score.ts';
import { Random } from '../../src/util/random.ts';
import { freshSearch } from '../support/search.ts';
import {
  openTablebases,
  randomPosition,
  SYZYGY_PATH,
  tablebaseNames,
} from '../support/tablebases.ts';

/** POSITIONS=1000000 takes minutes, and --testTimeout=0. */
const POSITIONS = Number(process.env.POSITIONS ?? 20_000);

test.skipIf(SYZYGY_PATH === '')(
  `${POSITIONS} random positions: mates and draws that the search proves are wins, losses and draws`,
  () => {
    const tablebases = openTablebases(SYZYGY_PATH);
    const names = tablebaseNames(SYZYGY_PATH);
    const { search } = freshSearch(1);
    const random = new Random(23);
    const proven = [0, 0, 0];
    for (let i = 0; i < POSITIONS; i++) {
      const position = randomPosition(random, names[i % names.length]!);
      const fen = formatFen(position);
      const wdl = tablebases.probeWdl(position);
      // Complete iterations: a stopped search may have missed defences against a mate.
      const { best, info } = search.run(position, { depth: 2 });
      if (isMateScore(info.score)) {
        expect(wdl, fen).toBe(info.score > 0 ? 2 : -2);
        proven[info.score > 0 ? 2 : 0]!++;
      } else if (best === null || best.draw === 'insufficient material') {
        // Stalemate, or a dead position that can be reached at once and is at least a draw.
        if (best === null) expect(wdl, fen).toBe(0);
        else expect(wdl, fen).toBeGreaterThanOrEqual(0);
        proven[1]!++;
      }
    }
    console.log(`proven: ${proven[0]} losses, ${proven[1]} draws, ${proven[2]} wins`);
    expect(Math.min(...proven)).toBeGreaterThan(POSITIONS / 1000);
  },
);
