/**
 * Warm-up searches, so that V8 has compiled the search before a clock runs: interpreted code is fifty
 * times slower. They run while the thread is idle, in slices of a few milliseconds, and end when the
 * first real search begins.
 *
 * V8 optimizes a function for what it has seen, and discards the code when something new happens: a stalemate,
 * a repetition, bare kings. Compiling `negamax` again takes tenths of a second. So short searches of positions
 * of many kinds come first, before anything is compiled, then longer ones.
 */
import { positionFromFen, START_FEN } from '../chess/notation/fen.ts';
import type { Evaluator } from '../eval/evaluator.ts';
import { DEFAULT_SETTINGS } from '../search/limits.ts';
import { Search } from '../search/search.ts';
import { Signals } from '../search/signals.ts';
import { TranspositionTable } from '../search/transpositionTable.ts';
import { IS_DEBUG_BUILD } from '../version.ts';

/**
 * Enough for V8 to optimize the search. None in the debug build, where checks make them take up to ten
 * seconds: matches wait no longer for a new game.
 */
const NODES = IS_DEBUG_BUILD ? 0 : 50_000;
/** The nodes of a search in the first round of all positions; each round has twice as many as the last. */
const FIRST_NODES = 150;
/** Milliseconds per slice, the maximum delay of an order. */
const SLICE = 3;

/** Varied positions, for all that can happen in a search. */
const FENS = [
  START_FEN,
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  'r3k2r/1PP3P1/8/8/8/8/1pp3p1/R3K2R w KQkq - 0 1',
  // Captures en passant, by both sides.
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
  // Closed: repetitions, and deep searches.
  '4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/2B1K3 w - - 0 1',
  // Stalemates.
  '7k/8/5KP1/8/8/8/8/8 w - - 0 1',
  '8/8/8/8/2n5/1k6/p7/K1B5 b - - 0 1',
  // Captures that leave insufficient material.
  '8/8/8/4k3/8/3BK3/4n3/8 w - - 0 1',
  // Near the fifty-move limit.
  '8/8/8/4k3/8/3RK3/4n3/8 w - - 96 80',
  // Mates.
  '8/8/8/3k4/8/8/8/KQ6 w - - 0 1',
  'k7/2K5/8/1N6/8/8/8/7B b - - 0 1',
  '6k1/5ppp/8/8/8/2q5/5PPP/3Q2K1 b - - 0 1',
  '6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 1',
];

/** Signals of a warm-up: a requested search stops it. */
class WarmUpSignals extends Signals {
  private readonly isWanted: () => boolean;

  constructor(isWanted: () => boolean) {
    super();
    this.isWanted = isWanted;
  }

  override get isStopped(): boolean {
    return this.isWanted();
  }
}

export class WarmUp {
  private readonly isWanted: () => boolean;
  private readonly search: Search;
  private nodes = 0;
  private slices = 0;
  private isRunning = false;

  /** `isWanted` returns whether a search has been requested. */
  constructor(evaluator: Evaluator, isWanted: () => boolean) {
    this.isWanted = isWanted;
    this.search = new Search(TranspositionTable.ofSize(1), evaluator, new WarmUpSignals(isWanted));
  }

  /** Whether the warm-up is complete or no longer useful. */
  private get isDone(): boolean {
    return this.nodes >= NODES || this.isWanted();
  }

  /** Runs slices whenever the thread is idle. */
  start(): void {
    if (this.isRunning) return;
    this.isRunning = true;
    const step = () => {
      if (this.isDone) return;
      this.runSlice(SLICE);
      setTimeout(step);
    };
    setTimeout(step);
  }

  /** Ends the warm-up, because a search with the same evaluator begins. */
  end(): void {
    this.nodes = NODES;
  }

  /** Completes the warm-up now. `onSlice` is called after each of its searches. */
  finish(onSlice?: () => void): void {
    while (!this.isDone) {
      this.runSlice();
      onSlice?.();
    }
  }

  /** One search, of at most `movetime` milliseconds if that is given. */
  private runSlice(movetime?: number): void {
    const position = positionFromFen(FENS[this.slices % FENS.length]!);
    const round = Math.floor(this.slices / FENS.length);
    const nodes = Math.min(NODES, FIRST_NODES * 2 ** round);
    this.slices++;
    const settings = { ...DEFAULT_SETTINGS, moveOverhead: 0 };
    const { info } = this.search.run(position, { nodes, movetime }, { settings });
    this.nodes += Math.max(1, info.nodes);
  }
}
