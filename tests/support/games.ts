/**
 * Random games that shrink. A game is a starting position and an array of numbers, each of which picks
 * one of the legal moves. Whatever numbers fast-check tries, the game is legal, and failures shrink to
 * short games.
 */
import fc from 'fast-check';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import type { Position } from '../../src/chess/board/position.ts';
import {
  CASTLING,
  EN_PASSANT,
  flagOf,
  fromOf,
  isCapture,
  isNoisy,
  isPromotion,
  type Move,
  NO_MOVE,
  PAWN,
  typeOf,
} from '../../src/chess/board/types.ts';
import { chess960Fen } from '../../src/chess/game/chess960.ts';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { parseUciMove } from '../../src/chess/notation/uciMove.ts';
import { unwrap } from '../../src/util/result.ts';

/** Starting positions in which rare kinds of moves come up soon. */
export const STARTS = [
  START_FEN,
  // Castling on both sides, pins and en passant: the perft positions called Kiwipete and 4 to 6.
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1',
  'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8',
  'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10',
  // Castling only.
  'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1',
  'r3k2r/1b4bq/8/8/8/8/7B/R3K2R b KQkq - 4 20',
  // Promotions, and captures of rooks in their corners.
  'r3k2r/1PP3P1/8/8/8/8/1pp3p1/R3K2R w KQkq - 0 1',
  'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1',
  '8/PPPPPPPP/8/2k5/5K2/8/pppppppp/8 w - - 0 1',
  // En passant, with kings on ranks and diagonals that it opens.
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
  'k7/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/K7 w - - 0 1',
  '3k4/2p1p3/8/1P1P1P2/1p1p1p2/8/2P1P3/3K2B1 b - - 0 1',
  '8/8/3p4/KPp4r/8/8/8/k7 w - c6 0 1',
  '4k3/8/8/8/2pPp3/8/8/4RK2 b - d3 0 1',
  '1b5k/8/8/2PpP3/8/6K1/8/8 w - d6 0 1',
  'rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3',
  // Double check: neither captures nor interpositions help.
  '4r2k/8/8/8/8/3n4/8/3QK3 w - - 0 1',
  'k3q3/8/3b4/8/3Q4/4K1r1/4R3/8 w - - 0 1',
  // Endings, in which mates, stalemates and repetitions are near.
  '8/8/8/8/8/4k3/8/R3K2R w KQ - 0 1',
  '8/5k2/8/8/8/8/1Q6/K7 b - - 10 60',
  '7k/8/8/8/2B1N3/3K4/8/8 w - - 97 120',
  '4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1',
  '7k/8/6K1/8/4Q3/8/8/8 w - - 0 1',
  '8/8/8/8/1q6/2k5/8/K7 b - - 0 1',
  'q1q1q1k1/8/8/8/8/8/8/Q1Q1Q1K1 w - - 0 1',
];

/** Chess960 positions with castling: inner rooks, and rooks that shield the king. */
export const CASTLING_STARTS = [
  '4k3/8/8/8/8/8/8/rRK4R w HB - 0 1',
  '4r3/3k4/8/8/8/8/6PP/qR1K1R2 w FB - 0 1',
  '2r5/8/8/8/8/8/6PP/k2KR3 w E - 0 1',
  '8/8/8/4B2b/6nN/8/5P2/2R1K2k w C - 0 1',
  'r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w EAea - 0 1',
  '1rr1k1rr/8/8/8/8/8/8/1RR1K1RR b GCgc - 0 1',
  '1rk3r1/8/8/8/8/8/8/5KRr b gb - 0 1',
];

/** The kinds of moves that a game prefers. */
const TASTES = {
  anything: () => false,
  captures: (_: Position, move: Move) => isCapture(move),
  pawns: (position: Position, move: Move) =>
    isPromotion(move) || typeOf(position.board[fromOf(move)]!) === PAWN,
  rarities: (_: Position, move: Move) => flagOf(move) === CASTLING || flagOf(move) === EN_PASSANT,
  checks: (position: Position, move: Move) => position.withMove(move, () => position.inCheck),
  shuffling: (position: Position, move: Move) =>
    !isNoisy(move) && flagOf(move) !== CASTLING && typeOf(position.board[fromOf(move)]!) !== PAWN,
};

