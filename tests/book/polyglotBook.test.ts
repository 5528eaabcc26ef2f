import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BookMaker } from '../../src/book/makeBook.ts';
import { Book, chooseBookMove, MAX_WEIGHT } from '../../src/book/polyglotBook.ts';
import {
  formatKey,
  passedSquare,
  passedSquareOfFen,
  polyglotKey,
} from '../../src/book/polyglotKey.ts';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import { NO_SQUARE } from '../../src/chess/board/types.ts';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { type PgnGame, parsePgn } from '../../src/chess/notation/pgnReader.ts';
import { formatUciMove, parseUciMove } from '../../src/chess/notation/uciMove.ts';
import { openingsFromBook } from '../../src/selfplay/bookOpenings.ts';
import { Random } from '../../src/util/random.ts';
import { unwrap } from '../../src/util/result.ts';
import { bookOf } from '../support/books.ts';
import { allStarts, checkGames, lastPosition } from '../support/games.ts';

/** A book of another program, and what python-chess reads from it, in the folder BOOK_PATH. */
const BOOK_PATH = process.env.BOOK_PATH ?? '';
if (BOOK_PATH === '') {
  console.warn('BOOK_PATH is not set: tests that need the book of another tool are skipped');
}

const keyOfFen = (fen: string): string =>
  formatKey(polyglotKey(positionFromFen(fen), passedSquareOfFen(fen)));

function keyAfter(moves: string): string {
  const position = positionFromFen(START_FEN);
  let passed = position.epSquare;
  for (const text of moves.split(' ').filter(Boolean)) {
    const move = unwrap(parseUciMove(position, text));
    position.make(move);
    passed = passedSquare(move);
  }
  return formatKey(polyglotKey(position, passed));
}

const makeBook = (...game: Parameters<typeof bookOf>): Book => unwrap(Book.parse(bookOf(...game)));

const movesOf = (book: Book, fen: string) => {
  const position = positionFromFen(fen);
  return book
    .find(position, passedSquareOfFen(fen))
    .map(({ move, weight }) => [formatUciMove(move), weight]);
};

describe('Polyglot keys', () => {
  // The examples of the format's description.
  it.each([
    ['', '463b96181691fc9c'],
    ['e2e4', '823c9b50fd114196'],
    ['e2e4 d7d5', '0756b94461c50fb0'],
    ['e2e4 d7d5 e4e5', '662fafb965db29d4'],
    ['e2e4 d7d5 e4e5 f7f5', '22a48b5a8e47ff78'],
    ['e2e4 d7d5 e4e5 f7f5 e1e2', '652a607ca3f242c1'],
    ['e2e4 d7d5 e4e5 f7f5 e1e2 e8f7', '00fdd303c946bdd9'],
    ['a2a4 b7b5 h2h4 b5b4 c2c4', '3c8123ea7b067637'],
    ['a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3', '5c3f9b829b279560'],
  ])('after %s', (moves, key) => {
    expect(keyAfter(moves)).toBe(key);
  });

  it('a pinned pawn next to a double push counts, though it cannot capture', () => {
    const fen = '3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1';
    expect(positionFromFen(fen).epSquare).toBe(NO_SQUARE);
    expect(keyOfFen(fen)).not.toBe(keyOfFen(fen.replace('e3', '-')));
    // The same in a book made from games.
    const pgn = `[SetUp "1"]\n[FEN "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1"]\n\n1. e4 Kc7 1/2-1/2\n`;
    expect(movesOf(makeBook(pgn), fen)).toEqual([['d8c7', 1]]);
  });

  it('a double push without an enemy pawn next to it does not count', () => {
    expect(keyOfFen('4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1')).toBe(
      keyOfFen('4k3/8/8/8/4P3/8/8/4K3 b - - 0 1'),
    );
  });
});

