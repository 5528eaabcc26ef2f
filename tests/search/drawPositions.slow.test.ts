/** `positions/draws.epd`: drawn positions, searched deep enough to detect the draws. */
import { describe, expect, test } from 'vitest';
import { formatSan, parseSan } from '../../src/chess/notation/san.ts';
import { parseUciMove } from '../../src/chess/notation/uciMove.ts';
import { MATE } from '../../src/search/score.ts';
import { unwrap } from '../../src/util/result.ts';
import { readPositions } from '../support/epds.ts';
import { freshSearch } from '../support/search.ts';

describe('positions/draws.epd: what an engine must make of it', () => {
  const DEPTH = 16;
  const cases = readPositions('draws.epd').filter(
    ({ operations }) => operations.has('score') || operations.has('dm'),
  );

  test.each(cases.map((epd) => [epd.operations.get('id')![0]!, epd] as const))(
    '%s',
    (_, { position, operations }) => {
      for (const text of operations.get('moves')?.[0]?.split(' ') ?? []) {
        position.make(unwrap(parseUciMove(position, text)));
      }
      const { best, info } = freshSearch().search.run(position, { depth: DEPTH });
      const san = best === null ? '' : formatSan(position, best.move);
      const says = (opcode: string) => operations.get(opcode)?.join(' ');
      if (says('score') === 'draw') expect(info.score).toBe(0);
      if (says('score') === 'win') expect(info.score).toBeGreaterThanOrEqual(300);
      if (says('dm')) expect(info.score).toBe(MATE - 2 * Number(says('dm')) + 1);
      const moves = (opcode: string) =>
        (operations.get(opcode) ?? []).map((text) => unwrap(parseSan(position, text)));
      if (operations.has('bm')) expect(moves('bm'), san).toContain(best!.move);
      expect(moves('am'), san).not.toContain(best!.move);
    },
  );
});
