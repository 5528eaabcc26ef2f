/**
 * Input to the built binary that is no line of text, or too long: it never crashes or hangs, prints a readable
 * message, and keeps the last valid position. What is wrong in a line: tests/uci.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { printableText } from '../support/printable.ts';
import type { UciProcess } from '../support/uciProcess.ts';
import { BESTMOVE, checkAnswer, play, START, start, startForAll } from './engines.ts';

const KNIGHT_OUT = play(START, ['g1f3']).fen();

/** A single `info string` of reasonable length with printable characters only. */
const SENTENCE = expect.stringMatching(printableText('{5,200}', 'info string '));

/** Checks that the engine still answers, has the position, and searches it. */
async function expectUnharmed(engine: UciProcess, fen: string): Promise<void> {
  expect(await engine.say()).toEqual([]);
  expect(await engine.fen()).toBe(fen);
  checkAnswer(fen, await engine.ask('go depth 2', BESTMOVE));
  expect(engine.errors).toBe('');
}

const engineForAll = startForAll();
beforeEach(() => engineForAll().say('position startpos'));

test('an endless line is skipped with one message, and the next one is read', async () => {
  const engine = engineForAll();
  await engine.say('position startpos moves g1f3');
  const piece = 'x'.repeat(1 << 20);
  for (let i = 0; i < 5; i++) engine.write(piece);
  engine.write('\n');
  expect(await engine.say()).toEqual([SENTENCE]);
  await expectUnharmed(engine, KNIGHT_OUT);
});

test('100 kB of legal moves are accepted', async () => {
  const engine = engineForAll();
  const moves = Array.from({ length: 5000 }, () => 'g1f3 g8f6 f3g1 f6g8').join(' ');
  expect(await engine.say(`position startpos moves ${moves}`)).toEqual([
    'info string draw by fivefold repetition',
  ]);
  await expectUnharmed(engine, `${START.split(' ', 4).join(' ')} 20000 10001`);
});

test('each line of bytes that are not UTF-8 gets a message', async () => {
  const engine = engineForAll();
  engine.write(Buffer.from([0xff, 0xfe, 0x80, 0xc0, 0x0a, 0xe2, 0x82, 0x0a]));
  expect(await engine.say()).toEqual([SENTENCE, SENTENCE]);
  await expectUnharmed(engine, START);
});

test('a last line without a line end is still a command', async () => {
  const engine = start();
  engine.write('uci');
  expect(await engine.end()).toEqual({ code: 0, signal: null });
  expect(engine.lines.at(-1)).toBe('uciok');
});

describe('the engine ends on quit or at the end of its input', () => {
  const GONE = { code: 0, signal: null };

  test('quit during perft', async () => {
    const engine = start();
    await engine.say();
    engine.send('go perft 12', 'quit');
    expect(await engine.ended()).toEqual(GONE);
    expect(engine.errors).toBe('');
  });

  test('a stopped perft says that its count is incomplete', async () => {
    const engine = engineForAll();
    await engine.say('go perft 12');
    const lines = await engine.ask('stop', /^Nodes searched/);
    expect(lines).toContain('info string perft was stopped: the count is incomplete');
  });

  test('quit right after commands that need no search, once they are executed', async () => {
    const engine = start();
    const missing = ['a', 'b'].map((name) => `/missing/${name}.nnue`);
    engine.send(...missing.map((path) => `setoption name EvalFile value ${path}`));
    engine.send('isready', 'position startpos moves e2e5', 'quit');
    expect(await engine.ended()).toEqual(GONE);
    expect(engine.lines).toEqual([
      ...missing.map((path) => expect.stringContaining(`EvalFile '${path}' cannot be read`)),
      'readyok',
      expect.stringContaining("'e2e5'"),
    ]);
  });

  test('its output pipe is closed', async () => {
    const engine = start();
    engine.send('go infinite');
    await engine.waitFor(/^info depth 2 /);
    engine.stopReading();
    expect((await engine.ended()).signal).toBeNull();
    expect(engine.errors).toBe('');
  });
});
