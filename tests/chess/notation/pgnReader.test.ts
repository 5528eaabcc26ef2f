/**
 * Reading PGN: our own output survives, chess.js agrees about it, and files of other programs are
 * understood.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Position } from '../../../src/chess/board/position.ts';
import { NO_MOVE } from '../../../src/chess/board/types.ts';
import { formatFen, positionFromFen, START_FEN } from '../../../src/chess/notation/fen.ts';
import {
  formatMoveText,
  formatPgn,
  type GameResult,
  type PgnMove,
  playPgnMove,
} from '../../../src/chess/notation/pgn.ts';
import { type PgnGame, parsePgn, readPgnGames } from '../../../src/chess/notation/pgnReader.ts';
import { formatSan } from '../../../src/chess/notation/san.ts';
import { formatUciMove } from '../../../src/chess/notation/uciMove.ts';
import { ChessError, unwrap } from '../../../src/chess/result.ts';
import { chess960Starts, type Game, games, plies, standardStarts } from '../../support/games.ts';
import { ChessJs } from '../../support/oracles.ts';

const read = (text: string): PgnGame[] => unwrap(parsePgn(text));
const readOne = (text: string): PgnGame => {
  const [game, ...more] = read(text);
  expect(more).toEqual([]);
  return game!;
};
const ucis = ({ moves, start }: PgnGame) =>
  moves.map(({ move }) => formatUciMove(move, start.chess960)).join(' ');

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
  const played = [...plies(game)].map(({ next }) => next).filter((move) => move !== NO_MOVE);
  const moves = played.map((move, i) => ({ move, ...(said[i % said.length] ?? quiet) }));
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
        const back = readOne(formatPgn({ start, moves, result, tags: { White } }));
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
    const { start, moves } = readOne(text);
    expect(readOne(formatPgn({ start, moves, result: '*' })).moves[0]!.comments).toEqual([words]);
  });

  test('chess.js reads a comment as we do', () => {
    const chess = new ChessJs();
    const text = '1. e4 {+0.34/12 0.05s} e5 {-0.20/11\n0.04s} 2. Nf3 {book, [%clk 0:00:09]} *';
    chess.loadPgn(text);
    expect(chess.getComments().map(({ comment }) => comment)).toEqual(
      readOne(text).moves.flatMap(({ comments }) => comments),
    );
  });

  test('variations are written with move numbers, and skipped by default', () => {
    const game = readOne('1. e4 e5 2. Nf3 *');
    const line = readOne('1. d4 d5 2. c4 *').moves;
    const [e4, e5, nf3] = game.moves as [PgnMove, PgnMove, PgnMove];
    const reply = readOne('1. e4 c5 2. Nf3 *').moves.slice(1);
    const text = formatPgn({
      start: game.start,
      moves: [{ ...e4, nags: [6], variations: [line] }, { ...e5, variations: [reply, []] }, nf3],
      result: '*',
    });
    expect(text).toContain('1. e4 $6 (1. d4 d5 2. c4) 1... e5 (1... c5 2. Nf3) 2. Nf3 *');
    expect(ucis(readOne(text))).toBe('e2e4 e7e5 g1f3');
    const chess = new ChessJs();
    chess.loadPgn(text);
    expect(chess.history()).toEqual(['e4', 'e5', 'Nf3']);
  });

  test('nested variations survive reading and writing on request', () => {
    const text =
      '1. e4 $6 (1. d4 {solid} 1... d5 (1... Nf6 2. c4 (2. Nf3)) 2. c4) (1. c4) 1... e5 2. Nf3 *';
    const game = readWithVariations(text);
    expect(ucis(game)).toBe('e2e4 e7e5 g1f3');
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

/** The only game of a text, with its variations. */
function readWithVariations(text: string): PgnGame {
  const [game] = readPgnGames(text, { variations: true });
  return unwrap(game!);
}

