import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { legalMoves } from '../../../src/chess/board/movegen.ts';
import {
  CASTLING,
  flagOf,
  fromOf,
  NO_MOVE,
  NO_SQUARE,
  PAWN,
  squareFromName,
  squareName,
  toOf,
  typeOf,
} from '../../../src/chess/board/types.ts';
import { explainIllegalMove } from '../../../src/chess/game/illegalMoveReason.ts';
import { parseMove } from '../../../src/chess/notation/anyMove.ts';
import { formatFen, positionFromFen, START_FEN } from '../../../src/chess/notation/fen.ts';
import { formatSan, parseSan } from '../../../src/chess/notation/san.ts';
import { formatUciMove, parseUciMove } from '../../../src/chess/notation/uciMove.ts';
import { ChessError, unwrap } from '../../../src/util/result.ts';
import { allStarts, checkGames, games, lastPosition, plies } from '../../support/games.ts';
import { printableText } from '../../support/printable.ts';

const castles = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';

/** How a text is parsed: the move in UCI notation, or the error message. */
const readSan = (fen: string, text: string) => {
  const result = parseSan(positionFromFen(fen), text);
  return result.ok ? formatUciMove(result.value, true) : result.error.message;
};
const readUci = (fen: string, text: string) => {
  const result = parseUciMove(positionFromFen(fen), text);
  return result.ok ? formatUciMove(result.value, true) : result.error.message;
};

