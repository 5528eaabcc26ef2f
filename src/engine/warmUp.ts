/**
 * Warm-up searches, so that V8 has compiled the search before a clock runs: interpreted code is fifty
 * times slower. They run while the thread is idle, in slices of a few milliseconds, and end when the
 * first real search begins.
 */
import { positionFromFen, START_FEN } from '../chess/notation/fen.ts';
import type { Evaluator } from '../eval/evaluator.ts';
import { DEFAULT_SETTINGS } from '../search/limits.ts';
import { Search } from '../search/search.ts';
import { Signals } from '../search/signals.ts';
import { TranspositionTable } from '../search/transpositionTable.ts';

/** Enough for V8 to optimize the search. */
const NODES = 20_000;
/** Milliseconds per slice, the maximum delay of an order. */
const SLICE = 3;

/** Varied positions: a middlegame, promotions and checks, an endgame. */
const FENS = [
  START_FEN,
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  'r3k2r/1PP3P1/8/8/8/8/1pp3p1/R3K2R w KQkq - 0 1',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
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

  /** Completes the warm-up now. */
  finish(): void {
    while (!this.isDone) this.runSlice(Number.POSITIVE_INFINITY);
  }

  private runSlice(milliseconds: number): void {
    const position = positionFromFen(FENS[this.slices++ % FENS.length]!);
    const nodes = NODES / FENS.length;
    const limits = Number.isFinite(milliseconds) ? { nodes, movetime: milliseconds } : { nodes };
    const settings = { ...DEFAULT_SETTINGS, moveOverhead: 0 };
    this.nodes += Math.max(1, this.search.run(position, limits, { settings }).info.nodes);
  }
}