describe('files of other programs', () => {
  test('moves are found however they are numbered and broken into lines', () => {
    for (const text of [
      '1. e4 e5 2. Nf3 Nc6',
      '1.e4 e5 2.Nf3 Nc6 *',
      '1 . e4 1 ... e5 2 . Nf3 2... Nc6 *',
      'e4 e5 Nf3 Nc6 1/2-1/2',
      '1.e4\r\n1...e5\r\n\r\n2.Nf3 … Nc6 1-0',
      '1. e2e4 e7-e5 2. Ng1-f3 Nb8c6 *',
      '1. e4 e5 2. g1f3 b8c6 *',
      '\ufeff[White "?"]\n1. e4 e5 2. Nf3 Nc6',
      '% an escaped line\n1. e4 ; to the end of the line 1. d4\ne5 2. Nf3 Nc6 *',
      '1. e4 (1. d4 d5 (1... Nf6 {a ) in a comment} 2. c4) 2. Nf3) e5 2. Nf3 (2. f4 1-0) Nc6 *',
    ]) {
      expect(ucis(readOne(text)), text).toBe('e2e4 e7e5 g1f3 b8c6');
    }
  });

  test('castling may be written with letters or zeros, and is not a result', () => {
    const fen = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
    const game = readOne(`[FEN "${fen}"]\n\n1.0-0 0-0-0+ 0-1`);
    expect(ucis(game)).toBe('e1g1 e8c8');
    expect(game.result).toBe('0-1');
  });

  test('results, castling and assessments may have dashes for hyphens, as in print', () => {
    const castles = '[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]\n\n';
    const game = readOne(`${castles}1. O–O –+ 0–0–0 −+ 0–1`);
    expect(ucis(game)).toBe('e1g1 e8c8');
    expect(readOne('1. e4 –– *').moves[1]!.move).toBe(NO_MOVE);
    const results = ['1–0', '0−1', '½–½', '1/2–1/2'].map((word) => readOne(`1. e4 ${word}`).result);
    expect(results).toEqual(['1-0', '0-1', '1/2-1/2', '1/2-1/2']);
    expect(readOne('[Result "1–0"]\n\n1. e4').result).toBe('1-0');
    expect(ucis(readOne('1. e2–e4 e7—e5 2. Ng1–f3 *'))).toBe('e2e4 e7e5 g1f3');
  });

  test('signs of Informants, such as N for a novelty and D for a diagram, are not moves', () => {
    expect(ucis(readOne('1. e4 ± e5 2. Nf3 N Nc6 3. Bb5 D a6 TN 4. Ba4 = *'))).toBe(
      'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4',
    );
  });

  test.each(['\x1a', '\r\n\x1a', '\0\0\0'])('the end of a file of DOS is not a game: %j', (end) => {
    const games = unwrap(parsePgn(`1. e4 e5 *\r\n${end}`));
    expect(games.map(({ moves }) => moves.length)).toEqual([2]);
    expect(unwrap(parsePgn(`1. e4 e5${end}`))[0]!.moves).toHaveLength(2);
  });

  test('a percent sign escapes a line at its beginning only', () => {
    expect(ucis(readOne('1. e4\n%e5 2. d4\ne5 *'))).toBe('e2e4 e7e5');
    const [game] = [...readPgnGames('1. e4 %e5 2. d4\ne5 *')];
    expect(game!.ok).toBe(false);
  });

  test('blanks may be those of print and web pages', () => {
    expect(ucis(readOne('1.\u00a0e4\u00a0e5 2.\u2003Nf3\u202fNc6 *'))).toBe('e2e4 e7e5 g1f3 b8c6');
  });

  test('glyphs may be numbers or signs, attached or separate', () => {
    const game = readOne('1. e4! $14 e5?? 2. Nf3 !? $146 += Nc6?! 3. Bb5 $1 $1 -+ a6 *');
    expect(game.moves.map(({ nags }) => nags)).toEqual([[1, 14], [4], [5, 146], [6], [1, 1], []]);
    // Of more signs than any glyph has the last two count.
    const { moves } = readOne('1. e4!!! e5??? 2. Nf3 ?!? *');
    expect(moves.map(({ nags }) => nags)).toEqual([[3], [4], [5]]);
  });

  test('comments belong to the move they follow, or come before the first', () => {
    const game = readOne('{the  start} 1. e4 {one} {two}; three\n{} e5 *');
    expect(game.comments).toEqual(['the start']);
    expect(game.moves.map(({ comments }) => comments)).toEqual([['one', 'two', 'three'], []]);
  });

  test('a comment after the result belongs to that game', () => {
    const text = '1. e4 e5 1-0 {Black lost on time} ; and how\n[Event "2"]\n{first} 1. d4 *';
    const [one, two] = unwrap(parsePgn(text));
    expect(one!.moves.at(-1)!.comments).toEqual(['Black lost on time', 'and how']);
    expect(two!.comments).toEqual(['first']);
  });

  test('tags may contain quotes and backslashes, escaped or not, and share a line', () => {
    const game = readOne(
      '[White "Ann \\"the Ram\\""] [Black "C:\\\\x"][Site "The "Big" one"]\n[Annotator "a\\"]\n*',
    );
    expect(Object.fromEntries(game.tags)).toEqual({
      White: 'Ann "the Ram"',
      Black: 'C:\\x',
      Site: 'The "Big" one',
      Annotator: 'a\\',
    });
  });

  test('moves and comments may follow a tag on its line', () => {
    for (const [text, tags, moves] of [
      ['[Event "x"][White "a"]1. e4 e5 2. Nf3 *', { Event: 'x', White: 'a' }, 'e2e4 e7e5 g1f3'],
      ['[Event "x"]{c} 1. e4 1-0', { Event: 'x' }, 'e2e4'],
      ['[White "a"]1. e4 {a "quoted"] word} e5 *', { White: 'a' }, 'e2e4 e7e5'],
      ['[Site "The "Big" one"]1. e4 {"c"]} *', { Site: 'The "Big" one' }, 'e2e4'],
      [
        '[Site "The "Big" [3] one" ][White "a\\"] e4 *',
        { Site: 'The "Big" [3] one', White: 'a\\' },
        'e2e4',
      ],
      ['[Site "The "Big" [one"]\n1. e4 *', { Site: 'The "Big" [one' }, 'e2e4'],
    ] as const) {
      const game = readOne(text);
      expect(Object.fromEntries(game.tags), text).toEqual(tags);
      expect(ucis(game), text).toBe(moves);
    }
  });

  test('text in brackets that is not a tag is named, and the moves after it are read', () => {
    for (const [text, ...malformed] of [
      ['1. e4 e5 [%clk 1] 2. Nf3 Nc6 *', '[%clk 1]'],
      ['1. e4 [a [b] c]e5 [[x]] 2. Nf3 (2. f4 [y]) Nc6 * [z]', '[a [b] c]', '[[x]]', '[y]', '[z]'],
      ['[White Ann]\n[Black "Bob" x] 1. e4 e5 2. Nf3 Nc6', '[White Ann]', '[Black "Bob" x]'],
      ['1. e4 e5 [ 2. d4\n2. Nf3 Nc6', '[ 2. d4'],
    ]) {
      const [game, next, ...more] = read(`${text}\n\n[Event "next"]\n1. d4 *`);
      expect(more).toEqual([]);
      expect(ucis(game!), text).toBe('e2e4 e7e5 g1f3 b8c6');
      expect(game!.problems, text).toEqual(malformed.map((part) => `'${part}' is not PGN`));
      expect(next).toMatchObject({ problems: [] });
    }
  });

  test.each(['', ' ', '?', '-'])('the FEN %j is that of the usual start', (fen) => {
    const game = readOne(`[FEN "${fen}"]\n\n1. e4 *`);
    expect(formatFen(game.start)).toBe(START_FEN);
    expect(ucis(game)).toBe('e2e4');
  });

  test('a game that both sides lose, or one draws and the other loses, has no result of the standard', () => {
    const moves = '1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7';
    for (const result of ['0-0', '0–0', '1/2-0', '0-1/2', '½-0', '0-½']) {
      const head = `[Event "a"]\n[Result "${result}"]`;
      const next = '[Event "b"]\n\n1. e4 1-0';
      const played = `${head}\n\n${moves} ${result}\n\n${next}`;
      const forfeited = `${head}\n\n${result}\n\n${next}`;
      for (const [text, plies] of [[played, 6] as const, [forfeited, 0] as const]) {
        const games = unwrap(parsePgn(text));
        expect(games.map((game) => [game.moves.length, game.result])).toEqual([
          [plies, '*'],
          [1, '1-0'],
        ]);
      }
    }
    const commented = readOne(`[Result "0-0"]\n\n${moves} {both} 0-0 {phones rang}`);
    expect(commented.moves.at(-1)!.comments).toEqual(['both', 'phones rang']);
    expect(readOne('[Result "0-0"]\n\n0-0 {nobody came}').comments).toEqual(['nobody came']);
    const castled = readOne(`[Result "0-0"]\n\n${moves} 4. 0-0 0-0 5. d3 d6 0-0`);
    expect(ucis(castled)).toMatch(/e1h1 e8h8 d2d3 d7d6$|e1g1 e8g8 d2d3 d7d6$/);
    expect(ucis(readOne(`${moves} 4. 0-0`))).toMatch(/e1g1$/);
  });

  test('a second result is named, and is not a game', () => {
    const found = read('1. e4 1-0 1-0\n\n1. d4 1/2-1/2 {a draw?} 0-1 *\n[Event "next"]\n*');
    expect(found.map(({ result, problems }) => [result, problems])).toEqual([
      ['1-0', ['a second result, 1-0']],
      ['1/2-1/2', ['a second result, 0-1', 'a second result, *']],
      ['*', []],
    ]);
  });

  test('a game without a result ends at the tags of the next one', () => {
    const found = read(
      '[Event "a"]\n[Result "1-0"]\n\n1. e4\n\n[Event "b"]\n\n[Event "c"]\n\n1. d4 * 1. c4 0-1',
    );
    expect(found.map((game) => [game.tags.get('Event'), ucis(game), game.result])).toEqual([
      ['a', 'e2e4', '1-0'],
      ['b', '', '*'],
      ['c', 'd2d4', '*'],
      [undefined, 'c2c4', '0-1'],
    ]);
    expect(read('')).toEqual([]);
    expect(read(' \n; nothing\n')).toEqual([]);
  });

  test('Chess960 starts may be X-FEN or Shredder-FEN', () => {
    for (const variant of ['Chess960', 'fischerandom', 'Freestyle Chess']) {
      const game = readOne(
        `[Variant "${variant}"]\n[FEN "4k3/8/8/8/8/8/8/rRK4R w HB - 0 1"]\n\n1. O-O *`,
      );
      expect(ucis(game)).toBe('c1h1');
    }
    expect(readOne('[Variant "From Position"]\n1. e4 *').start.chess960).toBe(false);
    expect(formatFen(readOne('1. e4 *').start)).toBe(START_FEN);
  });

  test('other variants and bad games are rejected with the reason, the others are read', () => {
    const faulty: [string, RegExp][] = [
      ['1. e4 e5 2. Ke3 *', /game 1: move 2\. illegal move: 'Ke3'/],
      ['1. e4 Zz *', /game 1: move 1\.\.\. not a move: 'Zz'/],
      ['1. e4 f6 2. Qh5+ -- *', /game 1: move 2\.\.\. a null move leaves the king in check/],
      ['[FEN "nonsense"]\n*', /game 1: the FEN tag/],
      ['[Variant "Atomic"]\n1. e4 *', /variant 'Atomic'/],
      ['1. e4 *\n1. e5 *', /game 2: move 1\./],
      ['1. constructor *', /not a move/],
    ];
    for (const [text, reason] of faulty) {
      const parsed = parsePgn(text);
      expect(parsed.ok ? 'read' : parsed.error.message).toMatch(reason);
      const [last] = [...readPgnGames(`${text}\n\n[Event "good"]\n1. d4 *`)].slice(-1);
      expect(last!.ok && ucis(last!.value), text).toBe('d2d4');
    }
  });

  test.each(['3. a3', '3. --', '3. nonsense', '3. a3 a6 4. b3'])(
    'mate ends a game: %s after it is left out',
    (more) => {
      const { moves, problems, result } = readOne(`1. f3 e5 2. g4 Qh4# ${more} 1-0`);
      const [, text] = more.split(' ');
      const problem = `3. ${text} comes after the end of the game (checkmate)`;
      expect([moves.length, problems, result]).toEqual([4, [problem], '1-0']);
    },
  );

  test('so does stalemate, also in a variation', () => {
    const fen = '[FEN "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"]';
    const { moves, problems } = readOne(`${fen}\n1. Qf7 Kg8 1/2-1/2`);
    expect(moves).toHaveLength(1);
    expect(problems).toEqual(['1... Kg8 comes after the end of the game (stalemate)']);
    const [game] = [...readPgnGames(`${fen}\n1. Qf8# (1. Qf7 Kg8) 1-0`, { variations: true })];
    expect(unwrap(game!).problems).toEqual([
      'variation: 1... Kg8 comes after the end of the game (stalemate)',
    ]);
  });

  test('null moves are read and written', () => {
    const game = readOne('1. e4 -- 2. d4 Z0 3. Nf3 Nc6 *');
    expect(ucis(game)).toBe('e2e4 0000 d2d4 0000 g1f3 b8c6');
    const text = formatPgn({ start: game.start, moves: game.moves, result: '*' });
    expect(text).toContain('1. e4 -- 2. d4 -- 3. Nf3 Nc6 *');
    const chess = new ChessJs();
    const position = game.start.clone();
    for (const { move } of game.moves) {
      chess.move(formatSan(position, move));
      playPgnMove(position, move);
      expect(formatFen(position)).toBe(chess.fen());
    }
  });

  test('move numbers may have an ellipsis', () => {
    for (const text of ['1. e4 1…c5 2. d4', '1. e4 1… c5 2.… d4', '1. e4 {x} …c5 2. d4 …'])
      expect(ucis(readOne(`${text} *`)), text).toBe('e2e4 c7c5 d2d4');
  });

  test('a null move may be 0000, which is not a move number', () => {
    for (const text of ['1. e4 0000 2. d4 *', '1. e4 1...0000 2. d4 *', 'e4 0000 d4 *']) {
      expect(ucis(readOne(text)), text).toBe('e2e4 0000 d2d4');
    }
  });

  test('megabytes of anything are read in linear time and do not affect the next game', () => {
    const size = 1 << 22;
    const good = '\n\n[Event "good"]\n1. d4 *';
    for (const [before, piece, after] of [
      ['1. e4 ', '!', ''],
      ['1. e4', '!', 'x'],
      ['1. e4 {', '{[%eval ', '}'],
      ['1. e4 {', ' ', 'x}'],
      ['[White "', 'x', '"]'],
      ['[White "', '\\"', '"]'],
      ['[White "', '" ', '"]'],
      ['[White "a"', ' ', 'b'],
      ['[White "', '] ', ''],
      ['[', 'W', ''],
      ['[White ', ' ', ''],
      ['', '[a "x" b] ', ''],
      ['', '[a "["] ', ''],
      ['1. ', '9', ''],
      ['1. ', '.', 'x'],
      ['1. e4 ', '( ', ') '.repeat(size)],
      ['1. e4 ', '$', ' '],
      ['%', 'x', ''],
    ]) {
      const text = `${before}${piece!.repeat(size / piece!.length)}${after}${good}`;
      const [last] = [...readPgnGames(text)].slice(-1);
      expect(last!.ok && ucis(last!.value), `${before}${piece}…${after?.slice(0, 9)}`).toBe('d2d4');
    }
  });

  test('input that is not a string is rejected', () => {
    for (const value of [null, undefined, 5, {}]) {
      const parsed = parsePgn(value as unknown as string);
      expect(parsed.ok ? 'read' : parsed.error).toBeInstanceOf(ChessError);
    }
  });

  test('any text is read or rejected quickly', () => {
    const bits = fc.constantFrom('[', ']', '"', '\\', '{', '}', '(', ')', ';', '%', '\n', '$1 ');
    const words = fc.constantFrom('1.', ' e4', ' e5 ', '*', '1-0', '[Event "x"]', '!?', '--', ' ');
    fc.assert(
      fc.property(fc.array(fc.oneof(bits, words, fc.string()), { maxLength: 60 }), (pieces) => {
        for (const game of readPgnGames(pieces.join(''))) void game;
      }),
      { numRuns: 300 },
    );
    for (const piece of ['[a "', '"', '(', '[x "\\', '" ', '1.', '!', '{ ', '%', '[a "x" ']) {
      parsePgn(piece.repeat(200_000));
    }
  });

  test('a game longer than any possible one is rejected, and the next one is read', () => {
    const endless = `${'Nf3 Nf6 Ng1 Ng8 '.repeat(100_000)}*`;
    const games = [...readPgnGames(`${endless}\n\n1. e4 *`)];
    expect(games[0]).toMatchObject({ ok: false, error: { message: 'more than 20000 plies' } });
    expect(games[1]).toMatchObject({ ok: true });
  });
});
