/**
 * Writing PGN in the export format of the standard (chapters 3.1, 8.1 and 8.2 of
 * https://ia902908.us.archive.org/26/items/pgn-standard-1994-03-12/PGN_standard_1994-03-12.txt).
 * chess.js, in its strict mode, or chessops reads every game back.
 */
import { parsePgn } from 'chessops/pgn';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { legalMoves } from '../../../src/chess/board/movegen.ts';
import { type Move, NO_MOVE } from '../../../src/chess/board/types.ts';
import { positionFromFen, START_FEN } from '../../../src/chess/notation/fen.ts';
import { formatMoveText, formatPgn, type GameResult } from '../../../src/chess/notation/pgn.ts';
import { readPgnGames } from '../../../src/chess/notation/pgnReader.ts';
import { ChessError, unwrap } from '../../../src/util/result.ts';
import { lineOf, wordsOf } from '../../support/games.ts';
import { ChessJs } from '../../support/oracles.ts';
import { shuffledGames, shuffledPlies } from '../../support/shuffles.ts';

const movesOf = (text: string, fen = START_FEN): Move[] =>
  lineOf(positionFromFen(fen), wordsOf(text));

/** A game given in UCI notation, as PGN. */
const pgn = (
  text: string,
  {
    fen = START_FEN,
    result = '*',
    tags,
  }: { fen?: string; result?: GameResult; tags?: Record<string, string> } = {},
) =>
  formatPgn({
    start: positionFromFen(fen),
    moves: movesOf(text, fen),
    result,
    ...(tags !== undefined && { tags }),
  });

function read(text: string): ChessJs {
  const chess = new ChessJs();
  chess.loadPgn(text, { strict: true });
  return chess;
}

