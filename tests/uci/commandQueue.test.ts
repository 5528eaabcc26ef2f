import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unwrap } from '../../src/chess/result.ts';
import { CommandQueue, type QueuedCommand } from '../../src/uci/commandQueue.ts';
import { parseCommand, type UciCommand } from '../../src/uci/parseCommand.ts';

function queueOf(...lines: string[]): CommandQueue {
  const queue = new CommandQueue();
  for (const line of lines) queue.push(unwrap(parseCommand(line)));
  return queue;
}

/** The types of the remaining commands, in order. */
function rest(queue: CommandQueue): string[] {
  const types: string[] = [];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    types.push(next.command.type);
  }
  return types;
}

/** The types of the commands that can be answered during a search. */
const answerable = (queue: CommandQueue, withReady = true): string[] =>
  queue.takeAnswerable(withReady).map(({ type }) => type);

test('commands are executed in order', () => {
  expect(rest(queueOf('ucinewgame', 'position startpos', 'go', 'isready'))).toEqual([
    'ucinewgame',
    'position',
    'go',
    'isready',
  ]);
});

test('queries are answered in order, but wait for a position; isready does not', () => {
  const queue = queueOf('d', 'isready', 'eval', 'position startpos', 'd', 'isready', 'go');
  expect(answerable(queue)).toEqual(['d', 'isready', 'eval', 'isready']);
  expect(rest(queue)).toEqual(['position', 'd', 'go']);
});

test('once the position is set, queries after it are answered', () => {
  const queue = queueOf('position startpos', 'd');
  expect(answerable(queue)).toEqual([]);
  expect(queue.shift()!.command.type).toBe('position');
  expect(answerable(queue)).toEqual(['d']);
});

test('what comes after the next search waits for that search', () => {
  const queue = queueOf('setoption name Hash value 1', 'isready', 'go', 'isready', 'd');
  expect(answerable(queue)).toEqual(['isready']);
  expect(queue.shift()!.command.type).toBe('setoption');
  expect(queue.shift()!.command.type).toBe('go');
  expect(answerable(queue)).toEqual(['isready', 'd']);
  expect(rest(queue)).toEqual([]);
});

test('isready waits if it has to', () => {
  const queue = queueOf('isready', 'd');
  expect(answerable(queue, false)).toEqual(['d']);
  expect(rest(queue)).toEqual(['isready']);
});

test('stop and ponderhit apply to waiting searches, not to later ones', () => {
  const queue = queueOf('go', 'go ponder');
  queue.stopAll();
  queue.push(unwrap(parseCommand('go')));
  queue.ponderHitAll();
  queue.push(unwrap(parseCommand('go')));
  const flags = Array.from({ length: 4 }, () => queue.shift()!);
  expect(flags.map(({ isStopped }) => isStopped)).toEqual([true, true, false, false]);
  expect(flags.map(({ isPonderHit }) => isPonderHit)).toEqual([true, true, true, false]);
});

test('options and queries do not end a search, other commands do', () => {
  const queue = queueOf('setoption name Hash value 1', 'd', 'eval', 'isready');
  expect(queue.hasStoppingCommand).toBe(false);
  queue.push(unwrap(parseCommand('position startpos')));
  expect(queue.hasStoppingCommand).toBe(true);
  expect(rest(queue)).toHaveLength(5);
  expect(queue.hasStoppingCommand).toBe(false);
});

/** What a queue has to do, as simply as possible: each command has its own marks. */
class PlainQueue {
  private list: QueuedCommand[] = [];

  get hasPosition(): boolean {
    return this.list.some(({ command }) => command.type === 'position');
  }
  get hasStoppingCommand(): boolean {
    const others = ['setoption', 'isready', 'd', 'eval'];
    return this.list.some(({ command }) => !others.includes(command.type));
  }
  push(command: UciCommand): void {
    this.list.push({ command, isStopped: false, isPonderHit: false });
  }
  shift(): QueuedCommand | undefined {
    return this.list.shift();
  }
  takeAnswerable(withReady: boolean): UciCommand[] {
    const types = this.list.map(({ command }) => command.type);
    const [search, position] = [
      types.findIndex((type) => type === 'go' || type === 'perft'),
      types.indexOf('position'),
    ];
    const isAnswerable = (type: string, i: number) =>
      (search < 0 || i < search) &&
      (type === 'isready' ? withReady : /^(d|eval)$/.test(type) && (position < 0 || i < position));
    const taken = this.list.filter(({ command }, i) => isAnswerable(command.type, i));
    this.list = this.list.filter((queued) => !taken.includes(queued));
    return taken.map(({ command }) => command);
  }
  stopAll(): void {
    this.list = this.list.map((queued) => ({ ...queued, isStopped: true }));
  }
  ponderHitAll(): void {
    this.list = this.list.map((queued) => ({ ...queued, isPonderHit: true }));
  }
  clear(): void {
    this.list = [];
  }
}

test('whatever is done with a queue, it is like a list of commands with their marks', () => {
  const lines = ['go', 'go ponder', 'go perft 1', 'position startpos', 'd', 'eval', 'isready'];
  const push = fc.constantFrom(...lines, 'setoption name Hash value 1', 'ucinewgame');
  const work = fc.constantFrom('shift', 'shift', 'take', 'take ready', 'stop', 'hit', 'clear');
  fc.assert(
    fc.property(fc.array(fc.oneof(push, push, work), { maxLength: 60, size: 'max' }), (steps) => {
      const [queue, plain] = [new CommandQueue(), new PlainQueue()];
      const act = (one: CommandQueue | PlainQueue, step: string) => {
        if (step === 'shift') return one.shift();
        if (step.startsWith('take')) return one.takeAnswerable(step === 'take ready');
        if (step === 'stop') return one.stopAll();
        if (step === 'hit') return one.ponderHitAll();
        if (step === 'clear') return one.clear();
        return one.push(unwrap(parseCommand(step)));
      };
      for (const step of steps) {
        expect(act(queue, step)).toEqual(act(plain, step));
        expect(queue.hasPosition).toBe(plain.hasPosition);
        expect(queue.hasStoppingCommand).toBe(plain.hasStoppingCommand);
      }
    }),
    { numRuns: 500 },
  );
});

test('a million commands take linear time', () => {
  // In quadratic time this would take hours.
  const queue = new CommandQueue();
  const commands = ['position startpos', 'go nodes 1', 'd', 'isready', 'stop'].map((line) =>
    unwrap(parseCommand(line)),
  );
  for (let i = 0; i < 1_000_000; i++) {
    queue.push(commands[i % commands.length]!);
    if (i % 3 === 0) queue.stopAll();
    if (i % 7 === 0) expect(queue.hasStoppingCommand).toBe(true);
  }
  let left = 0;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    left++;
    left += queue.takeAnswerable(true).length;
  }
  expect(left).toBe(1_000_000);
});