describe('moves survive writing and reading', () => {
  test('in UCI, castling as king takes rook', () => {
    checkGames(allStarts, { games: 30, plies: 100 }, (game) => {
      for (const { position, legal } of plies(game)) {
        const texts = legal.map((move) => formatUciMove(move, true));
        expect(new Set(texts).size, formatFen(position)).toBe(legal.length);
        expect(texts.map((text) => unwrap(parseUciMove(position, text)))).toEqual(legal);
        const upper = texts.map((text) => text.toUpperCase());
        expect(upper.map((text) => unwrap(parseUciMove(position, text)))).toEqual(legal);
      }
    });
  });

  test('in UCI, castling by the target of the king, unless the king can also step there', () => {
    checkGames(allStarts, { games: 30, plies: 100 }, (game) => {
      for (const { position, legal } of plies(game)) {
        const texts = legal.map((move) => formatUciMove(move));
        const steps = new Map(
          legal.flatMap((move, i) => (flagOf(move) === CASTLING ? [] : [[texts[i]!, move]])),
        );
        expect(texts.map((text) => unwrap(parseUciMove(position, text)))).toEqual(
          legal.map((move, i) => steps.get(texts[i]!) ?? move),
        );
      }
    });
  });

  test('in UCI, and no other text is a move', () => {
    const names = Array.from({ length: 64 }, (_, square) => squareName(square));
    const pairs = names.flatMap((from) => names.map((to) => from + to));
    checkGames(allStarts, { games: 10, plies: 60 }, (game) => {
      const position = lastPosition(game);
      const legal = legalMoves(position);
      const moves = new Set(
        legal.flatMap((move) => [true, false].map((is960) => formatUciMove(move, is960))),
      );
      const texts = pairs.flatMap((pair) => [pair, `${pair}q`, `${pair}n`]);
      const accepted = texts.filter((text) => parseUciMove(position, text).ok);
      expect(
        accepted.every((text) => moves.has(text)),
        formatFen(position),
      ).toBe(true);
    });
  });

  test('in SAN, with marks, without them, with figurines, and with more of the origin than needed', () => {
    checkGames(allStarts, { games: 15, plies: 80 }, (game) => {
      for (const { position, legal } of plies(game)) {
        const texts = new Set<string>();
        const wrong: string[] = [];
        for (const move of legal) {
          const text = formatSan(position, move);
          texts.add(text);
          const forms = [
            text,
            text.replace(/[+#]$/, ''),
            `${text}!?`,
            ` ${text} `,
            text.replace('=', ''),
            text.replace(/[KQRBN]/g, (letter) => '♔♕♖♗♘'['KQRBN'.indexOf(letter)]!),
            text.replace(/[KQRBN]/g, (letter) => `${'♚♛♜♝♞'['KQRBN'.indexOf(letter)]}\ufe0e`),
          ];
          if (flagOf(move) === CASTLING) {
            forms.push(text.replaceAll('O', '0'));
          } else {
            const origin = squareName(fromOf(move));
            const letter = typeOf(position.board[fromOf(move)]!) === PAWN ? '' : text[0]!;
            const promotion = /=./.exec(text)?.[0] ?? '';
            const to = squareName(toOf(move));
            forms.push(letter + origin + to + promotion, `${letter}${origin}x${to}${promotion}`);
          }
          for (const form of forms) {
            const read = parseSan(position, form);
            if (!read.ok || read.value !== move) wrong.push(form);
          }
        }
        expect(wrong, formatFen(position)).toEqual([]);
        expect(texts.size).toBe(legal.length);
      }
    });
  });
});

describe('lenient parsing', () => {
  const promotion = '3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1';
  const enPassant = 'rnbqkbnr/ppp2ppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3';
  test.each([
    ['a wrong check mark', START_FEN, 'e4#', 'e2e4'],
    ['a capture without x', promotion, 'ed8=R', 'e7d8r'],
    ['a capture with a colon', enPassant, 'e5:d6', 'e5d6'],
    ['en passant with e.p.', enPassant, 'exd6 e.p.', 'e5d6'],
    ['en passant with e.p. and glyphs', enPassant, 'exd6e.p.!?', 'e5d6'],
    ['en passant with ep', enPassant, 'exd6ep', 'e5d6'],
    ['the file where none is needed', START_FEN, 'Ngf3', 'g1f3'],
    ['the rank where none is needed', START_FEN, 'N1f3', 'g1f3'],
  ])('SAN: %s', (_, fen, text, uci) => {
    expect(readSan(fen, text)).toBe(uci);
  });

  const bishops = '7k/3B4/8/1Q1B4/8/8/8/K7 w - - 0 1';
  const capture = '3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1';
  const incomplete = (move: string) => `illegal move: '${move}' (a promotion without its piece)`;
  test.each([
    ['SAN', bishops, 'Qc6', 'b5c6'],
    ['UCI', bishops, 'b5c6', 'b5c6'],
    ['UCI in upper case', bishops, 'B5C6', 'b5c6'],
    ['SAN that differs from UCI only in case', bishops, 'B5c6', 'd5c6'],
    ['SAN with glyphs', castles, '0-0!?', 'e1h1'],
    ['UCI castling', castles, 'e1g1', 'e1h1'],
    ['neither', bishops, 'b5c7', "illegal move: 'b5c7'"],
    ['neither, and no promotion', capture, 'e7f8', "illegal move: 'e7f8'"],
    ['a promotion without its piece', capture, 'exd8', incomplete('exd8')],
    ['the same with check', capture, 'exd8+', incomplete('exd8+')],
    ['the same in UCI', capture, 'e7d8', incomplete('e7d8')],
  ])('SAN or UCI: %s', (_, fen, text, uci) => {
    const result = parseMove(positionFromFen(fen), text);
    expect(result.ok ? formatUciMove(result.value, true) : result.error.message).toBe(uci);
  });

  test('a null move is written 0000 and cannot be played', () => {
    expect(formatUciMove(NO_MOVE)).toBe('0000');
    expect(readUci(START_FEN, '0000')).toBe("not a move: '0000'");
  });
});

describe('illegal moves are rejected with a reason', () => {
  const rooks = '4k3/8/8/8/R6R/8/8/R3K3 w - - 0 1';
  test.each([
    [START_FEN, 'e5', 'illegal move'],
    [START_FEN, 'Ke2', 'illegal move'],
    [START_FEN, 'O-O', 'illegal move'],
    [START_FEN, 'Nd2', 'illegal move'],
    [START_FEN, 'Nhf3', 'illegal move'],
    [castles, 'Kg1', 'illegal move'],
    [castles, 'Kh1', 'illegal move'],
    [castles, 'Kxh1', 'illegal move'],
    ['3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1', 'exd8', 'illegal move'],
    ['4k3/8/8/8/8/8/8/4K3 w - - 0 1', 'Kd1=Q', 'illegal move'],
    ['4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1', 'Nc3', 'illegal move'],
    ['4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1', 'Nd2', 'ambiguous move'],
    [rooks, 'Rd4', 'ambiguous move'],
    [rooks, 'Ra3', 'ambiguous move'],
    [rooks, 'Raa3', 'ambiguous move'],
    ['4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1', 'xd5', 'ambiguous move'],
    [START_FEN, '', 'not a move'],
    [START_FEN, 'hello', 'not a move'],
    [START_FEN, 'Nf9', 'not a move'],
    [START_FEN, 'e4 e5', 'not a move'],
    [START_FEN, 'Nf3+x', 'not a move'],
    [START_FEN, 'constructor', 'not a move'],
    [START_FEN, '--', 'not a move'],
  ])('SAN in %s: %j → %s', (fen, text, reason) => {
    expect(readSan(fen, text)).toBe(`${reason}: '${text}'`);
  });

  test.each([
    [START_FEN, 'e2e5', 'illegal move'],
    [START_FEN, 'e1g1', 'illegal move'],
    [START_FEN, 'e7e5', 'illegal move'],
    [START_FEN, 'e2e4q', 'illegal move'],
    ['3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1', 'e7d8', 'illegal move'],
    ['3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1', 'e7d8k', 'not a move'],
    [START_FEN, 'e2', 'not a move'],
    [START_FEN, 'e2e4 ', 'not a move'],
    [START_FEN, 'e2-e4', 'not a move'],
    [START_FEN, 'e4', 'not a move'],
    [START_FEN, '', 'not a move'],
  ])('UCI in %s: %j → %s', (fen, text, reason) => {
    expect(readUci(fen, text)).toBe(`${reason}: '${text}'`);
  });

  test('megabytes are rejected in linear time', () => {
    const position = positionFromFen(START_FEN);
    const size = 1 << 22;
    for (const text of [`e4${' '.repeat(size)}x`, `e4${'!'.repeat(size)}x`, 'e.p.'.repeat(size)]) {
      expect(parseSan(position, text).ok).toBe(false);
      expect(explainIllegalMove(position, text)).toMatch(/^not a move: /);
    }
  });

  test('parsing any text gives a legal move or a reason, and never throws', () => {
    const letters = fc.array(fc.constantFrom(...'KQRBNabcdefgh12345678xO0-=+#!. :e.p'), {
      maxLength: 9,
    });
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      letters.map((all) => all.join('')),
    );
    fc.assert(
      fc.property(games(allStarts, 40), text, (game, text) => {
        const position = lastPosition(game);
        for (const result of [parseSan(position, text), parseUciMove(position, text)]) {
          if (result.ok) continue;
          expect(result.error).toBeInstanceOf(ChessError);
          const start = "(not a|illegal|ambiguous) move: '";
          expect(result.error.message).toMatch(printableText('*', start));
        }
      }),
      { numRuns: 600 },
    );
  });

  test('squares are a1 to h8 and nothing else', () => {
    for (let square = 0; square < 64; square++)
      expect(squareFromName(squareName(square))).toBe(square);
    for (const name of ['', 'e', 'i1', 'a9', 'a0', 'A1', 'e4 ', 'e4\n', 'e44', '-']) {
      expect(squareFromName(name)).toBe(NO_SQUARE);
    }
  });
});