export interface Game {
  start: string;
  taste: keyof typeof TASTES;
  picks: number[];
}

/** Games of limited length from the given starts. */
export function games(starts: fc.Arbitrary<string>, plies: number): fc.Arbitrary<Game> {
  // Without fast-check's bias for small numbers, which would pick mostly the first moves.
  return fc.noBias(
    fc.record({
      start: starts,
      taste: fc.constantFrom(...(Object.keys(TASTES) as (keyof typeof TASTES)[])),
      picks: fc.array(fc.nat({ max: 0xffff }), { maxLength: plies, size: 'max' }),
    }),
  );
}

/** Starts of standard chess. */
export const standardStarts = fc.constantFrom(...STARTS);
/** Starts of Chess960 and double Chess960, and {@link CASTLING_STARTS}. */
export const chess960Starts = fc.oneof(
  fc.nat({ max: 959 }).map((number) => chess960Fen(number)),
  fc.tuple(fc.nat({ max: 959 }), fc.nat({ max: 959 })).map(([w, b]) => chess960Fen(w, b)),
  fc.constantFrom(...CASTLING_STARTS),
);
export const allStarts = fc.oneof(standardStarts, chess960Starts);

/** Whether quiescence searches are small, unlike those of sixteen pawns about to promote. */
export const isSearchable = (fen: string): boolean => !fen.startsWith('8/PPPPPPPP');

interface Ply {
  /** The same object at every ply: moves made on it must be unmade. */
  position: Position;
  legal: Move[];
  /** The next move, or NO_MOVE at the end of the game. */
  next: Move;
}

/** Iterates over the positions of a game, including the last one. */
export function* plies({ start, taste, picks }: Game): Generator<Ply> {
  const position = positionFromFen(start);
  for (const pick of picks) {
    const legal = legalMoves(position);
    if (legal.length === 0) break;
    const favourites = pick % 4 === 0 ? [] : legal.filter((move) => TASTES[taste](position, move));
    const choice = favourites.length > 0 ? favourites : legal;
    const next = choice[(pick >> 2) % choice.length]!;
    yield { position, legal, next };
    position.make(next);
  }
  yield { position, legal: legalMoves(position), next: NO_MOVE };
}

/** The position in which a game ends. */
export function lastPosition(game: Game): Position {
  let last: Position | undefined;
  for (const { position } of plies(game)) last = position;
  return last!;
}

/** The words of a text, such as moves, separated by blanks. */
export const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** The moves of a game. */
export const movesOf = (game: Game): Move[] =>
  [...plies(game)].map(({ next }) => next).filter((move) => move !== NO_MOVE);

/** A line of moves in UCI notation from a position, which is not changed. */
export function lineOf(start: Position, ucis: readonly string[]): Move[] {
  const position = start.clone();
  return ucis.map((uci) => {
    const move = unwrap(parseUciMove(position, uci));
    position.make(move);
    return move;
  });
}

/** The position after moves in UCI notation, separated by blanks, with its history. */
export function positionAfter(moves: string, fen: string = START_FEN): Position {
  const position = positionFromFen(fen);
  for (const move of lineOf(position, wordsOf(moves))) position.make(move);
  return position;
}

/** Checks a property of games of length 0 from all starts, and of random games. */
export function checkGames(
  starts: fc.Arbitrary<string>,
  { games: count, plies: length, still = [] }: { games: number; plies: number; still?: string[] },
  property: (game: Game) => void,
): void {
  fc.assert(fc.property(games(starts, length), property), {
    numRuns: count + still.length,
    examples: still.map((start): [Game] => [{ start, taste: 'anything', picks: [] }]),
  });
}
