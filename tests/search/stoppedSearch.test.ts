/**
 * What a search says when it is stopped in the middle of an iteration. Lost positions are judged against
 * brute force: a mate that is shown as exact, or as a bound, is true.
 */
import { expect, test } from 'vitest';
import { givesCheck } from '../../src/chess/board/givesCheck.ts';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import type { Position } from '../../src/chess/board/position.ts';
import { colorOf, NO_PIECE } from '../../src/chess/board/types.ts';
import { hasLegalMove } from '../../src/chess/game/draws.ts';
import { formatFen, positionFromFen } from '../../src/chess/notation/fen.ts';
import { DEFAULT_SETTINGS } from '../../src/search/limits.ts';
import { isMateScore, MATE, mateIn } from '../../src/search/score.ts';
import type { SearchInfo } from '../../src/search/searchResult.ts';
import { Random } from '../../src/util/random.ts';
import { renewedSearch } from '../support/search.ts';
import { SEED } from '../support/seed.ts';
import { randomPosition } from '../support/tablebases.ts';

/** Plies after which the side to move is mated with best play, or null if that takes more than `most`. */
function pliesToMate(position: Position, most: number): number | null {
  const known = new Map<string, boolean>();
  for (let plies = 0; plies <= most; plies += 2) {
    if (isMated(position, plies, known)) return plies;
  }
  return null;
}

/** Whether the side to move is mated within `plies`; `known` are the answers for positions met before. */
function isMated(position: Position, plies: number, known: Map<string, boolean>): boolean {
  if (plies < 2) return position.inCheck && !hasLegalMove(position);
  const moves = legalMoves(position);
  if (moves.length === 0) return position.inCheck;
  const key = `${plies} ${position.keyLo} ${position.keyHi}`;
  const answer =
    known.get(key) ??
    moves.every((move) => position.withMove(move, () => mates(position, plies - 1, known)));
  known.set(key, answer);
  return answer;
}

/** The opposite for the other side. The last move has to give check. */
function mates(position: Position, plies: number, known: Map<string, boolean>): boolean {
  return legalMoves(position).some(
    (move) =>
      (plies > 1 || givesCheck(position, move)) &&
      position.withMove(move, () => isMated(position, plies - 1, known)),
  );
}

/** The lines that stand when a search is stopped after so many nodes, best first. */
function linesAtStop(position: Position, nodes: number, multiPv = 1): SearchInfo[] {
  const lines: SearchInfo[] = [];
  const settings = { ...DEFAULT_SETTINGS, multiPv };
  const onInfo = (info: SearchInfo) => {
    lines[info.multiPv - 1] = info;
  };
  const { best, info } = renewedSearch().run(position, { nodes }, { settings, onInfo });
  expect(lines[0]).toMatchObject({ score: info.score, pv: best!.pv });
  return lines;
}

/** Random positions in which the side to move has a bare king and is mated in two or three moves. */
function lostPositions(random: Random, count: number): { position: Position; plies: number }[] {
  const found: { position: Position; plies: number }[] = [];
  while (found.length < count) {
    const position = randomPosition(random, random.below(2) === 0 ? 'KQRvK' : 'KQBvK');
    const { board, turn } = position;
    const pieces = board.filter((piece) => piece !== NO_PIECE && colorOf(piece) === turn);
    const plies = pieces.length === 1 ? pliesToMate(position, 6) : null;
    if (plies !== null && plies >= 4) found.push({ position, plies });
  }
  return found;
}

/** What is false about a mate that a line shows, or null. `plies`: the truth. */
function falseMate({ score, bound, depth }: SearchInfo, plies: number): string | null {
  if (!isMateScore(score) || score > 0 || depth === 0) return null;
  const shown = MATE + score;
  // A longer mate is one that is not yet known to be shorter.
  const isFalse = bound === 'upper' ? shown < plies : bound === undefined && shown < plies;
  return isFalse ? `mated in ${shown} plies, ${bound ?? 'exact'}; the truth is ${plies}` : null;
}

