import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import type { Position } from '../../src/chess/board/position.ts';
import { BLACK, type Move, NO_MOVE, NO_PIECE, toOf } from '../../src/chess/board/types.ts';
import { findGameEnd } from '../../src/chess/game/draws.ts';
import { formatFen, positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { formatSan } from '../../src/chess/notation/san.ts';
import { formatUciMove, parseUciMove } from '../../src/chess/notation/uciMove.ts';
import { DEFAULT_SETTINGS } from '../../src/search/limits.ts';
import { Quiescence } from '../../src/search/quiescence.ts';
import { listRootMoves } from '../../src/search/rootMoves.ts';
import { INFINITE, MATE } from '../../src/search/score.ts';
import type { SearchInfo } from '../../src/search/searchResult.ts';
import { BY_CLOCK } from '../../src/search/searchStack.ts';
import { type SearchState, withClock } from '../../src/search/searchState.ts';
import { LOWER, NO_BOUND, TranspositionTable, UPPER } from '../../src/search/transpositionTable.ts';
import { Tree } from '../../src/search/tree.ts';
import { unwrap } from '../../src/util/result.ts';
import { checkGames, games, lastPosition, positionAfter } from '../support/games.ts';
import { freshSearch, renewedSearch, searchStarts, stateFor } from '../support/search.ts';

function think(position: Position, depth: number) {
  const { search } = freshSearch();
  const { best, info } = search.run(position, { depth });
  const move = best === null ? '' : formatUciMove(best.move);
  return { best, info, move, san: best === null ? '' : formatSan(position, best.move) };
}

describe('mate takes precedence over draws', () => {
  test('a mate on the hundredth ply wins', () => {
    const { san, info } = think(positionFromFen('7k/8/5KQ1/8/8/8/8/8 w - - 99 80'), 6);
    expect(san).toBe('Qg7#');
    expect(info.score).toBe(MATE - 1);
  });

  test('a quiet move on the hundredth ply draws, without a search', () => {
    const { best, info } = think(positionFromFen('8/8/3k4/8/3K4/8/7R/7R w - - 99 80'), 8);
    expect(best!.draw).toBe('fifty-move rule');
    expect(info.score).toBe(0);
    expect(info.nodes).toBe(0);
  });

  test('the winning side takes or pushes in time', () => {
    // A rook and a pawn up with one quiet ply left: only pawn moves keep the win.
    const { best, info } = think(positionFromFen('8/8/3k4/8/3K4/8/4P2R/7R w - - 99 80'), 8);
    expect(best!.draw).toBe(null);
    expect(info.score).toBeGreaterThan(500);
    expect(['e2e3', 'e2e4']).toContain(formatUciMove(best!.move));
  });

  test.each([
    ['1k6/8/8/R2Q4/8/8/8/1K6 w - - 96 100', 3],
    ['1k6/8/8/R2Q4/8/8/8/1K6 w - - 97 100', 3],
    ['8/8/k7/8/2R5/6Q1/7K/8 w - - 96 100', 3],
    ['8/8/8/QR6/8/8/6K1/2k5 w - - 97 100', 3],
  ])('no piece is given away for more time if a mate is in time: %s', (fen, plies) => {
    const { info } = freshSearch().search.run(positionFromFen(fen), { nodes: 10_000 });
    expect(info.score).toBe(MATE - plies);
  });

  test('what cannot be won in time is a draw', () => {
    // A mate in six plies more than there are left.
    const { info } = think(positionFromFen('4K3/8/3k4/8/8/8/2Q5/8 w - - 93 100'), 20);
    expect(info.score).toBe(0);
    expect(info.nodes).toBeLessThan(1_000_000);
  });

  test('a mate after the fifty-move limit is not reported', () => {
    // Two rooks mate in three from here, five plies; the clock leaves four.
    const mateInThree = '8/8/3k4/8/3K4/8/7R/7R w - -';
    expect(think(positionFromFen(`${mateInThree} 0 80`), 18).info.score).toBe(MATE - 5);
    expect(think(positionFromFen(`${mateInThree} 95 80`), 18).info.score).toBe(MATE - 5);
    expect(think(positionFromFen(`${mateInThree} 96 80`), 18).info.score).toBe(0);
  });
});

describe('6k1/5R2/6K1/8/8/8/8/8 w: mate in two', () => {
  const fen = '6k1/5R2/6K1/8/8/8/8/8 w - - 2 1';
  test.each([
    ['', 'without a history'],
    ['f7f6 g8h8 f6f7 h8g8', 'after one repetition'],
    ['f7f6 g8h8 f6f7 h8g8 f7f6 g8h8 f6f7 h8g8', 'after two'],
  ])('%s(%s) it is found without repetition', (moves) => {
    const position = positionAfter(moves, fen);
    for (const expected of [MATE - 3, MATE - 1]) {
      const { best, info } = think(position, 14);
      expect(info.score).toBe(expected);
      position.make(best!.move);
      if (findGameEnd(position) !== 'checkmate') position.make(legalMoves(position)[0]!);
    }
    expect(findGameEnd(position)).toBe('checkmate');
  });
});

test('a mate that was found before does not lead through positions that have occurred twice since', () => {
  // Mate in three with 1. Qb2. Then, after 1... Kf1, 2. Kf3 makes a position that has occurred twice.
  const { search } = freshSearch();
  const before = search.run(positionFromFen('7Q/8/8/8/6K1/8/8/4k3 w - - 0 80'), { depth: 8 });
  expect(before.info.score).toBe(MATE - 5);
  const moves =
    'b2a2 g1f1 a2g2 f1e1 g2a2 e1f1 a2b2 f1g1 b2a2 g1f1 a2g2 f1e1 g2a2 e1f1 a2b2 f1g1 f3g4 g1f1 b2h8 f1e1';
  const after = positionAfter(moves, '8/8/8/8/8/5K2/1Q6/6k1 w - - 0 80');
  const { info } = search.run(after, { depth: 6 });
  expect(info.score).toBeLessThanOrEqual(MATE - 7);
});

describe('repetition across game and search', () => {
  // White is a rook up; the knights have moved out and back.
  const fen = 'rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1';

  test('the side that stands better does not complete the third repetition, the other does', () => {
    const shuffle = 'g1f3 g8f6 f3g1 f6g8 ';
    const whiteToMove = positionAfter(`${shuffle}${shuffle}g1f3 g8f6`, fen);
    const white = think(whiteToMove, 5);
    expect(white.best!.draw).toBe(null);
    expect(white.info.score).toBeGreaterThan(100);
    const blackToMove = positionAfter(`${shuffle}g1f3 g8f6 f3g1`, fen);
    const black = think(blackToMove, 5);
    expect(black.move).toBe('f6g8');
    expect(black.best!.draw).toBe('threefold repetition');
    expect(black.info.score).toBe(0);
    expect(black.info.pv.map((move) => formatUciMove(move))).toEqual(['f6g8']);
  });

  test('a position that occurred once in the game is not a draw when it recurs once', () => {
    const once = positionAfter('g1f3 g8f6 f3g1', fen);
    const known = listRootMoves(once).find(({ move }) => formatUciMove(move) === 'f6g8');
    expect(known!.draw).toBe(null);
    const twice = positionAfter('g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1', fen);
    const drawn = listRootMoves(twice).find(({ move }) => formatUciMove(move) === 'f6g8');
    expect(drawn!.draw).toBe('threefold repetition');
  });

  test('a position that has occurred three times already still gets a sensible move', () => {
    const shuffle = 'g1f3 g8f6 f3g1 f6g8 ';
    const position = positionAfter(shuffle.repeat(3), fen);
    expect(findGameEnd(position)).toBe('threefold repetition');
    const { best, info } = think(position, 6);
    expect(best!.draw).toBe(null);
    expect(info.score).toBeGreaterThan(300);
  });
});

describe('repetitions and fifty moves below the root', () => {
  test('a move that lets the losing side repeat is a draw, even if it prunes the move that does', () => {
    // The knight can go to c6 for the third time once the queen is back on d2.
    const position = positionAfter(
      'd2d1 c6b8 d1d2 b8c6 d2d1 c6b8',
      '6k1/5pp1/2n4p/8/8/8/3Q1PPP/R5K1 w - - 0 1',
    );
    const rootMoves = listRootMoves(position, [unwrap(parseUciMove(position, 'd1d2'))]);
    expect(rootMoves[0]!.draw).toBe(null);
    for (let depth = 2; depth <= 6; depth++) {
      const { info } = freshSearch().search.run(position, { depth }, { rootMoves });
      expect(info.score, `depth ${depth}`).toBe(0);
    }
  });

  test('a mate from the table after the fifty-move limit is ignored', () => {
    const lower = (halfmoves: number) => {
      const position = positionFromFen(`8/8/8/4k3/8/8/8/KQ6 w - - ${halfmoves} 80`);
      const state = stateFor(position, 4);
      state.tt.store(position.keyLo, position.keyHi, 0, NO_MOVE, MATE - 15, 40, LOWER);
      return new Tree(state).negamax(state.root, 4, MATE - 31, MATE - 30, true);
    };
    expect(lower(85)).toBe(MATE - 15);
    expect(lower(86)).toBeLessThan(MATE - 30);
  });
});

describe('root moves', () => {
  test('a move that leaves a dead position draws, without a search', () => {
    const { best, san, info } = think(
      positionFromFen('4k3/8/8/p1p1p1p1/P1P1P1P1/8/4n3/4K3 w - - 0 1'),
      8,
    );
    expect(san).toBe('Kxe2');
    expect(best!.draw).toBe('dead position');
    expect(info.score).toBe(0);
  });

  test('if every move draws, one is played at once, with exactly the draw score', () => {
    const { best, info } = think(positionFromFen('8/8/8/4k3/8/8/4K3/4B3 w - - 5 90'), 12);
    expect(best!.draw).toBe('insufficient material');
    expect(info).toMatchObject({ score: 0, depth: 1 });
  });

  test('capturing the last mating material is an immediate draw', () => {
    const capture = listRootMoves(positionFromFen('8/8/8/3rK3/8/8/1k6/8 w - - 0 1'));
    const taken = capture.find(({ move }) => formatUciMove(move) === 'e5d5');
    expect(taken!.draw).toBe('insufficient material');
  });

  test('searchmoves are respected; all moves are searched if none of them is legal', () => {
    const position = positionFromFen(START_FEN);
    const wanted = unwrap(parseUciMove(position, 'a2a3'));
    const { search } = freshSearch();
    const { best } = search.run(
      position,
      { depth: 5 },
      { rootMoves: listRootMoves(position, [wanted]) },
    );
    expect(best!.move).toBe(wanted);
    expect(listRootMoves(position, [12345 as Move]).length).toBe(20);
  });

  test('the draw score is contempt, with opposite signs for the two sides', () => {
    // Only repetition is possible: the score is the draw score, for either side to move.
    const { search } = freshSearch();
    const settings = { ...DEFAULT_SETTINGS, contempt: 30 };
    const white = positionFromFen('8/8/8/4k3/8/8/4K3/4B3 w - - 5 90');
    expect(search.run(white, { depth: 2 }, { settings }).info.score).toBe(-30);
    const black = positionFromFen('8/8/8/4k3/8/8/4K3/4B3 b - - 5 90');
    expect(search.run(black, { depth: 2 }, { settings }).info.score).toBe(-30);
  });
});

test('what a search has stored with contempt is not found by one for the other side', () => {
  const tt = TranspositionTable.ofSize(1);
  const isFound = (side: string, contempt: number) => {
    stateFor(positionFromFen(`4k3/8/8/8/8/8/4P3/4K3 ${side} - - 0 1`), 1, { tt, contempt });
    return tt.probe(5, 6, 0);
  };
  for (const contempt of [0, 30]) {
    expect(isFound('w', contempt)).toBe(false);
    tt.store(5, 6, 0, NO_MOVE, contempt, 4, LOWER);
    expect([isFound('b', contempt), isFound('w', contempt)]).toEqual([contempt === 0, true]);
  }
});

describe('side effects of a search', () => {
  test('the position and its history are restored, stopped or not', () => {
    fc.assert(
      fc.property(games(searchStarts, 80), fc.integer({ min: 1, max: 3000 }), (game, nodes) => {
        const position = lastPosition(game);
        const before = [formatFen(position), position.ply, ...position.history()];
        const states = position.states.slice(0, (position.ply + 1) * 16);
        const { search, signals } = freshSearch(1);
        search.run(position, { nodes });
        // Also stopped from outside.
        search.run(position, { depth: 30 }, { onInfo: () => signals.stop() });
        expect([formatFen(position), position.ply, ...position.history()]).toEqual(before);
        expect(position.states.slice(0, (position.ply + 1) * 16)).toEqual(states);
        expect(position.validate()).toBe(null);
      }),
      { numRuns: 60 },
    );
  });

  test('a node limit is never exceeded', () => {
    checkGames(searchStarts, { games: 40, plies: 60 }, (game) => {
      const position = lastPosition(game);
      for (const nodes of [1, 2, 77, 1024, 1500]) {
        expect(renewedSearch().run(position, { nodes }).info.nodes).toBeLessThanOrEqual(nodes);
      }
    });
  });
});

test('a principal variation is legal and never goes past the end of the game', () => {
  checkGames(searchStarts, { games: 120, plies: 100 }, (game) => {
    const position = lastPosition(game);
    if (findGameEnd(position) !== null) return;
    const search = renewedSearch();
    const lines: SearchInfo[] = [];
    search.run(position, { nodes: 4000 }, { onInfo: (info) => lines.push(info) });
    for (const { pv, score } of lines) {
      const board = position.clone();
      for (const [i, move] of pv.entries()) {
        expect(legalMoves(board)).toContain(move);
        board.make(move);
        const end = findGameEnd(board);
        if (end !== null) {
          expect(i).toBe(pv.length - 1);
          if (end === 'checkmate') expect(Math.abs(score)).toBe(MATE - pv.length);
          else expect(score).toBe(0);
        }
      }
    }
  });
});

test.each([
  ['a quiet mate', '8/8/8/8/6Q1/q6k/5K1P/8 b - - 12 90'],
  ['the hundredth ply', '1k6/8/4p3/8/8/1K3P2/8/8 b - - 98 90'],
])('a reply from the table does not end the game unseen by the score: %s', (_, fen) => {
  const { search } = freshSearch();
  const position = positionFromFen(fen);
  const settings = { ...DEFAULT_SETTINGS, multiPv: 3 };
  search.run(position, { depth: 3 }, { settings });
  const lines: SearchInfo[] = [];
  search.run(position, { depth: 1 }, { settings, onInfo: (info) => lines.push(info) });
  expect(lines.length).toBeGreaterThan(0);
  for (const { pv, score } of lines) {
    const board = position.clone();
    for (const move of pv) board.make(move);
    const end = findGameEnd(board);
    if (end === 'checkmate') expect(Math.abs(score)).toBe(MATE - pv.length);
    else if (end !== null) expect(score).toBe(0);
  }
});

test('a draw by the fifty-move rule is not stored for positions that other paths reach earlier', () => {
  // Black's bare king is lost, unless the hundredth ply comes first.
  const { search } = freshSearch(1);
  const { state } = search as unknown as { state: SearchState };
  const { tt } = state;
  const store = tt.store.bind(tt);
  const wrong: string[] = [];
  let stores = 0;
  tt.store = (lo, hi, ply, move, score, depth, bound, ...rest) => {
    const { position } = state;
    const isBare = position.turn === BLACK && ply > 0 && depth > 1;
    // With the halfmove clock in the key, other positions are meant.
    if (
      isBare &&
      hi === position.keyHi &&
      !legalMoves(position).some((m) => position.board[toOf(m)] !== NO_PIECE)
    ) {
      stores++;
      if ((bound & LOWER) !== 0 && score >= 0) wrong.push(`${formatFen(position)} ${score}`);
    }
    store(lo, hi, ply, move, score, depth, bound, ...rest);
  };
  for (const clock of [84, 94]) {
    search.run(positionFromFen(`8/8/8/8/6R1/8/7K/k7 w - - ${clock} 90`), { nodes: 6000 });
  }
  expect(wrong).toEqual([]);
  expect(stores).toBeGreaterThan(0);
});

test.each([
  [-101, -100],
  [-100, 100],
  [0, 1],
])(
  'a draw that only this path leads to is not stored, in the tree or at its leaves: window from %i to %i',
  (alpha, beta) => {
    // In check, Black has one move, which repeats the position of three plies before.
    const moves = 'g1h2 a8a7 h2g1';
    const position = positionAfter(moves, 'k7/2K5/8/1P6/8/8/8/6B1 w - - 0 1');
    expect(legalMoves(position)).toHaveLength(1);
    for (const Search of [Tree, Quiescence]) {
      const state = stateFor(position, 4);
      // As if the search had begun a ply before the first of these positions.
      state.rootPly = -1;
      const frame = state.root.next.next.next.next;
      const score =
        Search === Tree
          ? new Tree(state).negamax(frame, 4, alpha, beta, false)
          : new Quiescence(state).search(frame, alpha, beta);
      expect([score, frame.drawPly]).toEqual([0, 1]);
      const { tt } = state;
      const isKnown = tt.probe(position.keyLo, position.keyHi, frame.ply);
      expect(isKnown ? tt.bound : NO_BOUND).toBe(NO_BOUND);
    }
  },
);

test('a draw by the fifty-move rule may be stored only with the halfmove clock in the key', () => {
  const state = stateFor(positionFromFen('8/8/3k4/8/3K4/8/7R/7R w - - 100 80'), 1);
  expect(new Tree(state).negamax(state.root, 1, -1, 1, false)).toBe(0);
  const isStorable = (hasClock: boolean) => state.isStorable(state.root, hasClock);
  expect([isStorable(false), isStorable(true)]).toEqual([false, true]);
});

test.each([
  ['below the window', 100],
  ['above it', -100],
])(
  'an evaluation that a draw by the fifty-move rule replaces depends on the clock: %s',
  (_, alpha) => {
    const position = positionFromFen('8/8/3k4/8/3K4/8/7R/7R b - - 92 80');
    const state = stateFor(position, 1);
    const { root, tt } = state;
    const keyHi = withClock(position.keyHi, position.halfmoves);
    // A bound of a search with this clock, of the kind that does not cut off in this window.
    const bound = alpha > 0 ? LOWER : UPPER;
    const rawEval = alpha > 0 ? -500 : 500;
    tt.store(position.keyLo, keyHi, root.ply, NO_MOVE, 0, 1, bound, rawEval, false);
    const score = new Quiescence(state).search(root, alpha, alpha + 1);
    expect([Math.sign(score - alpha), root.drawPly]).toEqual([-Math.sign(alpha), BY_CLOCK]);
  },
);

test('a draw by a repeating move that is pruned holds on this path only', () => {
  // The knight can go to c6 for the third time.
  const position = positionAfter(
    'd2d1 c6b8 d1d2 b8c6 d2d1 c6b8 d1d2',
    '6k1/5pp1/2n4p/8/8/8/3Q1PPP/R5K1 w - - 0 1',
  );
  for (let depth = 1; depth <= 4; depth++) {
    const state = stateFor(position, depth);
    expect(new Tree(state).negamax(state.root, depth, -100, 100, false)).toBe(0);
    expect(state.root.drawPly).toBeLessThan(0);
  }
});

test.each([
  ['on the principal variation', '3R2bk/8/6K1/8/8/8/8/8 b - - 0 1', -INFINITE, INFINITE],
  ['elsewhere for a king with pawns', '7k/5Q2/6K1/8/8/7p/7P/8 b - - 0 1', -1, 0],
])('stalemate at the horizon is a draw: %s', (_, fen, alpha, beta) => {
  const state = stateFor(positionFromFen(fen), 1);
  expect(new Tree(state).negamax(state.root, 0, alpha, beta, false)).toBe(0);
});

test('beyond the fifty-move limit an evaluation keeps its sign', () => {
  const position = positionFromFen('4k3/8/8/8/8/8/4P3/Q3K3 w - - 99999 400');
  const state = stateFor(position, 1);
  expect(state.evaluateRoot()).toBeGreaterThan(0);
});

test('one thread is deterministic: the same search again has the same nodes and line', () => {
  checkGames(searchStarts, { games: 20, plies: 60 }, (game) => {
    const position = lastPosition(game);
    const [a, b] = [0, 1].map(() => freshSearch(1).search.run(position, { depth: 6 }).info);
    expect(a!.nodes).toBe(b!.nodes);
    expect(a!.pv).toEqual(b!.pv);
  });
});