describe('making a book', () => {
  const GAMES = `
[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n
[Result "1/2-1/2"]\n\n1. e4 c5 1/2-1/2\n
[Result "0-1"]\n\n1. d4 d5 0-1\n
[Result "0-1"]\n\n1. e4 e5 2. Bc4 0-1\n
[Result "*"]\n\n1. a3 *\n`;

  it('a win weighs two and a draw one; moves that never scored are left out', () => {
    const book = makeBook(GAMES);
    expect(movesOf(book, START_FEN)).toEqual([['e2e4', 3]]);
    const afterE4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1';
    expect(movesOf(book, afterE4)).toEqual([
      ['e7e5', 2],
      ['c7c5', 1],
    ]);
  });

  it('the limits of plies and games are respected', () => {
    expect(makeBook(GAMES, { plies: 1 }).size).toBe(1);
    expect(makeBook(GAMES, { minGames: 2 }).size).toBe(2);
  });

  it('a move that a game repeats counts once', () => {
    const pgn = '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. e4 1/2-1/2';
    expect(movesOf(makeBook(pgn), START_FEN)).toEqual([['g1f3', 1]]);
    expect(() => makeBook(pgn, { minGames: 2 })).toThrow('the book is empty');
  });

  it('a game counts up to its first null move', () => {
    const book = makeBook('1. e4 -- 2. d4 1-0');
    expect([book.size, movesOf(book, START_FEN)]).toEqual([1, [['e2e4', 2]]]);
  });

  it('of moves that scored too much for the format, the weights keep their proportion', () => {
    const maker = new BookMaker({ plies: 1, minGames: 1 });
    const [e4, d4] = unwrap(parsePgn('1. e4 1-0\n\n1. d4 1-0')) as [PgnGame, PgnGame];
    for (let i = 0; i < 40_000; i++) maker.add(e4);
    for (let i = 0; i < 10_000; i++) maker.add(d4);
    expect(movesOf(unwrap(Book.parse(maker.toBytes())), START_FEN)).toEqual([
      ['e2e4', MAX_WEIGHT],
      ['d2d4', Math.round(MAX_WEIGHT / 4)],
    ]);
  });

  it('castling and promotions are read back as played', () => {
    const pgn = `[SetUp "1"]\n[FEN "r3k2r/P7/8/8/8/8/8/R3K2R w KQkq - 0 1"]\n[Result "1/2-1/2"]\n
1. O-O-O O-O 2. Rdf1 Rab8 3. axb8=N 1/2-1/2\n`;
    const book = makeBook(pgn);
    expect(movesOf(book, 'r3k2r/P7/8/8/8/8/8/R3K2R w KQkq - 0 1')).toEqual([['e1c1', 1]]);
    expect(movesOf(book, 'r3k2r/P7/8/8/8/8/8/2KR3R b kq - 1 1')).toEqual([['e8g8', 1]]);
    expect(movesOf(book, '1r3rk1/P7/8/8/8/8/8/2K2R1R w - - 4 3')).toEqual([['a7b8n', 1]]);
  });

  it('openings for matches are different walks through the book', () => {
    const book = makeBook(GAMES);
    const openings = openingsFromBook(book, 8, 100, 1);
    expect(
      openings.map(({ moves }) => moves.map((move) => formatUciMove(move)).join(' ')).sort(),
    ).toEqual(['e2e4 c7c5', 'e2e4 e7e5 g1f3']);
    // A match that is continued with more rounds goes on as if it had had them from the start.
    expect(openingsFromBook(book, 8, 1, 1)).toEqual(openings.slice(0, 1));
  });

  it('openings for matches do not end the game', () => {
    const opening = '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6';
    const book = makeBook(`${opening} 4. Qxf7# 1-0\n\n${opening} 4. Nf3 1/2-1/2\n`);
    const lengths = (plies: number) =>
      openingsFromBook(book, plies, 100, 1).map(({ moves }) => moves.at(-1));
    expect(lengths(6)).toHaveLength(1);
    expect(lengths(7)).toHaveLength(1);
    const mates = makeBook(`${opening} 4. Qxf7# 1-0\n\n${opening} 4. Qxf7# 1/2-1/2\n`);
    expect(openingsFromBook(mates, 7, 100, 1)).toEqual([]);
  });
});

describe('choosing', () => {
  it('by weight, or the best', () => {
    const moves = [
      { move: 1, weight: 3 },
      { move: 2, weight: 1 },
      { move: 3, weight: 0 },
    ];
    const random = new Random(1);
    const counts = [0, 0, 0, 0];
    for (let i = 0; i < 4000; i++) counts[chooseBookMove(moves, 'weighted', random)!]!++;
    expect(counts[1]! / 4000).toBeCloseTo(0.75, 1);
    expect(counts[3]).toBe(0);
    expect(chooseBookMove(moves, 'best', random)).toBe(1);
    expect(chooseBookMove([{ move: 3, weight: 0 }], 'best', random)).toBeNull();
    expect(chooseBookMove([], 'weighted', random)).toBeNull();
  });
});

