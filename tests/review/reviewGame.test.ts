import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLACK, WHITE } from '../../src/chess/board/types.ts';
import { findGameEnd } from '../../src/chess/game/draws.ts';
import { formatReview } from '../../src/commands/reviewTable.ts';
import type { SearchRequest } from '../../src/engine/searchRequest.ts';
import { formatAnnotated } from '../../src/report/annotatedPgn.ts';
import { formatReport } from '../../src/report/htmlReport.ts';
import { reviewToJson } from '../../src/report/reviewJson.ts';
import {
  describeClaim,
  describeEnd,
  describeMark,
  endOfBook,
} from '../../src/report/reviewText.ts';
import type { GameReview } from '../../src/review/judge.ts';
import { isFault, severityOf } from '../../src/review/marks.ts';
import { reviewGame } from '../../src/review/reviewGame.ts';
import {
  type ReviewOptions,
  type ReviewProgress,
  scaleLimits,
} from '../../src/review/reviewOptions.ts';
import type { SearchRecord } from '../../src/review/reviewSearches.ts';
import { MATE } from '../../src/search/score.ts';
import { allStarts } from '../support/games.ts';
import {
  AnyEngine,
  pgnGameOf,
  resultOf,
  reviewAnyhow,
  ShallowEngine,
  samples,
} from '../support/reviews.ts';

const parameters = { numRuns: 25 };

const reviewBy = (depth: number, text: string, options: Partial<ReviewOptions> = {}) =>
  reviewGame(text, { engines: [new ShallowEngine(depth)], limits: { depth }, ...options });

/** toEqual takes a tenth of a second for reviews that are equal. */
function expectSame(review: GameReview, other: GameReview): void {
  if (!isDeepStrictEqual(review, other)) expect(review).toEqual(other);
}

const signs = ({ moves }: GameReview) => moves.map(({ glyph }) => glyph?.sign ?? '');

