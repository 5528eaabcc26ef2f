import { Chess, type Square as SquareName } from 'chess.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { materialBalance } from '../../src/chess/board/material.ts';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import type { Position } from '../../src/chess/board/position.ts';
import { type Move, NO_PIECE, squareName, toOf } from '../../src/chess/board/types.ts';
import { formatFen, positionFromFen } from '../../src/chess/notation/fen.ts';
import {
  attacksFrom,
  discovery,
  fork,
  hangingPiece,
  isPerpetual,
  isTakenIn,
  mateKind,
  positionAfter,
  runningPawn,
  skewer,
} from '../../src/review/motifs.ts';
import { games, lastPosition, lineOf, standardStarts } from '../support/games.ts';

/** A position and the moves of a line from it. */
function line(fen: string, ...ucis: string[]): [Position, Move[]] {
  const start = positionFromFen(fen);
  return [start, lineOf(start, ucis)];
}

const base = (position: Position) => materialBalance(position, position.turn).all;

test('the squares that a piece attacks are those that chess.js gives', () => {
  fc.assert(
    fc.property(games(standardStarts, 60), (game) => {
      const position = lastPosition(game);
      const chess = new Chess(formatFen(position), { skipValidation: true });
      for (const [square, piece] of position.board.entries()) {
        if (piece === NO_PIECE) continue;
        const own = attacksFrom(position, square).map(squareName);
        for (let target = 0; target < 64; target++) {
          const name = squareName(target) as SquareName;
          const attackers = chess.attackers(name, piece & 1 ? 'b' : 'w');
          expect(own.includes(name)).toBe(attackers.includes(squareName(square) as SquareName));
        }
      }
    }),
    { numRuns: 5 },
  );
});

/** Positions of games, with a line in which each side mostly takes what it can. */
const greedyLines = fc
  .tuple(games(standardStarts, 60), fc.array(fc.nat(), { minLength: 8, maxLength: 8 }))
  .map(([game, picks]): [Position, Move[]] => {
    const start = lastPosition(game);
    const walk = start.clone();
    const moves: Move[] = [];
    for (const pick of picks) {
      const legal = legalMoves(walk);
      if (legal.length === 0) break;
      const captures = legal.filter((move) => walk.board[toOf(move)] !== NO_PIECE);
      const from = captures.length > 0 && pick % 4 !== 0 ? captures : legal;
      moves.push(from[pick % from.length]!);
      walk.make(moves.at(-1)!);
    }
    return [start, moves];
  });

/** Lines of any first move, one reply, any capture, and one reply. */
function* capturesAfter(position: Position, pick: number): Generator<Move[]> {
  for (const first of legalMoves(position)) {
    const walk = position.clone();
    walk.make(first);
    const replies = legalMoves(walk);
    if (replies.length === 0) continue;
    const reply = replies[pick % replies.length]!;
    walk.make(reply);
    for (const next of legalMoves(walk)) {
      if (walk.board[toOf(next)] === NO_PIECE) continue;
      const end = walk.clone();
      end.make(next);
      const last = legalMoves(end);
      if (last.length > 0) yield [first, reply, next, last[pick % last.length]!];
    }
  }
}

describe('whatever the line', () => {
  test('a piece that is said to hang stands there, and is taken by the first move', () => {
    let hanging = 0;
    fc.assert(
      fc.property(greedyLines, ([position, moves]) => {
        const said = hangingPiece(position, moves, base(position));
        if (said === null) return;
        hanging++;
        const chess = new Chess(formatFen(position), { skipValidation: true });
        const [, name, square] = /^the (\w+) on (..)$/.exec(said)!;
        expect(square).toBe(squareName(toOf(moves[0]!)));
        const letters: Record<string, string> = {
          knight: 'n',
          bishop: 'b',
          rook: 'r',
          queen: 'q',
        };
        expect(chess.get(square as SquareName)?.type).toBe(letters[name!]);
        // And the material is still won at the end of what is looked at.
        const end = positionAfter(position, moves.slice(0, 7));
        expect(materialBalance(end, position.turn).all).toBeGreaterThan(base(position));
      }),
    );
    expect(hanging).toBeGreaterThan(0);
  });

  test('what is said to be forked, skewered or discovered is lost', () => {
    const met = new Set<string>();
    fc.assert(
      fc.property(games(standardStarts, 60), fc.nat(), (game, pick) => {
        const position = lastPosition(game);
        for (const moves of capturesAfter(position, pick)) {
          for (const motif of [fork, skewer, discovery]) {
            if (motif(position, moves, base(position)) === null) continue;
            met.add(motif.name);
            const end = positionAfter(position, moves);
            expect(materialBalance(end, position.turn).all).toBeGreaterThanOrEqual(
              base(position) + 2,
            );
          }
        }
      }),
    );
    expect(met).toContain('fork');
  });
});

