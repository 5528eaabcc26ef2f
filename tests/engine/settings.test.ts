/** What a library user tells the engine, without UCI in between. */
import { Engine, formatUciMove } from 'refrain';
import { afterEach, beforeEach, expect, test } from 'vitest';

let engine: Engine;
beforeEach(() => {
  engine = new Engine();
});
afterEach(() => engine.close());

test('searchmoves are kept to, and those that are not legal told', async () => {
  const told: string[] = [];
  engine.on('message', (text) => told.push(text));
  const { best } = await engine.go({ depth: 3, searchmoves: ['e2e5', 'a2a3', 'h2h3'] });
  expect(['a2a3', 'h2h3']).toContain(formatUciMove(best!.move));
  expect(told).toEqual(["searchmoves: not legal, ignored: 'e2e5'"]);
});

test('a limited strength sees no more than its nodes, contempt changes what a draw is worth', async () => {
  engine.configure({ limitStrength: true, elo: 600 });
  expect((await engine.go({ movetime: 1000 })).info.nodes).toBeLessThanOrEqual(40);
  engine.configure({ limitStrength: false, contempt: 30 });
  engine.setPosition('8/8/3k4/8/8/3K4/8/8 w - - 0 1');
  expect((await engine.go({ depth: 3 })).info.score).toBe(-30);
  engine.configure({ analyseMode: true });
  expect(Math.abs((await engine.go({ depth: 3 })).info.score)).toBe(0);
});

test('what was configured can be asked for', () => {
  engine.setThreads(1);
  engine.setHash(2);
  engine.configure({ multiPv: 3, elo: 1700 });
  expect(engine.getSettings()).toMatchObject({ threads: 1, hash: 2, multiPv: 3, elo: 1700 });
});
