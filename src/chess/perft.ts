/**
 * Perft: the number of leaves of the legal move tree, the touchstone of move generation.
 * https://www.chessprogramming.org/Perft
 */
import { countMoves, generateMoves, legalMoves } from './board/movegen.ts';
import type { Position } from './board/position.ts';
import { MAX_MOVES, type Move } from './board/types.ts';

/** Deeper than any perft ends in a lifetime. */
export const MAX_PERFT_DEPTH = 32;

const lists = new Int32Array(MAX_MOVES * (MAX_PERFT_DEPTH + 1));

/** Counts the leaves `depth` plies away. At the last ply moves are counted, not made. */
export function perft(position: Position, depth: number): number {
  if (depth <= 0) return 1;
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

/** Perft that makes and unmakes every move, the last ply too: a benchmark of exactly that. */
export function perftByMaking(position: Position, depth: number): number {
  if (depth <= 0) return 1;
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

/** A subtree of this depth is counted within some tens of milliseconds. */
const UNINTERRUPTED_DEPTH = 4;

/**
 * Perft below every root move, one after the other. Gives up, in the middle of a move too, soon
 * after `isStopped` says so.
 */
export function* divide(
  position: Position,
  depth: number,
  isStopped: () => boolean = () => false,
): Generator<{ move: Move; nodes: number }> {
  for (const move of legalMoves(position)) {
    const nodes = position.withMove(move, () => countUntil(position, depth - 1, isStopped));
    if (isStopped()) return;
    yield { move, nodes };
  }
}

function countUntil(position: Position, depth: number, isStopped: () => boolean): number {
  if (depth <= UNINTERRUPTED_DEPTH) return perft(position, depth);
  let nodes = 0;
  for (const move of legalMoves(position)) {
    if (isStopped()) break;
    nodes += position.withMove(move, () => countUntil(position, depth - 1, isStopped));
  }
  return nodes;
}
