/** What a game knows beyond its rules: pieces, moves in detail, annotations, PGN, how it is printed. */
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Game } from '../../../src/chess/game/game.ts';
import type { MoveSquares } from '../../../src/chess/game/moveDetails.ts';
import { positionFromFen, START_FEN } from '../../../src/chess/notation/fen.ts';
import { formatPgn } from '../../../src/chess/notation/pgn.ts';
import { type PgnGame, parsePgn, readPgnGames } from '../../../src/chess/notation/pgnReader.ts';
import { ChessError, unwrap } from '../../../src/util/result.ts';
import { playInChessJs } from '../../support/drawOracles.ts';
import { CASTLING_STARTS, chess960Starts, STARTS } from '../../support/games.ts';
import { ChessJs } from '../../support/oracles.ts';
import { shuffledTexts } from '../../support/shuffles.ts';

const TYPES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' } as const;
const COLORS = { w: 'white', b: 'black' } as const;
const SQUARES = Array.from({ length: 64 }, (_, i) => `${'abcdefgh'[i & 7]}${(i >> 3) + 1}`);

/** Anything that JavaScript can pass instead of what is wanted. */
const RUBBISH = [undefined, null, 5, {}, [], Symbol('x'), Object.create(null), '', 'z9'].map(
  (rubbish) => ({ rubbish, name: inspect(rubbish) }),
);

describe('pieces and moves agree with chess.js', () => {
  test('in random games: pieces, check, legal moves by square, and every move in detail', () => {
    fc.assert(
      fc.property(shuffledTexts(60), ({ start, moves }) => {
        const game = new Game(start);
        for (const uci of moves) {
          if (game.isOver()) break;
          game.play(uci);
        }
        const chess = new ChessJs(start);
        for (const uci of game.moves()) playInChessJs(chess, uci);
        for (const square of SQUARES) {
          const piece = chess.get(square as never);
          const expected = piece && { color: COLORS[piece.color], type: TYPES[piece.type] };
          expect(game.pieceAt(square)).toEqual(expected ?? null);
        }
        expect(game.inCheck).toBe(chess.inCheck());
        const detailed = chess.history({ verbose: true }).map((move) => ({
          color: COLORS[move.color],
          piece: TYPES[move.piece],
          from: move.from as string,
          to: move.to as string,
          captured: move.captured === undefined ? null : TYPES[move.captured],
          promotion: move.promotion === undefined ? null : TYPES[move.promotion],
          castling: move.isKingsideCastle()
            ? 'kingside'
            : move.isQueensideCastle()
              ? 'queenside'
              : null,
          san: move.san,
          uci: move.lan,
        }));
        expect(game.history()).toEqual(detailed);
        if (game.isOver()) return;
        const legal = chess.moves({ verbose: true });
        for (const square of SQUARES) {
          const sans = legal.filter(({ from }) => from === square).map(({ san }) => san);
          expect(game.legalSans(square).sort()).toEqual(sans.sort());
          expect(game.legalMoveDetails(square).map(({ san }) => san)).toEqual(
            game.legalSans(square),
          );
          for (const { from } of game.legalMoveDetails(square)) expect(from).toBe(square);
        }
        expect(game.legalMoves().sort()).toEqual(legal.map(({ lan }) => lan).sort());
        expect(game.legalSans().sort()).toEqual(legal.map(({ san }) => san).sort());
      }),
      { numRuns: 40 },
    );
  });

  test('play returns the move', () => {
    const game = new Game('rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1');
    expect(game.play('dxe3')).toEqual({
      color: 'black',
      piece: 'pawn',
      from: 'd4',
      to: 'e3',
      captured: 'pawn',
      promotion: null,
      castling: null,
      san: 'dxe3',
      uci: 'd4e3',
    });
  });

  test.each([...STARTS, ...CASTLING_STARTS])(
    'play takes moves in detail, and by their squares: %s',
    (start) => {
      const game = new Game(start);
      for (const details of game.legalMoveDetails()) {
        const { from, to, promotion, castling } = details;
        expect(game.play(details)).toEqual(details);
        game.undo();
        expect(game.play({ from, to, promotion, castling })).toEqual(details);
        game.undo();
      }
    },
  );

  test('in Chess960 castling is king takes rook, or named where the king may move to the same square', () => {
    const playOn = (squares: MoveSquares) =>
      new Game('k7/8/8/8/8/8/8/5K1R w H - 0 1').play(squares).san;
    expect(playOn({ from: 'f1', to: 'g1' })).toBe('Kg1');
    expect(playOn({ from: 'f1', to: 'g1', castling: 'kingside' })).toBe('O-O');
    expect(playOn({ from: 'f1', to: 'h1' })).toBe('O-O');
  });

  test('squares of a move need the promotion where a pawn promotes, and only there', () => {
    const game = new Game('7k/P7/8/8/8/8/8/K7 w - - 0 1');
    const promote = (promotion?: unknown) =>
      game.play({ from: 'a7', to: 'a8', promotion } as MoveSquares);
    expect(promote).toThrow(new ChessError('a7a8 promotes a pawn, but promotion is missing'));
    expect(() => promote('q')).toThrow(
      new ChessError("promotion must be queen, rook, bishop or knight, not 'q'"),
    );
    expect(game.play({ from: 'a1', to: 'a2', promotion: 'queen' }).san).toBe('Ka2');
    game.undo();
    const castling = 'O-O' as never;
    expect(() => game.play({ from: 'a1', to: 'a2', castling })).toThrow(
      new ChessError("castling must be kingside or queenside, not 'O-O'"),
    );
    expect(promote('rook').san).toBe('a8=R+');
    expect(() => game.play({ from: 'h8', to: 'h6' })).toThrow(
      new ChessError("illegal move: 'h8h6'"),
    );
    expect(() => game.play({ from: 'h8' } as never)).toThrow(ChessError);
  });

  test.each(RUBBISH)('$name is no square', ({ rubbish }) => {
    const game = new Game();
    expect(() => game.pieceAt(rubbish as never)).toThrow(ChessError);
    if (rubbish !== undefined) expect(() => game.legalMoves(rubbish as never)).toThrow(ChessError);
  });
});

