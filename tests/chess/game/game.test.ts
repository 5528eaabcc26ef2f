/**
 * Games with results and claims. chess.js follows move by move and reads the PGN back; a referee built
 * on chessops (support/referee.ts) decides what ends a game and what may be claimed.
 */
import { parsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { makeUci } from 'chessops/util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chess960Fen } from '../../../src/chess/game/chess960.ts';
import { isAutomatic } from '../../../src/chess/game/draws.ts';
import { Game } from '../../../src/chess/game/game.ts';
import { formatFen, START_FEN } from '../../../src/chess/notation/fen.ts';
import { formatUciMove } from '../../../src/chess/notation/uciMove.ts';
import { ChessError } from '../../../src/util/result.ts';
import { playInChessJs } from '../../support/drawOracles.ts';
import { chess960Starts, games, plies, wordsOf } from '../../support/games.ts';
import { ChessJs } from '../../support/oracles.ts';
import { Referee } from '../../support/referee.ts';
import { ENDED_TEXTS, shuffledTexts, type TextGame } from '../../support/shuffles.ts';

const KNIGHTS = 'g1f3 g8f6 f3g1 f6g8';

function play(moves: string, fen?: string): Game {
  const game = new Game(fen);
  for (const move of wordsOf(moves)) game.play(move);
  return game;
}

/** The whole visible state of a game. */
const snapshot = (game: Game) => ({
  fen: game.fen(),
  moves: game.moves(),
  legal: game.legalMoves(),
  sans: game.legalSans(),
  occurrences: game.occurrences(),
  distinct: game.distinctPositions,
  end: game.end(),
  claimable: game.claimableDraw(),
  result: game.result(),
  pgn: game.pgn(),
});

/** The moves of a random game (support/shuffles.ts) until it is over. */
const textGames = shuffledTexts(110);

const check = (property: (game: TextGame) => void, numRuns: number): void =>
  fc.assert(fc.property(textGames, property), { numRuns, examples: ENDED_TEXTS });

describe('repetition counts', () => {
  test('a game that starts in a position of another game does not count its history', () => {
    const game = new Game(play(`${KNIGHTS} ${KNIGHTS}`).getPosition());
    expect(game.occurrences()).toBe(1);
    expect(game.claimableDraw()).toBeNull();
    for (const move of wordsOf(KNIGHTS)) game.play(move);
    expect(game.occurrences()).toBe(2);
    expect(game.claimableDraw()).toBeNull();
  });

  test('a game that is over has no draw to claim', () => {
    const repeated = () => play(`${KNIGHTS} ${KNIGHTS}`);
    expect(repeated().claimableDraw()).toBe('threefold repetition');
    const claimed = repeated();
    claimed.claimDraw();
    expect(claimed.claimableDraw()).toBeNull();
    const resigned = repeated();
    resigned.conclude('0-1');
    expect(resigned.claimableDraw()).toBeNull();
  });

  test('isRepetition(n) means n times or more, three by default', () => {
    const game = play(KNIGHTS);
    expect([1, 2, 3].map((n) => game.isRepetition(n))).toEqual([true, true, false]);
    expect(game.isRepetition()).toBe(false);
    for (const move of wordsOf(KNIGHTS)) game.play(move);
    expect(game.isRepetition()).toBe(true);
    expect([1, 2, 3, 4, 5].map((n) => game.isRepetition(n))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test('they are those of the referee in random games', () => {
    let threefold = 0;
    check(({ start, moves }) => {
      const game = new Game(start);
      const referee = new Referee(start);
      const texts = new Set([referee.text()]);
      for (const move of moves) {
        if (game.isOver()) break;
        game.play(move);
        referee.play(move);
        texts.add(referee.text());
        expect(game.occurrences()).toBe(referee.occurrences);
        expect(game.distinctPositions).toBe(texts.size);
        if (game.isRepetition()) threefold++;
      }
    }, 150);
    expect(threefold).toBeGreaterThan(100);
  });
});

describe('playing and undoing', () => {
  test('a game undone move by move passes the same states, back to its start', () => {
    check(({ start, moves }) => {
      const game = new Game(start);
      const before = [];
      for (const move of moves.slice(0, 40)) {
        if (game.isOver()) break;
        before.push({ move, state: snapshot(game) });
        game.play(move);
      }
      for (const { move, state } of before.reverse()) {
        expect(game.undo()).toBe(move);
        expect(snapshot(game)).toEqual(state);
      }
      expect(game.undo()).toBeNull();
      expect(game.moves()).toEqual([]);
    }, 20);
  });

  test('with the last move its result is taken back, whether agreed or claimed', () => {
    const resigned = play(KNIGHTS);
    resigned.conclude('0-1');
    const claimed = play(`${KNIGHTS} ${KNIGHTS}`);
    claimed.claimDraw();
    for (const game of [resigned, claimed]) {
      expect(game.isOver()).toBe(true);
      game.undo();
      expect([game.isOver(), game.result()]).toEqual([false, '*']);
      game.play('f6g8');
    }
  });

  test('moves may be given in UCI notation or SAN', () => {
    const game = new Game();
    for (const move of ['e2e4', 'e5', 'Nf3', 'b8c6', 'Bb5', 'g8f6', 'O-O', 'Nxe4', 'f1e1']) {
      game.play(move);
    }
    expect(game.moves().join(' ')).toBe('e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4 f1e1');
    expect(game.fen()).toBe('r1bqkb1r/pppp1ppp/2n5/1B2p3/4n3/5N2/PPPP1PPP/RNBQR1K1 b kq - 1 5');
  });

  test('invalid or illegal moves change nothing', () => {
    const bad = fc.oneof(
      fc.string(),
      fc.constantFrom('', 'e2e5', 'e7e5', 'Ke2', 'O-O', '0000', 'e2e4q', 'Nd2', '--', 'resigns'),
      fc.stringMatching(/^[a-h][1-8][a-h][1-8][nbrq]?$/),
    );
    let refused = 0;
    fc.assert(
      fc.property(textGames, bad, ({ start, moves }, text) => {
        const game = new Game(start);
        for (const move of moves.slice(0, 10)) if (!game.isOver()) game.play(move);
        if (game.legalMoves().includes(text) || game.legalSans().includes(text)) return;
        const before = snapshot(game);
        try {
          game.play(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ChessError);
          expect(snapshot(game)).toEqual(before);
          refused++;
          return;
        }
        // Another spelling of a legal move: zeros, signs, the rook's square.
        expect(before.legal).toContain(game.undo());
      }),
      { numRuns: 300 },
    );
    expect(refused).toBeGreaterThan(250);
  });

  test('an invalid FEN is rejected', () => {
    for (const fen of ['', 'startpos', '8/8/8/8/8/8/8/8 w - - 0 1', `${START_FEN} x`]) {
      expect(() => new Game(fen)).toThrow(ChessError);
    }
  });

  test('changing a returned position does not affect the game', () => {
    const game = play(KNIGHTS);
    const before = snapshot(game);
    const position = game.getPosition();
    expect(formatFen(position)).toBe(game.fen());
    position.makeNull();
    expect(snapshot(game)).toEqual(before);
  });
});

describe('how a game ends', () => {
  test('in random games, when and why agree with chess.js and the referee', () => {
    const reasons = new Map<string, number>();
    check(({ start, moves }) => {
      const game = new Game(start);
      const chess = new ChessJs(start);
      const referee = new Referee(start);
      for (const move of ['', ...moves]) {
        if (move !== '') {
          game.play(move);
          playInChessJs(chess, move);
          referee.play(move);
        }
        const end = referee.end();
        const isOver = end !== null && isAutomatic(end);
        expect(game.fen()).toBe(chess.fen());
        expect(game.end()).toBe(isOver ? end : null);
        expect(game.isOver()).toBe(isOver);
        expect(game.claimableDraw()).toBe(isOver ? null : end);
        const winner = chess.turn() === 'w' ? '0-1' : '1-0';
        const result = isOver ? (chess.isCheckmate() ? winner : '1/2-1/2') : '*';
        expect(game.result()).toBe(result);
        if (!isOver) continue;
        reasons.set(end, (reasons.get(end) ?? 0) + 1);
        expect(game.legalMoves()).toEqual([]);
        expect(game.legalSans()).toEqual([]);
        for (const text of ['e2e4', 'Ke2', ...chess.moves().slice(0, 1)]) {
          expect(() => game.play(text)).toThrow(ChessError);
        }
        return;
      }
    }, 120);
    expect([...reasons.keys()].sort()).toEqual([
      'checkmate',
      'fivefold repetition',
      'insufficient material',
      'seventy-five-move rule',
      'stalemate',
    ]);
  });

  test('a draw can be claimed exactly when the rules allow, and then the game is over', () => {
    let claims = 0;
    check(({ start, moves }) => {
      const game = new Game(start);
      const referee = new Referee(start);
      for (const move of moves) {
        if (game.isOver()) return;
        game.play(move);
        referee.play(move);
        const end = referee.end();
        const before = snapshot(game);
        if (end === null || isAutomatic(end)) {
          expect(() => game.claimDraw()).toThrow(ChessError);
          expect(snapshot(game)).toEqual(before);
          continue;
        }
        claims++;
        game.claimDraw();
        expect([game.end(), game.result(), game.isOver()]).toEqual([end, '1/2-1/2', true]);
        expect(game.legalMoves()).toEqual([]);
        expect(() => game.play(before.legal[0]!)).toThrow(ChessError);
        // Undoing the move undoes the claim; after playing it again the draw may be claimed or not.
        expect(game.undo()).toBe(move);
        expect(game.isOver()).toBe(false);
        game.play(move);
        expect(snapshot(game)).toEqual(before);
      }
    }, 25);
    expect(claims).toBeGreaterThan(50);
  });

  test('only a result ends a game', () => {
    const game = new Game();
    for (const result of ['foo', '*', '', null, 1]) {
      expect(() => game.conclude(result as '1-0')).toThrow(ChessError);
      expect(game.isOver()).toBe(false);
    }
    game.conclude('1-0');
    expect(game.result()).toBe('1-0');
  });

  test('a game may be over at its start', () => {
    for (const fen of ['7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', '4k3/8/8/8/8/8/8/4K3 w - - 0 1']) {
      const game = new Game(fen);
      expect([game.isOver(), game.result(), game.legalMoves()]).toEqual([true, '1/2-1/2', []]);
    }
  });
});

describe('a game in text', () => {
  test('chess.js reads the PGN back: same moves, result and position', () => {
    check(({ start, moves }) => {
      const game = new Game(start);
      for (const move of moves.slice(0, 60)) if (!game.isOver()) game.play(move);
      if (game.claimableDraw() !== null) game.claimDraw();
      const chess = new ChessJs();
      chess.loadPgn(game.pgn({ White: 'Ann', Black: 'Bob', Date: '2024.02.29' }), { strict: true });
      expect(chess.history({ verbose: true }).map(({ lan }) => lan)).toEqual(game.moves());
      expect(chess.fen()).toBe(game.fen());
      const headers = chess.getHeaders();
      expect(headers.Result).toBe(game.result());
      expect([headers.White, headers.Black, headers.Date]).toEqual(['Ann', 'Bob', '2024.02.29']);
    }, 40);
  });

  test('a game of Chess960: king takes rook, and chessops reads the PGN back', () => {
    const fen = chess960Fen(0);
    const random = games(chess960Starts, 60);
    let castled = 0;
    const same = (game: Game) => {
      const [pgn] = parsePgn(game.pgn());
      const position = startingPosition(pgn!.headers).unwrap();
      const moves: string[] = [];
      for (const { san } of pgn!.moves.mainline()) {
        const move = parseSan(position, san)!;
        moves.push(makeUci(move));
        position.play(move);
      }
      expect(moves).toEqual(game.moves());
      expect(pgn!.headers.get('Result')).toBe(game.result());
      castled += [...pgn!.moves.mainline()].filter(({ san }) => san.startsWith('O-O')).length;
    };
    expect(new Game(fen).pgn()).toContain('[Variant "Chess960"]');
    fc.assert(
      fc.property(random, (walk) => {
        const game = new Game(walk.start);
        for (const { next } of plies(walk)) {
          if (next === 0 || game.isOver()) break;
          game.play(formatUciMove(next, true));
        }
        same(game);
      }),
      { numRuns: 60 },
    );
    expect(castled).toBeGreaterThan(5);
  });

  test('castling in Chess960 is written as king takes rook, and read in SAN as well', () => {
    const fen = 'bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1';
    const game = play('h1g3 h8g6 f2f4 f7f5', fen);
    expect(game.legalMoves()).toContain('f1g1');
    expect(game.legalSans()).toContain('O-O');
    game.play('O-O');
    expect(game.moves().at(-1)).toBe('f1g1');
    expect(game.undo()).toBe('f1g1');
    game.play('f1g1');
    expect(game.fen().split(' ')[0]).toBe('bqnbrkr1/ppppp1pp/6n1/5p2/5P2/6N1/PPPPP1PP/BQNBRRK1');
  });
});

test('a game has the side to move, its moves in SAN, and a JSON form', () => {
  const game = new Game();
  expect(game.turn).toBe('white');
  for (const move of ['f3', 'e5', 'g4', 'Qh4#']) game.play(move);
  expect(game.turn).toBe('white');
  expect(game.sans()).toEqual(['f3', 'e5', 'g4', 'Qh4#']);
  expect(JSON.parse(JSON.stringify(game))).toEqual({
    start: START_FEN,
    moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'],
    sans: ['f3', 'e5', 'g4', 'Qh4#'],
    fen: 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3',
    turn: 'white',
    end: 'checkmate',
    result: '0-1',
  });
});
