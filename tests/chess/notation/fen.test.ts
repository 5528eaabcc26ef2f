import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { legalMoves } from '../../../src/chess/board/movegen.ts';
import type { Position } from '../../../src/chess/board/position.ts';
import { readSetup } from '../../../src/chess/board/readSetup.ts';
import type { Setup } from '../../../src/chess/board/setup.ts';
import { NO_SQUARE, WHITE } from '../../../src/chess/board/types.ts';
import { backRank, chess960Fen } from '../../../src/chess/game/chess960.ts';
import {
  formatFen,
  parseFen,
  positionFromFen,
  START_FEN,
} from '../../../src/chess/notation/fen.ts';
import { ChessError, unwrap } from '../../../src/util/result.ts';
import { allStarts, checkGames, games, lastPosition, plies } from '../../support/games.ts';
import {
  ChessJs,
  chessJsView,
  chessopsFromFen,
  chessopsView,
  ourView,
} from '../../support/oracles.ts';
import { printableText } from '../../support/printable.ts';

const partsOf = ({ board, turn, rights, epSquare }: Position) =>
  `${board} ${turn} ${rights} ${epSquare}`;
const sameKey = (a: Position, b: Position) => a.keyLo === b.keyLo && a.keyHi === b.keyHi;

describe('a FEN contains the whole position', () => {
  test('a position survives writing and reading', () => {
    checkGames(allStarts, { games: 80, plies: 150 }, (game) => {
      for (const { position } of plies(game)) {
        const fen = formatFen(position);
        const again = positionFromFen(fen);
        expect(sameKey(again, position), fen).toBe(true);
        expect(partsOf(again)).toBe(partsOf(position));
        // Whether a game is Chess960 shows only while a right does that standard chess lacks.
        again.chess960 = position.chess960;
        expect(formatFen(again)).toBe(fen);
      }
    });
  });

  test('the clocks are read, written, and not part of the position', () => {
    fc.assert(
      fc.property(fc.nat({ max: 99_999 }), fc.integer({ min: 1, max: 99_999 }), (half, full) => {
        const fen = START_FEN.replace('0 1', `${half} ${full}`);
        const position = positionFromFen(fen);
        expect([position.halfmoves, position.fullmove]).toEqual([half, full]);
        expect(formatFen(position)).toBe(fen);
        expect(sameKey(position, positionFromFen(START_FEN))).toBe(true);
        expect(position.validate()).toBeNull();
      }),
    );
  });
});

