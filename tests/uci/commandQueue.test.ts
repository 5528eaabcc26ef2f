import { expect, test } from 'vitest';
import { unwrap } from '../../src/chess/result.ts';
import { CommandQueue } from '../../src/uci/commandQueue.ts';
import { parseCommand } from '../../src/uci/parseCommand.ts';

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
