/**
 * Commands waiting for a search to end. Every operation takes constant time, so that even a million
 * queued commands are processed in seconds.
 */
import type { UciCommand } from './parseCommand.ts';

/** A queued command. */
export interface Waiting {
  readonly command: UciCommand;
  /** A search that was stopped before it began. */
  readonly isStopped: boolean;
  /** A ponder search that received its `ponderhit` before it began. */
  readonly isPonderHit: boolean;
}

/** A command with its sequence number. */
interface Entry {
  command: UciCommand;
  number: number;
  isTaken: boolean;
}

/** Commands that do not stop an endless search. */
const NON_STOPPING: ReadonlySet<UciCommand['type']> = new Set([
  'setoption',
  'isready',
  'd',
  'eval',
]);

export class CommandQueue {
  private readonly entries = new Fifo<Entry>();
  /** Commands that can be answered during a search: `isready`, and `d` and `eval`. */
  private readonly pings = new Fifo<Entry>();
  private readonly queries = new Fifo<Entry>();
  private readonly positions = new Fifo<Entry>();
  private stoppingCount = 0;
  private numbers = 0;
  /** Entries up to these numbers were stopped, or had their ponder hit. */
  private stopped = 0;
  private ponderHit = 0;

  push(command: UciCommand): void {
    const entry = { command, number: ++this.numbers, isTaken: false };
    this.entries.push(entry);
    const { type } = command;
    if (type === 'isready') this.pings.push(entry);
    else if (type === 'd' || type === 'eval') this.queries.push(entry);
    else if (type === 'position') this.positions.push(entry);
    if (!NON_STOPPING.has(type)) this.stoppingCount++;
  }

  /** Removes and returns the first command. */
  shift(): Waiting | undefined {
    const entry = this.first(this.entries);
    if (entry === undefined) return undefined;
    this.take(entry);
    const { command, number } = entry;
    const [isStopped, isPonderHit] = [number <= this.stopped, number <= this.ponderHit];
    return { command, isStopped, isPonderHit };
  }

  /**
   * Removes and returns the first command that can be answered during a search: `d` or `eval`,
   * unless a `position` comes before it, or `isready` if `withPings`.
   */
  shiftAnswerable(withPings: boolean): UciCommand | undefined {
    const ping = withPings ? this.first(this.pings) : undefined;
    let query = this.first(this.queries);
    if (query !== undefined && this.hasPosition(query.number)) query = undefined;
    const isPingFirst = ping !== undefined && ping.number < (query?.number ?? Infinity);
    return this.take(isPingFirst ? ping : query);
  }

  /** Whether a `position` is queued, before a given sequence number or at all. */
  hasPosition(before = Number.POSITIVE_INFINITY): boolean {
    const position = this.first(this.positions);
    return position !== undefined && position.number < before;
  }

  /** Whether a command is queued that stops an endless search. */
  get hasStoppingCommand(): boolean {
    return this.stoppingCount > 0;
  }

  /** Stops all queued searches as soon as they begin. */
  stopAll(): void {
    this.stopped = this.numbers;
  }

  /** Marks all queued ponder searches as hit. */
  ponderHitAll(): void {
    this.ponderHit = this.numbers;
  }

  clear(): void {
    for (const fifo of [this.entries, this.pings, this.queries, this.positions]) fifo.clear();
    this.stoppingCount = 0;
  }

  private first(fifo: Fifo<Entry>): Entry | undefined {
    while (fifo.first?.isTaken) fifo.shift();
    return fifo.first;
  }

  private take(entry: Entry | undefined): UciCommand | undefined {
    if (entry === undefined) return undefined;
    entry.isTaken = true;
    if (!NON_STOPPING.has(entry.command.type)) this.stoppingCount--;
    return entry.command;
  }
}

/** A queue with amortised constant time. */
class Fifo<T> {
  private items: T[] = [];
  private at = 0;

  get first(): T | undefined {
    return this.items[this.at];
  }

  push(item: T): void {
    this.items.push(item);
  }

  shift(): void {
    this.at++;
    if (this.at * 2 <= this.items.length) return;
    this.items = this.items.slice(this.at);
    this.at = 0;
  }

  clear(): void {
    this.items = [];
    this.at = 0;
  }
}
