/**
 * Repetitions in the search, and one ply before they happen. Checked against a simple definition:
 * positions compared by the first four fields of their FEN over the whole game, all moves tried.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { legalMoves } from '../../../src/chess/board/movegen.ts';
import type { Position } from '../../../src/chess/board/position.ts';
import { findRepetition, NOT_DRAWN } from '../../../src/chess/game/draws.ts';
import { findUpcomingRepetition } from '../../../src/chess/game/upcomingRepetition.ts';
import { formatFenWithoutClocks, START_FEN } from '../../../src/chess/notation/fen.ts';
import { positionAfter } from '../../support/games.ts';
import { isReversible, shuffledGames, shuffledPlies } from '../../support/shuffles.ts';

/** The positions of a game by ply, and the ply of the last null move. */
interface Past {
  texts: string[];
  /** The ply after the last null move, or 0. */
  sincePass: number;
}

/** The earlier plies with the last position. */
function earlierPlies({ texts, sincePass }: Past): number[] {
  const last = texts.length - 1;
  return texts.flatMap((text, ply) =>
    ply >= sincePass && ply < last && text === texts[last] ? [ply] : [],
  );
}

/** For which roots a statement about a position is true, as text: `001111` from ply 0 on. */
const roots = (position: Position, isTrue: (root: number) => boolean): string =>
  Array.from({ length: position.ply + 1 }, (_, root) => (isTrue(root) ? '1' : '0')).join('');

/** It occurred once after the root, or twice in the game up to and with the root. */
function repetitions(position: Position, past: Past): string {
  const plies = earlierPlies(past);
  return roots(
    position,
    (root) => plies.some((ply) => ply > root) || plies.filter((ply) => ply <= root).length >= 2,
  );
}

const ourRepetitions = (position: Position) =>
  roots(position, (root) => findRepetition(position, root) !== NOT_DRAWN);

const ourUpcoming = (position: Position) =>
  roots(position, (root) => findUpcomingRepetition(position, root) !== NOT_DRAWN);

/** For which roots some reversible move leads to what `findRepetition` calls a repetition. */
function upcoming(position: Position): string {
  const width = position.ply + 1;
  const any = new Array<string>(width).fill('0');
  for (const move of legalMoves(position)) {
    if (!isReversible(position, move)) continue;
    position.withMove(move, () => {
      for (let root = 0; root < width; root++) {
        if (findRepetition(position, root) !== NOT_DRAWN) any[root] = '1';
      }
    });
  }
  return any.join('');
}

/** Plies between null moves, which are skipped in check; 0 for none. */
const passes = fc.constantFrom(0, 0, 5, 9, 14);

interface Walk {
  position: Position;
  past: Past;
}

/** A game with its history and null moves, as in a search. */
function* walk(game: Parameters<typeof shuffledPlies>[0], every: number): Generator<Walk> {
  const past: Past = { texts: [], sincePass: 0 };
  for (const { position, next } of shuffledPlies(game)) {
    past.texts.push(formatFenWithoutClocks(position));
    yield { position, past };
    // Two null moves, so that the game continues with the same side.
    const mayPass = every > 0 && position.ply % every === every - 1 && next !== 0;
    for (let i = 0; mayPass && i < 2 && !position.inCheck; i++) {
      position.makeNull();
      past.texts.push(formatFenWithoutClocks(position));
      past.sincePass = position.ply;
      yield { position, past };
    }
    if (formatFenWithoutClocks(position) !== past.texts.at(-1)) return;
    if (next !== 0 && !legalMoves(position).includes(next)) return;
  }
}

const check = (property: (walk: Walk) => void, numRuns: number) =>
  fc.assert(
    fc.property(shuffledGames(80), passes, (game, every) => {
      for (const step of walk(game, every)) property(step);
    }),
    { numRuns },
  );

describe('a repetition, for a search that began at any ply of a game', () => {
  test('is a position that occurred once since then, or twice up to then, without null moves between', () => {
    let found = 0;
    check(({ position, past }) => {
      const expected = repetitions(position, past);
      if (expected.includes('1')) found++;
      if (ourRepetitions(position) !== expected) expect(ourRepetitions(position)).toBe(expected);
    }, 400);
    expect(found).toBeGreaterThan(1000);
  });

  test('refers to the nearest occurrence since the root, or to one in the game', () => {
    check(({ position, past }) => {
      const plies = earlierPlies(past);
      for (let root = 0; root <= position.ply; root++) {
        const ply = findRepetition(position, root);
        if (ply === NOT_DRAWN) continue;
        const since = plies.filter((p) => p > root);
        if (since.length > 0) expect(ply).toBe(since.at(-1));
        else expect(plies.filter((p) => p <= root)).toContain(ply);
      }
    }, 100);
  });

  test('is detected by a clone as well', () => {
    let found = 0;
    fc.assert(
      fc.property(shuffledGames(80), fc.nat({ max: 40 }), (game, root) => {
        let copy: Position | null = null;
        for (const { position, next } of shuffledPlies(game)) {
          if (position.ply === root) copy = position.clone();
          if (copy === null) continue;
          const copyRoot = copy.ply - (position.ply - root);
          const ours = findRepetition(copy, copyRoot) !== NOT_DRAWN;
          expect(ours).toBe(findRepetition(position, root) !== NOT_DRAWN);
          expect(findUpcomingRepetition(copy, copyRoot) !== NOT_DRAWN).toBe(
            findUpcomingRepetition(position, root) !== NOT_DRAWN,
          );
          if (ours) found++;
          if (next !== 0) copy.make(next);
        }
      }),
      { numRuns: 300 },
    );
    expect(found).toBeGreaterThan(300);
  });
});

