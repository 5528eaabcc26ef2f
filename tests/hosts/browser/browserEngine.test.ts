import { Engine } from 'refrain/browser';
import { expect, test } from 'vitest';

test('without workers, as on a server that renders pages, a search says what is missing', async () => {
  await using engine = new Engine();
  const message =
    "no search thread can be started: there is no Worker here; in Node, import 'refrain'";
  await expect(engine.go({ depth: 1 })).rejects.toMatchObject({ name: 'ChessError', message });
  await expect(engine.ready()).rejects.toThrow(message);
});