test.each(RUBBISH)('$name is neither a move nor a start', ({ rubbish }) => {
  expect(() => new Game().play(rubbish as never)).toThrow(ChessError);
  if (rubbish !== undefined) expect(() => new Game(rubbish as never)).toThrow(ChessError);
  expect(() => Game.fromPgn(rubbish as never)).toThrow(ChessError);
});

describe('annotations', () => {
  const annotated = () => {
    const game = new Game();
    game.comment = 'A quiet start';
    game.play('e4');
    game.comment = 'best by test';
    game.glyphs = [1];
    game.play('e5');
    game.addVariation(['c5', 'Nf3']);
    game.addVariation(['e7e6']);
    game.tags.set('White', 'Ann');
    return game;
  };

  test('are those of the last move, and gone with it', () => {
    const game = annotated();
    expect(game.variations()).toEqual([['c5', 'Nf3'], ['e6']]);
    expect([game.comment, game.glyphs]).toEqual(['', []]);
    game.undo();
    expect([game.comment, game.glyphs, game.variations()]).toEqual(['best by test', [1], []]);
    game.undo();
    expect(game.comment).toBe('A quiet start');
  });

  test('are written to PGN and read from it', () => {
    const game = annotated();
    expect(game.pgn()).toContain(
      '{A quiet start} 1. e4 $1 {best by test} 1... e5 (1... c5 2. Nf3) (1... e6) *',
    );
    const back = Game.fromPgn(game.pgn());
    expect(back.pgn()).toBe(game.pgn());
    expect(back.tags.get('White')).toBe('Ann');
    expect(back.variations()).toEqual(game.variations());
  });

  test('a glyph or a variation needs a move; illegal variations change nothing', () => {
    const game = new Game();
    expect(() => game.addVariation(['e4'])).toThrow('no move has been played');
    expect(() => {
      game.glyphs = [1];
    }).toThrow(ChessError);
    game.play('e4');
    for (const line of [[], 'd4', null]) {
      const message = 'a variation must be an array of one or more moves';
      expect(() => game.addVariation(line as never)).toThrow(message);
    }
    for (const line of [['d5'], ['d4', 'd4']]) {
      expect(() => game.addVariation(line)).toThrow(ChessError);
    }
    for (const nags of [[-1], [256], [2 ** 32 + 1], [1e30], [0.5], 1, ['1']]) {
      expect(() => {
        game.glyphs = nags as never;
      }).toThrow(ChessError);
    }
    expect(() => {
      game.comment = 5 as never;
    }).toThrow(ChessError);
    expect([game.variations(), game.glyphs, game.comment]).toEqual([[], [], '']);
  });
});

