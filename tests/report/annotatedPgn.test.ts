import { Chess } from 'chess.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import type { Position } from '../../src/chess/board/position.ts';
import { formatFen, positionFromFen } from '../../src/chess/notation/fen.ts';
import { formatPgn, type PgnMove } from '../../src/chess/notation/pgn.ts';
import { readPgnGames } from '../../src/chess/notation/pgnReader.ts';
import { formatAnnotated, removeReview } from '../../src/report/annotatedPgn.ts';
import { isFault } from '../../src/review/marks.ts';
import { reviewGame } from '../../src/review/reviewGame.ts';
import { formatEval, MATE } from '../../src/search/score.ts';
import { unwrap } from '../../src/util/result.ts';
import { allStarts, standardStarts } from '../support/games.ts';
import { AnyEngine, reviewAnyhow, ShallowEngine, samples } from '../support/reviews.ts';
import { searchStarts } from '../support/search.ts';

const parameters = { numRuns: 25 };
const read = (text: string) => {
  for (const game of readPgnGames(text, { variations: true })) return unwrap(game);
  throw new Error('no game');
};
const review = (text: string) => reviewGame(text, { engines: [new AnyEngine()] });

const TEXTS = [
  ...['good', 'Black is [%csl Ge4,Rd5][%cal Ge2e4] fine', '[%clk 0:04:59]', '[%eval 0.2] (x!)'],
  ...['[Refrain is an engine]', '50% [%emt 0:00:02]'],
];

/** Random moves with comments, commands, glyphs, and variations of variations. */
function annotatedMoves(start: Position, next: () => number, length: number, depth = 0): PgnMove[] {
  const walk = start.clone();
  const moves: PgnMove[] = [];
  while (moves.length < length) {
    const legal = legalMoves(walk);
    if (legal.length === 0) break;
    const move = legal[next() % legal.length]!;
    const hasVariation = depth < 2 && next() % 4 === 0;
    const variations = hasVariation
      ? [annotatedMoves(walk, next, 1 + (next() % 4), depth + 1)]
      : [];
    const isFirst = depth > 0 && moves.length === 0;
    moves.push({
      move,
      nags: [[], [], [1], [4], [14], [6, 16]][next() % 6]!,
      comments: next() % 3 === 0 ? [TEXTS[next() % TEXTS.length]!] : [],
      ...(isFirst && next() % 3 === 0 && { startingComments: ['instead'] }),
      ...(variations.length > 0 && { variations }),
    });
    walk.make(move);
  }
  return moves;
}

/** Annotated games as PGN, with evaluations of their own or without. */
const annotatedGames = fc
  .tuple(searchStarts, fc.nat({ max: 30 }), fc.infiniteStream(fc.nat()), fc.boolean())
  .map(([fen, length, picks, hasEvals]) => {
    const start = positionFromFen(fen);
    const moves = annotatedMoves(start, () => picks.next().value as number, length);
    const text = formatPgn({
      start,
      moves,
      result: '*',
      tags: { Event: 'An annotated game', Annotator: 'A. Human', Reviewer: 'A. Human' },
      comments: ['a start'],
    });
    return hasEvals ? text : text.replaceAll('[%eval 0.2]', '');
  });

