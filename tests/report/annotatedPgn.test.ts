import { Chess } from 'chess.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePgn } from '../../src/chess/notation/pgnReader.ts';
import { unwrap } from '../../src/chess/result.ts';
import { formatAnnotated } from '../../src/report/annotatedPgn.ts';
import { isFault } from '../../src/review/marks.ts';
import { reviewGame } from '../../src/review/reviewGame.ts';
import { formatEval, MATE } from '../../src/search/score.ts';
import { allStarts, classicalStarts } from '../support/games.ts';
import { AnyEngine, reviewAnyhow, samples } from '../support/reviews.ts';

const parameters = { numRuns: 25 };
const read = (text: string) => unwrap(parsePgn(text))[0]!;
const review = (text: string) => reviewGame(text, { engines: [new AnyEngine()] });

describe('an annotated game', () => {
  test('is read by chess.js: the same moves, the result, an evaluation of every position', async () => {
    await fc.assert(
      fc.asyncProperty(samples(classicalStarts, 24), async (sample) => {
        const reviewed = await reviewAnyhow(sample);
        // chess.js does not support escaped quotes.
        for (const [name, value] of reviewed.game.tags) {
          reviewed.game.tags.set(name, value.replace(/[\\"]/g, ''));
        }
        const text = formatAnnotated(reviewed);
        const chess = new Chess();
        chess.loadPgn(text);
        expect(chess.history()).toEqual(reviewed.moves.map(({ san }) => san));
        expect(chess.getHeaders().Result).toBe(sample.result);
        const comments = chess.getComments().map(({ comment }) => comment ?? '');
        const evals = comments.join(' ').match(/\[%eval [^\]]*\]/g) ?? [];
        const onBoard = reviewed.moves.filter(({ score }) => Math.abs(score) === MATE).length;
        expect(evals).toHaveLength(reviewed.moves.length - onBoard);
      }),
      parameters,
    );
  });

  test('annotated again, it has our marks instead of the old ones and keeps human comments', async () => {
    await fc.assert(
      fc.asyncProperty(samples(allStarts, 24), async (sample) => {
        const reviewed = await reviewAnyhow(sample);
        const again = read(formatAnnotated(reviewed));
        expect(again.moves.map(({ move }) => move)).toEqual(
          reviewed.game.moves.map(({ move }) => move),
        );
        for (const [i, { nags, comments }] of again.moves.entries()) {
          const { glyph, played, score } = reviewed.moves[i]!;
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

  test('has the better line for every mistake', async () => {
    await fc.assert(
      fc.asyncProperty(samples(classicalStarts, 24), async (sample) => {
        const reviewed = await reviewAnyhow(sample);
        const variations = formatAnnotated(reviewed).match(/\(\d+\.+\s/g) ?? [];
        const faults = reviewed.moves.filter(({ glyph }) => isFault(glyph));
        expect(variations).toHaveLength(faults.length);
      }),
      parameters,
    );
  });

  test('names its opening, and where it left the book', async () => {
    const text = formatAnnotated(await review('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. h4 h5 *'));
    expect(text).toContain('[ECO "C70"]');
    expect(text.replace(/\s+/g, ' ')).toMatch(/4\. h4[^}]*Out of the book: C70 Ruy Lopez: Morphy/);
    const own = formatAnnotated(
      await review('[Opening "Spanish"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *'),
    );
    expect(own).toContain('[Opening "Spanish"]');
  });

  test('keeps the comment before the first move', async () => {
    const reviewed = await review('{Round 3, [%eval 0.2] board 1} 1. e4 {why not} e5 *');
    expect(read(formatAnnotated(reviewed)).comments).toEqual(['Round 3, board 1']);
  });

  test('is written in linear time whatever its comments contain', async () => {
    const reviewed = await review(`{${'{[%eval '.repeat(500_000)}} 1. e4 e5 *`);
    expect(read(formatAnnotated(reviewed)).moves).toHaveLength(2);
  });

  test('of an interrupted review still has all its moves', async () => {
    await fc.assert(
      fc.asyncProperty(samples(allStarts, 24), fc.nat({ max: 30 }), async (sample, patience) => {
        const reviewed = await reviewAnyhow(sample, patience);
        const again = read(formatAnnotated(reviewed));
        expect(again.moves.map(({ move }) => move)).toEqual(
          reviewed.game.moves.map(({ move }) => move),
        );
      }),
      parameters,
    );
  });
});

describe('an evaluation', () => {
  test('is in pawns for White, or the moves to a mate', () => {
    const texts = [34, -120, 0, MATE - 1, MATE - 2, 1 - MATE, 4 - MATE, MATE - 5, MATE, -MATE];
    expect(texts.map(formatEval)).toEqual([
      ...['0.34', '-1.20', '0.00', '#1', '#1', '#-1', '#-2', '#3', '#', '#'],
    ]);
  });
});
