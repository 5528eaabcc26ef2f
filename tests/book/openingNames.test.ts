import { describe, expect, test } from 'vitest';
import { OPENING_LINES } from '../../src/book/openingNames.generated.ts';
import {
  findGameOpening,
  findOpening,
  type GameOpening,
  namedMoves,
} from '../../src/book/openingNames.ts';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { ChessError } from '../../src/util/result.ts';
import { readGame } from '../support/pgn.ts';

function openingOf(text: string): GameOpening | null {
  const { start, moves } = readGame(text);
  return findGameOpening(
    start,
    moves.map(({ move }) => move),
  );
}

describe('the opening of a game', () => {
  test('has the name and code that players know it by', () => {
    const known: [moves: string, eco: string, name: RegExp][] = [
      ['1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7', 'C84', /^Ruy Lopez: Closed/],
      ['1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6', 'B90', /^Sicilian.*Najdorf/],
      ['1. d4 Nf6 2. c4 g6 3. Nc3 d5', 'D80', /^Grünfeld Defense/],
      ['1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5', 'D50', /^Queen's Gambit Declined/],
      ['1. f3 e5 2. g4 Qh4#', 'A00', /Fool's Mate/],
    ];
    for (const [moves, eco, name] of known) {
      const opening = openingOf(`${moves} *`);
      expect(opening).toMatchObject({ eco });
      expect(opening!.name).toMatch(name);
    }
  });

  test('does not depend on the order of moves', () => {
    const direct = openingOf('1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Nf3 *');
    const roundabout = openingOf('1. Nf3 d5 2. c4 e6 3. d4 Nf6 4. Nc3 *');
    expect(roundabout).toEqual(direct);
  });

  test('ends with its last named position', () => {
    const opening = openingOf('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. h4 h5 5. a3 a5 *');
    expect(opening).toMatchObject({ eco: 'C70', plies: 6 });
  });

  test('is found from a FEN and moves as text', () => {
    const ruy = { eco: 'C60', name: 'Ruy Lopez', plies: 5 };
    expect(findGameOpening(START_FEN, ['e4', 'e7e5', 'Nf3', 'Nc6', 'f1b5'])).toEqual(ruy);
  });

  test.each([
    ['x', ['e4']],
    [null, ['e4']],
    [START_FEN, 'e4'],
    [START_FEN, undefined],
    [START_FEN, ['e5']],
    [START_FEN, [5]],
    [START_FEN, [null]],
    [START_FEN, [...'Nf3 Nf6 Ng1 Ng8 '.repeat(20).trim().split(' '), 'Ng8']],
  ])('is not looked for from %j after %j', (start, moves) => {
    expect(() => findGameOpening(start as never, moves as never)).toThrow(ChessError);
  });

  test('does not exist for other starting positions, nor in Chess960', () => {
    expect(openingOf('[FEN "k7/8/1K6/8/8/8/8/7R b - - 0 1"]\n\n1... Kb8 2. Rh8# *')).toBeNull();
    const start = positionFromFen(START_FEN);
    start.chess960 = true;
    expect(findOpening(start)).toBeNull();
  });
});

test('the moves of a position that lead to named openings', () => {
  const named = namedMoves(positionFromFen(START_FEN));
  expect(named).toHaveLength(20);
  const names = Object.fromEntries(named.map(({ san, opening }) => [san, opening]));
  expect(names.e4).toEqual({ eco: 'B00', name: "King's Pawn Game" });
  expect(names.Nf3).toMatchObject({ eco: 'A04' });
  const codes = named.map(({ opening }) => opening.eco);
  expect(codes).toEqual([...codes].sort());
  expect(namedMoves(positionFromFen('4k3/8/8/8/8/8/8/R3K3 w - - 0 1'))).toEqual([]);
});

test('a caller who translates the name of an opening translates it for nobody else', () => {
  const position = positionFromFen(START_FEN);
  const find = () => namedMoves(position).find(({ san }) => san === 'e4')!;
  find().opening.name = 'Königsbauernspiel';
  expect(find().opening.name).toBe("King's Pawn Game");
  position.make(find().move);
  findOpening(position)!.name = 'Königsbauernspiel';
  expect(findOpening(position)!.name).toBe("King's Pawn Game");
});

test('the list of openings is complete: every line has hash, code and name', () => {
  const lines = OPENING_LINES.trim().split('\n');
  expect(lines.length).toBeGreaterThan(3600);
  for (const line of lines) expect(line).toMatch(/^[0-9a-v]{10}[A-E]\d\d[0-9a-z]/);
  expect(new Set(lines.map((line) => line.slice(0, 10))).size).toBe(lines.length);
});
