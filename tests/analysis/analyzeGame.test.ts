import { Chess } from 'chess.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyzeGame, type Think } from '../../src/analysis/analyzeGame.ts';
import { formatAnnotated, isFault } from '../../src/analysis/annotate.ts';
import { expectedScore } from '../../src/analysis/scores.ts';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import { BLACK, WHITE } from '../../src/chess/board/types.ts';
import { findGameEnd } from '../../src/chess/game/draws.ts';
import { formatFen } from '../../src/chess/notation/fen.ts';
import type { PgnMove } from '../../src/chess/notation/pgn.ts';
import { parsePgn } from '../../src/chess/notation/pgnReader.ts';
import { unwrap } from '../../src/chess/result.ts';
import { formatEval, MATE } from '../../src/search/score.ts';
import { analyzeAnyhow, anyThink, pgnGameOf, samples } from '../support/analysis.ts';
import { allStarts, classicalStarts, SEED } from '../support/games.ts';
import { freshSearch, positionAfter } from '../support/search.ts';

const parameters = { seed: SEED, numRuns: 25 };

/** Our own search, a little deep. */
function shallowThink(depth: number): Think {
  const { search } = freshSearch();
  return async (start, moves) => {
    const { best, info } = search.run(positionAfter(moves.join(' '), formatFen(start)), { depth });
    return { score: info.score, line: best!.pv, glance: best!.move };
  };
}

const read = (text: string) => unwrap(parsePgn(text))[0]!;

describe('a game analysed', () => {
  test('has every move judged: what its side lost, never less than nothing', async () => {
    await fc.assert(
      fc.asyncProperty(samples(allStarts, 24), async (sample) => {
        const { game, moves, sides } = await analyzeAnyhow(sample);
        expect(moves.map(({ played }) => played)).toEqual(game.moves);
        for (const move of moves) {
          expect(move.loss >= 0 && move.loss <= 1).toBe(true);
          expect(move.centipawnLoss >= 0 && move.centipawnLoss <= 2000).toBe(true);
          expect(move.expected >= 0 && move.expected <= 1).toBe(true);
          const own = expectedScore(move.scoreBefore, move.before);
          const lost = move.color === BLACK ? move.expected - own : own - move.expected;
          if (move.line[0] !== move.played.move) expect(move.loss).toBe(Math.max(0, lost));
        }
        for (const color of [WHITE, BLACK]) {
          const { accuracy, centipawnLoss } = sides[color]!;
          const isIdle = moves.every((move) => move.color !== color);
          expect(accuracy === null).toBe(isIdle);
          expect(centipawnLoss === null).toBe(isIdle);
          if (accuracy !== null) expect(accuracy >= 0 && accuracy <= 100).toBe(true);
        }
      }),
      parameters,
    );
  });

  test("blames nobody for the engine's own moves, and praises nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(samples(allStarts, 24), async (sample) => {
        for (const { played, line, glyph, loss } of (await analyzeAnyhow(sample)).moves) {
          const isBest = played.move === line[0];
          if (isBest) expect(loss).toBe(0);
          expect(glyph === null || (glyph.sign === '!') === isBest).toBe(true);
        }
      }),
      parameters,
    );
  });

  test('played as the engine would is all accurate', async () => {
    await fc.assert(
      fc.asyncProperty(samples(allStarts, 24), async (sample) => {
        const game = pgnGameOf(sample);
        const think = anyThink();
        const position = game.start.clone();
        const moves: PgnMove[] = [];
        while (moves.length < 20 && findGameEnd(position) === null) {
          const [move] = (await think(position, []))!.line;
          const only = legalMoves(position);
          moves.push({ move: only.length === 1 ? only[0]! : move!, nags: [], comments: [] });
          position.make(moves.at(-1)!.move);
        }
        const { sides } = await analyzeGame({ ...game, moves }, anyThink());
        for (const { accuracy, blunders } of sides) {
          expect([accuracy ?? 100, blunders]).toEqual([100, 0]);
        }
      }),
      parameters,
    );
  });

  test('that is interrupted has the moves judged until then', async () => {
    await fc.assert(
      fc.asyncProperty(samples(allStarts, 24), fc.nat({ max: 30 }), async (sample, patience) => {
        const all = (await analyzeAnyhow(sample)).moves;
        const { game, moves } = await analyzeAnyhow(sample, patience);
        expect(moves.map(({ score }) => score)).toEqual(
          all.slice(0, moves.length).map(({ score }) => score),
        );
        if (patience === 0) expect(game.moves.length === 0 || moves.length === 0).toBe(true);
      }),
      parameters,
    );
  });

  test('tells the blunders of the shortest mate', async () => {
    const { moves } = await analyzeGame(read('1. f3 e5 2. g4 Qh4# 0-1'), shallowThink(4));
    expect(moves.at(2)!.glyph!.sign).toBe('??');
    expect(moves.at(2)!.score).toBe(1 - MATE);
    expect(moves.at(3)!.score).toBe(-MATE);
    expect(moves.at(3)!.glyph).toBeNull();
  });

  test('values a position with one legal move by what comes after it', async () => {
    // Black's king has one square, and then White mates.
    const forced = read('[FEN "k7/8/1K6/8/8/8/8/7R b - - 0 1"]\n\n1... Kb8 2. Rh8# *');
    const asked: number[] = [];
    const think = shallowThink(3);
    const { moves } = await analyzeGame(forced, (start, ucis) => {
      asked.push(ucis.length);
      return think(start, ucis);
    });
    // Nobody is asked about the start: it is a ply further from the mate than the next position.
    expect(asked.slice(0, 2)).toEqual([1, 1]);
    expect(moves[0]!.line[0]).toBe(forced.moves[0]!.move);
    expect(moves[0]!.scoreBefore).toBe(MATE - 2);
  });
});

