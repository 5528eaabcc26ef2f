/** Reading PGN: files of other programs are understood. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_MOVE } from '../../../src/chess/board/types.ts';
import { formatFen, START_FEN } from '../../../src/chess/notation/fen.ts';
import { formatPgn } from '../../../src/chess/notation/pgn.ts';
import { parsePgn, readPgnGames } from '../../../src/chess/notation/pgnReader.ts';
import { formatSan, playPgnMove } from '../../../src/chess/notation/san.ts';
import { ChessError, unwrap } from '../../../src/util/result.ts';
import { ChessJs } from '../../support/oracles.ts';
import { readGame, readGames, readWithVariations, uciMovesOf } from '../../support/pgn.ts';

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
      expect(uciMovesOf(readGame(text)), text).toBe('e2e4 e7e5 g1f3 b8c6');
    }
  });

  test('castling may be written with letters or zeros, and is not a result', () => {
    const fen = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
    const game = readGame(`[FEN "${fen}"]\n\n1.0-0 0-0-0+ 0-1`);
    expect(uciMovesOf(game)).toBe('e1g1 e8c8');
    expect(game.result).toBe('0-1');
  });

  test('results, castling and assessments may have dashes for hyphens, as in print', () => {
    const castles = '[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]\n\n';
    const game = readGame(`${castles}1. O–O –+ 0–0–0 −+ 0–1`);
    expect(uciMovesOf(game)).toBe('e1g1 e8c8');
    expect(readGame('1. e4 –– *').moves[1]!.move).toBe(NO_MOVE);
    const results = ['1–0', '0−1', '½–½', '1/2–1/2'].map(
      (word) => readGame(`1. e4 ${word}`).result,
    );
    expect(results).toEqual(['1-0', '0-1', '1/2-1/2', '1/2-1/2']);
    expect(readGame('[Result "1–0"]\n\n1. e4').result).toBe('1-0');
    expect(uciMovesOf(readGame('1. e2–e4 e7—e5 2. Ng1–f3 *'))).toBe('e2e4 e7e5 g1f3');
  });

  test('signs of Informants, such as N for a novelty and D for a diagram, are not moves', () => {
    expect(uciMovesOf(readGame('1. e4 ± e5 2. Nf3 N Nc6 3. Bb5 D a6 TN 4. Ba4 = *'))).toBe(
      'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4',
    );
  });

  test('an assessment may be attached to its move', () => {
    const game = readGame('1. e4= e5! 2. Nf3+- Nc6!?∓ 3. Bb5+/- a6⩲ 4. Ba4∞ Nf6-+ *');
    expect(uciMovesOf(game)).toBe('e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6');
    expect(game.moves.map(({ nags }) => nags)).toEqual([[], [1], [], [5], [], [], [], []]);
    const promotion = readGame(
      '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8=Q+- Kg6-+ 2. Qb8+= *',
    );
    expect(uciMovesOf(promotion)).toBe('a7a8q h7g6 a8b8');
  });

  test.each(['\x1a', '\r\n\x1a', '\0\0\0'])('the end of a file of DOS is not a game: %j', (end) => {
    const games = readGames(`1. e4 e5 *\r\n${end}`);
    expect(games.map(({ moves }) => moves.length)).toEqual([2]);
    expect(readGames(`1. e4 e5${end}`)[0]!.moves).toHaveLength(2);
  });

  test('a percent sign escapes a line at its beginning only', () => {
    expect(uciMovesOf(readGame('1. e4\n%e5 2. d4\ne5 *'))).toBe('e2e4 e7e5');
    const [game] = [...readPgnGames('1. e4 %e5 2. d4\ne5 *')];
    expect(game!.ok).toBe(false);
  });

  test('blanks may be those of print and web pages', () => {
    for (const text of [
      '1.\u00a0e4\u00a0e5 2.\u2003Nf3\u202fNc6 *',
      '1.\u200be4\u200b e5\u200e 2.\u2066Nf3\u2069 \u00adNc6 *',
    ]) {
      expect(uciMovesOf(readGame(text))).toBe('e2e4 e7e5 g1f3 b8c6');
    }
  });

  test('glyphs may be numbers or signs, attached or separate', () => {
    const game = readGame('1. e4! $14 e5?? 2. Nf3 !? $146 += Nc6?! 3. Bb5 $1 $1 -+ a6 *');
    expect(game.moves.map(({ nags }) => nags)).toEqual([[1, 14], [4], [5, 146], [6], [1, 1], []]);
    // Of more signs than any glyph has the last two count.
    const { moves } = readGame('1. e4!!! e5??? 2. Nf3 ?!? *');
    expect(moves.map(({ nags }) => nags)).toEqual([[3], [4], [5]]);
  });

  test('glyphs before the first move of a variation are glyphs of that move', () => {
    // ChessBase writes "better is" ($142) and "worse is" ($143) so.
    const text = '1. e4 ($142 1. d4! {solid} 1... d5 ($143 1... f5)) e5 *';
    const { moves } = readWithVariations(text);
    const [better] = moves[0]!.variations!;
    expect(better!.map(({ nags }) => nags)).toEqual([[142, 1], []]);
    expect(better![1]!.variations![0]![0]!.nags).toEqual([143]);
    expect(moves.map(({ nags }) => nags)).toEqual([[], []]);
  });

  test('comments belong to the move they follow, or come before the first', () => {
    const game = readGame('{the  start} 1. e4 {one} {two}; three\n{} e5 *');
    expect(game.comments).toEqual(['the start']);
    expect(game.moves.map(({ comments }) => comments)).toEqual([['one', 'two', 'three'], []]);
  });

  test('a comment after the result belongs to that game', () => {
    const text = '1. e4 e5 1-0 {Black lost on time} ; and how\n[Event "2"]\n{first} 1. d4 *';
    const [one, two] = readGames(text);
    expect(one!.moves.at(-1)!.comments).toEqual(['Black lost on time', 'and how']);
    expect(two!.comments).toEqual(['first']);
  });

  test('so does a glyph', () => {
    const [one, two] = readGames('1. e4 e5 1-0 $18\n\n[Event "2"]\n\n1. d4 *');
    expect(one!.moves.map(({ nags }) => nags)).toEqual([[], [18]]);
    expect(two!.moves.map(({ nags }) => nags)).toEqual([[]]);
  });

  test('and what follows parentheses after the result', () => {
    const [one, two] = readGames('1. e4 e5 1-0 (time) {lost} $18\n\n[Event "2"]\n\n1. d4 *');
    expect(one!.moves.at(-1)).toMatchObject({ nags: [18], comments: ['lost'] });
    expect(two!.comments).toEqual([]);
  });

  test('tags may contain quotes and backslashes, escaped or not, and share a line', () => {
    const game = readGame(
      '[White "Ann \\"the Ram\\""] [Black "C:\\\\x"][Site "The "Big" one"]\n[Annotator "a\\"]\n*',
    );
    expect(Object.fromEntries(game.tags)).toEqual({
      White: 'Ann "the Ram"',
      Black: 'C:\\x',
      Site: 'The "Big" one',
      Annotator: 'a\\',
    });
  });

  test.each(['\n', '\r\n'])('the value of a tag may continue on the next line: %j', (end) => {
    const text = `[Event "Open of${end}Wiesbaden"]${end}[White "Ann" ]${end}${end}1. e4 *`;
    const game = readGame(text);
    expect(Object.fromEntries(game.tags)).toEqual({ Event: 'Open of Wiesbaden', White: 'Ann' });
    expect(game.problems).toEqual([]);
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
      const game = readGame(text);
      expect(Object.fromEntries(game.tags), text).toEqual(tags);
      expect(uciMovesOf(game), text).toBe(moves);
    }
  });

  test('text in brackets that is not a tag is named, and the moves after it are read', () => {
    for (const [text, ...malformed] of [
      ['1. e4 e5 [%clk 1] 2. Nf3 Nc6 *', '[%clk 1]'],
      ['1. e4 [a [b] c]e5 [[x]] 2. Nf3 (2. f4 [y]) Nc6 * [z]', '[a [b] c]', '[[x]]', '[y]', '[z]'],
      ['[White Ann]\n[Black "Bob" x] 1. e4 e5 2. Nf3 Nc6', '[White Ann]', '[Black "Bob" x]'],
      ['1. e4 e5 [ 2. d4\n2. Nf3 Nc6', '[ 2. d4'],
    ]) {
      const [game, next, ...more] = readGames(`${text}\n\n[Event "next"]\n1. d4 *`);
      expect(more).toEqual([]);
      expect(uciMovesOf(game!), text).toBe('e2e4 e7e5 g1f3 b8c6');
      expect(game!.problems, text).toEqual(malformed.map((part) => `'${part}' is not PGN`));
      expect(next).toMatchObject({ problems: [] });
    }
  });

  test.each(['', ' ', '?', '-'])('the FEN %j is that of the usual start', (fen) => {
    const game = readGame(`[FEN "${fen}"]\n\n1. e4 *`);
    expect(formatFen(game.start)).toBe(START_FEN);
    expect(uciMovesOf(game)).toBe('e2e4');
  });

  test('a game that both sides lose, or one draws and the other loses, has no result of the standard', () => {
    const moves = '1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7';
    for (const result of ['0-0', '0–0', '1/2-0', '0-1/2', '½-0', '0-½']) {
      const head = `[Event "a"]\n[Result "${result}"]`;
      const next = '[Event "b"]\n\n1. e4 1-0';
      const played = `${head}\n\n${moves} ${result}\n\n${next}`;
      const forfeited = `${head}\n\n${result}\n\n${next}`;
      for (const [text, plies] of [[played, 6] as const, [forfeited, 0] as const]) {
        const games = readGames(text);
        expect(games.map((game) => [game.moves.length, game.result])).toEqual([
          [plies, '*'],
          [1, '1-0'],
        ]);
      }
    }
    const commented = readGame(`[Result "0-0"]\n\n${moves} {both} 0-0 {phones rang}`);
    expect(commented.moves.at(-1)!.comments).toEqual(['both', 'phones rang']);
    expect(readGame('[Result "0-0"]\n\n0-0 {nobody came}').comments).toEqual(['nobody came']);
    const castled = readGame(`[Result "0-0"]\n\n${moves} 4. 0-0 0-0 5. d3 d6 0-0`);
    expect(uciMovesOf(castled)).toMatch(/e1h1 e8h8 d2d3 d7d6$|e1g1 e8g8 d2d3 d7d6$/);
    expect(uciMovesOf(readGame(`${moves} 4. 0-0`))).toMatch(/e1g1$/);
  });

  test.each(['1-0', '1/2', ' 0-1 '])(
    'a * after the moves leaves the result in the tags: %j',
    (tag) => {
      const { result, problems } = readGame(`[Result "${tag}"]\n\n1. e4 e5 *`);
      expect([result, problems]).toEqual([tag.trim().replace(/^1\/2$/, '1/2-1/2'), []]);
    },
  );

  test('the result after the moves counts, and another one in the tags is named', () => {
    const { result, problems } = readGame('[Result "0-1"]\n\n1. e4 e5 1-0');
    const problem = 'the result is 1-0 after the moves, but 0-1 in the tags';
    expect([result, problems]).toEqual(['1-0', [problem]]);
    expect(readGame('[Result "*"]\n\n1. e4 e5 1-0')).toMatchObject({ result: '1-0', problems: [] });
  });

  test('a second result is named, and is not a game', () => {
    const found = readGames('1. e4 1-0 1-0\n\n1. d4 1/2-1/2 {a draw?} 0-1 *\n[Event "next"]\n*');
    expect(found.map(({ result, problems }) => [result, problems])).toEqual([
      ['1-0', ['a second result, 1-0']],
      ['1/2-1/2', ['a second result, 0-1', 'a second result, *']],
      ['*', []],
    ]);
  });

  test('neither is a result with blanks, or an assessment after it', () => {
    const found = readGames(
      '1. e4 1/2 - 1/2\n\n[Event "b"]\n\n1. d4 1-0 +-\n\n[Event "c"]\n\n1. c4 *',
    );
    expect(found.map((game) => [uciMovesOf(game), game.result])).toEqual([
      ['e2e4', '1/2-1/2'],
      ['d2d4', '1-0'],
      ['c2c4', '*'],
    ]);
  });

  test('a game may begin with a broken tag', () => {
    const found = readGames('1. e4 e5 1-0\n\n[Event "b]\n\n1-0\n\n[White "c]\n\n{c} 1. d4 *');
    expect(found.map((game) => [uciMovesOf(game), game.result, game.problems])).toEqual([
      ['e2e4 e7e5', '1-0', []],
      ['', '1-0', [`'[Event "b]' is not PGN`]],
      ['d2d4', '*', [`'[White "c]' is not PGN`]],
    ]);
    expect(found.map(({ comments }) => comments)).toEqual([[], [], ['c']]);
  });

  test('a game may have tags and a comment only', () => {
    const found = readGames('{all}\n[White "a"]\n\n{forfeit}\n\n[White "b"]\n\n1. d4 *');
    expect(found.map(({ tags, comments }) => [tags.get('White'), comments])).toEqual([
      ['a', ['all', 'forfeit']],
      ['b', []],
    ]);
  });

  test('a game without a result ends at the tags of the next one', () => {
    const found = readGames(
      '[Event "a"]\n[Result "1-0"]\n\n1. e4\n\n[Event "b"]\n\n[Event "c"]\n\n1. d4 * 1. c4 0-1',
    );
    expect(found.map((game) => [game.tags.get('Event'), uciMovesOf(game), game.result])).toEqual([
      ['a', 'e2e4', '1-0'],
      ['b', '', '*'],
      ['c', 'd2d4', '*'],
      [undefined, 'c2c4', '0-1'],
    ]);
    expect(readGames('')).toEqual([]);
    expect(readGames(' \n; nothing\n')).toEqual([]);
  });

  test('Chess960 starts may be X-FEN or Shredder-FEN', () => {
    for (const variant of ['Chess960', 'fischerandom', 'Freestyle Chess']) {
      const game = readGame(
        `[Variant "${variant}"]\n[FEN "4k3/8/8/8/8/8/8/rRK4R w HB - 0 1"]\n\n1. O-O *`,
      );
      expect(uciMovesOf(game)).toBe('c1h1');
    }
    expect(readGame('[Variant "From Position"]\n1. e4 *').start.chess960).toBe(false);
    expect(formatFen(readGame('1. e4 *').start)).toBe(START_FEN);
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
      expect(last!.ok && uciMovesOf(last!.value), text).toBe('d2d4');
    }
  });

  test.each(['3. a3', '3. --', '3. nonsense', '3. a3 a6 4. b3'])(
    'mate ends a game: %s after it is left out',
    (more) => {
      const { moves, problems, result } = readGame(`1. f3 e5 2. g4 Qh4# ${more} 1-0`);
      const [, text] = more.split(' ');
      const problem = `3. ${text} comes after the end of the game (checkmate)`;
      expect([moves.length, problems, result]).toEqual([4, [problem], '1-0']);
    },
  );

  test('so does stalemate, also in a variation', () => {
    const fen = '[FEN "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"]';
    const { moves, problems } = readGame(`${fen}\n1. Qf7 Kg8 1/2-1/2`);
    expect(moves).toHaveLength(1);
    expect(problems).toEqual(['1... Kg8 comes after the end of the game (stalemate)']);
    const [game] = [...readPgnGames(`${fen}\n1. Qf8# (1. Qf7 Kg8) 1-0`, { variations: true })];
    expect(unwrap(game!).problems).toEqual([
      'variation: 1... Kg8 comes after the end of the game (stalemate)',
    ]);
  });

  test('null moves are read and written', () => {
    const game = readGame('1. e4 -- 2. d4 Z0 3. Nf3 Nc6 *');
    expect(uciMovesOf(game)).toBe('e2e4 0000 d2d4 0000 g1f3 b8c6');
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
      expect(uciMovesOf(readGame(`${text} *`)), text).toBe('e2e4 c7c5 d2d4');
  });

  test('a null move may be 0000, which is not a move number', () => {
    for (const text of ['1. e4 0000 2. d4 *', '1. e4 1...0000 2. d4 *', 'e4 0000 d4 *']) {
      expect(uciMovesOf(readGame(text)), text).toBe('e2e4 0000 d2d4');
    }
  });

  test('megabytes of anything are read in linear time and do not affect the next game', () => {
    const size = 1 << 21;
    const good = '\n\n[Event "good"]\n1. d4 *';
    for (const [before, piece, after] of [
      ['1. e4 ', '!', ''],
      ['1. e4', '!', 'x'],
      ['', '"', ''],
      ['', '[x "\\', ''],
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
      expect(last!.ok && uciMovesOf(last!.value), `${before}${piece}…${after?.slice(0, 9)}`).toBe(
        'd2d4',
      );
    }
  });

  test('input that is not a string is rejected', () => {
    for (const value of [null, undefined, 5, {}]) {
      const parsed = parsePgn(value as unknown as string);
      expect(parsed.ok ? 'read' : parsed.error).toBeInstanceOf(ChessError);
    }
  });

  test('any text is read or rejected', () => {
    const bits = fc.constantFrom('[', ']', '"', '\\', '{', '}', '(', ')', ';', '%', '\n', '$1 ');
    const words = fc.constantFrom('1.', ' e4', ' e5 ', '*', '1-0', '[Event "x"]', '!?', '--', ' ');
    fc.assert(
      fc.property(fc.array(fc.oneof(bits, words, fc.string()), { maxLength: 60 }), (pieces) => {
        for (const game of readPgnGames(pieces.join(''))) void game;
      }),
      { numRuns: 300 },
    );
  });

  test('a move may have more comments than fit as arguments of a call', () => {
    const size = 150_000;
    const comments = '{x} '.repeat(size);
    for (const moves of [`1. e4 (${comments}) *`, `1. e4 0-0 ${comments}`]) {
      const game = readWithVariations(`[Result "0-0"]\n\n${moves}`);
      expect(game.moves[0]!.comments, moves.slice(0, 20)).toHaveLength(size);
    }
  });

  test('a game longer than any possible one is rejected, and the next one is read', () => {
    const endless = `${'Nf3 Nf6 Ng1 Ng8 '.repeat(100_000)}*`;
    const games = [...readPgnGames(`${endless}\n\n1. e4 *`)];
    expect(games[0]).toMatchObject({ ok: false, error: { message: 'more than 20000 plies' } });
    expect(games[1]).toMatchObject({ ok: true });
  });
});
