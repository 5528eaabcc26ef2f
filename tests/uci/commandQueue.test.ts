import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CommandQueue, type QueuedCommand } from '../../src/uci/commandQueue.ts';
import { parseCommand, type UciCommand } from '../../src/uci/parseCommand.ts';
import { unwrap } from '../../src/util/result.ts';

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
}

test('whatever is done with a queue, it is like a list of commands with their marks', () => {
  const lines = ['go', 'go ponder', 'go perft 1', 'position startpos', 'd', 'eval', 'isready'];
  const push = fc.constantFrom(...lines, 'setoption name Hash value 1', 'ucinewgame');
  const work = fc.constantFrom('shift', 'shift', 'take', 'take ready', 'stop', 'hit');
  fc.assert(
    fc.property(fc.array(fc.oneof(push, push, work), { maxLength: 60, size: 'max' }), (steps) => {
      const [queue, plain] = [new CommandQueue(), new PlainQueue()];
      const act = (one: CommandQueue | PlainQueue, step: string) => {
        if (step === 'shift') return one.shift();
        if (step.startsWith('take')) return one.takeAnswerable(step === 'take ready');
        if (step === 'stop') return one.stopAll();
        if (step === 'hit') return one.ponderHitAll();
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