describe('an annotated game', () => {
  test('is read by chess.js: the same moves, the result, an evaluation of every position', async () => {
    await fc.assert(
      fc.asyncProperty(samples(classicalStarts, 24), async (sample) => {
        const analyzed = await analyzeAnyhow(sample);
        // chess.js does not know quotes that are escaped.
        for (const [name, value] of analyzed.game.tags) {
          analyzed.game.tags.set(name, value.replace(/[\\"]/g, ''));
        }
        const text = formatAnnotated(analyzed);
        const chess = new Chess();
        chess.loadPgn(text);
        expect(chess.history()).toEqual(analyzed.moves.map(({ san }) => san));
        expect(chess.getHeaders().Result).toBe(sample.result);
        const comments = chess.getComments().map(({ comment }) => comment ?? '');
        const evals = comments.join(' ').match(/\[%eval [^\]]*\]/g) ?? [];
        const onBoard = analyzed.moves.filter(({ score }) => Math.abs(score) === MATE).length;
        expect(evals).toHaveLength(analyzed.moves.length - onBoard);
      }),
      parameters,
    );
  });

  test('read again has our marks instead of the old ones, and keeps what people said', async () => {
    await fc.assert(
      fc.asyncProperty(samples(allStarts, 24), async (sample) => {
        const analyzed = await analyzeAnyhow(sample);
        const again = read(formatAnnotated(analyzed));
        expect(again.moves.map(({ move }) => move)).toEqual(
          analyzed.game.moves.map(({ move }) => move),
        );
        for (const [i, { nags, comments }] of again.moves.entries()) {
          const { glyph, played, score } = analyzed.moves[i]!;
          const kept = played.nags.filter((nag) => nag > 6);
          expect(nags).toEqual(glyph === null ? kept : [glyph.nag, ...kept]);
          const said = comments.join(' ');
          for (const comment of played.comments) {
            expect(said).toContain(comment.replace('[%eval 0.17] ', ''));
          }
          expect(said).not.toContain('[%eval 0.17] good');
          if (Math.abs(score) !== MATE) expect(said).toContain(`[%eval ${formatEval(score)}]`);
        }
      }),
      parameters,
    );
  });

  test('shows the better line for every fault', async () => {
    await fc.assert(
      fc.asyncProperty(samples(classicalStarts, 24), async (sample) => {
        const analyzed = await analyzeAnyhow(sample);
        const variations = formatAnnotated(analyzed).match(/\(\d+\.+\s/g) ?? [];
        expect(variations).toHaveLength(analyzed.moves.filter(isFault).length);
      }),
      parameters,
    );
  });

  test('keeps what was said before the first move', async () => {
    const text = '{Round 3, [%eval 0.2] board 1} 1. e4 {why not} e5 *';
    const analyzed = await analyzeGame(read(text), anyThink(1));
    expect(read(formatAnnotated(analyzed)).comments).toEqual(['Round 3, board 1']);
  });

  test('is written in linear time whatever its comments hold', async () => {
    const text = `{${'{[%eval '.repeat(500_000)}} 1. e4 e5 *`;
    const analyzed = await analyzeGame(read(text), anyThink(1));
    expect(read(formatAnnotated(analyzed)).moves).toHaveLength(2);
  });

  test('that was interrupted still has all its moves', async () => {
    await fc.assert(
      fc.asyncProperty(samples(allStarts, 24), fc.nat({ max: 30 }), async (sample, patience) => {
        const analyzed = await analyzeAnyhow(sample, patience);
        const again = read(formatAnnotated(analyzed));
        expect(again.moves.map(({ move }) => move)).toEqual(
          analyzed.game.moves.map(({ move }) => move),
        );
      }),
      parameters,
    );
  });
});

test('where neither side ever has a choice the analysis ends all the same', async () => {
  const { game, moves } = await (async () => {
    const fen = '4b2k/3pPp1p/3P1P1P/8/8/p1p1p3/P1PpP3/K2B4 w - - 0 1';
    return analyzeGame(read(`[FEN "${fen}"]\n\n1. Kb1 Kg8 2. Ka1 *`), shallowThink(3));
  })();
  expect(moves).toHaveLength(game.moves.length);
  for (const { score, glyph } of moves) expect([score, glyph]).toEqual([0, null]);
});

describe('an evaluation', () => {
  test('is in pawns for White, or the moves to a mate', () => {
    const texts = [34, -120, 0, MATE - 1, MATE - 2, 1 - MATE, 4 - MATE, MATE - 5, MATE, -MATE];
    expect(texts.map(formatEval)).toEqual([
      ...['0.34', '-1.20', '0.00', '#1', '#1', '#-1', '#-2', '#3', '#', '#'],
    ]);
  });
});
