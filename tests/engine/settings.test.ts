/** What a library user tells the engine, without UCI in between. */
import { ChessError, Engine, environment, formatUciMove, Game, parseEpd } from 'refrain';
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

test('bad orders from JavaScript are refused, and the engine goes on', async () => {
  const bad = (value: unknown) => value as never;
  await expect(engine.go({ depth: 1, searchmoves: bad([5]) })).resolves.toBeDefined();
  expect(() => engine.setThreads(0)).toThrow(ChessError);
  expect(() => engine.configure({ multiPv: 0 })).toThrow(ChessError);
  expect(engine.setPosition(undefined, bad([null])).ok).toBe(false);
  expect(engine.setPosition(undefined, bad(null)).ok).toBe(false);
  expect(engine.setPosition(undefined, bad('e2e4')).ok).toBe(false);
  expect(() => new Game().play(bad(undefined))).toThrow(ChessError);
  expect(() => environment.step(environment.reset(), bad(null))).toThrow(ChessError);
  expect(parseEpd(bad(undefined)).ok).toBe(false);
  engine.once('message', () => {
    throw new Error('a listener fails');
  });
  await expect(engine.go({ depth: 1, searchmoves: ['e2e5'] })).rejects.toThrow('a listener fails');
  expect((await engine.go({ depth: 2 })).best).not.toBe(null);
});