test('a search of a lost position that is stopped anywhere shows no mate that is too short', () => {
  const random = new Random(SEED);
  const faults: string[] = [];
  let mates = 0;
  for (const { position, plies } of lostPositions(random, 6)) {
    for (let i = 0; i < 16; i++) {
      const nodes = 50 + random.below(4000);
      const [line] = linesAtStop(position, nodes) as [SearchInfo];
      if (isMateScore(line.score)) mates++;
      const fault = falseMate(line, plies);
      if (fault !== null) faults.push(`${formatFen(position)}, ${nodes} nodes: ${fault}`);
    }
  }
  expect(faults).toEqual([]);
  expect(mates).toBeGreaterThan(5);
});

test.each([
  ['7Q/2R5/8/8/7K/8/8/6k1 b - - 0 1', 18_435, 6],
  ['5Q2/8/8/7k/8/3KB3/8/8 b - - 0 1', 21_337, 8],
])('%s, stopped after %i nodes', (fen, nodes, plies) => {
  const position = positionFromFen(fen);
  const [line] = linesAtStop(position, nodes) as [SearchInfo];
  expect(falseMate(line, plies)).toBeNull();
});

const MIDDLEGAMES = [
  'rnbqkbnr/p1pppppp/8/1p6/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 2',
  'r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 8',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
];

test('the lines of a search that is stopped anywhere are in order', () => {
  const random = new Random(SEED);
  const faults: string[] = [];
  for (const fen of MIDDLEGAMES) {
    for (let i = 0; i < 25; i++) {
      const nodes = 200 + random.below(i < 20 ? 3000 : 20_000);
      const lines = linesAtStop(positionFromFen(fen), nodes, 3).filter(({ depth }) => depth > 0);
      const scores = lines.map(({ score }) => score);
      const isOrdered = scores.every((score, at) => at === 0 || score <= scores[at - 1]!);
      if (!isOrdered) faults.push(`${fen}, ${nodes} nodes: ${scores.join(' ')}`);
    }
  }
  expect(faults).toEqual([]);
});

test('a move that was not searched before the stop is not shown', () => {
  // Black takes the queen; after most other moves Black is mated at once.
  const position = positionFromFen('6k1/8/6K1/8/8/Q7/8/r7 b - - 0 1');
  let stopped = 0;
  for (let nodes = 1; nodes < 20; nodes++) {
    const [first, ...others] = linesAtStop(position, nodes, 3) as [SearchInfo, ...SearchInfo[]];
    if (first.bound !== 'lower') continue;
    // The first iteration was stopped in its first line.
    expect(others, `${nodes} nodes`).toEqual([]);
    stopped++;
  }
  expect(stopped).toBeGreaterThan(0);
});

test('a line that is bounded by a mate above it when the search is stopped is no longer than that mate', () => {
  const fen = '8/N1r4p/2Rp2k1/3P2B1/p3p1q1/p1p1P3/2n5/3K4 w - - 6 58';
  let bounds = 0;
  for (let nodes = 24_800; nodes < 27_000; nodes += 400) {
    const [, second] = linesAtStop(positionFromFen(fen), nodes, 2) as [SearchInfo, SearchInfo];
    if (second.bound === undefined || !isMateScore(second.score)) continue;
    bounds++;
    expect(second.pv.length).toBeLessThanOrEqual(MATE - Math.abs(second.score));
  }
  expect(bounds).toBeGreaterThan(0);
});

test('a bound at which a search is stopped comes with the expected reply', () => {
  const random = new Random(SEED);
  let bounds = 0;
  let alone = 0;
  for (const fen of MIDDLEGAMES) {
    for (let i = 0; i < 24; i++) {
      const nodes = 1000 + random.below(12_000);
      const [line] = linesAtStop(positionFromFen(fen), nodes) as [SearchInfo];
      if (line.bound === undefined) continue;
      bounds++;
      if (line.pv.length === 1) alone++;
    }
  }
  expect(bounds).toBeGreaterThan(5);
  expect(alone / bounds).toBeLessThan(0.1);
});

test('a mate in one at which a search is stopped is exact: no other move is better', () => {
  const position = positionFromFen('6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1');
  const bounds = new Set<string | undefined>();
  for (let nodes = 25; nodes < 100; nodes++) {
    const [line] = linesAtStop(position, nodes) as [SearchInfo];
    if (line.score === mateIn(1)) bounds.add(line.bound);
  }
  expect([...bounds]).toEqual([undefined]);
});
