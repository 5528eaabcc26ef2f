/** Which earlier positions count as repeated, and which are never looked at. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { legalMoves } from '../../../src/chess/board/movegen.ts';
import { Position } from '../../../src/chess/board/position.ts';
import { isCapture, type Move } from '../../../src/chess/board/types.ts';
import {
  countEarlierOccurrences,
  FIFTY_MOVES,
  repeatedKey,
} from '../../../src/chess/game/draws.ts';
import {
  formatFen,
  formatFenWithoutClocks,
  positionFromFen,
  START_FEN,
} from '../../../src/chess/notation/fen.ts';
import { formatUciMove } from '../../../src/chess/notation/uciMove.ts';
import { Random } from '../../../src/util/random.ts';
import { course, isRepetition, KNIGHTS, play, repeat } from '../../support/drawVerdicts.ts';
import { positionAfter, wordsOf } from '../../support/games.ts';
import { Referee } from '../../support/referee.ts';
import { SEED } from '../../support/seed.ts';
import { isReversible, shuffledGames, shuffledPlies } from '../../support/shuffles.ts';

describe('how far back a repetition can reach', () => {
  /** An irreversible move, and a round of four plies that both sides can then walk. */
  const BOUNDARIES = [
    ['a pawn move', START_FEN, 'e2e4', 'g8f6 g1f3 f6g8 f3g1'],
    ['a capture', '4k1n1/8/8/8/8/8/8/4K1Rr w - - 3 1', 'g1h1', 'g8f6 h1h2 f6g8 h2h1'],
    ['a promotion', '6n1/P3k3/8/8/8/8/8/4K3 w - - 0 1', 'a7a8r', 'g8f6 a8b8 f6g8 b8a8'],
    ['castling', '4k1n1/8/8/8/8/8/8/4K2R w K - 3 1', 'e1g1', 'g8f6 g1h1 f6g8 h1g1'],
    ['a king’s first move', '4k1n1/8/8/8/8/8/8/4K2R w K - 3 1', 'e1e2', 'g8f6 h1h2 f6g8 h2h1'],
    ['a rook’s first move', '4k1n1/8/8/8/8/8/8/4K2R w K - 3 1', 'h1h3', 'g8f6 h3h2 f6g8 h2h3'],
    [
      'the loss of a rook that could castle',
      'r3k1n1/8/8/3B4/8/8/8/4K3 w q - 3 1',
      'd5a8',
      'g8f6 a8b7 f6g8 b7a8',
    ],
    [
      'a capture en passant',
      '4k1n1/8/8/1Pp5/8/8/8/4K1N1 w - c6 0 1',
      'b5c6',
      'g8f6 g1f3 f6g8 f3g1',
    ],
  ] as const;

  test.each(BOUNDARIES)('to the position right after %s, which counts', (_, fen, move, round) => {
    const moves = `${move} ${repeat(round, 2)}`;
    expect(course(fen, moves)).toEqual(['9: threefold repetition']);
    expect(positionAfter(moves, fen).reversiblePlies).toBe(8);
  });

  test('no further: earlier keys are never read', () => {
    for (const [, fen, move, round] of BOUNDARIES) {
      const quiet = wordsOf(`${move} ${round}`);
      // Four plies before, so that there are positions to compare.
      const position = new Position(positionFromFen(fen).toSetup(), new Int32Array(5 * 2));
      for (const uci of quiet) play(position, uci);
      const first = position.ply - 4;
      expect(position.reversiblePlies).toBe(4);
      expect(countEarlierOccurrences(position)).toBe(1);
      // The current key, placed where it would be found by looking too far back.
      for (const ply of [first - 1, first - 2, first - 4]) {
        position.keys[ply * 2] = position.keyLo;
        position.keys[ply * 2 + 1] = position.keyHi;
      }
      expect(countEarlierOccurrences(position)).toBe(1);
      expect(isRepetition(position, position.ply)).toBe(false);
      expect(isRepetition(position, first - 1)).toBe(true);
    }
  });

  test('a null move is never part of a repetition', () => {
    const position = positionFromFen(START_FEN);
    position.makeNull();
    play(position, 'g8f6');
    position.makeNull();
    play(position, 'f6g8');
    // The start position recurs, but by null moves.
    expect(formatFen(position).split(' ').slice(0, 4)).toEqual(START_FEN.split(' ').slice(0, 4));
    expect([position.keyLo, position.keyHi]).toEqual([position.keys[0], position.keys[1]]);
    expect(countEarlierOccurrences(position)).toBe(0);
    expect(isRepetition(position, -1)).toBe(false);
    // From here on there are no null moves: it is a repetition.
    for (const uci of wordsOf(KNIGHTS)) play(position, uci);
    expect(countEarlierOccurrences(position)).toBe(1);
    expect(isRepetition(position, 0)).toBe(true);
    position.makeNull();
    expect(countEarlierOccurrences(position)).toBe(0);
    position.unmakeNull();
    expect(countEarlierOccurrences(position)).toBe(1);
  });

  test('before the root two earlier occurrences are needed, after it one is enough', () => {
    // Plies 0, 4 and 8 are the start position.
    const once = positionAfter(KNIGHTS);
    expect([-1, 0, 1, 4].map((root) => isRepetition(once, root))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    const twice = positionAfter(repeat(KNIGHTS, 2));
    expect([-1, 0, 3, 4, 5, 8].map((root) => isRepetition(twice, root))).toEqual(
      new Array(6).fill(true),
    );
  });

  test('a clone keeps only positions that can still recur', () => {
    const position = positionAfter(`${KNIGHTS} e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8`);
    const copy = position.clone();
    expect(copy.ply).toBe(position.reversiblePlies);
    for (const twin of [position, copy]) play(twin, 'f3g1');
    expect(countEarlierOccurrences(copy)).toBe(2);
    expect(countEarlierOccurrences(position)).toBe(2);
  });

  test('in 6000 plies with long quiet stretches, set up move by move, counts stay exact', () => {
    const random = new Random(SEED);
    const position = positionFromFen(START_FEN);
    const referee = new Referee(START_FEN);
    let [ownLast, theirLast] = ['', ''];
    let longest = 0;
    let repeated = 0;
    for (let ply = 1; ply <= 6000; ply++) {
      const uci = nextMove(position, ownLast, ply % 300 === 0, random);
      [ownLast, theirLast] = [theirLast, uci];
      // As Engine.setPosition does it.
      play(position, uci);
      if (position.reversiblePlies === 0) position.forgetHistory();
      referee.play(uci);
      const count = countEarlierOccurrences(position) + 1;
      if (count !== referee.occurrences) expect(count, `ply ${ply}`).toBe(referee.occurrences);
      longest = Math.max(longest, position.reversiblePlies);
      if (count >= 3) repeated++;
      if (ply % 97 === 0) {
        const copy = position.clone();
        expect(countEarlierOccurrences(copy) + 1).toBe(count);
      }
    }
    expect(longest).toBeGreaterThan(250);
    expect(repeated).toBeGreaterThan(500);
  });

  /** Prefers moves back, others, or irreversible ones on request; avoids the end of the game. */
  function nextMove(position: Position, ownLast: string, forward: boolean, random: Random): string {
    const goesOn = (move: Move) => position.withMove(move, () => legalMoves(position).length > 0);
    const moves = legalMoves(position).filter(goesOn);
    const quiet = moves.filter((move) => isReversible(position, move));
    if (!forward && random.below(5) < 3) {
      const back = `${ownLast.slice(2)}${ownLast.slice(0, 2)}`;
      if (quiet.some((move) => formatUciMove(move) === back)) return back;
    }
    const irreversible = moves.filter((move) => !quiet.includes(move) && !isCapture(move));
    const wanted = forward && irreversible.length > 0 ? irreversible : quiet;
    const list = wanted.length > 0 ? wanted : moves;
    return formatUciMove(list[random.below(list.length)]!);
  }
});

test('the key of repeated positions is the same exactly if the same ones have occurred twice', () => {
  const [keyOf, repeatedOf] = [new Map<string, number>(), new Map<number, string>()];
  fc.assert(
    fc.property(shuffledGames(60), (game) => {
      const texts: string[] = [];
      for (const { position } of shuffledPlies(game)) {
        texts.push(formatFenWithoutClocks(position));
        const recent = texts.slice(position.ply - position.reversiblePlies);
        // From the fifty-move limit on, every move without progress draws anyway.
        const counted = position.halfmoves < FIFTY_MOVES ? recent : [];
        const twice = counted.filter((text, i) => counted.indexOf(text) < i);
        const repeated = [...new Set(twice)].sort().join('\n');
        const key = repeatedKey(position);
        expect(keyOf.get(repeated) ?? key, repeated).toBe(key);
        expect(repeatedOf.get(key) ?? repeated).toBe(repeated);
        keyOf.set(repeated, key);
        repeatedOf.set(key, repeated);
      }
    }),
    { numRuns: 150 },
  );
  expect(keyOf.get('')).toBe(0);
  expect(keyOf.size).toBeGreaterThan(300);
});
