/**
 * Random games with many draws: players like to take back their last move, to capture, or to wander;
 * some starts have few pieces and high halfmove clocks. As in games.ts, a game is a start and numbers
 * that pick moves, so it shrinks.
 */
import fc from 'fast-check';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import type { Position } from '../../src/chess/board/position.ts';
import {
  CASTLING,
  flagOf,
  fromOf,
  isCapture,
  isPromotion,
  type Move,
  NO_MOVE,
  PAWN,
  toOf,
  typeOf,
} from '../../src/chess/board/types.ts';
import { parseFen, positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';
import { STARTS, wordsOf } from './games.ts';

type Mood = 'back' | 'wander' | 'capture' | 'pawn' | 'anything';

/** The moods of each temper, one of eight at every move. */
const TEMPERS: Record<string, readonly Mood[]> = {
  shuffler: ['back', 'back', 'back', 'back', 'back', 'back', 'wander', 'anything'],
  pacer: ['back', 'back', 'back', 'back', 'back', 'back', 'back', 'back'],
  wanderer: ['wander', 'wander', 'wander', 'wander', 'wander', 'wander', 'wander', 'wander'],
  taker: ['capture', 'capture', 'capture', 'back', 'back', 'wander', 'anything', 'anything'],
  climber: ['pawn', 'pawn', 'pawn', 'capture', 'capture', 'back', 'wander', 'anything'],
  nobody: ['back', 'back', 'wander', 'wander', 'capture', 'pawn', 'anything', 'anything'],
};

interface ShuffledGame {
  start: string;
  temper: keyof typeof TEMPERS;
  picks: number[];
}

/** Whether a move can be reversed later: a quiet move of a piece, not castling. */
export const isReversible = (position: Position, move: Move): boolean =>
  !isCapture(move) && flagOf(move) !== CASTLING && typeOf(position.board[fromOf(move)]!) !== PAWN;

function choose(position: Position, legal: Move[], mood: Mood, ownLast: Move): Move[] {
  if (mood === 'anything') return legal;
  return legal.filter((move) => {
    if (mood === 'capture') return isCapture(move);
    if (mood === 'pawn') {
      return isPromotion(move) || typeOf(position.board[fromOf(move)]!) === PAWN;
    }
    if (!isReversible(position, move)) return false;
    return mood === 'wander' || (fromOf(move) === toOf(ownLast) && toOf(move) === fromOf(ownLast));
  });
}

/** Placements of few pieces, so that the last capture is near. */
const FEW_PIECES = [
  ['K', 'k', 'N', 'b'],
  ['K', 'k', 'n', 'N'],
  ['K', 'k', 'B', 'b', 'b'],
  ['K', 'k', 'B', 'B', 'n'],
  ['K', 'k', 'p', 'B'],
  ['K', 'k', 'P', 'p'],
  ['K', 'k', 'P', 'P', 'p', 'n'],
  ['K', 'k', 'R', 'b'],
  ['K', 'k', 'R', 'r'],
  ['K', 'k', 'Q', 'n', 'p'],
  ['K', 'k', 'Q', 'r'],
  ['K', 'k', 'Q', 'q', 'P'],
];

/** The first field of a FEN, with each piece on its square, counted from a8. */
export function placementOf(pieces: readonly string[], squares: readonly number[]): string {
  const board = new Array<string>(64).fill('1');
  for (const [i, piece] of pieces.entries()) board[squares[i]!] = piece;
  const ranks = Array.from({ length: 8 }, (_, i) => board.slice(i * 8, i * 8 + 8).join(''));
  return ranks.join('/').replace(/1+/g, (ones) => `${ones.length}`);
}

/** Positions of few pieces; the halfmove clock is 0, or close to 100 or 150. */
const sparseStarts: fc.Arbitrary<string> = fc
  .record({
    pieces: fc.constantFrom(...FEW_PIECES),
    squares: fc.noBias(fc.array(fc.nat({ max: 63 }), { minLength: 6, maxLength: 6 })),
    side: fc.constantFrom('w', 'b'),
    clock: fc.constantFrom(0, 0, 0, 77, 90, 96, 99, 139, 147),
  })
  .map(
    ({ pieces, squares, side, clock }) => `${placementOf(pieces, squares)} ${side} - - ${clock} 80`,
  )
  .filter((fen) => parseFen(fen).ok);

const starts = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...STARTS) },
  { weight: 3, arbitrary: sparseStarts },
);

/** Such games of standard chess, of limited length. */
export function shuffledGames(plies: number): fc.Arbitrary<ShuffledGame> {
  return fc.record({
    start: starts,
    temper: fc.constantFrom(...Object.keys(TEMPERS)),
    picks: fc.noBias(fc.array(fc.nat({ max: 0xffff }), { maxLength: plies, size: 'max' })),
  });
}

interface ShuffledPly {
  /** The same object at every ply: moves made on it must be unmade. */
  position: Position;
  legal: Move[];
  /** The next move, and its UCI text; NO_MOVE and '' at the end of the game. */
  next: Move;
  uci: string;
}

/**
 * Iterates over the positions of a game, including the last one. `isOver` may end the game earlier;
 * it always ends at mate and stalemate.
 */
export function* shuffledPlies(
  { start, temper, picks }: ShuffledGame,
  isOver: (position: Position) => boolean = () => false,
): Generator<ShuffledPly> {
  const position = positionFromFen(start);
  let [ownLast, theirLast]: Move[] = [NO_MOVE, NO_MOVE];
  for (const pick of picks) {
    const legal = legalMoves(position);
    if (legal.length === 0 || isOver(position)) break;
    const wanted = choose(position, legal, TEMPERS[temper]![pick & 7]!, ownLast!);
    const moves = wanted.length > 0 ? wanted : legal;
    const next = moves[(pick >> 3) % moves.length]!;
    yield { position, legal, next, uci: formatUciMove(next, position.chess960) };
    position.make(next);
    [ownLast, theirLast] = [theirLast!, next];
  }
  yield { position, legal: legalMoves(position), next: NO_MOVE, uci: '' };
}

/** A game as it is written; the moves are in UCI notation. */
export interface TextGame {
  start: string;
  moves: string[];
}

/** {@link shuffledGames} as they are written. */
export const shuffledTexts = (plies: number): fc.Arbitrary<TextGame> =>
  shuffledGames(plies).map((game) => ({
    start: game.start,
    moves: [...shuffledPlies(game)].map(({ uci }) => uci).filter((uci) => uci !== ''),
  }));

/** A game for each end, which random games need not have: `examples` of a property. */
export const ENDED_TEXTS = [
  [START_FEN, 'f2f3 e7e5 g2g4 d8h4'],
  [START_FEN, 'g1f3 g8f6 f3g1 f6g8 '.repeat(4)],
  ['7k/8/5K2/8/6Q1/8/8/8 w - - 0 1', 'g4g6'],
  ['8/8/4k3/8/8/8/4r3/4K3 w - - 0 1', 'e1e2'],
  ['8/8/6k1/8/8/8/4R3/4K3 w - - 99 90', 'e2d2'],
  ['8/8/6k1/8/8/8/4R3/4K3 w - - 149 115', 'e2d2'],
].map(([start, moves]): [TextGame] => [{ start: start!, moves: wordsOf(moves!) }]);
