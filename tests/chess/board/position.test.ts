import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLegal } from '../../../src/chess/board/legality.ts';
import { legalMoves } from '../../../src/chess/board/movegen.ts';
import type { Position } from '../../../src/chess/board/position.ts';
import {
  CHECKERS,
  EP_SQUARE,
  HALFMOVES,
  PINNED,
  REVERSIBLE,
  RIGHTS,
  STATE_SIZE,
} from '../../../src/chess/board/positionLayout.ts';
import { type Move, WHITE } from '../../../src/chess/board/types.ts';
import {
  formatFen,
  formatFenWithoutClocks,
  positionFromFen,
  START_FEN,
} from '../../../src/chess/notation/fen.ts';
import { parseUciMove } from '../../../src/chess/notation/uciMove.ts';
import { unwrap } from '../../../src/util/result.ts';
import { PERFT_FENS } from '../../support/epds.ts';
import {
  allStarts,
  checkGames,
  games,
  lastPosition,
  plies,
  positionAfter,
  standardStarts,
} from '../../support/games.ts';
import { SEED } from '../../support/seed.ts';
import { assertValid } from '../../support/valid.ts';

const key = ({ keyLo, keyHi }: Position) => `${keyLo} ${keyHi}`;

/** Where this ply's integers begin in `states`. */
const stateOf = (position: Position) => position.checkersIndex - CHECKERS;

/** The whole state of a position, as text. */
function snapshot(position: Position): string {
  const state = stateOf(position);
  return [
    formatFen(position),
    position.turn,
    position.ply,
    position.fullmove,
    position.board,
    position.bitboards,
    position.keys.subarray(0, position.ply * 2 + 2),
    position.states.subarray(state, state + PINNED + 2),
  ].join('\n');
}

describe('making and unmaking moves', () => {
  test('a made move gives a valid position, unmaking it restores everything', () => {
    checkGames(allStarts, { games: 40, plies: 80, still: PERFT_FENS }, (game) => {
      for (const { position, legal } of plies(game)) {
        const before = snapshot(position);
        for (const move of legal) {
          position.make(move);
          assertValid(position);
          position.unmake(move);
          if (snapshot(position) !== before) expect(snapshot(position)).toBe(before);
        }
      }
    });
  });

  test('a whole game is valid, and unmade move by move it passes the same positions', () => {
    checkGames(allStarts, { games: 120, plies: 120 }, (game) => {
      const before: string[] = [];
      const moves: Move[] = [];
      let last: Position | undefined;
      for (const { position, next } of plies(game)) {
        assertValid(position);
        before.push(snapshot(position));
        moves.push(next);
        last = position;
      }
      for (let i = moves.length - 2; i >= 0; i--) {
        last!.unmake(moves[i]!);
        expect(snapshot(last!)).toBe(before[i]);
      }
    });
  });

  test('passing the turn gives the same pieces with the other side to move, and can be undone', () => {
    checkGames(allStarts, { games: 80, plies: 100 }, (game) => {
      for (const { position } of plies(game)) {
        if (position.inCheck) continue;
        const before = snapshot(position);
        const [board, side, rights] = formatFen(position).split(' ') as [string, string, string];
        position.makeNull();
        assertValid(position);
        expect(position.reversiblePlies).toBe(0);
        const passed = positionFromFen(`${board} ${side === 'w' ? 'b' : 'w'} ${rights} - 0 1`);
        expect(key(position)).toBe(key(passed));
        expect(position.fullmove).toBe(Number(before.split('\n')[3]) + (side === 'w' ? 0 : 1));
        position.unmakeNull();
        expect(snapshot(position)).toBe(before);
      }
    });
  });

  test('withMove restores the position, even if its callback throws', () => {
    const position = positionFromFen(START_FEN);
    const before = snapshot(position);
    const [first, second] = legalMoves(position) as [Move, Move];
    expect(position.withMove(first, () => formatFen(position))).not.toBe(START_FEN);
    expect(snapshot(position)).toBe(before);
    expect(() =>
      position.withMove(second, () => {
        position.withMove(legalMoves(position)[0]!, () => {
          throw new Error('enough');
        });
      }),
    ).toThrow('enough');
    expect(snapshot(position)).toBe(before);
  });

  test('withMove throws if its callback leaves a move on the board', () => {
    const leave = () => {
      const position = positionFromFen(START_FEN);
      const visit = (end: () => void) =>
        position.withMove(legalMoves(position)[0]!, () => {
          position.make(legalMoves(position)[0]!);
          end();
        });
      return visit;
    };
    expect(() => leave()(() => {})).toThrow('withMove: 1 moves were made and not unmade inside');
    expect(() =>
      leave()(() => {
        throw new Error('hidden');
      }),
    ).toThrow('withMove: 1 moves');
  });
});

