/**
 * Tactical motifs, recognized on the board. Each detector takes a position and a line that begins there,
 * and answers only if the line proves it: what is forked is captured, and the material stays won.
 * https://www.chessprogramming.org/Tactics
 */
import { castledRook } from '../chess/board/castling.ts';
import { attacks } from '../chess/board/legality.ts';
import { capturedBy, materialBalance, PIECE_POINTS } from '../chess/board/material.ts';
import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import { BISHOP_DIRECTIONS, type Directions, ROOK_DIRECTIONS } from '../chess/board/sliding.ts';
import {
  BISHOP,
  CASTLING,
  type Color,
  colorOf,
  EN_PASSANT,
  fileOf,
  flagOf,
  fromOf,
  isPromotion,
  KING,
  KNIGHT,
  type Move,
  NO_PIECE,
  PAWN,
  pieceOf,
  QUEEN,
  ROOK,
  rankOf,
  type Square,
  squareName,
  squareOf,
  toOf,
  typeOf,
  WHITE,
} from '../chess/board/types.ts';
import { findGameEnd } from '../chess/game/draws.ts';
import { PIECE_NAMES } from '../chess/game/moveDetails.ts';
import { seeAtLeast } from '../search/see.ts';
import { settledBalance } from './settledMaterial.ts';
import { gainedBy, winningCaptures } from './winningCaptures.ts';

/** How far into a line material must stay won, in plies. */
export const HORIZON = 7;

/** A gain of this much material decides, in points. */
export const GAIN = 2;

/** The gain with which a queen hangs: a minor piece and a pawn in return do not make it a trade. */
const QUEEN_GAIN = 5;

/** The position after a line. */
export function positionAfter(position: Position, line: readonly Move[]): Position {
  const walk = position.clone();
  for (const move of line) walk.make(move);
  return walk;
}

/** Whether a tactic, begun with the first move of a line, wins more than what this move captures. */
function winsMore(position: Position, line: readonly Move[], base: number): boolean {
  const captured = materialBalance(position, position.turn).all + gainedBy(position, line[0]!);
  return wins(position, line, 2, GAIN, Math.max(base, captured));
}

/** The material balance of the side that begins a line, after as much of it as is looked at. */
export const balanceAfter = (position: Position, line: readonly Move[]): number =>
  materialBalance(positionAfter(position, line.slice(0, HORIZON)), position.turn).all;

/** The same after the best captures and promotions that follow. */
export function settledBalanceAfter(position: Position, line: readonly Move[]): number {
  const end = positionAfter(position, line.slice(0, HORIZON));
  return end.turn === position.turn ? settledBalance(end) : 0 - settledBalance(end);
}

/** Whether the side to move can capture on a square and win material by it. */
export const canTake = (position: Position, square: Square): boolean =>
  winningCaptures(position, 1).some((capture) => capture.square === square);

/**
 * Whether a line leaves a piece to be captured: the one on `square`, of the side that begins the line. The
 * line captures it with profit, there or where it has moved to, or it hangs after the first move of its side
 * that is no check. A line without such a move does not show that the piece is safe, so the answer is yes. A
 * piece that takes a more valuable one is not left, even if it is taken for that.
 */
export function isTakenIn(position: Position, line: readonly Move[], square: Square): boolean {
  const walk = position.clone();
  let at = square;
  let isChecking = true;
  for (const move of line.slice(0, HORIZON)) {
    const isOwn = walk.turn === position.turn;
    if (!isOwn && toOf(move) === at) return seeAtLeast(walk, move, 100);
    if (isOwn && fromOf(move) === at) {
      if (gainedBy(walk, move) > PIECE_POINTS[typeOf(walk.board[at]!)]!) return false;
      at = toOf(move);
    } else if (isOwn && toOf(move) === at) at = castledRook(fromOf(move), at);
    walk.make(move);
    if (!isOwn || !isChecking || walk.inCheck) continue;
    isChecking = false;
    if (canTake(walk, at)) return true;
  }
  return isChecking;
}

/**
 * Whether a line wins material for the side that begins it: after ply `from` (counted from 0), and after
 * every later one that is looked at, its balance exceeds `base` by `points`. Where the opponent is to move,
 * the captures that it could make instead must not change that. After later plies they may win back one
 * point, if one remains: the line is best play, so taking that pawn loses something else. The line
 * must go on after ply `from`, unless it ends there in mate.
 */