describe('an upcoming repetition', () => {
  test('exists exactly if some reversible move repeats, at every ply and for every root', () => {
    let found = 0;
    let absent = 0;
    check(({ position }) => {
      const expected = upcoming(position);
      if (expected.includes('1')) found++;
      else absent++;
      if (ourUpcoming(position) !== expected) expect(ourUpcoming(position)).toBe(expected);
    }, 400);
    expect(found).toBeGreaterThan(1000);
    expect(absent).toBeGreaterThan(1000);
  });

  test('refers to a position that the move leads back to', () => {
    check(({ position, past }) => {
      for (let root = 0; root <= position.ply; root++) {
        const ply = findUpcomingRepetition(position, root);
        if (ply === NOT_DRAWN) continue;
        const reached = legalMoves(position).map((move) =>
          position.withMove(move, () => formatFenWithoutClocks(position)),
        );
        expect(reached).toContain(past.texts[ply]);
      }
    }, 25);
  });

  const at = (fen: string, moves: string, root: number) =>
    findUpcomingRepetition(positionAfter(moves, fen), root);

  test('is detected three plies after a position, not sooner', () => {
    expect(at(START_FEN, 'g1f3', 0)).toBe(NOT_DRAWN);
    expect(at(START_FEN, 'g1f3 g8f6', 0)).toBe(NOT_DRAWN);
    // Black can go back to the root, which counts only if it had been there before.
    expect(at(START_FEN, 'g1f3 g8f6 f3g1', 0)).toBe(NOT_DRAWN);
    expect(at(START_FEN, 'g1f3 g8f6 f3g1', -1)).toBe(0);
    expect(at(START_FEN, 'g1f3 g8f6 f3g1 f6g8', 0)).toBe(1);
    expect(at(START_FEN, 'g1f3 g8f6 f3g1 f6g8', 1)).toBe(NOT_DRAWN);
    // Two occurrences in the game are enough, wherever the search began.
    expect(at(START_FEN, 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1', 7)).not.toBe(NOT_DRAWN);
  });

  test('not with a piece in the way', () => {
    // The queen has gone round the pawns while black lost a move: she cannot go straight back.
    const fen = '4k3/8/8/p7/P7/8/8/Q6K b - - 0 1';
    const round = 'e8f8 a1g1 f8f7 g1a7 f7e8';
    expect(at(fen, round, -1)).toBe(NOT_DRAWN);
    expect(at(fen.replace('p7/P7', '8/8'), round, -1)).toBe(0);
  });

  test('needs the side to move to go back, not the other one', () => {
    const fen = '4k3/8/8/8/8/8/8/R3K3 w - - 0 1';
    // The rook could go back to where it stood, but it is black's turn.
    expect(at(fen, 'a1a2 e8e7 a2a3 e7e8 a3a4', -1)).toBe(NOT_DRAWN);
    // White's turn, and black's king could go back.
    expect(at(fen, 'a1a2 e8e7 a2a1 e7d7 a1a2 d7d8 a2a1 d8c8', -1)).toBe(NOT_DRAWN);
  });

  test('not across a lost castling right, a pawn move or a capture', () => {
    const castles = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
    expect(at(castles, 'a1a2 a8a7 a2a1', -1)).toBe(NOT_DRAWN);
    expect(at(castles, 'a1a2 a8a7 a2a1 a7a8 a1a2', -1)).toBe(2);
    expect(at(START_FEN, 'g1f3 e7e6 f3g1', -1)).toBe(NOT_DRAWN);
    expect(at('4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1', 'f3e5 e8e7 e5f3', -1)).toBe(NOT_DRAWN);
  });

  test('not across an en passant capture', () => {
    const fen = '4k2n/8/8/8/3p4/8/4P3/4K2N w - - 0 1';
    expect(at(fen, 'e2e4 h8g6 h1g3 g6h8', -1)).toBe(NOT_DRAWN);
    expect(at(fen.replace('3p4', '8'), 'e2e4 h8g6 h1g3 g6h8', -1)).toBe(1);
  });
});