describe('long games', () => {
  /** Knights move out and back 54 times between pawn moves: 6076 plies. */
  function* longGame(position: Position): Generator<Move> {
    const pawnMoves = [...'abdefgh'].flatMap((file) =>
      ['2 3', '7 6', '3 4', '6 5'].map((ranks) => file + ranks.replace(' ', file)),
    );
    const out = ['b1c3', 'b8c6'];
    const home = ['c3b1', 'c6b8'];
    for (const pawnMove of pawnMoves) {
      const around =
        position.turn === WHITE ? [...out.toReversed(), ...home.toReversed()] : [...out, ...home];
      for (const text of [pawnMove, ...new Array<string[]>(54).fill(around).flat()]) {
        const move = unwrap(parseUciMove(position, text));
        position.make(move);
        yield move;
      }
    }
  }

  test('a game of 6000 plies takes little memory without its history', () => {
    const position = positionFromFen(START_FEN);
    let plies = 0;
    for (const _ of longGame(position)) {
      plies++;
      if (plies % 50 !== 0) continue;
      const before = formatFen(position);
      position.forgetHistory();
      expect(formatFen(position)).toBe(before);
      assertValid(position);
    }
    expect(plies).toBe(6076);
    // A stretch without a pawn move has 216 plies.
    expect(position.states.length).toBeLessThanOrEqual(512 * STATE_SIZE);
  });

  test('a game of 6000 plies can be taken back to its start', () => {
    const position = positionFromFen(START_FEN);
    const before = snapshot(position);
    const moves = [...longGame(position)];
    expect(position.ply).toBe(moves.length);
    for (const move of moves.reverse()) position.unmake(move);
    expect(snapshot(position)).toBe(before);
  });

  test('a position without old history behaves like its twin, and keeps what can still recur', () => {
    const forgetful = fc.record({
      game: games(allStarts, 120),
      every: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(forgetful, ({ game, every }) => {
        const twin = positionFromFen(game.start);
        for (const { position, next } of plies(game)) {
          if (position.ply % every === 0) twin.forgetHistory();
          expect(formatFen(twin)).toBe(formatFen(position));
          expect(twin.reversiblePlies).toBe(position.reversiblePlies);
          const past = position.reversiblePlies * 2;
          const [end, twinEnd] = [position.ply * 2 + 2, twin.ply * 2 + 2];
          expect(twin.keys.slice(twinEnd - past - 2, twinEnd)).toEqual(
            position.keys.slice(end - past - 2, end),
          );
          if (next !== 0) twin.make(next);
        }
        assertValid(twin);
      }),
      { numRuns: 100 },
    );
  });
});

describe('equal positions: the same pieces and the same possible moves', () => {
  test('moves in another order lead to the same position', () => {
    let same = 0;
    const four = fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat());
    fc.assert(
      fc.property(games(standardStarts, 80), four, (game, picks) => {
        const position = lastPosition(game);
        const there: Move[] = [];
        for (const pick of picks) {
          const legal = legalMoves(position);
          if (legal.length === 0) return;
          there.push(legal[pick % legal.length]!);
          position.make(there.at(-1)!);
        }
        const [a, x, b, y] = there as [Move, Move, Move, Move];
        const [fields, first] = [formatFenWithoutClocks(position), key(position)];
        for (const move of [y, b, x, a]) position.unmake(move);
        for (const move of [b, y, a, x]) {
          if (!isLegal(position, move)) return;
          position.make(move);
        }
        expect(key(position) === first).toBe(formatFenWithoutClocks(position) === fields);
        if (key(position) === first) same++;
      }),
      { numRuns: 2000 },
    );
    expect(same).toBeGreaterThan(300);
  });

  test('of 200,000 positions two have the same key exactly if their FENs agree', () => {
    const fenOf = new Map<string, string>();
    const keyOf = new Map<string, string>();
    let runs = 0;
    const arbitrary = games(allStarts, 200);
    while (keyOf.size < 200_000 && runs < 50) {
      fc.assert(
        fc.property(arbitrary, (game) => {
          for (const { position } of plies(game)) {
            position.chess960 = true; // rights by rook square, as the key has them
            const [fields, pair] = [formatFenWithoutClocks(position), key(position)];
            const known = fenOf.get(pair);
            if (known === undefined) fenOf.set(pair, fields);
            else if (known !== fields) expect(fields).toBe(known);
            const knownKey = keyOf.get(fields);
            if (knownKey === undefined) keyOf.set(fields, pair);
            else if (knownKey !== pair) expect(pair, fields).toBe(knownKey);
          }
        }),
        { seed: SEED + runs++, numRuns: 200 },
      );
    }
    expect(keyOf.size).toBeGreaterThanOrEqual(200_000);
    // Each half is a good 32-bit key by itself: about n²/2³³ pairs collide by chance.
    for (const half of [0, 1]) {
      const halves = new Set([...fenOf.keys()].map((pair) => pair.split(' ')[half]));
      const expected = keyOf.size ** 2 / 2 ** 33;
      expect(keyOf.size - halves.size).toBeLessThan(expected * 5);
    }
  });

  const castles = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';

  test('a castling right lost makes it a different position', () => {
    const home = positionFromFen(castles);
    for (const moves of ['e1e2 e8e7 e2e1 e7e8', 'h1h2 h8h7 h2h1 h7h8', 'a1b1 a8b8 b1a1 b8a8']) {
      const position = positionAfter(moves, castles);
      expect(position.board).toEqual(home.board);
      expect(key(position)).not.toBe(key(home));
      expect(position.reversiblePlies).toBeLessThan(4);
      // The second time there are no rights left to lose.
      const again = positionAfter(`${moves} ${moves}`, castles);
      expect(key(again)).toBe(key(position));
      expect(again.reversiblePlies).toBeGreaterThanOrEqual(4);
    }
  });

  test.each([
    ['c', '2k5/8/8/8/2p1p3/8/3P4/2R2K2 w - - 0 1'],
    ['e', '4k3/8/8/8/2p1p3/8/3P4/4RK2 w - - 0 1'],
  ])('en passant counts if of two pawns only that on the %s-file is pinned', (_, fen) => {
    expect(formatFen(positionAfter('d2d4', fen)).split(' ')[3]).toBe('d3');
  });
});

