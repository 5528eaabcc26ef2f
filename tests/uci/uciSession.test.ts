/** A session whose engine fails, or takes long. */
import { expect, test } from 'vitest';
import { Engine } from '../../src/hosts/node/nodeEngine.ts';
import { UciSession } from '../../src/uci/uciSession.ts';

test('a search that fails is answered by a reason and a legal move', async () => {
  const engine = new Engine();
  engine.search = () => Promise.reject(new Error('no thread could be started'));
  const lines: string[] = [];
  const session = new UciSession(engine, (line) => lines.push(line));
  session.handle('position fen 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1');
  session.handle('go depth 3 searchmoves f1f6');
  await session.idle();
  expect(lines).toEqual(['info string error: no thread could be started', 'bestmove f1f6']);
  await engine.close();
});

test('what follows Clear Hash waits for it, and its failure is reported', async () => {
  const engine = new Engine();
  let fail = (_: Error) => {};
  engine.newGame = () =>
    new Promise((_, reject) => {
      fail = reject;
    });
  const lines: string[] = [];
  const session = new UciSession(engine, (line) => lines.push(line));
  session.handle('setoption name Clear Hash');
  session.handle('d');
  expect(lines).toEqual([]);
  fail(new Error('not enough memory'));
  await session.idle();
  expect(lines[0]).toBe('info string error: not enough memory');
  expect(lines).toContainEqual(expect.stringMatching(/^Fen: /));
  await engine.close();
});
