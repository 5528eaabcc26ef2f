/**
 * The suites in `perft/`, and how they are parsed.
 *
 * PERFT_MAX_NODES sets the largest count that is checked (default: a million);
 * `PERFT_MAX_NODES=200000000 npx vitest run tests/chess/perft.test.ts` checks all of them.
 * `scripts/verifyPerft.ts` confirms the counts with other programs.
 */
import { describe, expect, test } from 'vitest';
import { formatFen, positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';
import { divide, divideInSteps, perft, perftByMaking } from '../../src/chess/perft.ts';
import { type PerftCase, parsePerftSuite } from '../../src/chess/perftSuite.ts';
import { unwrap } from '../../src/util/result.ts';
import { PERFT_SUITES, readPerftSuite } from '../support/epds.ts';
import { exchangeColours } from '../support/exchangeColours.ts';

const MAX_NODES = Number(process.env.PERFT_MAX_NODES ?? 1_000_000);
/** In milliseconds, about ten times as long as it takes. */
const timeout = 30_000 + MAX_NODES / 500;
/** Trees large enough for every kind of move, and small enough to be counted in three ways. */
const SMALL_TREE = 10_000;

const ALL_CASES = PERFT_SUITES.flatMap(readPerftSuite);

const named = (perftCase: PerftCase) => [perftCase.id, perftCase] as const;

/** The deepest count with at most `maxNodes` nodes; depth 0 always qualifies. */
const deepest = ({ counts }: PerftCase, limit: number) =>
  counts.findLast(({ nodes }) => nodes <= limit) ?? { depth: 0, nodes: 1 };

describe.each(PERFT_SUITES)('the perft counts of %s are the published ones', (suite) => {
  test.each(readPerftSuite(suite).map(named))('%s', { timeout }, (_, { fen, counts }) => {
    const position = positionFromFen(fen);
    for (const { depth, nodes } of counts) {
      if (nodes <= MAX_NODES) expect([depth, perft(position, depth)]).toEqual([depth, nodes]);
    }
  });
});

describe('perft', () => {
  test('is the same with and without bulk counting', () => {
    for (const perftCase of ALL_CASES) {
      const { depth, nodes } = deepest(perftCase, SMALL_TREE);
      const made = perftByMaking(positionFromFen(perftCase.fen), depth);
      expect([perftCase.id, made]).toEqual([perftCase.id, nodes]);
    }
  });

  test('is the sum over the root moves', () => {
    for (const perftCase of ALL_CASES) {
      const { depth, nodes } = deepest(perftCase, SMALL_TREE);
      const position = positionFromFen(perftCase.fen);
      const parts = [...divide(position, depth)];
      const first = parts.map(({ move }) => formatUciMove(move, true));
      expect(new Set(first).size).toBe(perftCase.counts[0]!.nodes);
      const sum = parts.reduce((all, part) => all + part.nodes, 0);
      expect([perftCase.id, sum]).toEqual([perftCase.id, nodes]);
      expect(position.ply).toBe(0);
    }
  });

  test('counted in steps restores the position, wherever it is stopped', () => {
    const position = positionFromFen(START_FEN);
    const before = formatFen(position);
    for (const steps of [1, 2, 25]) {
      let count = 0;
      for (const _ of divideInSteps(position, 6)) if (++count === steps) break;
      expect(formatFen(position)).toBe(before);
      expect(position.ply).toBe(0);
    }
  });

  test('is the same with colours exchanged', () => {
    for (const perftCase of ALL_CASES) {
      const { depth, nodes } = deepest(perftCase, SMALL_TREE);
      const mirrored = perft(positionFromFen(withColoursExchanged(perftCase.fen)), depth);
      expect([perftCase.id, mirrored]).toEqual([perftCase.id, nodes]);
    }
  });

  test('is 1 at depth 0, and 0 after checkmate or stalemate', () => {
    const mate = positionFromFen('7k/6Q1/6K1/8/8/8/8/8 b - -');
    expect([perft(mate, 0), perftByMaking(mate, 0)]).toEqual([1, 1]);
    expect([perft(mate, 3), perftByMaking(mate, 3)]).toEqual([0, 0]);
    expect([...divide(mate, 1)]).toEqual([]);
  });
});

/** The position with colours exchanged. */
function withColoursExchanged(fen: string): string {
  const [board, side, rights, ep] = fen.split(' ') as [string, string, string, string];
  const turn = side === 'w' ? 'b' : 'w';
  const square = ep.replace(/[36]/, (rank) => (rank === '3' ? '6' : '3'));
  return `${exchangeColours(board)} ${turn} ${exchangeColours(rights)} ${square}`;
}

describe('a perft suite', () => {
  const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';

  test('of ours has the source of every count and unique names', () => {
    expect(ALL_CASES.filter(({ source }) => source === '')).toEqual([]);
    expect(ALL_CASES.filter(({ id, fen }) => id === fen)).toEqual([]);
    expect(new Set(ALL_CASES.map(({ id }) => id)).size).toBe(ALL_CASES.length);
    expect(new Set(ALL_CASES.map(({ fen }) => fen)).size).toBe(ALL_CASES.length);
  });

  test('may have comments and blank lines', () => {
    const text = `# a comment\r\n\n  ${START}  id "start"; D2 400; D1 20; source "a; b";\n  # end\n`;
    expect(unwrap(parsePerftSuite(text))).toEqual([
      {
        id: 'start',
        fen: START,
        source: 'a; b',
        counts: [
          { depth: 1, nodes: 20 },
          { depth: 2, nodes: 400 },
        ],
      },
    ]);
    expect(unwrap(parsePerftSuite(''))).toEqual([]);
  });

  test('may have clocks and no names, as from other programs', () => {
    const [only] = unwrap(parsePerftSuite(`${START} 0 1 ;D1 20 ;D2 400`));
    expect(only).toMatchObject({ id: START, fen: START, source: '' });
    expect(only!.counts).toHaveLength(2);
  });

  test('keeps the en passant square and the notation of castling rights as written', () => {
    const fen = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha e3';
    expect(unwrap(parsePerftSuite(`${fen}; D1 20;`))[0]!.fen).toBe(fen);
  });

  test.each([
    ['a board that is none', 'rnbqkbnr/pppppppp/8/8 w KQkq - D1 20;', 'FEN: 8 ranks needed, got 4'],
    ['too few fields', 'D1 20;', 'EPD: four fields'],
    ['no counts', `${START} id "x";`, 'no counts'],
    ['a count without number', `${START} D1;`, "'D1' takes one operand, got 0"],
    ['a semicolon forgotten', `${START} D1 20 D2 400;`, "'D1' takes one operand, got 3"],
    ['a count that is no number', `${START} D1 2O;`, "D1 is a number of nodes, not '2O'"],
    ['a negative count', `${START} D1 -20;`, 'D1 is a number of nodes'],
    ['a fraction', `${START} D1 20.5;`, 'D1 is a number of nodes'],
    ['a count beyond all integers', `${START} D1 9007199254740993;`, 'D1 is a number of nodes'],
    ['depth 0', `${START} D0 1;`, "D1 to D32 expected, got 'D0'"],
    ['depth 33', `${START} D33 1;`, "D1 to D32 expected, got 'D33'"],
    ['a small d', `${START} d1 20;`, "D1 to D32 expected, got 'd1'"],
    ['an unknown operation', `${START} D1 20; bm e4;`, "D1 to D32 expected, got 'bm'"],
    ['a name given twice', `${START} id "x"; D1 20;\n${START} id "x"; D1 20;`, "a second 'x'"],
  ])('is rejected for %s, with the number of the line', (_, lines, message) => {
    const result = parsePerftSuite(`# head\n\n${lines}`);
    const line = 2 + lines.split('\n').length;
    expect(result).toMatchObject({ ok: false });
    expect(!result.ok && result.error.message).toContain(`perft suite, line ${line}: `);
    expect(!result.ok && result.error.message).toContain(message);
  });
});