describe('the validator names what is wrong', () => {
  /** Damages a random position, expects the damage to be reported, and repairs it. */
  function damage(
    hurt: (position: Position, n: number, state: number) => (() => void) | null,
    name: RegExp | ((n: number) => RegExp),
  ): void {
    let hurts = 0;
    fc.assert(
      fc.property(games(allStarts, 80), fc.nat(), (game, n) => {
        const position = lastPosition(game);
        expect(position.validate()).toBeNull();
        const repair = hurt(position, n, stateOf(position));
        if (repair === null) return;
        hurts++;
        const expected = typeof name === 'function' ? name(n) : name;
        expect(position.validate()).toMatch(expected);
        expect(() => assertValid(position)).toThrow('invalid position: ');
        repair();
        expect(position.validate()).toBeNull();
      }),
      { numRuns: 100 },
    );
    expect(hurts).toBeGreaterThan(0);
  }

  const flip = (array: Int32Array, index: number, n: number) => {
    const bit = 1 << (n >> 8);
    array[index]! ^= bit;
    return () => {
      array[index]! ^= bit;
    };
  };
  const set = (array: Int32Array | Int8Array, index: number, value: number) => {
    const old = array[index]!;
    if (old === value) return null;
    array[index] = value;
    return () => {
      array[index] = old;
    };
  };

  test('a bit too many or too few on a bitboard', () =>
    damage(
      ({ bitboards }, n) => flip(bitboards, n % 28, n),
      (n) => new RegExp(`^bitboard ${(n % 28) >> 1} ${n & 1 ? 'hi' : 'lo'}: `),
    ));

  test('another piece, or none, in the mailbox', () =>
    damage(({ board }, n) => set(board, n % 64, (n >> 6) % 13), /^bitboard .*, mailbox says/));

  test('an invalid piece in the mailbox', () =>
    damage(({ board }, n) => set(board, n % 64, n & 64 ? 13 : -1), /^mailbox: (13|-1) on square/));

  test('either half of the key', () => {
    damage(({ keys, ply }, n) => flip(keys, ply * 2, n), /^key lo: 0x[0-9a-f]+, should be 0x/);
    damage(({ keys, ply }, n) => flip(keys, ply * 2 + 1, n), /^key hi: 0x[0-9a-f]+, should be 0x/);
  });

  test('a castling right without its pieces, or not in the key', () =>
    damage(
      ({ states, rights }, n, state) => set(states, state + RIGHTS, rights ^ (1 << (n % 4))),
      /^(castling right|key)/,
    ));

  test('a castling right with the wrong rook', () =>
    damage(
      ({ castlingRooks, rights }, n) =>
        (rights >> (n % 4)) & 1 ? set(castlingRooks, n % 4, (n >> 2) % 64) : null,
      /^(castling right|key)/,
    ));

  test('an en passant square without a capture, or not in the key', () =>
    damage(
      ({ states }, n, state) => set(states, state + EP_SQUARE, (n % 2 ? 16 : 40) + ((n >> 1) % 8)),
      /^(en passant square|key)/,
    ));

  test('the wrong side to move', () =>
    damage((position) => {
      position.turn ^= 1;
      return () => {
        position.turn ^= 1;
      };
    }, /^(key|en passant square)/));

  test('checkers and pinned pieces', () => {
    damage(
      ({ states }, n, state) => flip(states, state + CHECKERS + (n & 1), n),
      /^checkers (lo|hi): /,
    );
    damage(
      ({ states }, n, state) => flip(states, state + PINNED + (n & 1), n),
      /^pinned (lo|hi): /,
    );
  });

  test('impossible clocks', () => {
    damage(({ states }, _, state) => set(states, state + HALFMOVES, -1), /^halfmove clock -1/);
    damage(
      ({ states, ply }, _, state) => set(states, state + REVERSIBLE, ply + 1),
      /^\d+ reversible plies at ply/,
    );
    damage(
      ({ states, halfmoves }, _, state) => set(states, state + REVERSIBLE, halfmoves + 1),
      /^\d+ reversible plies at ply/,
    );
    damage(({ states }, _, state) => set(states, state + REVERSIBLE, -1), /^-1 reversible plies/);
    damage((position) => {
      const { fullmove } = position;
      position.fullmove = 0;
      return () => {
        position.fullmove = fullmove;
      };
    }, /^move number 0/);
  });
});