describe('a reviewed game', () => {
  test('has a loss for every move, never negative', async () => {
    await fc.assert(
      fc.asyncProperty(samples(allStarts, 24), async (sample) => {
        const { game, moves, sides, end, isComplete } = await reviewAnyhow(sample);
        expect(isComplete).toBe(true);
        expect(moves.map(({ played }) => played)).toEqual(game.moves);
        for (const move of moves) {
          expect(move.loss >= 0 && move.loss <= 100).toBe(true);
          expect(move.centipawnLoss >= 0 && move.centipawnLoss <= 2000).toBe(true);
          for (const win of [move.win, move.winBefore]) expect(win >= 0 && win <= 100).toBe(true);
          const lost = move.color === BLACK ? move.win - move.winBefore : move.winBefore - move.win;
          const isBest = move.line[0] === move.played.move;
          expect(move.loss).toBe(isBest || move.isBook ? 0 : Math.max(0, lost));
        }
        for (const color of [WHITE, BLACK]) {
          const { accuracy, centipawnLoss } = sides[color]!;
          const counts = ({ ply, isBook }: GameReview['moves'][number]) =>
            !isBook && ply <= (end?.plies ?? ply);
          const isIdle = !moves.some((move) => move.color === color && counts(move));
          expect(accuracy === null).toBe(isIdle);
          expect(centipawnLoss === null).toBe(isIdle);
          if (accuracy !== null) expect(accuracy >= 0 && accuracy <= 100).toBe(true);
        }
      }),
      parameters,
    );
  });

  test('has no bad marks for the best moves of the engine, no praise for others, and none in the book', async () => {
    await fc.assert(
      fc.asyncProperty(samples(allStarts, 24), async (sample) => {
        for (const move of (await reviewAnyhow(sample)).moves) {
          const isBest = move.played.move === move.line[0];
          if (isBest) expect(isFault(move.glyph)).toBe(false);
          if (move.glyph !== null && !isFault(move.glyph)) expect(move.loss).toBeLessThan(2);
          if (move.isBook) expect(move.glyph).toBeNull();
        }
      }),
      parameters,
    );
  });

  test('is the same with one engine and with three', async () => {
    await fc.assert(
      fc.asyncProperty(samples(allStarts, 24), async (sample) => {
        const engines = [new AnyEngine(), new AnyEngine(), new AnyEngine()];
        const one = await reviewAnyhow(sample);
        expectSame(await reviewAnyhow(sample, undefined, { engines }), one);
      }),
      parameters,
    );
  });

  test('has no position that is worth less than what the move played led to', async () => {
    await fc.assert(
      fc.asyncProperty(
        samples(allStarts, 24),
        fc.nat(),
        fc.boolean(),
        async (sample, seed, verify) => {
          const engines = [new AnyEngine(seed, true)];
          const { moves } = await reviewAnyhow(sample, undefined, { engines, verify });
          for (const [i, { color, scoreBefore, score }] of moves.entries()) {
            const own = (white: number) => (color === BLACK ? 0 - white : white);
            // Before the move a mate is a ply further away.
            const distant = Math.abs(score) > 31_000 ? score - Math.sign(score) : score;
            expect(own(scoreBefore)).toBeGreaterThanOrEqual(own(distant));
            if (i > 0) expect(scoreBefore).toBe(moves[i - 1]!.score);
          }
        },
      ),
      parameters,
    );
  });

  test('has a mark for every loss over the limit, or says why not', async () => {
    await fc.assert(
      fc.asyncProperty(samples(allStarts, 24), fc.nat(), async (sample, seed) => {
        const engines = [new AnyEngine(seed, true)];
        const { moves } = await reviewAnyhow(sample, undefined, { engines });
        for (const move of moves) {
          if (severityOf(move.loss) === 0) continue;
          if (isFault(move.glyph)) expect(describeMark(move)).not.toMatch(/^Not marked/);
          else expect(describeMark(move)).toMatch(/^Not marked: .* is not certain\. /);
        }
      }),
      parameters,
    );
  });

  test('shows the blunders of the fool’s mate', async () => {
    const { moves, opening } = await reviewBy(4, '1. h3 e5 2. g4 d5 3. f3 Qh4# 0-1');
    expect(opening).not.toBeNull();
    expect(moves[4]!.glyph!.sign).toBe('??');
    expect(moves[4]!.score).toBe(1 - MATE);
    expect(describeMark(moves[4]!)).toMatch(/^Blunder: allows mate in 1\. Best was \S+\.$/);
    expect(moves[5]!.score).toBe(-MATE);
    expect(moves[5]!.glyph).toBeNull();
  });

  test.each([
    ['1. f3 e5 2. g4 Qh4# 0-1', 2],
    ['1. e4 e5 2. Ke2 Nf6 3. Nc3 d5 *', 2],
  ])('ends the book before a mistake that has a name: %s', async (pgn, ply) => {
    for (const verify of [true, false]) {
      const { moves, opening } = await reviewBy(4, pgn, { verify });
      expect(opening!.plies).toBeGreaterThan(ply);
      expect(moves.map(({ isBook }) => isBook)).toEqual(moves.map((_, i) => i < ply));
      expect(isFault(moves[ply]!.glyph)).toBe(true);
    }
  });

  test('a sound opening costs no more searches than one without a name', async () => {
    const engine = new ShallowEngine(4);
    const { moves } = await reviewBy(4, '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *', {
      engines: [engine],
      verify: false,
    });
    expect(moves.every(({ isBook }) => isBook)).toBe(true);
    expect(engine.searches).toBe(2 * (moves.length + 1));
  });

  test('names missed mates and wins', async () => {
    const remark = async (fen: string, move: string) =>
      describeMark((await reviewBy(4, `[FEN "${fen}"]\n\n1. ${move} *`)).moves[0]!);
    expect(await remark('6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1', 'Kf2')).toMatch(
      /misses a back-rank mate in 1\. Best was Re8#\.$/,
    );
    expect(await remark('r3k3/8/8/8/8/8/8/Q3K3 w - - 0 1', 'Ke2')).toBe(
      'Blunder: does not take the rook on a8, turns a win into a loss. Best was Qxa8+.',
    );
    expect(await remark('r3k3/8/8/8/8/7R/8/Q3K3 w - - 0 1', 'Qa2')).toMatch(/missed win/);
    expect(await remark('r3k3/8/8/8/8/8/7P/R3K3 w - - 0 1', 'Rxa8+')).toBe('');
  });

  test('takes the score of a position with one legal move from the next one', async () => {
    // Black has one legal king move, and then White mates.
    const forced = '[FEN "k7/8/1K6/8/8/8/8/7R b - - 0 1"]\n\n1... Kb8 2. Rh8# *';
    const { moves } = await reviewBy(3, forced);
    expect(moves[0]!.line[0]).toBe(moves[0]!.played.move);
    expect(moves[0]!.scoreBefore).toBe(MATE - 2);
  });

  test('ends where neither side ever has a choice', async () => {
    const fen = '4b2k/3pPp1p/3P1P1P/8/8/p1p1p3/P1PpP3/K2B4 w - - 0 1';
    const { game, moves } = await reviewBy(3, `[FEN "${fen}"]\n\n1. Kb1 Kg8 2. Ka1 *`);
    expect(moves).toHaveLength(game.moves.length);
    for (const { score, glyph } of moves) expect([score, glyph]).toEqual([moves[0]!.score, null]);
  });

  test('names a draw that was not claimed once, and none that was claimed', async () => {
    const shuffle = 'Nf3 Nf6 Ng1 Ng8 '.repeat(2);
    const goesOn = await reviewBy(1, `${shuffle} e4 e5 *`);
    const told = goesOn.moves.map((_, i) => describeClaim(goesOn, i));
    expect(told.filter((text) => text !== '')).toEqual([
      'White could claim a draw (threefold repetition).',
    ]);
    expect(told[7]).not.toBe('');
    const claimed = await reviewBy(1, `${shuffle} 1/2-1/2`);
    expect(claimed.moves.map((_, i) => describeClaim(claimed, i)).join('')).toBe('');
  });

  const shuffles = Array(4).fill('Nf3 Nf6 Ng1 Ng8').join(' ');
  const bare = '[FEN "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1"]\n\n1. Kxe2';

  test.each([
    ['1. f3 e5 2. g4 Qh4# 0-1', null, ''],
    ['1. f3 e5 2. g4 Qh4# *', null, ''],
    ['1. f3 e5 2. g4 Qh4# 1-0', 3, 'The game is over (checkmate): the result is 0-1, not 1-0.'],
    [`${bare} 1/2-1/2`, 0, 'The game is over (insufficient material).'],
    [`${bare} *`, 0, 'The game is over (insufficient material).'],
    [
      `${shuffles} e4 e5 1-0`,
      15,
      'The game is over (fivefold repetition): the result is 1/2-1/2, not 1-0. What follows does not count.',
    ],
    [
      '[FEN "8/8/4k3/8/8/3nK3/8/8 w - - 0 1"]\n\n1. Kxd3 *',
      0,
      'The game is over (insufficient material). What follows does not count.',
    ],
    ['1. e4 e5 1/2-1/2', null, ''],
    [
      '[FEN "7k/8/8/8/8/8/8/KQ6 w - - 0 1"]\n[Termination "Normal"]\n\n1. Qb2+ 0-1',
      0,
      'White resigned in a winning position.',
    ],
  ])('says where the rules end it, and if its result is another: %s', async (pgn, at, remark) => {
    const review = await reviewBy(1, pgn);
    const told = review.moves.map((_, i) => describeEnd(review, i));
    expect(told).toEqual(review.moves.map((_, i) => (i === at ? remark : '')));
    for (const text of [formatReview(review), formatAnnotated(review).replace(/\s+/g, ' ')]) {
      expect(text).toContain(remark);
    }
    expect(formatReport([review], '').includes(remark)).toBe(true);
    expect(reviewToJson(review).moves[at ?? 0]!.remark).toContain(remark);
  });

  test('leaves its opening at its end, whatever follows', async () => {
    const after = 'e4 e5 Nf3 Nc6 Bb5 a6';
    for (const pgn of [`${shuffles} ${after} *`, `e4 e5 ${shuffles} Nf3 Nc6 Bb5 a6 *`]) {
      const review = await reviewBy(1, pgn);
      const { plies } = review.end!;
      expect(review.opening!.plies).toBeLessThanOrEqual(plies);
      expect(review.moves.slice(plies).some(({ isBook }) => isBook)).toBe(false);
      const told = review.moves.map((_, i) => endOfBook(review, i));
      expect(told.slice(plies).join('')).toBe('');
    }
  });

  test('can continue after a draw by the rules', async () => {
    const { moves } = await reviewBy(2, '[FEN "8/8/4k3/8/8/3nK3/8/8 w - - 0 1"]\n\n1. Kxd3 Kd5 *');
    expect(moves.map(({ score }) => score)).toEqual([0, 0]);
  });

  test('has the same accuracy whether or not moves follow after its end', async () => {
    const drawn = '[FEN "8/8/8/8/8/3K4/1q6/k7 b - - 0 1"]\n\n1... Qc2+ 2. Kxc2';
    const { sides } = await reviewBy(2, `${drawn} *`);
    const continued = await reviewBy(2, `${drawn} Ka2 3. Kc3 Ka3 4. Kc4 Ka4 *`);
    expect(sides[BLACK]!.accuracy).toBeLessThan(60);
    expect(continued.sides).toEqual(sides);
  });
});

