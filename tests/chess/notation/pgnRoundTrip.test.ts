/** PGN that we write survives reading, and chess.js agrees about it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Position } from '../../../src/chess/board/position.ts';
import { formatFen, positionFromFen } from '../../../src/chess/notation/fen.ts';
import {
  formatMoveText,
  formatPgn,
  type GameResult,
  type PgnMove,
} from '../../../src/chess/notation/pgn.ts';
import { formatUciMove } from '../../../src/chess/notation/uciMove.ts';
import { chess960Starts, type Game, games, movesOf, standardStarts } from '../../support/games.ts';
import { ChessJs } from '../../support/oracles.ts';
import { readGame, readWithVariations, uciMovesOf } from '../../support/pgn.ts';

/** A comment that survives reading: no closing brace, single blanks. */
const comment = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 90 }),
    fc
      .array(fc.constantFrom('a', 'longer', '[Event "x"]', '[%clk 0:01]', '[%eval'), {
        maxLength: 40,
      })
      .map((words) => words.join(' ')),
  )
  .map((text) =>
    text
      .replace(/[}\p{Cc}]/gu, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  .filter((text) => text !== '');
const remarks = fc.record({
  nags: fc.array(fc.nat({ max: 255 }), { maxLength: 2 }),
  comments: fc.array(comment, { maxLength: 2 }),
});
const results = fc.constantFrom<GameResult>('1-0', '0-1', '1/2-1/2', '*');

/** The moves of a random game, each with remarks from a list that is repeated. */
function annotate(
  game: Game,
  said: Omit<PgnMove, 'move'>[],
): { start: Position; moves: PgnMove[] } {
  const start = positionFromFen(game.start);
  const moves = movesOf(game).map((move, i) => ({ move, ...(said[i % said.length] ?? quiet) }));
  return { start, moves };
}
const quiet = { nags: [], comments: [] };

describe('our own files', () => {
  test('survive reading: tags, start, moves, glyphs, comments, result, standard and Chess960', () => {
    const game = games(fc.oneof(standardStarts, chess960Starts), 60);
    const said = fc.array(remarks, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(game, said, results, fc.string(), (played, remarks, result, white) => {
        const { start, moves } = annotate(played, remarks);
        const White = white.replace(/\p{Cc}/gu, '');
        const back = readGame(formatPgn({ start, moves, result, tags: { White } }));
        expect(back.moves).toEqual(moves);
        expect(formatFen(back.start)).toBe(formatFen(start));
        expect(back.start.chess960).toBe(start.chess960);
        expect(back.result).toBe(result);
        expect(back.tags.get('White')).toBe(White);
      }),
      { numRuns: 100 },
    );
  });

  test('chess.js, which allows one comment per move, reads the same moves and result', () => {
    const said = fc.array(remarks, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(games(standardStarts, 60), said, results, (played, remarks, result) => {
        const said = remarks.map((one) => ({ ...one, comments: one.comments.slice(0, 1) }));
        const { start, moves } = annotate(played, said);
        const chess = new ChessJs();
        chess.loadPgn(formatPgn({ start, moves, result }), { strict: true });
        expect(chess.history({ verbose: true }).map(({ lan }) => lan)).toEqual(
          moves.map(({ move }) => formatUciMove(move)),
        );
        expect(chess.getHeaders().Result).toBe(result);
      }),
      { numRuns: 40 },
    );
  });

  test('a comment may have any number of words', () => {
    const words = 'word '.repeat(1 << 19).trim();
    const text = `1. e4 {${words}} *`;
    const { start, moves } = readGame(text);
    expect(readGame(formatPgn({ start, moves, result: '*' })).moves[0]!.comments).toEqual([words]);
  });

  test('chess.js reads a comment as we do', () => {
    const chess = new ChessJs();
    const text = '1. e4 {+0.34/12 0.05s} e5 {-0.20/11\n0.04s} 2. Nf3 {book, [%clk 0:00:09]} *';
    chess.loadPgn(text);
    expect(chess.getComments().map(({ comment }) => comment)).toEqual(
      readGame(text).moves.flatMap(({ comments }) => comments),
    );
  });

  test('variations are written with move numbers, and skipped by default', () => {
    const game = readGame('1. e4 e5 2. Nf3 *');
    const line = readGame('1. d4 d5 2. c4 *').moves;
    const [e4, e5, nf3] = game.moves as [PgnMove, PgnMove, PgnMove];
    const reply = readGame('1. e4 c5 2. Nf3 *').moves.slice(1);
    const text = formatPgn({
      start: game.start,
      moves: [{ ...e4, nags: [6], variations: [line] }, { ...e5, variations: [reply, []] }, nf3],
      result: '*',
    });
    expect(text).toContain('1. e4 $6 (1. d4 d5 2. c4) 1... e5 (1... c5 2. Nf3) 2. Nf3 *');
    expect(uciMovesOf(readGame(text))).toBe('e2e4 e7e5 g1f3');
    const chess = new ChessJs();
    chess.loadPgn(text);
    expect(chess.history()).toEqual(['e4', 'e5', 'Nf3']);
  });

  test('nested variations survive reading and writing on request', () => {
    const text =
      '1. e4 $6 (1. d4 {solid} 1... d5 (1... Nf6 2. c4 (2. Nf3)) 2. c4) (1. c4) 1... e5 2. Nf3 *';
    const game = readWithVariations(text);
    expect(uciMovesOf(game)).toBe('e2e4 e7e5 g1f3');
    expect(`${formatMoveText(game.start, game.moves).join(' ')} *`).toBe(text);
  });

  test('a variation with an illegal move ends there, the rest is read', () => {
    const read = (text: string) => {
      const { start, moves } = readWithVariations(text);
      return formatMoveText(start, moves).join(' ');
    };
    expect(read('1. e4 (1. d4 Ke5 2. c4) e5 *')).toBe('1. e4 (1. d4) 1... e5');
    expect(read('1. e4 (1. Ke5) e5 *')).toBe('1. e4 e5');
    expect(read('(1. d4) 1. e4 ) e5 (1... c5 1-0) 2. Nf3 (')).toBe('1. e4 e5 (1... c5) 2. Nf3');
    expect(read('1. e4 (1. d4 d5 (1... e4 {lost} Nf6)) e5 *')).toBe('1. e4 (1. d4 d5) 1... e5');
    const deep = `1. e4 ${'(1. d4 '.repeat(5000)}${') '.repeat(5000)}e5 *`;
    expect(read(deep)).toMatch(/^1\. e4 .* 1\.\.\. e5$/);
  });
});

describe('comments', () => {
  test.each([
    '{start} {again} 1. e4 {one} {two} 1... e5 *',
    '1. e4 ({better} {or not} 1. d4 {solid} 1... d5) 1... e5 *',
    '1. e4 (1. d4 d5 ({rare} 1... e5 {Englund} 2. dxe5) 2. c4) 1... e5 *',
    '1. e4 e5 ({Sicilian} 1... c5 {sharp}) ({French} 1... e6) 2. Nf3 {end} *',
    '1. e4 {one} ({two} 1. d4 $1 {three} {four}) ({five} 1. c4) 1... e5 *',
  ])('are written where they were read: %s', (text) => {
    const { start, moves, comments } = readWithVariations(text);
    expect(formatPgn({ start, moves, result: '*', comments })).toMatch(`\n\n${text}\n`);
  });

  test('survive in all places, at any depth of variations', () => {
    const variation = fc.record({ begin: fc.array(comment, { maxLength: 2 }), said: remarks });
    const game = games(fc.oneof(standardStarts, chess960Starts), 30);
    const comments = fc.array(comment, { maxLength: 2 });
    fc.assert(
      fc.property(
        game,
        comments,
        fc.array(variation, { minLength: 1, maxLength: 4 }),
        (played, first, parts) => {
          const { start, moves } = annotate(
            played,
            parts.map(({ said }) => said),
          );
          // From the end on: each move has its own continuation as a variation, annotated otherwise.
          let line: PgnMove[] = [];
          for (const [i, move] of [...moves.entries()].reverse()) {
            const { begin, said } = parts[i % parts.length]!;
            const isNested = i % 3 === 0 && i < moves.length - 1;
            const other = [{ ...move, ...said }, ...line.slice(0, 3)];
            const [opening, ...rest] = other as [PgnMove, ...PgnMove[]];
            const commented =
              begin.length === 0 ? opening : { ...opening, startingComments: begin };
            line = [isNested ? { ...move, variations: [[commented, ...rest]] } : move, ...line];
          }
          const text = formatPgn({ start, moves: line, result: '*', comments: first });
          const back = readWithVariations(text);
          expect(back.comments).toEqual(first);
          expect(back.moves).toEqual(line);
          expect(back.problems).toEqual([]);
          expect(
            formatPgn({
              start: back.start,
              moves: back.moves,
              result: '*',
              comments: back.comments,
            }),
          ).toBe(text);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('in a variation without a legal move stay with the move that it was an alternative to', () => {
    const { moves } = readWithVariations('1. e4 {one} ({two}) ({three} 1. Ke2) e5 *');
    expect(moves[0]).toMatchObject({ comments: ['one', 'two', 'three'] });
    expect(moves[0]!.variations).toBeUndefined();
  });
});