describe('impossible positions are rejected with a reason', () => {
  const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
  const KINGS = '4k3/8/8/8/8/8/8/4K3';
  test.each([
    // The fields.
    ['', `FEN: not a position such as ${START_FEN}: ''`],
    ['garbage', `FEN: not a position such as ${START_FEN}: 'garbage'`],
    [`${START} w KQkq`, "FEN: missing after 'KQkq': an en passant square (or -)"],
    [
      `${START} w`,
      "FEN: missing after 'w': castling rights (KQkq or -), an en passant square (or -)",
    ],
    [`${START} w KQkq - 0 1 moves`, "FEN: unexpected text after the clocks: 'moves'"],
    [`${START} W KQkq - 0 1`, "FEN: side to move is w or b, not 'W'"],
    [`${START} white KQkq - 0 1`, "FEN: side to move is w or b, not 'white'"],
    // The board.
    ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w - - 0 1', 'FEN: 8 ranks needed, got 7'],
    [`${START}/8 w - - 0 1`, 'FEN: 8 ranks needed, got 9'],
    ['4k3/8/8/8/8/8/8/4K4 w - - 0 1', 'FEN: rank 1 has 9 squares, not 8'],
    ['4k3/8/8/8/8/8/8/4K2 w - - 0 1', 'FEN: rank 1 has 7 squares, not 8'],
    ['4k3/8//8/8/8/8/4K3 w - - 0 1', 'FEN: rank 6 has 0 squares, not 8'],
    ['4k3/8/8/8/nnnnnnnnn/8/8/4K3 w - - 0 1', 'FEN: rank 4 has 9 squares, not 8'],
    ['4k3/8/8/8/8/8/8/4K21 w - - 0 1', "FEN: rank 1 has a stray '1'"],
    ['4k3/8/8/8/8/8/8/9 w - - 0 1', "FEN: rank 1 has a stray '9'"],
    ['4k3/8/8/8/8/8/8/04K3 w - - 0 1', "FEN: rank 1 has a stray '0'"],
    ['4k3/8/8/3x4/8/8/8/4K3 w - - 0 1', "FEN: rank 5 has a stray 'x'"],
    ['4k3/8/8/3♟4/8/8/8/4K3 w - - 0 1', "FEN: rank 5 has a stray '♟'"],
    // The armies.
    ['8/8/8/8/8/8/8/4K3 w - - 0 1', 'FEN: black has no king'],
    ['4k3/8/8/8/8/8/8/8 w - - 0 1', 'FEN: white has no king'],
    ['4k3/8/8/8/8/8/8/K3K3 w - - 0 1', 'FEN: white has 2 kings'],
    ['4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1', 'FEN: white has 9 pawns'],
    [
      '4k3/8/8/8/8/Q7/PPPPPPPP/Q3K3 w - - 0 1',
      'FEN: white has 1 promoted pieces but only 0 pawns are missing',
    ],
    [
      'nnbbk1rr/nbrppppp/q7/q7/8/8/8/4K3 w - - 0 1',
      'FEN: black has 4 promoted pieces but only 3 pawns are missing',
    ],
    ['4k2P/8/8/8/8/8/8/4K3 w - - 0 1', 'FEN: a pawn stands on h8'],
    ['4k3/8/8/8/8/8/8/p3K3 w - - 0 1', 'FEN: a pawn stands on a1'],
    // The side not to move in check.
    ['4k3/8/8/8/8/8/8/4RK2 w - - 0 1', 'FEN: white is to move but black is in check'],
    ['4k3/8/8/8/8/8/5n2/3K4 b - - 0 1', 'FEN: black is to move but white is in check'],
    ['8/8/8/8/8/2b5/3p4/4K2k b - - 0 1', 'FEN: black is to move but white is in check'],
    ['8/8/8/8/8/4k3/4K3/8 w - - 0 1', 'FEN: white is to move but black is in check'],
    // Castling rights.
    [`${START} w KQkx - 0 1`, "FEN: not castling rights: 'KQkx'"],
    [`${START} w KQkqK - 0 1`, "FEN: not castling rights: 'KQkqK'"],
    [`${START} w K- - 0 1`, "FEN: not castling rights: 'K-'"],
    [`${START} w KK - 0 1`, "FEN: castling right 'K' comes twice"],
    [`${START} w KQqHa - 0 1`, "FEN: not castling rights: 'KQqHa'"],
    [`${START} w KQH - 0 1`, "FEN: castling right 'H' comes twice"],
    [
      `${KINGS} w K - 0 1`,
      'FEN: castling right for white on the king side, but no rook for it on h1',
    ],
    [
      `${KINGS} w q - 0 1`,
      'FEN: castling right for black on the queen side, but no rook for it on a8',
    ],
    [
      '4k3/8/8/8/8/8/8/R3K2r w KQ - 0 1',
      'FEN: castling right for white on the king side, but no rook for it on h1',
    ],
    [
      '4k3/8/8/8/8/8/8/1R2K3 w A - 0 1',
      'FEN: castling right for white on the queen side, but no rook for it on a1',
    ],
    [
      '4k3/8/8/8/8/8/8/4K2R w E - 0 1',
      'FEN: castling right for white on the king side, but no rook for it on e1',
    ],
    [
      '4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1',
      'FEN: castling right for white on the king side, but the king is on e2',
    ],
    [
      'r6r/4k3/8/8/8/8/8/4K3 w q - 0 1',
      'FEN: castling right for black on the queen side, but the king is on e7',
    ],
    // En passant.
    [`${START} w KQkq e9 0 1`, "FEN: en passant is a square or -, not 'e9'"],
    [`${START} w KQkq E3 0 1`, "FEN: en passant is a square or -, not 'E3'"],
    [`${START} w KQkq e3 0 1`, 'FEN: en passant square e3 is not on rank 6'],
    [`${START} b KQkq e6 0 1`, 'FEN: en passant square e6 is not on rank 3'],
    [`${START} w KQkq e4 0 1`, 'FEN: en passant square e4 is not on rank 6'],
    [`${START} w KQkq e6 0 1`, 'FEN: en passant square e6 has no pawn in front of it'],
    [
      'rnbqkbnr/pppp1ppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 1',
      'FEN: en passant square e6 has no pawn in front of it',
    ],
    [
      'rnbqk1nr/pppp1ppp/4b3/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 1',
      'FEN: en passant square e6: no pawn can have passed over it, something stands in the way',
    ],
    [
      'rnbqk1nr/ppppbppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 1',
      'FEN: en passant square e6: no pawn can have passed over it, something stands in the way',
    ],
    // The clocks.
    [`${START} w KQkq - x 1`, "FEN: not a halfmove clock: 'x'"],
    [`${START} w KQkq - bm e4; id "1";`, "FEN: not a halfmove clock: 'bm'"],
    [`${START} w KQkq - -1 1`, "FEN: not a halfmove clock: '-1'"],
    [`${START} w KQkq - 1.5 1`, "FEN: not a halfmove clock: '1.5'"],
    [`${START} w KQkq - 100000 1`, "FEN: the halfmove clock '100000' is above 99999"],
    [`${START} w KQkq - 0 999999999`, "FEN: the move number '999999999' is above 99999"],
    [`${START} w KQkq - 0 x`, "FEN: not a move number: 'x'"],
    [`${START} w KQkq - 0 -5`, "FEN: not a move number: '-5'"],
    [
      `${START} w KQkq - 0 12345678901234567890`,
      "FEN: the move number '12345678901234567890' is above 99999",
    ],
  ])('%s → %s', (fen, message) => {
    const result = parseFen(fen);
    if (result.ok) throw new Error('accepted');
    expect(result.error).toBeInstanceOf(ChessError);
    expect(result.error.message).toBe(message);
    expect(() => positionFromFen(fen)).toThrow(result.error);
  });
});