test('a result that the last position does not explain is mentioned if longer searches agree', async () => {
  /** An engine for which everything is level, until it searches the last position longer: White is lost. */
  class Slow extends AnyEngine {
    override async search(request: SearchRequest) {
      const { best } = await super.search(request);
      const isLost = this.position.fullmove === 3 && (request.limits.nodes ?? 0) > 1000;
      return resultOf(this.position, isLost ? -900 : 0, best!.pv);
    }
  }
  const remark = async (verify: boolean) => {
    const options = { engines: [new Slow()], limits: { nodes: 1000 }, verify };
    return describeEnd(await reviewGame('1. h4 a5 2. a3 h5 0-1', options), 3);
  };
  expect(await remark(false)).toBe('The result is 0-1, but the position is level.');
  expect(await remark(true)).toBe('');
});

describe('a mark', () => {
  test('cannot be renamed: all reviews would have the new name', async () => {
    const { moves } = await reviewBy(2, '1. f3 e5 2. g4 Qh4# 0-1');
    const glyph = moves.find(({ glyph }) => isFault(glyph))!.glyph!;
    expect(() => Object.assign(glyph, { name: 'Patzer' })).toThrow(TypeError);
  });

  /** An engine for which White is lost after 1... a6 2. a3, the less the longer it searches. */
  class Repentant extends AnyEngine {
    override async search(request: SearchRequest) {
      const { limits } = request;
      const result = await super.search(request);
      const isLate = this.position.fullmove > 2 || this.position.turn === BLACK;
      const own = this.position.turn === BLACK ? 1 : -1;
      const isFooled = isLate && this.position.fullmove >= 2 && (limits.nodes ?? 0) <= 1000;
      return resultOf(this.position, isFooled ? own * 900 : 0, result.best!.pv);
    }
  }
  const text = '1. h4 a5 2. a3 h5 3. b3 b6 *';

  test('comes with a better line of four plies or to the end of the game', async () => {
    await fc.assert(
      fc.asyncProperty(samples(allStarts, 20), async (sample) => {
        const { positions, moves } = await reviewAnyhow(sample);
        for (const { glyph, line, ply } of moves) {
          if (!isFault(glyph) || line.length >= 4) continue;
          const position = positions[ply - 1]!.clone();
          for (const move of line) position.make(move);
          expect(findGameEnd(position)).not.toBeNull();
        }
      }),
      parameters,
    );
  });

  test('is not given if a longer search does not confirm it', async () => {
    const options = { engines: [new Repentant()], limits: { nodes: 1000 } };
    const plain = await reviewGame(text, { ...options, verify: false });
    expect(signs(plain)).toContain('??');
    expect(signs(await reviewGame(text, options)).join('')).toBe('');
  });

  test('once verified, follows from the longest searches', async () => {
    await fc.assert(
      fc.asyncProperty(samples(allStarts, 20), fc.nat(), async (sample, seed) => {
        const engines = [new AnyEngine(seed, true)];
        const { moves } = await reviewAnyhow(sample, undefined, { engines });
        for (const { glyph, loss } of moves) {
          if (!isFault(glyph)) continue;
          const severity = ['', '?!', '?', '??'].indexOf(glyph!.sign);
          expect(severity).toBeLessThanOrEqual(severityOf(loss));
        }
      }),
      parameters,
    );
  });
});

