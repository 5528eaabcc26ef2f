/**
 * Commands waiting for a search to end: one list, in order. Commands that can be answered during a
 * search are taken out of it early. Every operation takes constant time on average, so that even a
 * million queued commands are processed in seconds.
 */
import type { UciCommand } from './parseCommand.ts';

/** A queued command. */
export interface QueuedCommand {
  readonly command: UciCommand;
  /** A search that was stopped before it began. */
  readonly isStopped: boolean;
  /** A ponder search that received its `ponderhit` before it began. */
  readonly isPonderHit: boolean;
}

type CommandType = UciCommand['type'];

/** Commands that start a search. */
export const SEARCHES: ReadonlySet<CommandType> = new Set(['go', 'perft']);
/** Questions about the position, which can be answered during a search. */
export const QUERIES: ReadonlySet<CommandType> = new Set(['d', 'eval']);
/** Commands that do not stop an endless search. */
const NON_STOPPING: ReadonlySet<CommandType> = new Set(['setoption', 'isready', ...QUERIES]);

export class CommandQueue {
  /** Null where a command has been taken out early. */
  private commands: (UciCommand | null)[] = [];
  /** The index of the first waiting command. */
  private first = 0;
  /** How many commands have been dropped from the front of the list: numbers go on counting. */
  private dropped = 0;
  /** Commands with a number below these were stopped, or had their ponder hit. */
  private stopped = 0;
  private ponderHit = 0;
  private stoppingCount = 0;
  private positionCount = 0;

  /** Whether a `position` is queued. */
  get hasPosition(): boolean {
    return this.positionCount > 0;
  }

  /** Whether a command is queued that stops an endless search. */
  get hasStoppingCommand(): boolean {
    return this.stoppingCount > 0;
  }

  push(command: UciCommand): void {
    this.commands.push(command);
    this.count(command, 1);
  }

  /** Removes and returns the first command. */
  shift(): QueuedCommand | undefined {
    while (this.commands[this.first] === null) this.first++;
    const command = this.commands[this.first];
    if (command === undefined || command === null) return undefined;
    const number = this.dropped + this.first++;
    this.count(command, -1);
    this.compact();
    const [isStopped, isPonderHit] = [number < this.stopped, number < this.ponderHit];
    return { command, isStopped, isPonderHit };
  }

  /**
   * Removes and returns the commands before the next search that can be answered during the running
   * one: `d` and `eval` unless a `position` comes before them, and `isready` if `withReady`.
   */
  takeAnswerable(withReady: boolean): UciCommand[] {
    const taken: UciCommand[] = [];
    let isPositionKnown = true;
    for (let i = this.first; i < this.commands.length; i++) {
      const command = this.commands[i]!;
      if (command === null) continue;
      const { type } = command;
      if (SEARCHES.has(type)) break;
      if (type === 'position') isPositionKnown = false;
      const isAnswerable = QUERIES.has(type) ? isPositionKnown : withReady && type === 'isready';
      if (!isAnswerable) continue;
      taken.push(command);
      this.commands[i] = null;
    }
    return taken;
  }

  /** Stops all queued searches as soon as they begin. */
  stopAll(): void {
    this.stopped = this.dropped + this.commands.length;
  }

  /** Marks all queued ponder searches as hit. */
  ponderHitAll(): void {
    this.ponderHit = this.dropped + this.commands.length;
  }

  private count({ type }: UciCommand, change: 1 | -1): void {
    if (type === 'position') this.positionCount += change;
    if (!NON_STOPPING.has(type)) this.stoppingCount += change;
  }

  /** Drops what has been removed, once it is half of the list. */
  private compact(): void {
    if (this.first * 2 <= this.commands.length) return;
    this.commands = this.commands.slice(this.first);
    this.dropped += this.first;
    this.first = 0;
  }
}
