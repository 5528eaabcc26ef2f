/**
 * Commands waiting for a search to end. Every operation takes constant time, so that a million queued
 * commands are carried out in seconds.
 */
import type { UciCommand } from './commands.ts';

/** A command that waits. */
export interface Waiting {
  readonly command: UciCommand;
  /** A search that was told to stop before it could begin. */
  readonly isStopped: boolean;
  /** A ponder search whose move was played before it could begin. */
  readonly isHit: boolean;
}

/** A command with its number in order of arrival. */
interface Entry {
  command: UciCommand;
  number: number;
  isTaken: boolean;
}

/** Commands that do not stop an endless search. */
const PATIENT: ReadonlySet<UciCommand['type']> = new Set(['setoption', 'isready', 'd', 'eval']);

export class CommandQueue {
  private readonly entries = new Fifo<Entry>();
  /** Entries that can be answered during a search: `isready`; `d` and `eval`. */
  private readonly pings = new Fifo<Entry>();
  private readonly questions = new Fifo<Entry>();
  private readonly positions = new Fifo<Entry>();
  private impatient = 0;
  private numbers = 0;
  /** Entries up to these numbers were told to stop; had their ponder hit. */
  private stopped = 0;
  private hit = 0;

  push(command: UciCommand): void {
    const entry = { command, number: ++this.numbers, isTaken: false };
    this.entries.push(entry);
    const { type } = command;
    if (type === 'isready') this.pings.push(entry);
    else if (type === 'd' || type === 'eval') this.questions.push(entry);
    else if (type === 'position') this.positions.push(entry);
    if (!PATIENT.has(type)) this.impatient++;
  }

  /** Takes the first command out. */
  shift(): Waiting | undefined {
    const entry = this.first(this.entries);
    if (entry === undefined) return undefined;
    this.take(entry);
    const { command, number } = entry;
    return { command, isStopped: number <= this.stopped, isHit: number <= this.hit };
  }

  /**
   * Takes out the first command that can be answered during a search: `d` or `eval`, unless a `position`
   * comes before it, or `isready` if `withPings`.
   */
  shiftAnswerable(withPings: boolean): UciCommand | undefined {
    const ping = withPings ? this.first(this.pings) : undefined;
    let question = this.first(this.questions);
    if (question !== undefined && this.hasPosition(question.number)) question = undefined;
    const isPingFirst = ping !== undefined && ping.number < (question?.number ?? Infinity);
    return this.take(isPingFirst ? ping : question);
  }

  /** Whether a `position` is waiting, before an entry or at all. */
  hasPosition(before = Number.POSITIVE_INFINITY): boolean {
    const position = this.first(this.positions);
    return position !== undefined && position.number < before;
  }

  /** Whether a command is waiting that stops an endless search. */
  get isImpatient(): boolean {
    return this.impatient > 0;
  }

  /** Waiting searches are to stop as soon as they begin. */
  stopAll(): void {
    this.stopped = this.numbers;
  }

  /** Waiting ponder searches have their ponder hit. */
  hitAll(): void {
    this.hit = this.numbers;
  }

  clear(): void {
    for (const fifo of [this.entries, this.pings, this.questions, this.positions]) fifo.clear();
    this.impatient = 0;
  }

  private first(fifo: Fifo<Entry>): Entry | undefined {
    while (fifo.first?.isTaken) fifo.shift();
    return fifo.first;
  }

  private take(entry: Entry | undefined): UciCommand | undefined {
    if (entry === undefined) return undefined;
    entry.isTaken = true;
    if (!PATIENT.has(entry.command.type)) this.impatient--;
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