describe('a motif', () => {
  test('fork: a knight takes one of two pieces', () => {
    const [position, moves] = line(
      'r3k3/8/8/3N4/8/8/8/4K3 w q - 0 1',
      'd5c7',
      'e8d7',
      'c7a8',
      'd7d6',
    );
    expect(fork(position, moves, base(position))).toBe('a fork of the king and the rook');
    expect(fork(position, moves.slice(0, 2), base(position))).toBeNull();
    expect(skewer(position, moves, base(position))).toBeNull();
  });

  test('skewer: the king steps aside, the queen behind it falls', () => {
    const [position, moves] = line(
      '4q3/8/8/4k3/8/8/8/R5K1 w - - 0 1',
      'a1e1',
      'e5d6',
      'e1e8',
      'd6d7',
      'e8e1',
    );
    expect(skewer(position, moves, base(position))).toBe('a skewer of the king and the queen');
    expect(fork(position, moves, base(position))).toBeNull();
  });

  test('discovered attack: a bishop gives check, and the rook behind it takes the queen', () => {
    const [position, moves] = line(
      '3q2k1/5pp1/8/8/8/3B4/8/3R2K1 w - - 0 1',
      'd3h7',
      'g8h7',
      'd1d8',
      'h7g6',
    );
    expect(discovery(position, moves, base(position))).toBe('a discovered attack on the queen');
  });

  test('discovered check: the knight that opens the file takes the queen', () => {
    const [position, moves] = line(
      'rnbqkb1r/pppp1ppp/5n2/4N3/8/8/PPPPQPPP/RNB1KB1R w KQkq - 2 5',
      ...['e5c6', 'f8e7', 'c6d8', 'e8d8', 'd2d4'],
    );
    expect(discovery(position, moves, base(position))).toBe('a discovered check');
    const [, queen] = line(formatFen(position), 'e5c6', 'd8e7', 'c6e7', 'f8e7');
    expect(discovery(position, queen, base(position))).toBe('a discovered check');
    // The knight itself gives check.
    const [forked, fork] = line('q3k3/8/8/3N4/8/8/8/4K3 w - - 0 1', 'd5c7', 'e8d7', 'c7a8', 'd7d6');
    expect(discovery(forked, fork, base(forked))).toBeNull();
  });

  test('hanging piece: not one that is defended, and not an exchange', () => {
    const [free, take] = line('4k3/8/2n5/8/8/5B2/8/4K3 w - - 0 1', 'f3c6', 'e8d8');
    expect(hangingPiece(free, take, base(free))).toBe('the knight on c6');
    const [held, exchange] = line('4k3/1p6/2n5/8/8/5B2/8/4K3 w - - 0 1', 'f3c6', 'b7c6');
    expect(hangingPiece(held, exchange, base(held))).toBeNull();
  });

  test('piece to be captured: a rook is followed when it castles', () => {
    const [start, taken] = line('4k2r/8/8/8/8/8/1B6/6K1 b k - 0 1', 'e8g8', 'b2a3', 'g8h8', 'a3f8');
    const rook = toOf(taken[0]!);
    expect(squareName(rook)).toBe('h8');
    expect(isTakenIn(start, taken, rook)).toBe(true);
    expect(isTakenIn(start, taken.slice(0, 3), rook)).toBe(false);
  });

  test('mate on the back rank, and smothered mate', () => {
    const [rank, mate] = line('6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1', 'a1a8');
    expect(mateKind(rank, mate)).toBe('back-rank ');
    const [open, other] = line('6k1/R7/8/8/8/8/8/1R4K1 w - - 0 1', 'b1b8');
    expect(mateKind(open, other)).toBe('');
    const [corner, knight] = line('6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1', 'g5f7');
    expect(mateKind(corner, knight)).toBe('smothered ');
  });

  test('perpetual check: every move checks until a position occurs again', () => {
    const fen = '6k1/5p2/6p1/8/8/3Q4/5PPK/q7 w - - 0 1';
    const [position, moves] = line(
      '7k/5p1p/8/6Q1/8/8/q5PP/7K w - - 0 1',
      'g5d8',
      'h8g7',
      'd8g5',
      'g7h8',
      'g5d8',
    );
    expect(isPerpetual(position, moves)).toBe(true);
    const [quiet, shuffle] = line(fen, 'd3d8', 'g8g7', 'd8d3', 'g7g8', 'd3d8');
    expect(isPerpetual(quiet, shuffle)).toBe(false);
  });

  test('running pawn: passed where the line begins, and not taken when it promotes', () => {
    const [position, moves] = line(
      '8/5k2/8/8/P7/8/8/4K3 w - - 0 1',
      ...['a4a5', 'f7e7', 'a5a6', 'e7d7', 'a6a7', 'd7c7', 'a7a8q', 'c7d7'],
    );
    expect(runningPawn(position, moves, 0)).toBe('the a-pawn');
    const [taken, lost] = line('8/P7/1k6/8/8/8/8/4K3 w - - 0 1', 'e1e2', 'b6b7', 'a7a8q', 'b7a8');
    expect(runningPawn(taken, lost, 0)).toBeNull();
  });
});
