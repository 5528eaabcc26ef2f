import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLegal } from '../../src/chess/board/legality.ts';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import { formatEpd } from '../../src/chess/notation/epd.ts';
import { formatFen, formatFenWithoutClocks, START_FEN } from '../../src/chess/notation/fen.ts';
import {
  type GeneratedOpening,
  generateOpenings,
  type OpeningOptions,
} from '../../src/selfplay/openingGenerator.ts';
import { readPositions } from '../support/epds.ts';
import { freshSearch } from '../support/search.ts';

const OPTIONS: OpeningOptions = {
  plies: 6,
  seed: 1,
  minScore: 0,
  maxScore: 80,
  margin: 40,
  nodes: 200,
  chess960: false,
};

function make(count: number, options: Partial<OpeningOptions>): GeneratedOpening[] {
  const openings: GeneratedOpening[] = [];
  if (count === 0) return openings;
  for (const opening of generateOpenings({ ...OPTIONS, ...options })) {
    openings.push(opening);
    if (openings.length === count) break;
  }
  return openings;
}

const text = ({ position, score }: GeneratedOpening) => `${formatFen(position)} ${score}`;

/** Any seed and length, balanced and not, standard and Chess960. */
const choices = fc.record({
  seed: fc.nat(),
  plies: fc.integer({ min: 3, max: 10 }),
  minScore: fc.constantFrom(0, 60),
  chess960: fc.boolean(),
});
const bounds = ({ minScore }: { minScore: number }) => ({ maxScore: minScore === 0 ? 80 : 400 });
const RUNS = { numRuns: 4 };

describe('openings', () => {
  test('are reached by their legal moves, within the bounds, and all different', () => {
    fc.assert(
      fc.property(choices, (choice) => {
        const { maxScore } = bounds(choice);
        const openings = make(3, { ...choice, maxScore });
        expect(openings).toHaveLength(3);
        for (const { start, moves, position, score } of openings) {
          expect(formatFen(start) === START_FEN || choice.chess960).toBe(true);
          expect(moves).toHaveLength(choice.plies);
          const played = start.clone();
          for (const move of moves) {
            expect(isLegal(played, move)).toBe(true);
            played.make(move);
          }
          expect(formatFenWithoutClocks(position)).toBe(formatFenWithoutClocks(played));
          expect(legalMoves(position)).not.toHaveLength(0);
          expect(Math.abs(score)).toBeGreaterThanOrEqual(choice.minScore);
          expect(Math.abs(score)).toBeLessThanOrEqual(maxScore);
        }
        expect(new Set(openings.map(({ position }) => formatFen(position))).size).toBe(3);
      }),
      RUNS,
    );
  });

  test('depend only on the seed; a smaller count gives the first ones', () => {
    fc.assert(
      fc.property(choices, (choice) => {
        const options = { ...choice, ...bounds(choice), plies: 8 };
        const two = make(2, options).map(text);
        expect(make(1, options).map(text)).toEqual(two.slice(0, 1));
        expect(make(2, options).map(text)).toEqual(two);
        expect(make(2, { ...options, seed: choice.seed + 1 }).map(text)).not.toEqual(two);
      }),
      RUNS,
    );
  });

  test('have scores that depend on the position only', () => {
    for (const { position, score } of make(10, {})) {
      const { info } = freshSearch(1).search.run(position, { nodes: OPTIONS.nodes });
      expect(score).toBe(info.score);
    }
  });

  test('end when no more can be found', () => {
    const openings = make(1000, { plies: 1, margin: 1000, maxScore: 1000, nodes: 10 });
    expect(openings).toHaveLength(20);
  });
});

describe.each([
  { file: 'openings.epd', count: 4000, min: 0, max: 80 },
  { file: 'openings-unbalanced.epd', count: 500, min: 145, max: 195 },
  { file: 'openings-endings.epd', count: 200, min: 0, max: 250 },
])('positions/$file', ({ file, count, min, max }) => {
  const epds = readPositions(file);

  test(`has ${count} positions, all different, all with moves to play`, () => {
    expect(epds).toHaveLength(count);
    const positions = epds.map(({ position }) => formatEpd({ position, operations: new Map() }));
    expect(new Set(positions).size).toBe(count);
    for (const { position } of epds) expect(legalMoves(position)).not.toHaveLength(0);
  });

  test(`has scores from ${min} to ${max} centipawns, for either side`, () => {
    const scores = epds.map(({ operations }) => Number(operations.get('ce')![0]));
    for (const score of scores) {
      expect(Math.abs(score)).toBeGreaterThanOrEqual(min);
      expect(Math.abs(score)).toBeLessThanOrEqual(max);
    }
    expect(scores.some((score) => score > 0) && scores.some((score) => score < 0)).toBe(true);
  });
});