describe('PGN', () => {
  test('what parsePgn gives, formatPgn takes', () => {
    const text = '[White "A"]\n\n{first} 1. e4 $1 {said} (1. d4 d5) 1... e5 1-0\n';
    const [read] = [...readPgnGames(text, { variations: true })].map(unwrap);
    const written = formatPgn(read!);
    const [again] = [...readPgnGames(written, { variations: true })].map(unwrap);
    expect(formatPgn(again!)).toBe(written);
    expect(written).toContain('[White "A"]');
    expect(written).toContain('{first} 1. e4 $1 {said} (1. d4 d5) 1... e5 1-0');
  });

  test('tags cannot contradict the game', () => {
    const fen = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1';
    for (const [tag, value] of Object.entries({ FEN: 'zz', SetUp: '7', Result: '1-0' })) {
      for (const game of [new Game(), new Game(fen)]) {
        const write = () => game.pgn({ [tag]: value });
        expect(write).toThrow(ChessError);
        expect(write).toThrow(`the ${tag} of this game is '`);
        // Its own tags are those of the text that it was read from.
        game.tags.set(tag, value);
        expect(game.pgn()).not.toContain(value);
      }
    }
    const own = { FEN: fen, SetUp: '1', Result: '*', Variant: 'Chess960' };
    expect(new Game(fen).pgn(own)).toContain(`[SetUp "1"]\n[FEN "${fen}"]`);
    expect(new Game().pgn({ FEN: START_FEN, Variant: 'Chess960' })).not.toMatch(/FEN|Variant/);
    expect(new Game().pgn({ Variant: 'Standard' })).toContain('[Variant "Standard"]');
    expect(() => new Game().pgn({ 'bad tag': 'x' })).toThrow(ChessError);
    expect(() => new Game().pgn({ White: 5 as never })).toThrow(ChessError);
  });

  test('a game of Chess960 comes back from its PGN', () => {
    fc.assert(
      fc.property(chess960Starts, (fen) => {
        const start = positionFromFen(fen);
        start.chess960 = true;
        const game = new Game(start);
        game.play(game.legalMoves()[0]!);
        const back = Game.fromPgn(game.pgn());
        expect(back.toJSON()).toEqual(game.toJSON());
      }),
      { numRuns: 50 },
    );
  });

  test('a result that the board does not show is kept, one that it shows is the board’s', () => {
    expect(Game.fromPgn('1. e4 e5 0-1').result()).toBe('0-1');
    expect(Game.fromPgn('1. f3 e5 2. g4 Qh4# 1-0').result()).toBe('0-1');
    expect(Game.fromPgn('1. e4 *').isOver()).toBe(false);
  });

  test('what cannot be read or contradicts the board is said', () => {
    const problemsOf = (pgn: string) => Game.fromPgn(pgn).problems;
    expect(problemsOf('1. e4 e5 0-1')).toEqual([]);
    expect(problemsOf('1. e4 {open')).toEqual(['the comment after 1. e4 is not closed']);
    expect(problemsOf('1. f3 e5 2. g4 Qh4# 3. a3 0-1')).toEqual([
      '3. a3 comes after the end of the game (checkmate)',
    ]);
    expect(problemsOf('1. f3 e5 2. g4 Qh4# 1-0')).toEqual([
      'the result is 1-0, but the board says 0-1 (checkmate)',
    ]);
  });

  test('there may be more problems than fit as arguments of a call', () => {
    const game = Game.fromPgn(`1. e4 *${' *'.repeat(150_000)}`);
    expect(game.clone().problems).toHaveLength(150_000);
  });

  const SHUFFLE = Array.from({ length: 4 }, (_, i) => {
    return i % 2 === 0 ? 'Nf3 Nf6' : 'Ng1 Ng8';
  }).join(' ');
  const PAWNS = '4k3/p7/8/8/8/8/P7/4K2R w - - 149 100';

  test.each([
    [`${SHUFFLE} ${SHUFFLE} e4 e5 1-0`, 16, 'fivefold repetition', '1/2-1/2', '9. e4'],
    [
      `[FEN "${PAWNS}"]\n\n100. Rh2 Kd7 101. a4 *`,
      1,
      'seventy-five-move rule',
      '1/2-1/2',
      '100... Kd7',
    ],
    [
      '[FEN "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1"]\n\n1. Kxe2 Kd7 1-0',
      1,
      'insufficient material',
      '1/2-1/2',
      '1... Kd7',
    ],
  ])('a game ends where the rules end it: %s', (pgn, plies, end, result, next) => {
    const game = Game.fromPgn(pgn);
    expect(game.moves()).toHaveLength(plies);
    expect([game.end(), game.result()]).toEqual([end, result]);
    expect(game.problems[0]).toBe(`${next} comes after the end of the game (${end})`);
    expect(game.pgn()).toContain(`[Result "${result}"]`);
    expect(Game.fromPgn(game.pgn()).problems).toEqual([]);
  });

  test('one game of several is chosen by parsePgn', () => {
    const games = unwrap(parsePgn('1. e4 *\n\n1. d4 d5 *')).map((game) => Game.fromPgn(game));
    expect(games.map((game) => game.sans())).toEqual([['e4'], ['d4', 'd5']]);
    expect(Game.fromPgn('1. e4 *\n\n1. d4 d5 *').sans()).toEqual(['e4']);
  });

  test('bytes of a file, and what parsePgn returns, are named as what they are', () => {
    const bytes = Buffer.from('1. e4 *');
    const parsed = parsePgn(bytes as never);
    expect(parsed.ok || parsed.error.message).toMatch("PGN is text, not '[object Uint8Array]'");
    const read = (pgn: unknown) => () => Game.fromPgn(pgn as never);
    expect(read(bytes)).toThrow(
      "neither PGN nor a game as parsePgn reads it: '[object Uint8Array]'",
    );
    expect(read(parsePgn('1. e4 *'))).toThrow("as parsePgn reads it: '[object Object]'");
  });

  test('a game with illegal moves is refused, however it is given', () => {
    const [read] = unwrap(parsePgn('1. e4 e5 *')) as [PgnGame];
    const [e4] = read.moves;
    const twice = { ...read, moves: [e4, e4] };
    const varied = { ...read, moves: [{ ...e4, variations: [[{ ...e4, move: 5 }]] }] };
    for (const game of [twice, varied, { ...read, moves: [null] }, { ...read, result: 'x' }]) {
      expect(() => Game.fromPgn(game as never)).toThrow(ChessError);
    }
  });

  test.each(['', '1. e5 *', '1. e4 -- *', '[FEN "x"]\n\n*'])('%j is refused', (text) => {
    expect(() => Game.fromPgn(text)).toThrow(ChessError);
  });
});

