/** Search threads that a worker starts, with a fake worker. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { FromThread, Memory, ToThread } from '../../../src/engine/threadMessages.ts';
import { startNestedThread } from '../../../src/hosts/browser/nestedThread.ts';
import { collectGarbage } from '../../../src/hosts/node/collectGarbage.ts';
import { Signals } from '../../../src/search/signals.ts';

const shareMemory = (tt: Memory): ToThread => {
  const signals = new SharedArrayBuffer(Signals.bytes(1));
  return { type: 'memory', thread: 0, threads: 1, tt, signals };
};

/** A worker that answers every order. */
class FakeWorker {
  onmessage: (event: { data: FromThread }) => void = () => {};

  postMessage({ type }: ToThread): void {
    const data: FromThread = { type: type === 'ping' ? 'pong' : 'ready' };
    queueMicrotask(() => this.onmessage({ data }));
  }

  terminate(): void {}
}

test('a table that was replaced is not kept in memory', async () => {
  const thread = startNestedThread(
    () => new FakeWorker() as unknown as Worker,
    { onMessage: () => {}, onDeath: () => {} },
    () => {},
  );
  const replaced = (() => {
    const tt = new SharedArrayBuffer(1 << 20);
    thread.post(shareMemory(tt));
    return new WeakRef(tt);
  })();
  await setImmediate();
  thread.post(shareMemory(new SharedArrayBuffer(1 << 20)));
  for (let i = 0; i < 10 && replaced.deref() !== undefined; i++) {
    await setImmediate();
    collectGarbage();
  }
  expect(replaced.deref()).toBeUndefined();
  await thread.terminate();
});