test('a castling right to one side does not refer to a rook on the other', () => {
  const setup: Setup = {
    board: positionFromFen('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1').board,
    turn: WHITE,
    castlingRooks: [0, NO_SQUARE, NO_SQUARE, NO_SQUARE],
    epSquare: NO_SQUARE,
    halfmoves: 0,
    fullmove: 1,
    chess960: false,
  };
  expect(() => unwrap(readSetup(setup))).toThrow(
    'castling right for white on the king side, but no rook for it on a1',
  );
  expect(readSetup({ ...setup, castlingRooks: [7, 0, NO_SQUARE, NO_SQUARE] }).ok).toBe(true);
});

describe('unreachable positions are accepted if they can be played', () => {
  test.each([
    ['as many promoted pieces as pawns are missing', 'nnbbk1rr/nbrppppp/8/8/8/8/8/4K3 w - - 0 1'],
    ['three queens give check', '4k3/8/8/8/q3q2q/8/8/4K3 w - - 0 1'],
    ['two bishops on squares of one colour', '4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1'],
    ['pawns that have never moved, on their seventh rank', '4k3/PPPPPPPP/8/8/8/8/8/4K3 b - - 0 1'],
    ['in check with the right to castle later', '4k3/8/8/8/8/8/8/R3K2r w Q - 0 1'],
    ['clocks that contradict each other', `${START_FEN.slice(0, -3)}90 2`],
  ])('%s', (_, fen) => {
    const position = positionFromFen(fen);
    expect(formatFen(position)).toBe(fen);
    expect(position.validate()).toBeNull();
  });
});