const tagNames = (text: string) => [...text.matchAll(/^\[(\w+) /gm)].map(([, name]) => name);

describe('tags', () => {
  const ROSTER = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'];

  test('the seven that every game has come first, in their order, unknown or not', () => {
    expect(pgn('e2e4')).toBe(
      `${[
        '[Event "?"]',
        '[Site "?"]',
        '[Date "????.??.??"]',
        '[Round "?"]',
        '[White "?"]',
        '[Black "?"]',
        '[Result "*"]',
        '',
        '1. e4 *',
      ].join('\n')}\n`,
    );
    const tags = { ECO: 'C60', Black: 'Bob', Date: '2024.02.29', Annotator: 'Eve', White: 'Ann' };
    expect(tagNames(pgn('e2e4', { tags }))).toEqual([...ROSTER, 'ECO', 'Annotator']);
  });

  test('the starting position follows them, with SetUp', () => {
    const fen = '4k3/8/8/8/8/8/8/4K2R w K - 0 1';
    expect(tagNames(pgn('e1g1', { fen }))).toEqual([...ROSTER, 'SetUp', 'FEN']);
    expect(read(pgn('e1g1', { fen })).getHeaders()).toMatchObject({ SetUp: '1', FEN: fen });
    expect(pgn('e2e4')).not.toContain('FEN');
  });

  test('PlyCount, if there is one, is that of the moves', () => {
    expect(pgn('e2e4 e7e5', { tags: { PlyCount: '80' } })).toContain('[PlyCount "2"]');
    expect(pgn('e2e4 e7e5')).not.toContain('PlyCount');
  });

  test('a game of Chess960 has the Variant tag, even from the usual start', () => {
    const start = positionFromFen(START_FEN);
    start.chess960 = true;
    const text = formatPgn({ start, moves: [], result: '*' });
    expect(text).toContain('[Variant "Chess960"]');
    expect(text).toContain('w HAha - 0 1"]');
  });

  test('a game of standard chess does not keep that tag, but one for the standard variant', () => {
    for (const variant of ['Chess960', 'Fischerandom', 'Freestyle Chess']) {
      expect(tagNames(pgn('e2e4', { tags: { Variant: variant } }))).not.toContain('Variant');
    }
    expect(pgn('e2e4', { tags: { Variant: 'Standard' } })).toContain('[Variant "Standard"]');
  });

  test('quotes and backslashes are escaped, lines stay lines', () => {
    const tags = {
      White: 'Ann "the Ram" O\\Hara',
      Black: 'two\nlines\r\nor three',
      Event: '[brackets] and ; semicolons {braces}',
    };
    const text = pgn('e2e4 e7e5', { tags });
    expect(text).toContain('[White "Ann \\"the Ram\\" O\\\\Hara"]');
    expect(text).toContain('[Black "two lines or three"]');
    expect(text.split('\n').filter((line) => line.startsWith('['))).toHaveLength(7);
  });

  test('chessops reads any tags and the game after them', () => {
    // A tag's value is a line: it has no control characters.
    const value = fc
      .oneof(fc.string(), fc.constantFrom('"', '\\', '\\"', 'a\\', '"]\n\n1. d4 *'))
      .filter((text) => !/\p{Cc}/u.test(text.replace(/[\r\n]/g, '')));
    fc.assert(
      fc.property(value, value, (White, Opening) => {
        const text = pgn('e2e4 e7e5', { result: '1-0', tags: { White, Opening } });
        const [game, ...more] = parsePgn(text);
        expect(more).toEqual([]);
        expect([...game!.moves.mainline()].map(({ san }) => san)).toEqual(['e4', 'e5']);
        expect(game!.headers.get('Result')).toBe('1-0');
        for (const [tag, value] of Object.entries({ White, Opening })) {
          expect(game!.headers.get(tag)).toBe(value.replace(/[\r\n]+/g, ' '));
        }
      }),
      { numRuns: 300 },
    );
  });

  /**
   * "A quote inside a string is represented by the backslash immediately followed by a quote"
   * (PGN 7): chess.js 1.4 takes that quote for the end. Everything else it reads.
   */
  test('chess.js reads tags without quotes and backslashes', () => {
    const value = fc.string().filter((text) => !/["\\\p{Cc}]/u.test(text) && text !== '');
    fc.assert(
      fc.property(value, (White) => {
        const chess = read(pgn('e2e4 e7e5', { tags: { White } }));
        expect(chess.history()).toEqual(['e4', 'e5']);
        expect(chess.getHeaders().White).toBe(White);
      }),
      { numRuns: 100 },
    );
    expect(() => read(pgn('e2e4', { tags: { White: 'Ann "the Ram"' } }))).toThrow();
  });
});

describe('moves', () => {
  test.each(['1-0', '0-1', '1/2-1/2', '*'] as const)('%s ends them and is in its tag', (result) => {
    const text = pgn('e2e4 e7e5', { result });
    expect(text.endsWith(`\n\n1. e4 e5 ${result}\n`)).toBe(true);
    expect(text).toContain(`[Result "${result}"]`);
    expect(read(text).getHeaders().Result).toBe(result);
  });

  test('a game without moves consists of its result', () => {
    expect(pgn('').endsWith('\n\n*\n')).toBe(true);
    expect(read(pgn('', { result: '1/2-1/2' })).history()).toEqual([]);
  });

  test('numbers continue from the starting position; Black begins with three dots', () => {
    const white = positionFromFen('4k3/8/8/8/8/8/4P3/4K3 w - - 0 31');
    expect(formatMoveText(white, movesOf('e2e4 e8e7', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 31'))).toEqual(
      ['31.', 'e4', 'Ke7'],
    );
    const fen = '4k3/8/8/8/8/8/4P3/4K3 b - - 3 17';
    const text = pgn('e8e7 e2e4 e7e6', { fen });
    expect(text).toContain('\n\n17... Ke7 18. e4 Ke6 *\n');
    const chess = read(text);
    expect(chess.history()).toEqual(['Ke7', 'e4', 'Ke6']);
    expect(chess.fen()).toBe('8/8/4k3/8/4P3/8/8/4K3 w - - 1 19');
  });

  test('Black has a number after any comment before the move', () => {
    const [e4, e5] = movesOf('e2e4 e7e5') as [Move, Move];
    const annotated = { move: e5, nags: [], comments: [], startingComments: ['of', 'course'] };
    expect(formatMoveText(positionFromFen(START_FEN), [e4, annotated])).toEqual([
      '1.',
      'e4',
      '{of}',
      '{course}',
      '1...',
      'e5',
    ]);
  });

  test('no line of a comment begins with %, which would hide it', () => {
    for (let length = 1; length < 90; length++) {
      const comment = `${'x'.repeat(length)} 53 % 47 %`;
      const start = positionFromFen(START_FEN);
      const text = formatPgn({ start, moves: [], result: '*', comments: [comment] });
      expect(text).not.toMatch(/^%/m);
      expect(read(text).getComment()).toBe(comment);
    }
  });

  test('the starting position is not changed', () => {
    const start = positionFromFen(START_FEN);
    formatPgn({ start, moves: movesOf('e2e4 e7e5'), result: '*' });
    expect([start.ply, start.keyLo]).toEqual([0, positionFromFen(START_FEN).keyLo]);
  });

  test('lines have less than 80 characters, break between words, and have no trailing blanks', () => {
    fc.assert(
      fc.property(shuffledGames(150), (game) => {
        const start = positionFromFen(game.start);
        const moves = [...shuffledPlies(game)].map(({ next }) => next).filter((move) => move !== 0);
        const text = formatPgn({ start, moves, result: '1/2-1/2' });
        const [, body] = text.split('\n\n') as [string, string];
        const lines = body.trimEnd().split('\n');
        expect(lines.join(' ')).toBe([...formatMoveText(start, moves), '1/2-1/2'].join(' '));
        for (const [i, line] of lines.entries()) {
          expect(line).toBe(line.trim());
          expect(line).not.toBe('');
          // "Less than 80 printing characters" (8.2.1), and as many words as that allows.
          expect(line.length).toBeLessThan(80);
          const next = lines[i + 1]?.split(' ')[0];
          if (next !== undefined) expect(line.length + 1 + next.length).toBeGreaterThanOrEqual(80);
        }
      }),
      { numRuns: 60 },
    );
  });
});

test('a command with its argument is never broken across lines', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90 }), fc.nat({ max: 3 }), (length, words) => {
      const comment = `${'x'.repeat(length)} ${'word '.repeat(words)}[%eval -0.34] and more`;
      const start = positionFromFen(START_FEN);
      const [move] = legalMoves(start);
      const text = formatPgn({
        start,
        moves: [{ move: move!, nags: [], comments: [comment] }],
        result: '*',
      });
      expect(text).toContain('[%eval -0.34]');
      for (const game of readPgnGames(text)) {
        expect(unwrap(game).moves[0]!.comments).toEqual([comment]);
      }
    }),
  );
});