function wins(
  position: Position,
  line: readonly Move[],
  from: number,
  points: number,
  base: number,
): boolean {
  const shown = line.slice(0, HORIZON);
  if (shown.length <= from) return false;
  if (shown.length === from + 1 && findGameEnd(positionAfter(position, shown)) !== 'checkmate') {
    return false;
  }
  const walk = position.clone();
  return shown.every((move, ply) => {
    walk.make(move);
    if (ply < from) return true;
    if (materialBalance(walk, position.turn).all - base < points) return false;
    const needed = ply === from ? points : Math.min(points, Math.max(1, points - 1));
    return walk.turn === position.turn || -settledBalance(walk) - base >= needed;
  });
}

/**
 * Whether the side that begins a line loses less than `points` points in it; also if the side to move where
 * the line ends takes what it can.
 */
export function keepsMaterial(position: Position, line: readonly Move[], points = GAIN): boolean {
  const end = positionAfter(position, line.slice(0, HORIZON + 1));
  const limit = materialBalance(position, position.turn).all - points;
  // The line may end in an exchange.
  if (end.turn === position.turn) return settledBalance(end) > limit;
  const spare = materialBalance(end, position.turn).all - limit;
  return spare > 0 && winningCaptures(end, spare).length === 0;
}

const RAYS: Record<number, Directions> = {
  [BISHOP]: BISHOP_DIRECTIONS,
  [ROOK]: ROOK_DIRECTIONS,
  [QUEEN]: [...ROOK_DIRECTIONS, ...BISHOP_DIRECTIONS],
};

/** The squares in one direction, up to the edge of the board. */
function ray(from: Square, [dx, dy]: readonly [number, number]): Square[] {
  const squares: Square[] = [];
  let [file, rank] = [fileOf(from) + dx, rankOf(from) + dy];
  while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
    squares.push(squareOf(file, rank));
    file += dx;
    rank += dy;
  }
  return squares;
}

/** The squares that a piece attacks, blocked by the first piece in each direction. */
export function attacksFrom(position: Position, square: Square): Square[] {
  return [...position.board.keys()].filter((to) => attacks(position, square, to));
}

/** Whether a side attacks a square. */
function isAttacked(position: Position, square: Square, by: Color): boolean {
  return position.board.some(
    (piece, from) => colorOf(piece) === by && attacks(position, from, square),
  );
}

const nameAt = ({ board }: Position, square: Square): string =>
  PIECE_NAMES[typeOf(board[square]!)]!;

/** Whether the piece that moves stands on its target square afterwards. */
const isPlain = (move: Move): boolean => !isPromotion(move) && flagOf(move) !== CASTLING;

/** The points of the piece on a square; a king counts more than all others. */
const pieceValue = ({ board }: Position, square: Square): number =>
  PIECE_POINTS[typeOf(board[square]!)]! || 100;

/** `the king and the rook`, the most valuable first. */
function listPieces(position: Position, squares: readonly Square[]): string {
  const names = squares
    .toSorted((a, b) => pieceValue(position, b) - pieceValue(position, a))
    .map((square) => nameAt(position, square));
  const isPair = names.length === 2 && names[0] === names[1];
  if (isPair) return `both ${names[0]}s`;
  return names
    .slice(0, 2)
    .map((name) => `the ${name}`)
    .join(' and ');
}

/**
 * `the knight on c6`: the first move takes a piece that is not, or not enough, defended, and it stays
 * won.
 */
export function hangingPiece(
  position: Position,
  line: readonly Move[],
  base: number,
): string | null {
  const [move] = line;
  const type = move === undefined ? null : capturedBy(position, move);
  if (type === null || PIECE_POINTS[type]! < PIECE_POINTS[KNIGHT]!) return null;
  const points = type === QUEEN ? QUEEN_GAIN : PIECE_POINTS[type]! - 1;
  if (!seeAtLeast(position, move!, 100 * points) || !wins(position, line, 0, points, base))
    return null;
  return `the ${PIECE_NAMES[type]} on ${squareName(toOf(move!))}`;
}