it('the moves of a position may be in any order, and there twice', () => {
  const bytes = bookOf('1. e4 1-0\n\n1. d4 1/2-1/2');
  const [e4, d4] = [bytes.subarray(0, 16), bytes.subarray(16)];
  const book = unwrap(Book.parse(new Uint8Array([...d4, ...e4, ...d4])));
  expect(movesOf(book, START_FEN)).toEqual([
    ['e2e4', 2],
    ['d2d4', 1],
  ]);
});

it('a header of text, in entries without a key, is skipped', () => {
  const header = new Uint8Array(3 * 16);
  const text = new TextEncoder().encode('@PG@\n1.0\n1\n1\nnormal\n');
  text.forEach((byte, i) => {
    header[16 * Math.floor(i / 8) + 8 + (i % 8)] = byte;
  });
  const book = unwrap(Book.parse(new Uint8Array([...header, ...bookOf('1. e4 e5 1/2-1/2')])));
  expect(book.size).toBe(2);
  expect(movesOf(book, START_FEN)).toEqual([['e2e4', expect.any(Number)]]);
});

describe('damaged books', () => {
  /** `code` is the first byte of the move; the second moves a piece to b1. */
  const entry = (key: number, code = 0) => {
    const bytes = new Uint8Array(16);
    bytes[7] = key;
    bytes[8] = code;
    bytes[9] = 1;
    return bytes;
  };
  it.each([
    ['empty', new Uint8Array(), 'empty'],
    ['cut off', new Uint8Array(31), '31 bytes'],
    ['unsorted', new Uint8Array([...entry(2), ...entry(1)]), 'entry 2 is out of order'],
    ['no moves', entry(1, 0x80), 'entry 1 has no move'],
    ['moves from a1 to a1', new Uint8Array(16).fill(255, 0, 8), 'entry 1 has no move'],
    ['zeros', new Uint8Array(160), 'no positions'],
  ])('%s: rejected with the reason', (_, bytes, reason) => {
    const book = Book.parse(bytes);
    expect(book.ok).toBe(false);
    if (!book.ok) expect(book.error.message).toContain(reason);
  });

  it('random bytes are a book or rejected, and never throw', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => void Book.parse(bytes)));
  });

  it('of entries with every code of a move exactly the legal ones are moves', () => {
    const codes = Array.from({ length: 0x5000 }, (_, code) => code).filter(
      (code) => (code & 63) !== ((code >> 6) & 63),
    );
    checkGames(allStarts, { games: 30, plies: 60 }, (game) => {
      const position = lastPosition(game);
      const { hi, lo } = polyglotKey(position, NO_SQUARE);
      const view = new DataView(new ArrayBuffer(16 * codes.length));
      for (const [i, code] of codes.entries()) {
        view.setInt32(16 * i, hi);
        view.setInt32(16 * i + 4, lo);
        view.setUint16(16 * i + 8, code);
      }
      const book = unwrap(Book.parse(new Uint8Array(view.buffer)));
      const found = book.find(position, NO_SQUARE).map(({ move }) => move);
      expect(found.sort()).toEqual(legalMoves(position).sort());
    });
  });
});

describe.skipIf(BOOK_PATH === '')('the book of another program', () => {
  it('has the keys, moves and weights that python-chess reads', () => {
    const book = unwrap(
      Book.parse(new Uint8Array(readFileSync(join(BOOK_PATH, 'performance.bin')))),
    );
    const truth: { fen: string; key: string; moves: [string, number][] }[] = JSON.parse(
      readFileSync(join(BOOK_PATH, 'truth.json'), 'utf8'),
    );
    const byName = (moves: (string | number)[][]) => moves.map((move) => move.join(' ')).sort();
    for (const { fen, key, moves } of truth) {
      expect(keyOfFen(fen), fen).toBe(key);
      expect(byName(movesOf(book, fen)), fen).toEqual(byName(moves));
    }
    expect(truth).toHaveLength(2477);
  });
});