test.each([
  ['best by {test}', '{best by (test)}'],
  ['} first', '{) first}'],
  ['only { opened', '{only { opened}'],
])('the comment %j, whose closing brace would end it, is written as %j', (comment, written) => {
  const start = positionFromFen(START_FEN);
  expect(formatPgn({ start, moves: [], result: '*', comments: [comment] })).toContain(written);
});

describe('a game is not written', () => {
  const start = positionFromFen(START_FEN);
  const [e4] = movesOf('e2e4');
  const bare = { move: e4!, nags: [], comments: [] };
  const write = (moves: unknown, comments?: unknown) =>
    formatPgn({ start, moves, result: '*', ...(comments !== undefined && { comments }) } as never);

  test.each([
    [['e4']],
    [[null]],
    [[5]],
    [[{}]],
    [[e4, e4]],
    [[{ ...bare, move: 'e4' }]],
    [[Number.NaN]],
  ])('with a move that is not legal: %j', (moves) => {
    expect(() => write(moves)).toThrow(/^illegal move: /);
    expect(() => write(moves)).toThrow(ChessError);
  });

  test('with an illegal move in a variation, or a null move in check', () => {
    expect(() => write([{ ...bare, variations: [[{ ...bare, move: 5 }]] }])).toThrow(ChessError);
    const check = [...movesOf('e2e4 f7f6 d1h5'), NO_MOVE];
    expect(() => write(check)).toThrow('a null move leaves the king in check');
    expect(write([...check.slice(0, 2), NO_MOVE])).toContain('1. e4 f6 2. -- *');
  });

  test.each([
    { nags: 1 },
    { nags: ['!'] },
    { comments: 'good' },
    { comments: [5] },
    { variations: [5] },
  ])('with annotations such as %j', (annotations) => {
    const move = { ...bare, ...annotations };
    expect(() => write([move])).toThrow('invalid annotations of the move e4');
  });

  test('from a FEN instead of a position, or with its moves as a text', () => {
    const from = (start: unknown) => formatPgn({ start, moves: [], result: '*' } as never);
    expect(() => from(START_FEN)).toThrow('the start of a game must be a Position');
    expect(() => write('e2e4')).toThrow('the moves of a game must be an array');
  });

  test.each([['first'], [5], [[5]]])('with %j as its comments', (comments) => {
    expect(() => write([], comments)).toThrow(ChessError);
  });
});