describe('praise', () => {
  test('is never given for the only legal move or for recapturing', async () => {
    const forced = '[FEN "k7/8/1K6/8/8/8/8/7R b - - 0 1"]\n\n1... Kb8 2. Rh8# *';
    expect(signs(await reviewBy(5, forced))[0]).toBe('');
    const exchange = '[FEN "4k3/8/8/3q4/4P3/8/8/3QK3 b - - 0 1"]\n\n1... Qxd1+ 2. Kxd1 *';
    expect(signs(await reviewBy(5, exchange))[1]).toBe('');
  });
});

describe('an interrupted review', () => {
  test('has judged moves from the first one on, and is marked as incomplete', async () => {
    await fc.assert(
      fc.asyncProperty(samples(allStarts, 24), fc.nat({ max: 90 }), async (sample, patience) => {
        const { game, moves, isComplete } = await reviewAnyhow(sample, patience);
        expect(moves.map(({ played }) => played)).toEqual(game.moves.slice(0, moves.length));
        if (patience === 0) expect(isComplete).toBe(false);
        if (moves.length < game.moves.length) expect(isComplete).toBe(false);
      }),
      parameters,
    );
  });

  test('continues from its searches and gives the same result as one without interruption', async () => {
    await fc.assert(
      fc.asyncProperty(samples(allStarts, 24), fc.nat({ max: 90 }), async (sample, patience) => {
        const known: SearchRecord[] = [];
        const controller = new AbortController();
        const limits = { nodes: 1000 };
        await reviewGame(pgnGameOf(sample), {
          engines: [new AnyEngine()],
          limits,
          signal: controller.signal,
          onSearch: (record) => {
            known.push(JSON.parse(JSON.stringify(record)));
            if (known.length > patience) controller.abort();
          },
        });
        const engine = new AnyEngine();
        const again = await reviewGame(pgnGameOf(sample), { engines: [engine], limits, known });
        const whole = new AnyEngine();
        const straight = await reviewGame(pgnGameOf(sample), { engines: [whole], limits });
        expectSame(again, straight);
        expect(engine.searches).toBeLessThanOrEqual(whole.searches);
      }),
      parameters,
    );
  });
});

test('progress never decreases and reaches the end', async () => {
  await fc.assert(
    fc.asyncProperty(samples(allStarts, 24), async (sample) => {
      const seen: ReviewProgress[] = [];
      await reviewAnyhow(sample, undefined, { onProgress: (progress) => seen.push(progress) });
      expect(seen[0]!.done).toBe(0);
      const done = seen.map((progress) => progress.done);
      expect(done).toEqual(done.toSorted((a, b) => a - b));
      for (const { done, left } of seen) {
        expect(done >= 0 && done <= 1).toBe(true);
        expect(left === null || left >= 0).toBe(true);
      }
    }),
    parameters,
  );
});

test('a scaled limit is that many times longer, and never zero', () => {
  expect(scaleLimits({ movetime: 250, nodes: 1000, depth: 10 }, 4)).toEqual({
    movetime: 1000,
    nodes: 4000,
    depth: 12,
  });
  expect(scaleLimits({ nodes: 1, depth: 1 }, 0.25)).toEqual({ nodes: 1, depth: 1 });
});
