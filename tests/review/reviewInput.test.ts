/** What can be reviewed, with which options and engines. */
import { describe, expect, test, vi } from 'vitest';
import { Game } from '../../src/chess/game/game.ts';
import { DEFAULT_ENGINE_SETTINGS, type EngineSettings } from '../../src/engine/engineSettings.ts';
import { MAX_REVIEW_PLIES, reviewGame } from '../../src/review/reviewGame.ts';
import type { SearchRecord } from '../../src/review/reviewSearches.ts';
import { ChessError } from '../../src/util/result.ts';
import { readGame } from '../support/pgn.ts';
import { AnyEngine, resultOf } from '../support/reviews.ts';

describe('a review rejects', () => {
  const engines = [new AnyEngine()];

  test('input that is not a game, and games that are too long', async () => {
    await expect(reviewGame('', { engines })).rejects.toThrow('there is no game');
    await expect(reviewGame('1. e5 *', { engines })).rejects.toThrow(/illegal move/);
    await expect(reviewGame('1. e4 -- *', { engines })).rejects.toThrow(/null moves/);
    const endless = 'Nf3 Nf6 Ng1 Ng8 '.repeat(MAX_REVIEW_PLIES / 4 + 1);
    await expect(reviewGame(endless, { engines })).rejects.toThrow(/plies in one game/);
  });

  test.each([undefined, null, {}, 5, { moves: [] }, { ...readGame('1. e4 *'), moves: [5] }])(
    'what is not a game: %j',
    async (game) => {
      await expect(reviewGame(game as never, { engines })).rejects.toThrow(ChessError);
    },
  );

  test.each([
    undefined,
    null,
    {},
    { engines: 1 },
    { engines: [] },
    { engines: [null] },
    { engines, limits: 0 },
    { engines, limits: null },
    { engines, limits: {} },
    { engines, limits: { nods: 100 } },
    { engines, limits: { nodes: Number.NaN } },
    { engines, limits: { nodes: 0 } },
    { engines, limits: { nodes: 100, infinite: true } },
    { engines, verfy: false },
    { engines, verify: 0 },
    { engines, signal: {} },
    { engines, onProgress: 1 },
    { engines, onSearch: 'x' },
    { engines, known: {} },
    { engines, known: [null] },
  ])('options that are not those of a review: %o', async (options) => {
    await expect(reviewGame('1. e4 *', options as never)).rejects.toThrow(ChessError);
  });

  test.each([[[]], [new AnyEngine()]])('engines that are not a list with one', async (engines) => {
    const message = 'engines must be an array of one or more engines';
    await expect(reviewGame('1. e4 *', { engines } as never)).rejects.toThrow(message);
  });

  test('engines of limited strength, which would judge by mistakes of their own', async () => {
    const review = (settings: Partial<EngineSettings>) => {
      const engine = Object.assign(new AnyEngine(), {
        getSettings: () => ({ ...DEFAULT_ENGINE_SETTINGS, ...settings }),
      });
      return reviewGame('1. e4 *', { engines: [new AnyEngine(), engine] });
    };
    for (const settings of [{ limitStrength: true }, { skillLevel: 19 }]) {
      await expect(review(settings)).rejects.toThrow('a review needs full strength');
    }
    expect((await review({ elo: 600 })).isComplete).toBe(true);
  });

  test('nothing that engines throw: that is passed on', async () => {
    const broken = new AnyEngine();
    broken.search = () => Promise.reject(new Error('out of order'));
    await expect(reviewGame('1. e4 *', { engines: [broken] })).rejects.toThrow('out of order');
  });

  test('an engine that is busy, whose search goes on', async () => {
    const busy = new AnyEngine();
    busy.newGame = () => Promise.reject(new ChessError('a search is already running'));
    busy.stop = vi.fn();
    await expect(reviewGame('1. e4 *', { engines: [busy] })).rejects.toThrow('already running');
    expect(busy.stop).not.toHaveBeenCalled();
  });

  test('an engine that fails, once the others have stopped', async () => {
    let stop = () => {};
    let isSearching = false;
    const busy = new AnyEngine();
    const started = new Promise<void>((resolve) => {
      busy.search = async (request) => {
        isSearching = true;
        resolve();
        await new Promise<void>((stopped) => {
          stop = stopped;
        });
        isSearching = false;
        return resultOf(request.position, 0, []);
      };
    });
    busy.stop = () => stop();
    const broken = new AnyEngine();
    broken.search = () => started.then(() => Promise.reject(new Error('out of order')));
    const searches: SearchRecord[] = [];
    const options = {
      engines: [busy, broken],
      onSearch: (record: SearchRecord) => searches.push(record),
    };
    await expect(reviewGame('1. a4 a5 2. h4 h5 *', options)).rejects.toThrow('out of order');
    expect(isSearching).toBe(false);
    expect(searches).toEqual([]);
  });
});

test('a game can be passed as text, as parsePgn reads it, or as a Game', async () => {
  const text = '1. e4 e5 2. Nf3 Nc6 *';
  const options = { engines: [new AnyEngine()] };
  const reviewed = await reviewGame(text, options);
  expect((await reviewGame(readGame(text), options)).moves).toEqual(reviewed.moves);
  expect((await reviewGame(Game.fromPgn(text), options)).moves).toEqual(reviewed.moves);
});

test('options may be used for the next game before the review of this one has ended', async () => {
  const nodes: unknown[] = [];
  const found: SearchRecord[] = [];
  const options = {
    engines: [new AnyEngine()],
    limits: { nodes: 100 },
    verify: false,
    onSearch: (record: SearchRecord) => void found.push(record),
  };
  const review = reviewGame('1. a4 a5 2. h4 h5 *', options);
  options.limits.nodes = 5;
  options.engines.pop();
  options.onSearch = ({ limits }) => void nodes.push(limits.nodes);
  expect((await review).isComplete).toBe(true);
  expect(found.map(({ limits }) => limits.nodes)).not.toContain(5);
  expect(nodes).toEqual([]);
});