/** `the pawn on b2`: the first move takes a pawn, and it stays won. */
export function hangingPawn(
  position: Position,
  line: readonly Move[],
  base: number,
): string | null {
  const [move] = line;
  if (move === undefined || capturedBy(position, move) !== PAWN || flagOf(move) === EN_PASSANT)
    return null;
  if (line.length < 4 || !seeAtLeast(position, move, 100)) return null;
  return wins(position, line, 0, 1, base) ? `the pawn on ${squareName(toOf(move))}` : null;
}

/**
 * Whether the first move takes a rook for a minor piece, which the rook has taken, or which takes it and is
 * taken, and the exchange stays won.
 */
export function winsExchange(position: Position, line: readonly Move[], base: number): boolean {
  const [move, next] = line;
  if (move === undefined || capturedBy(position, move) !== ROOK) return false;
  const capturer = typeOf(position.board[fromOf(move)]!);
  const isMinor = capturer === KNIGHT || capturer === BISHOP;
  const isTaken = next !== undefined && toOf(next) === toOf(move);
  const gained = materialBalance(position, position.turn).all + PIECE_POINTS[ROOK]! - base;
  if (!(isMinor && isTaken) && gained !== GAIN) return false;
  return seeAtLeast(position, move, 100 * GAIN) && wins(position, line, 1, GAIN, base);
}

/**
 * `a fork of the king and the rook`: the first move attacks two pieces that are worth more than the
 * attacker, or undefended, and the attacker then takes one of them.
 */
export function fork(position: Position, line: readonly Move[], base: number): string | null {
  const [move, , next] = line;
  if (move === undefined || next === undefined || !isPlain(move)) return null;
  const at = toOf(move);
  const us = position.turn;
  const type = typeOf(position.board[fromOf(move)]!);
  const then = positionAfter(position, [move]);
  const targets = attacksFrom(then, at).filter((square) => {
    const piece = then.board[square]!;
    if (piece === NO_PIECE || colorOf(piece) === us || typeOf(piece) === PAWN) return false;
    if (typeOf(piece) === KING || PIECE_POINTS[typeOf(piece)]! > PIECE_POINTS[type]!) return true;
    return !isAttacked(then, square, us ^ 1);
  });
  if (targets.length < 2 || fromOf(next) !== at || !targets.includes(toOf(next))) return null;
  if (then.board[toOf(next)] !== positionAfter(position, line.slice(0, 2)).board[toOf(next)])
    return null;
  return winsMore(position, line, base) ? `a fork of ${listPieces(then, targets)}` : null;
}

/**
 * `a skewer of the king and the rook`: the first move attacks a piece along a line, and when that moves
 * away the piece behind it, which is worth less, is taken.
 */
export function skewer(position: Position, line: readonly Move[], base: number): string | null {
  const [move, reply, next] = line;
  if (move === undefined || reply === undefined || next === undefined || !isPlain(move))
    return null;
  const at = toOf(move);
  const directions = RAYS[typeOf(position.board[fromOf(move)]!)];
  if (directions === undefined || fromOf(next) !== at) return null;
  const then = positionAfter(position, [move]);
  for (const direction of directions) {
    const [front, behind] = ray(at, direction).filter((square) => then.board[square] !== NO_PIECE);
    if (front === undefined || behind === undefined || toOf(next) !== behind) continue;
    const isEnemy = [front, behind].every(
      (square) => colorOf(then.board[square]!) !== position.turn,
    );
    const value = pieceValue(then, behind);
    if (!isEnemy || pieceValue(then, front) <= value || value < PIECE_POINTS[KNIGHT]!) continue;
    if (fromOf(reply) !== front) continue;
    if (winsMore(position, line, base)) return `a skewer of ${listPieces(then, [front, behind])}`;
  }
  return null;
}

/**
 * `a discovered attack on the queen`: the first move opens a line on a piece, which is then taken; or `a discovered
 * check`, after which the piece that moved takes another.
 */