describe('small faults are repaired', () => {
  const afterE4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
  test.each([
    ['missing clocks are 0 and 1', START_FEN.replace(' 0 1', ''), START_FEN],
    [
      'a missing move number is 1',
      START_FEN.replace(' 0 1', ' 7'),
      START_FEN.replace(' 0 ', ' 7 '),
    ],
    ['there is no move 0', START_FEN.replace('0 1', '0 0'), START_FEN],
    [
      'leading zeros say nothing',
      START_FEN.replace('0 1', '007 0001'),
      START_FEN.replace(' 0 ', ' 7 '),
    ],
    ['blanks only separate', `\t ${START_FEN.replaceAll(' ', ' \t  ')} \r\n`, START_FEN],
    ['rights come in any order', START_FEN.replace('KQkq', 'qKkQ'), START_FEN],
    ['nobody stands beside the pawn that passed', afterE4.replace('q - ', 'q e3 '), afterE4],
  ])('%s', (_, given, written) => {
    expect(formatFen(positionFromFen(given))).toBe(written);
  });
});

describe('castling rights have three spellings', () => {
  const withLetters = (fen: string) => fen.replace(/ w \w+ /, ' w KQkq ');

  test('the 960 starts are all different, and number 518 is the standard one', () => {
    const starts = Array.from({ length: 960 }, (_, number) => backRank(number));
    expect(starts[518]).toBe('RNBQKBNR');
    expect([starts[0], starts[959]]).toEqual(['BBQNNRKR', 'RKRNNQBB']);
    expect(new Set(starts).size).toBe(960);
    expect(formatFen(positionFromFen(withLetters(chess960Fen(518))))).toBe(START_FEN);
  });

  test('in all 960 starts KQkq and the files of the rooks name the same position', () => {
    for (let number = 0; number < 960; number++) {
      const files = positionFromFen(chess960Fen(number));
      const letters = positionFromFen(withLetters(chess960Fen(number)));
      expect(sameKey(files, letters), chess960Fen(number)).toBe(true);
      expect(letters.castlingRooks).toEqual(files.castlingRooks);
      expect(files.chess960).toBe(true);
    }
  });

  test.each([
    [
      'K is the outermost rook',
      '4k3/8/8/8/8/8/8/2R1KR1R w K - 0 1',
      '4k3/8/8/8/8/8/8/2R1KR1R w H - 0 1',
      ['K', 'H'],
    ],
    [
      'an inner rook goes by its file',
      '4k3/8/8/8/8/8/8/R1R1KR1R w FC - 0 1',
      '4k3/8/8/8/8/8/8/R1R1KR1R w CF - 0 1',
      ['FC', 'FC'],
    ],
    [
      'Q finds a rook that is not on the a-file',
      '1r2k3/8/8/8/8/8/8/4K3 b q - 0 1',
      '1r2k3/8/8/8/8/8/8/4K3 b b - 0 1',
      ['b', 'b'],
    ],
    [
      'letters may be mixed',
      'r3k1r1/8/8/8/8/8/8/R3K1R1 w KAgq - 0 1',
      'r3k1r1/8/8/8/8/8/8/R3K1R1 w GQka - 0 1',
      ['GAga', 'GAga'],
    ],
    [
      'written by their files, standard rights make a Chess960 position',
      'r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1',
      'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1',
      ['HAha', 'KQkq'],
    ],
  ])('%s', (_, one, other, written) => {
    const [a, b] = [positionFromFen(one), positionFromFen(other)];
    expect(sameKey(a, b)).toBe(true);
    expect([a, b].map((position) => formatFen(position).split(' ')[2])).toEqual(written);
  });

  test('a right for another rook makes a different position', () => {
    const board = '4k3/8/8/8/8/8/8/R1R1KR1R w';
    const keys = ['-', 'H', 'F', 'A', 'C', 'HA', 'HC', 'FA', 'FC'].map((rights) => {
      const { keyLo, keyHi } = positionFromFen(`${board} ${rights} - 0 1`);
      return `${keyLo} ${keyHi}`;
    });
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('whatever text comes', () => {
  /** FENs of positions from random games, so that damage has something to damage. */
  const fens = games(allStarts, 60).map((game) => formatFen(lastPosition(game)));
  const letters = fc.constantFrom(...'PNBRQKpnbrqk12345678/ wbKQkqAHah-36é\n');
  /** A FEN with a few characters replaced, dropped or put in. */
  const damagedFens = fc
    .tuple(
      fens,
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 2 }), letters), { minLength: 1, maxLength: 4 }),
    )
    .map(([fen, edits]) =>
      edits.reduce((text, [where, cut, letter]) => {
        const at = where % (text.length + 1);
        return text.slice(0, at) + (cut === 2 ? '' : letter) + text.slice(at + Math.min(cut, 1));
      }, fen),
    );
  /** A FEN with pieces put on squares, its form intact. */
  const rearrangedFens = fc
    .tuple(
      fens,
      fc.array(fc.tuple(fc.nat({ max: 63 }), fc.constantFrom(...'PNBRQpnbrq1111')), {
        minLength: 1,
        maxLength: 6,
      }),
    )
    .map(([fen, edits]) => {
      const [placement, ...rest] = fen.split(' ') as [string, ...string[]];
      const squares = [
        ...placement.replace(/\d/g, (n) => '1'.repeat(Number(n))).replaceAll('/', ''),
      ];
      for (const [square, piece] of edits) {
        if (!/k/i.test(squares[square]!)) squares[square] = piece;
      }
      const ranks = squares.join('').match(/.{8}/g)!;
      const board = ranks.join('/').replace(/1+/g, (ones) => `${ones.length}`);
      return [board, ...rest].join(' ');
    });
  const rubbish = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 100, size: 'max' }),
    fc.array(letters, { maxLength: 90, size: 'max' }).map((all) => all.join('')),
    fc.tuple(fens, fc.nat()).map(([fen, n]) => fen.slice(0, n % (fen.length + 1))),
  );

  test('parsing never throws, and rejection has a reason', () => {
    fc.assert(
      fc.property(fc.oneof(rubbish, damagedFens, rearrangedFens), (text) => {
        const result = parseFen(text);
        if (result.ok) {
          expect(result.value.validate()).toBeNull();
          return;
        }
        expect(result.error).toBeInstanceOf(ChessError);
        expect(result.error.message).toMatch(printableText('{10,150}', 'FEN: '));
        expect(() => positionFromFen(text)).toThrow(ChessError);
      }),
      { numRuns: 3000 },
    );
  });

  test('positions that we accept are accepted by chess.js and chessops, with the same legal moves', () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(damagedFens, rearrangedFens), (text) => {
        const result = parseFen(text);
        if (!result.ok) return;
        accepted++;
        const position = result.value;
        // Written by us, because each has its own idea of blanks and of missing or long clocks.
        const fen = formatFen(position).replace(/\d+ \d+$/, '0 1');
        const clockless = positionFromFen(fen);
        const legal = legalMoves(clockless);
        expect(chessopsView(chessopsFromFen(fen), position.chess960)).toBe(
          ourView(clockless, legal, true),
        );
        // chess.js knows neither Chess960 nor its spelling.
        if (!position.chess960)
          expect(chessJsView(new ChessJs(fen))).toBe(ourView(clockless, legal, false));
      }),
      { numRuns: 1800 },
    );
    expect(accepted).toBeGreaterThan(300);
  });
});
