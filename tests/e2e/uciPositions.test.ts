/** Positions over UCI: how castling is read and written, what `d` shows, and moves that end the game. */
import { expect, test } from 'vitest';
import { infosOf } from '../support/uciProcess.ts';
import { checkAnswer, go, startForAll } from './engines.ts';

const engineForAll = startForAll();

test('castling is written as UCI_Chess960 was when the position was set up, as Stockfish does', async () => {
  const engine = engineForAll();
  const position = 'position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
  for (const [isChess960, text] of [
    [true, 'e1h1'],
    [false, 'e1g1'],
  ] as const) {
    // Both forms are understood.
    await engine.say(`setoption name UCI_Chess960 value ${isChess960}`);
    await engine.say(`${position} moves e1g1 e8a8`);
    expect(await engine.fen()).toBe('2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2');
    await engine.say(position, `setoption name UCI_Chess960 value ${!isChess960}`);
    for (const move of ['e1g1', 'e1h1']) {
      const lines = await go(engine, `depth 1 searchmoves ${move}`);
      expect(lines.at(-1)).toMatch(`bestmove ${text}`);
      expect(infosOf(lines).at(-1)).toMatch(` pv ${text}`);
    }
    expect(await engine.ask('go perft 1', /^Nodes/)).toContain(`${text}: 1`);
  }
  await engine.say('setoption name UCI_Chess960 value false');
});

test('d shows a board, the FEN, the key and who gives check', async () => {
  const engine = engineForAll();
  await engine.say('position startpos moves f2f3 e7e5 g2g4 d8h4');
  const lines = await engine.ask('d', /^Checkers:/);
  expect(lines).toContain('8 | r | n | b |   | k | b | n | r |');
  expect(lines).toContain('4 |   |   |   |   |   |   | P | q |');
  expect(lines.at(-3)).toBe('Fen: rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3');
  expect(lines.at(-2)).toMatch(/^Key: [0-9a-f]{16}$/);
  expect(lines.at(-1)).toBe('Checkers: h4');
});

test('a best move that draws at once says so', async () => {
  const engine = engineForAll();
  const fen = 'k7/8/8/8/8/8/1q6/K7 w - - 0 1';
  await engine.say(`position fen ${fen}`);
  const lines = await go(engine, 'depth 3');
  expect(checkAnswer(fen, lines)).toBe('a1b2');
  expect(lines.at(-2)).toBe('info string draw by insufficient material with a1b2');
  expect(infosOf(lines).at(-1)).toMatch(/ score cp 0 /);
});
