/**
 * Perft: the number of leaves of the legal move tree, the standard test of move generation.
 * https://www.chessprogramming.org/Perft
 */
import { ChessError, describeArgument } from '../util/result.ts';
import { countMoves, generateMoves, legalMoves } from './board/movegen.ts';
import type { Position } from './board/position.ts';
import { MAX_MOVES, type Move } from './board/types.ts';

/** Deeper than any perft that could ever finish. */
export const MAX_PERFT_DEPTH = 32;

/** Throws a ChessError if this is not a depth from `least` to {@link MAX_PERFT_DEPTH}. */
export function checkPerftDepth(depth: unknown, least = 0): void {
  const number = Number.isInteger(depth) ? (depth as number) : -1;
  if (number < least || number > MAX_PERFT_DEPTH) {
    throw new ChessError(
      `the depth must be a whole number from ${least} to ${MAX_PERFT_DEPTH}, not ${describeArgument(depth)}`,
    );
  }
}

const lists = new Int32Array(MAX_MOVES * (MAX_PERFT_DEPTH + 1));

/**
 * Counts the leaves `depth` plies away, with bulk counting: moves of the last ply are not made. Throws
 * a ChessError for an invalid depth.
 */
export function perft(position: Position, depth: number): number {
  checkPerftDepth(depth);
  if (depth === 0) return 1;
  position.reserve(depth);
  return count(position, depth, 0);
}

function count(position: Position, depth: number, start: number): number {
  if (depth === 1) return countMoves(position);
  const end = generateMoves(position, lists, start);
  let nodes = 0;
  for (let i = start; i < end; i++) {
    const move = lists[i]!;
    position.make(move);
    nodes += count(position, depth - 1, end);
    position.unmake(move);
  }
  return nodes;
}

/**
 * Perft without bulk counting: makes and unmakes every move. A benchmark of make and unmake. Throws a
 * ChessError for an invalid depth.
 */
export function perftByMaking(position: Position, depth: number): number {
  checkPerftDepth(depth);
  if (depth === 0) return 1;
  position.reserve(depth);
  return countByMaking(position, depth, 0);
}

function countByMaking(position: Position, depth: number, start: number): number {
  const end = generateMoves(position, lists, start);
  let nodes = 0;
  for (let i = start; i < end; i++) {
    const move = lists[i]!;
    position.make(move);
    nodes += depth === 1 ? 1 : countByMaking(position, depth - 1, end);
    position.unmake(move);
  }
  return nodes;
}

/** A subtree of this depth is counted within tens of milliseconds. */
const UNINTERRUPTED_DEPTH = 4;

/** A root move and the number of leaves below it. */
export interface PerftRow {
  move: Move;
  nodes: number;
}

/** Perft of every root move, one after the other. Throws a ChessError for an invalid depth. */
export function* divide(position: Position, depth: number): Generator<PerftRow, void, undefined> {
  for (const row of divideInSteps(position, depth)) if (row !== null) yield row;
}

/**
 * Like {@link divide}, but yields null every few tens of milliseconds, so that the caller can do other work.
 * The caller may stop iterating at any point; the position is then restored.
 */
export function* divideInSteps(
  position: Position,
  depth: number,
): Generator<PerftRow | null, void, undefined> {
  checkPerftDepth(depth, 1);
  for (const move of legalMoves(position)) {
    yield { move, nodes: yield* countBelow(position, move, depth - 1) };
  }
}

function* countBelow(
  position: Position,
  move: Move,
  depth: number,
): Generator<null, number, undefined> {
  position.make(move);
  try {
    return yield* countInSteps(position, depth);
  } finally {
    position.unmake(move);
  }
}

function* countInSteps(position: Position, depth: number): Generator<null, number, undefined> {
  if (depth <= UNINTERRUPTED_DEPTH) {
    const nodes = perft(position, depth);
    yield null;
    return nodes;
  }
  let nodes = 0;
  for (const move of legalMoves(position)) nodes += yield* countBelow(position, move, depth - 1);
  return nodes;
}
