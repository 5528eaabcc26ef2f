/** What a search reports while it runs, and its result. */
import type { Move } from '../chess/board/types.ts';
import type { RootMove, ScoreBound } from './rootMoves.ts';

/** A line of play as the search reports it, with the search's counters. */
export interface SearchInfo {
  /** The depth of the iteration, in plies. */
  depth: number;
  /** The deepest ply reached. */
  seldepth: number;
  /** Centipawns for the side to move, or a mate score (score.ts). */
  score: number;
  /** The score is only a bound: it fell out of the aspiration window, or the search was stopped before it was exact. */
  bound?: ScoreBound;
  /** Nodes of all threads since the search was started. */
  nodes: number;
  /** Milliseconds since the search was started. */
  time: number;
  /** Per mille of the transposition table with entries of this search. */
  hashfull: number;
  /** The moves of the line. */
  pv: Move[];
  /** Which of the best lines this is, from 1. */
  multiPv: number;
  /** Positions found in tablebases. */
  tbHits: number;
}

const NO_SEARCH = { depth: 0, seldepth: 0, score: 0, nodes: 0, time: 0, hashfull: 0, tbHits: 0 };

/** What is reported of a line that was not searched. */
export const unsearched = (pv: Move[]): SearchInfo => ({ ...NO_SEARCH, multiPv: 1, pv });

/** The root move now being searched and its number, from 1. */
export interface CurrentMove {
  /** The depth of the iteration, in plies. */
  depth: number;
  move: Move;
  number: number;
}

/** The move to play, and the line that begins with it. */
export interface SearchResult {
  /** Null when there is no legal move. */
  best: RootMove | null;
  info: SearchInfo;
}