test('glyphs cannot be added to the list that a game returns, which its copies would have too', () => {
  const game = Game.fromPgn('1. e4 $1 *');
  const clone = game.clone();
  expect(() => (game.glyphs as number[]).push(5)).toThrow(TypeError);
  game.glyphs = [...game.glyphs, 5];
  expect([game.glyphs, clone.glyphs]).toEqual([[1, 5], [1]]);
});

test('a comment of blanks, as from an emptied text field, is none', () => {
  const game = Game.fromPgn('1. e4 {best by test} *');
  game.comment = ' \n';
  expect([game.comment, game.pgn()]).toEqual(['', Game.fromPgn('1. e4 *').pgn()]);
});

test('a game read from PGN does not change with the comments of what it was read from', () => {
  const [read] = unwrap(parsePgn('{first} 1. e4 *'));
  const game = Game.fromPgn(read!);
  read!.comments.push('second');
  game.undo();
  expect(game.comment).toBe('first');
});

describe('a clone', () => {
  test('of a random game is equal to it, and neither changes with the other', () => {
    fc.assert(
      fc.property(shuffledTexts(60), ({ start, moves }) => {
        const game = new Game(start);
        for (const uci of moves) if (!game.isOver()) game.play(uci);
        if (game.claimableDraw() !== null) game.claimDraw();
        const clone = game.clone();
        const [json, pgn] = [game.toJSON(), game.pgn()];
        expect(clone.toJSON()).toEqual(json);
        expect([clone.occurrences(), clone.distinctPositions]).toEqual([
          game.occurrences(),
          game.distinctPositions,
        ]);
        while (clone.undo() !== null);
        expect([game.toJSON(), game.pgn()]).toEqual([json, pgn]);
        expect(clone.fen()).toBe(game.start);
      }),
    );
  });

  test('has the annotations, the tags, the problems and the result', () => {
    const pgn = '[White "Ann"]\n\n{Hi} 1. e4 $1 {best} (1. d4 d5 (1... f5)) 1... c5 {a} {b} 0-1 *';
    const game = Game.fromPgn(pgn);
    const clone = game.clone();
    expect([clone.pgn(), clone.problems]).toEqual([game.pgn(), game.problems]);
    clone.comment = 'mine';
    clone.glyphs = [5];
    clone.addVariation(['e5']);
    clone.tags.set('White', 'Bob');
    clone.undo();
    clone.glyphs = [6];
    expect(game.pgn()).toBe(Game.fromPgn(pgn).pgn());
    expect(game.problems).toHaveLength(1);
  });

  test('of a game of Chess960 castles as king takes rook too', () => {
    const start = positionFromFen('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
    start.chess960 = true;
    expect(new Game(start).clone().play('O-O').uci).toBe('e1h1');
  });
});

describe('printed', () => {
  test('a position is a board, in text and in the console', () => {
    const position = positionFromFen(START_FEN);
    expect(String(position)).toMatch(/^ {2}\+---.*?\n8 \| r \| n \|.*White to move$/s);
    expect(inspect(position)).toBe(String(position));
    expect(inspect({ position })).toContain('8 | r | n | b');
  });

  test('so is a game', () => {
    const game = new Game();
    game.play('e4');
    expect(inspect(game)).toBe(String(game));
    expect(String(game)).toContain('Black to move');
  });
});