export function discovery(position: Position, line: readonly Move[], base: number): string | null {
  const [move, , next] = line;
  if (move === undefined || next === undefined) return null;
  const [slider, target] = [fromOf(next), toOf(next)];
  const then = positionAfter(position, [move]);
  if (slider === toOf(move)) {
    const isCheck =
      isPlain(move) && then.inCheck && !attacks(then, slider, then.kingSquare(then.turn));
    const type = capturedBy(positionAfter(position, line.slice(0, 2)), next) ?? PAWN;
    return isCheck && type !== PAWN && winsMore(position, line, base) ? 'a discovered check' : null;
  }
  if (then.board[slider] !== position.board[slider] || then.board[target] === NO_PIECE) return null;
  const isEnemy = colorOf(then.board[target]!) !== position.turn;
  const type = typeOf(then.board[target]!);
  if (!isEnemy || type === PAWN || RAYS[typeOf(position.board[slider]!)] === undefined) return null;
  const isOpened =
    !attacksFrom(position, slider).includes(target) && attacksFrom(then, slider).includes(target);
  if (!isOpened || positionAfter(position, line.slice(0, 2)).board[target] !== then.board[target])
    return null;
  return winsMore(position, line, base) ? `a discovered attack on the ${PIECE_NAMES[type]}` : null;
}

/** The kind of mate at the end of a line, with a blank: `back-rank `, `smothered `; otherwise empty. */
export function mateKind(position: Position, line: readonly Move[]): string {
  const end = positionAfter(position, line);
  const last = line.at(-1);
  if (last === undefined || findGameEnd(end) !== 'checkmate') return '';
  const king = end.kingSquare(end.turn);
  const own = (square: Square) =>
    end.board[square] !== NO_PIECE && colorOf(end.board[square]!) === end.turn;
  const around = attacksFrom(end, king);
  const type = typeOf(end.board[toOf(last)]!);
  if (type === KNIGHT && around.every(own)) return 'smothered ';
  const home = end.turn === WHITE ? 0 : 7;
  const isAlong = rankOf(toOf(last)) === home && (type === ROOK || type === QUEEN);
  const front = around.filter((square) => rankOf(square) !== home);
  const isBackRank = rankOf(king) === home && isAlong && front.every(own);
  return isBackRank ? 'back-rank ' : '';
}

/**
 * Whether the side that begins a line gives check with every move until a position of the line occurs
 * again, or can with one more check where the line ends.
 */
export function isPerpetual(position: Position, line: readonly Move[]): boolean {
  const walk = position.clone();
  const us = position.turn;
  const seen: string[] = [];
  const isCheck: boolean[] = [];
  for (const move of line) {
    walk.make(move);
    const key = `${walk.keyLo} ${walk.keyHi}`;
    if (walk.turn !== us) isCheck.push(walk.inCheck);
    const since = seen.indexOf(key);
    if (since >= 0) return isCheck.length > 1 && isCheck.slice(since >> 1).every((check) => check);
    seen.push(key);
  }
  if (walk.turn !== us || isCheck.length < 2 || !isCheck.every((check) => check)) return false;
  return legalMoves(walk).some((move) => {
    const { keyLo, keyHi } = positionAfter(walk, [move]);
    return seen.includes(`${keyLo} ${keyHi}`);
  });
}

/**
 * `the a-pawn`: a pawn of `color` that is passed where the line begins, and promotes in it without being
 * taken at once.
 */
export function runningPawn(
  position: Position,
  line: readonly Move[],
  color: Color,
): string | null {
  const walk = position.clone();
  for (const [i, move] of line.slice(0, 2 * HORIZON).entries()) {
    const next = line[i + 1];
    const isOurs = walk.turn === color;
    walk.make(move);
    if (!isOurs || !isPromotion(move)) continue;
    if (next === undefined || toOf(next) === toOf(move)) return null;
    // Where did this pawn stand at the beginning?
    let square = fromOf(move);
    for (const earlier of line.slice(0, i).toReversed()) {
      if (toOf(earlier) === square) square = fromOf(earlier);
    }
    return isPassed(position, square, color) ? `the ${squareName(square)[0]}-pawn` : null;
  }
  return null;
}

/** The index of the first promotion by the side that begins a line, or with `parity` 1 by the other; or -1. */
export const promotionIn = (line: readonly Move[], parity: 0 | 1): number =>
  line.findIndex((move, i) => i % 2 === parity && isPromotion(move));

/** Whether no enemy pawn can stop this one. */
function isPassed({ board }: Position, square: Square, color: Color): boolean {
  const isAhead = (rank: number) =>
    color === WHITE ? rank > rankOf(square) : rank < rankOf(square);
  return !board.some(
    (piece, at) =>
      piece === pieceOf(PAWN, color ^ 1) &&
      Math.abs(fileOf(at) - fileOf(square)) <= 1 &&
      isAhead(rankOf(at)),
  );
}
