/** Which positions of a game are labelled. */
import { join } from 'node:path';
import { Chess } from 'chess.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import { isCapture } from '../../src/chess/board/types.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { GameReader } from '../../src/datagen/gameFile.ts';
import { packPosition } from '../../src/datagen/gameFormat.ts';
import { fenToLabel, labelTargets, planLabels } from '../../src/datagen/variants.ts';
import { seeAtLeast } from '../../src/search/see.ts';
import { succeed } from '../support/runCli.ts';
import { planOf, SHORT_GAMES, selection, startOf } from '../support/selfPlay.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const GAMES = join(temporaryFolder(), 'games');

beforeAll(async () => {
  await succeed('datagen', GAMES, '--games', '17', ...SHORT_GAMES);
});

describe('the labelled positions of a game', () => {
  test('are its own and variants a ply or two away, none of them in check or final', () => {
    const reader = new GameReader(GAMES);
    for (const game of reader.games()) {
      const plan = planOf(game, selection(3));
      expect([...labelTargets(plan.game)]).toHaveLength(plan.fens.length);
      for (const fen of plan.fens) {
        const chess = new Chess(fen);
        expect(chess.inCheck() || chess.isGameOver()).toBe(false);
        expect(fen).toMatch(/ 0 \d+$/);
      }
      for (const { variants } of plan.game.positions) {
        for (const { moves } of variants) expect([1, 2]).toContain(moves.length);
      }
    }
  });

  test('are not final where random moves stalemate or leave no material', () => {
    for (const fen of ['7k/5Q2/8/6K1/8/8/8/8 w - - 0 1', '4k3/8/8/8/8/8/3r4/4K3 w - - 0 1']) {
      const start = positionFromFen(fen);
      const moves = Uint16Array.of(legalMoves(start)[0]!);
      const record = { number: 0, moves, scores: Int16Array.of(0), result: 1 };
      const game = { ...record, start: packPosition(start), end: 'adjudicated' as const };
      const { fens } = planLabels(start, game, selection(200), 1);
      expect(fens.length).toBeGreaterThan(50);
      for (const fen of fens) expect(new Chess(fen).isGameOver()).toBe(false);
    }
  });

  test('are those in which a capture wins material only if wanted, and then all that are not in check', () => {
    const reader = new GameReader(GAMES);
    let noisy = 0;
    for (const game of reader.games()) {
      const plan = (isNoisyToo: number) => planOf(game, selection(0, isNoisyToo)).fens;
      const position = startOf(game);
      const all: string[] = [];
      const quiet: string[] = [];
      for (const move of game.moves) {
        if (!position.inCheck) {
          const fen = fenToLabel(position);
          all.push(fen);
          const wins = legalMoves(position).some(
            (capture) => isCapture(capture) && seeAtLeast(position, capture, 100),
          );
          if (!wins) quiet.push(fen);
        }
        position.make(move);
      }
      expect(plan(1)).toEqual(all);
      expect(plan(0)).toEqual(quiet);
      noisy += all.length - quiet.length;
    }
    expect(noisy).toBeGreaterThan(0);
  });
});
