/** Boards on a terminal: all pieces are shown, and their colours are distinct. */
import { expect, test } from 'vitest';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { formatBoard, PALETTE } from '../../src/play/terminalBoard.ts';

const position = positionFromFen('4k3/8/8/8/8/8/4P3/4K2R w K - 0 1');

/** Red, green and blue of an index in the 6×6×6 cube of xterm's palette. */
function rgb(place: number): number[] {
  const steps = [0, 95, 135, 175, 215, 255];
  const cube = place - 16;
  return [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((i) => steps[i]!);
}

/** https://www.w3.org/TR/WCAG21/#dfn-relative-luminance */
function luminance(place: number): number {
  const [red, green, blue] = rgb(place).map((value) => {
    const share = value / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(a: number, b: number): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high! + 0.05) / (low! + 0.05);
}

test('both colours of pieces have a contrast of 3:1 or more on every kind of square', () => {
  const { lightSquare, darkSquare, markedSquare, whitePiece, blackPiece } = PALETTE;
  for (const square of [lightSquare, darkSquare, markedSquare]) {
    for (const piece of [whitePiece, blackPiece]) {
      expect(contrast(square, piece)).toBeGreaterThanOrEqual(3);
    }
  }
  expect(contrast(lightSquare, darkSquare)).toBeGreaterThan(1.4);
});

test('pieces are solid with colours; without them White’s are outlined', () => {
  const colored = formatBoard(position, { ascii: false, colors: true });
  expect(colored).toMatch(/38;5;231m ♚/);
  expect(colored).toMatch(/38;5;16m ♚/);
  expect(colored).not.toMatch(/[♔♕♖♗♘♙]/);
  const plain = formatBoard(position, { ascii: false, colors: false });
  expect(plain.replace(/[^♔♖♙♚♜♟]/g, '')).toBe('♚♙♔♖');
});

test('letters are those of FEN, from either side', () => {
  const start = positionFromFen(START_FEN);
  const style = { ascii: true, colors: false };
  expect(formatBoard(start, style).split('\n').slice(-2)).toEqual([
    '1  R N B Q K B N R',
    '   a b c d e f g h',
  ]);
  expect(formatBoard(start, style, true).split('\n').slice(-2)).toEqual([
    '8  r n b k q b n r',
    '   h g f e d c b a',
  ]);
  expect(formatBoard(position, style, false, [12, 28])).toContain('>P');
});

test.each([false, true])(
  'the lower right square is light, and the last move is marked, turned: %s',
  (isTurned) => {
    const { lightSquare, darkSquare, markedSquare } = PALETTE;
    const board = formatBoard(position, { ascii: true, colors: true }, isTurned, [12]);
    const grounds = Array.from(board.matchAll(/48;5;(\d+);/g), ([, ground]) => Number(ground));
    const e2 = isTurned ? 11 : 52;
    expect(grounds).toEqual(
      Array.from({ length: 64 }, (_, i) => {
        if (i === e2) return markedSquare;
        return ((i >> 3) + i) % 2 === 0 ? lightSquare : darkSquare;
      }),
    );
  },
);
