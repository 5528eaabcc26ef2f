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
import { TranspositionTable } from '../search/table.ts';

/** Enough for V8. */
const NODES = 20_000;
/** Milliseconds of a slice: as late as that an order can be. */
const SLICE = 3;

/** What there is to see: a middlegame, promotions and checks, an ending. */
const FENS = [
  START_FEN,
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  'r3k2r/1PP3P1/8/8/8/8/1pp3p1/R3K2R w KQkq - 0 1',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
];

/** The signals of a warm-up: a search that is asked for stops it. */
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

  /** `isWanted` says whether a search has been asked for. */
  constructor(evaluator: Evaluator, isWanted: () => boolean) {
    this.isWanted = isWanted;
    this.search = new Search(TranspositionTable.ofSize(1), evaluator, new WarmUpSignals(isWanted));
  }

  /** Whether there is nothing left to do. */
  private get isDone(): boolean {
    return this.nodes >= NODES || this.isWanted();
  }

  /** Goes on whenever there is nothing else to do. */
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

  /** Ends it, done or not: a search begins, with the same evaluator. */
  end(): void {
    this.nodes = NODES;
  }

  /** Does now what is left to do. */
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
