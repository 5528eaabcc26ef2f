/** Reviews of games in which a draw could be claimed, but nobody did. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WHITE } from '../../src/chess/board/types.ts';
import { findGameEnd } from '../../src/chess/game/draws.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import type { PgnGame } from '../../src/chess/notation/pgnReader.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';
import { describeClaim, describeMark } from '../../src/report/reviewText.ts';
import { isFault } from '../../src/review/marks.ts';
import { reviewGame } from '../../src/review/reviewGame.ts';
import { AnyEngine, ShallowEngine } from '../support/reviews.ts';
import { shuffledGames, shuffledPlies } from '../support/shuffles.ts';

const reviewBy = (depth: number, pgn: string) =>
  reviewGame(pgn, { engines: [new ShallowEngine(depth)], limits: { depth } });

test('a position is worth at least a draw to a side that can claim one, or whose move makes one', async () => {
  let claims = 0;
  await fc.assert(
    fc.asyncProperty(shuffledGames(40), fc.nat(), async (game, seed) => {
      const moves = [...shuffledPlies(game)]
        .slice(0, -1)
        .map(({ next: move }) => ({ move, nags: [], comments: [] }));
      const pgn: PgnGame = {
        tags: new Map(),
        start: positionFromFen(game.start),
        result: '*',
        comments: [],
        problems: [],
        damage: null,
        moves,
      };
      const engines = [new AnyEngine(seed)];
      const review = await reviewGame(pgn, { engines, limits: { nodes: 1000 } });
      for (const [i, { claimable, color, scoreBefore }] of review.moves.entries()) {
        const before = review.moves[i - 1]?.claimable ?? null;
        if (claimable === null && before === null) continue;
        claims++;
        expect(color === WHITE ? scoreBefore : 0 - scoreBefore).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 15 },
  );
  expect(claims).toBeGreaterThan(0);
});

test('a mate missed just before the hundredth ply is a blunder: the opponent could claim a draw', async () => {
  const { moves } = await reviewBy(
    4,
    '[FEN "7k/8/6K1/8/8/8/5Q2/8 w - - 98 80"]\n\n1. Qf3 Kg8 2. Qa8# 1-0',
  );
  expect(describeMark(moves[0]!)).toMatch(
    /^Blunder: allows a draw \(fifty-move rule\), missed win\. Best was Qf8#\.$/,
  );
  expect(moves.map(({ score }) => score === 0)).toEqual([true, false, false]);
});

test('a blunder that repeats the position is explained by the draw', async () => {
  // White is a queen up.
  const start = 'rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
  const shuffle = '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1';
  const { moves } = await reviewBy(4, `[FEN "${start}"]\n\n${shuffle} Ng8 5. Nf3 Nc6 *`);
  const repeats = moves[8]!;
  expect(repeats.claimable).toBe('threefold repetition');
  expect(describeMark(repeats)).toMatch(
    /^Blunder: allows a draw \(threefold repetition\), missed win\. /,
  );
});

test('a better line ends with the move that makes a draw', async () => {
  // White is a rook up.
  const start = 'rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1';
  const pgn = `[FEN "${start}"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 h6 5. e4 *`;
  const { moves, positions } = await reviewBy(4, pgn);
  const { line, scoreBefore, glyph } = moves[7]!;
  expect(line.map((move) => formatUciMove(move))).toEqual(['f6g8']);
  expect(scoreBefore).toBe(0);
  expect(glyph!.sign).toBe('??');
  const before = positions[7]!.clone();
  before.make(line[0]!);
  expect(findGameEnd(before)).toBe('threefold repetition');
});

test('a draw that was not claimed is named for the side that it would have helped', async () => {
  const shuffle = 'Nf3 Nf6 Ng1 Ng8 '.repeat(2);
  // Without the rook of Black, who repeats the position, or of White.
  const starts = [
    'rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1',
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1',
  ];
  const told = [];
  for (const start of starts) {
    const review = await reviewBy(2, `[FEN "${start}"]\n\n${shuffle} e4 *`);
    told.push(describeClaim(review, 7));
  }
  expect(told).toEqual([
    'Black could have claimed a draw with this move (threefold repetition).',
    'White could claim a draw (threefold repetition).',
  ]);
});

test('where a claim alone would have saved a side, no other move is called better', async () => {
  // Black, a rook down, could claim before 5... Ke6 only: neither this nor another move makes a draw.
  const pgn = `[FEN "8/4kppp/8/8/8/R7/5PPP/4K3 w - - 0 30"]

30. Ra7+ Kf8 31. Ra3 Ke7 32. Ra7+ Ke8 33. Ra3 Ke7 34. Ra7+ Ke6 35. Ra6+ *`;
  const { moves } = await reviewBy(5, pgn);
  expect(moves[8]).toMatchObject({ claimable: 'threefold repetition', score: 0 });
  expect(moves[9]).toMatchObject({ san: 'Ke6', scoreBefore: 0, loss: 0, glyph: null });
  expect(moves[9]!.score).toBeGreaterThan(300);
});

test('a clearly better move is named, whether or not a draw could have been claimed', async () => {
  // Black, slightly worse, leaves the rook hanging instead.
  const pgn = `[FEN "6k1/r4ppp/8/8/8/8/5PPP/R5K1 b - - 100 80"]

80... h6 81. Rxa7 *`;
  const { moves } = await reviewBy(5, pgn);
  expect(isFault(moves[0]!.glyph)).toBe(true);
  expect(moves[0]!.best).toMatch(/^Rx?a/);
});

test('a side in check with one move is worth at least a draw too, if it could claim one', async () => {
  // The only move takes a piece, so it does not make a draw itself.
  const pgn = `[FEN "r6k/6pp/7N/8/8/8/Q7/6K1 w - - 99 80"]

80. Qg8+ Rxg8 81. Nf7# 1-0`;
  const { moves } = await reviewBy(3, pgn);
  expect(moves.map(({ score }) => score === 0)).toEqual([true, false, false]);
  expect(describeMark(moves[0]!)).toMatch(/^Blunder: /);
});

test('a draw is not claimed after the rules have ended the game', async () => {
  const shuffle = 'Nf3 Nf6 Ng1 Ng8 ';
  const other = 'Nc3 Nc6 Nb1 Nb8 ';
  const review = await reviewBy(1, `${shuffle.repeat(4)} e4 e5 ${other.repeat(2)} *`);
  const { moves, end } = review;
  expect(end).toEqual({ reason: 'fivefold repetition', plies: 16 });
  expect(moves.at(-1)!.claimable).toBe('threefold repetition');
  const told = moves.flatMap((_, i) => (describeClaim(review, i) === '' ? [] : [i]));
  // The first of each side.
  expect(told).toEqual([7, 8]);
});