describe('an annotated game', () => {
  test('is read by chess.js: the same moves, the result, an evaluation of every position', async () => {
    await fc.assert(
      fc.asyncProperty(samples(standardStarts, 24), async (sample) => {
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
        const onBoard = reviewed.moves.filter(({ score }) => Math.abs(score) === MATE).length;
        const evals = comments.filter((comment) =>
          /\[%eval |\[Refrain[^:]*: [-#\d.]/.test(comment),
        );
        expect(evals.length).toBeGreaterThanOrEqual(reviewed.moves.length - onBoard);
      }),
      parameters,
    );
  });

  test('has no two comments in a row, which chess.js does not accept, also in variations', async () => {
    const text =
      '{a} {b} 1. e4 ({c} {d} 1. d4 {e} {f} 1... d5 (1... Nf6 {g} {h})) {i} 1... e5 {j} {k} *';
    const written = formatAnnotated(await review(text));
    expect(new Chess().loadPgn(written)).toBeUndefined();
    for (const both of ['a b', 'c d', 'e f', 'g h', 'i', 'j k']) expect(written).toContain(both);
  });

  test('keeps everything of the file, and can be separated from it again', async () => {
    await fc.assert(
      fc.asyncProperty(annotatedGames, fc.nat(), async (text, seed) => {
        const engines = [new AnyEngine(seed, true)];
        const game = read(text);
        const written = formatAnnotated(await reviewGame(game, { engines }));
        const { tags, ...rest } = removeReview(read(written));
        for (const name of ['ECO', 'Opening']) if (!game.tags.has(name)) tags.delete(name);
        const { tags: own, ...before } = game;
        expect({ ...rest, start: formatFen(rest.start) }).toEqual({
          ...before,
          start: formatFen(before.start),
        });
        expect(Object.fromEntries(tags)).toEqual(Object.fromEntries(own));
        // Reviewed again, it has the new review only.
        expect(formatAnnotated(await reviewGame(written, { engines }))).toBe(written);
      }),
      parameters,
    );
  });

  test('that has evaluations of its own has ours in the remarks', async () => {
    const reviewed = await review('1. e4 {[%eval 0.2]} e5 2. Ke2 Ke7 *');
    const comments = read(formatAnnotated(reviewed)).moves.map(({ comments }) => comments.join());
    for (const [i, { score }] of reviewed.moves.entries()) {
      expect(comments[i]).toMatch(/^\[Refrain[^:]*: /);
      expect(comments[i]).toContain(`: ${formatEval(score)}.`);
    }
    expect(comments.join().match(/%eval/g)).toEqual(['%eval']);
    expect(comments[0]).toMatch(/ \[%eval 0\.2\]$/);
  });

  test('of an earlier version loses its review with the tag, but only if both are ours', async () => {
    const written = formatAnnotated(await review('1. e4 e5 2. Ke2 Ke7 *'));
    const earlier = written.replace(/\[RefrainReview "[^"]*"\]/, '[Reviewer "Refrain 0.2.0"]');
    expect(earlier).toContain('[Reviewer "Refrain 0.2.0"]');
    const bare = removeReview(read(earlier));
    expect(bare.tags.has('Reviewer')).toBe(false);
    expect(formatPgn(bare)).not.toMatch(/%eval|Refrain/);
    for (const name of ['A. Human', 'Refrain Smith', 'Refrain 7 Club']) {
      const own = read(earlier.replace('Refrain 0.2.0', name));
      expect(removeReview(own)).toEqual(own);
    }
  });

  test.each([
    ['a move at its end', 'Ke2)', 'Ke2 h6)', '(1... d6 2. Qg4 g5 3. Ke2 h6)'],
    ['a comment', 'Ke2)', 'Ke2 {Hm})', '(1... d6 2. Qg4 g5 3. Ke2 {Hm})'],
    ['a comment on the first move', ']}', '] Hm}', '(1... d6 {Hm} 2. Qg4 g5 3. Ke2)'],
    ['a comment before it', '(', '({Hm} ', '({Hm} 1... d6 2. Qg4 g5 3. Ke2)'],
    ['a glyph', 'Ke2)', 'Ke2 $2)', '(1... d6 2. Qg4 g5 3. Ke2 $2)'],
    ['a variation', 'Ke2)', 'Ke2 (3. h3))', '(1... d6 2. Qg4 g5 3. Ke2 (3. h3))'],
  ])('keeps a better line to which the file adds %s', async (_, before, after, kept) => {
    const line = /\(1\.\.\. d6 [^)]*\)/;
    const written = formatAnnotated(await review('1. e4 a5 2. Ke2 f6 3. Ke1 *')).replace(
      /\s+/g,
      ' ',
    );
    const edited = written.replace(line, (text) => text.replace(before, after));
    expect(edited).not.toBe(written);
    const texts = [formatPgn(removeReview(read(edited))), formatAnnotated(await review(edited))];
    const [removed, again] = texts.map((text) => text.replace(/\s+/g, ' '));
    expect(removed).toContain(kept);
    expect(removed).not.toContain('Refrain');
    // Reviewed again, it stands before the better line, and stays there.
    expect(again).toContain(`${kept} ${line.exec(written)![0]}`);
    expect(formatAnnotated(await review(again!)).replace(/\s+/g, ' ')).toBe(again);
  });

  test.each([
    ['before the evaluation', '{[%eval', '{Hm [%eval'],
    ['between the evaluation and the remark', '] [Refrain', '] Hm [Refrain'],
    ['after the remark', '.]', '.] Hm'],
    ['in a comment of its own', '{[%eval', '{Hm} {[%eval'],
    ['and a glyph before ours', '$4 {[%eval', '$16 $4 {Hm [%eval'],
  ])('loses its review also where a person has written %s', async (_, before, after) => {
    const written = formatAnnotated(await review('1. e4 a5 2. Ke2 f6 3. Ke1 *'));
    const edited = written.replace(/1\.\.\. a5[^}]*\}/, (text) =>
      text.replace(/\s+/g, ' ').replace(before, after),
    );
    const [, { nags, comments }] = removeReview(read(edited)).moves as [PgnMove, PgnMove];
    expect({ nags, comments }).toEqual({
      nags: after.includes('16') ? [16] : [],
      comments: ['Hm'],
    });
    const again = formatAnnotated(await review(edited));
    expect(again.match(/\[%eval/g)).toEqual(written.match(/\[%eval/g));
    expect(again.match(/Blunder/g)).toEqual(written.match(/Blunder/g));
  });

  test('leaves glyphs of the file alone, and names the mark instead', async () => {
    const blunder = await reviewGame('1. h3 e5 2. g4 d5 3. f3!? {why not} Qh4# 0-1', {
      engines: [new ShallowEngine(4)],
      limits: { depth: 4 },
    });
    const text = formatAnnotated(blunder).replace(/\s+/g, ' ');
    expect(text).toMatch(/3\. f3 \$5 \{\[%eval #-1\] \[Refrain \?\?: Blunder: [^\]]*\] why not\}/);
  });

  test('has glyphs also beside $0, which is none', async () => {
    const text = formatAnnotated(await review('1. e4 a5 $0 2. Ke2 f6 3. Ke1 *'));
    expect(text.replace(/\s+/g, ' ')).toMatch(
      /1\.\.\. a5 \$4 \$0 \{\[%eval [^\]]*\] \[Refrain: Blunder/,
    );
  });

  test('has the better line for every mistake', async () => {
    await fc.assert(
      fc.asyncProperty(samples(standardStarts, 24), async (sample) => {
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
    expect(text.replace(/\s+/g, ' ')).toMatch(/4\. h4[^}]*Leaves the book \(C70 Ruy Lopez: Morphy/);
    const own = formatAnnotated(
      await review('[Opening "Spanish"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *'),
    );
    expect(own).toContain('[Opening "Spanish"]');
  });

  test('names its opening also where the file has a placeholder', async () => {
    const head = '[ECO "?"]\n[Opening "?"]\n[Variation "?"]';
    const text = formatAnnotated(await review(`${head}\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *`));
    expect(text).toContain('[ECO "C60"]\n[Opening "Ruy Lopez"]\n[Variation "?"]');
    const none = formatAnnotated(await review('[ECO "?"]\n\n1. h4 h5 2. g4 *'));
    expect(none).toMatch(/\[ECO "(\?|[A-E]\d\d)"\]/);
  });

  test('keeps the comment before the first move', async () => {
    const reviewed = await review('{Round 3, [%eval 0.2] board 1} 1. e4 {why not} e5 *');
    expect(read(formatAnnotated(reviewed)).comments).toEqual(['Round 3, [%eval 0.2] board 1']);
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
