/** Threads, pondering, MultiPV and limits of the built binary. */
import { describe, expect, test } from 'vitest';
import { infosOf, numberOf } from '../support/uciProcess.ts';
import { bestMove, play, startForAll } from './engines.ts';

const MIDDLEGAME = 'r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 3 9';

describe('threads', () => {
  const engineForAll = startForAll();

  test.each([1, 2])(
    '%i: infinite searches are stopped, over and over, with legal moves',
    async (threads) => {
      const engine = engineForAll();
      await engine.say(`setoption name Threads value ${threads}`);
      engine.send(`position fen ${MIDDLEGAME}`);
      for (let i = 0; i < 6; i++) {
        engine.send('go infinite');
        await engine.waitFor(/^info depth [5-9]/);
        engine.send('stop');
        // chess.js throws if the move is illegal.
        play(MIDDLEGAME, [bestMove(await engine.readTo(/^bestmove/))]);
      }
    },
  );

  test('nodes and node limits are those of all threads together', async () => {
    const engine = engineForAll();
    engine.send('setoption name Threads value 2', 'ucinewgame', `position fen ${MIDDLEGAME}`);
    engine.send('go nodes 60000');
    const lines = await engine.readTo(/^bestmove/);
    const nodes = numberOf(infosOf(lines).at(-1)!, 'nodes');
    expect(nodes).toBeGreaterThan(50_000);
    expect(nodes).toBeLessThanOrEqual(60_000);
  });

  test('one thread gives the same nodes for the same search, even after two threads', async () => {
    const engine = engineForAll();
    const search = async (threads: number) => {
      engine.send(`setoption name Threads value ${threads}`, 'ucinewgame');
      engine.send(`position fen ${MIDDLEGAME}`, 'go depth 7');
      const lines = await engine.readTo(/^bestmove/);
      return numberOf(infosOf(lines).at(-1)!, 'nodes');
    };
    const first = await search(1);
    await search(2);
    expect(await search(1)).toBe(first);
  });
});

const engineForAll = startForAll();

describe('several lines', () => {
  test('are different moves, sorted, each with its number', async () => {
    const engine = engineForAll();
    engine.send('setoption name MultiPV value 4', `position fen ${MIDDLEGAME}`, 'go depth 7');
    const lines = infosOf(await engine.readTo(/^bestmove/)).filter((line) =>
      line.startsWith('info depth 7 '),
    );
    expect(lines.map((line) => numberOf(line, 'multipv'))).toEqual([1, 2, 3, 4]);
    const scores = lines.map((line) => numberOf(line, 'cp'));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(lines.map((line) => / pv (\S+)/.exec(line)![1])).size).toBe(4);
  });

  test('are limited by the number of moves', async () => {
    const engine = engineForAll();
    engine.send('setoption name MultiPV value 256', 'position fen 7k/8/5K2/8/8/8/P7/8 b - - 0 1');
    engine.send('go depth 3');
    const lines = infosOf(await engine.readTo(/^bestmove/)).filter((line) =>
      line.startsWith('info depth 3 '),
    );
    expect(lines.length).toBe(2);
    await engine.say('setoption name MultiPV value 1');
  });
});

describe('pondering', () => {
  test('the answer waits for ponderhit, however little time there is', async () => {
    const engine = engineForAll();
    engine.send(`position fen ${MIDDLEGAME}`, 'go ponder wtime 50 btime 50');
    await engine.waitFor(/^info depth 8/);
    expect(await engine.say('isready')).not.toContainEqual(expect.stringMatching(/^bestmove/));
    engine.send('ponderhit');
    await engine.waitFor(/^bestmove/);
  });

  test('a ponder miss is a stop', async () => {
    const engine = engineForAll();
    engine.send('position startpos', 'go ponder depth 2');
    await engine.waitFor(/^info depth 2/);
    expect(await engine.say('isready')).not.toContainEqual(expect.stringMatching(/^bestmove/));
    engine.send('stop');
    await engine.waitFor(/^bestmove/);
  });
});

test('an option set during an infinite search waits for its end and does not end it', async () => {
  const engine = engineForAll();
  engine.send('go infinite', 'setoption name MultiPV value 2');
  expect(await engine.say('isready')).not.toContainEqual(expect.stringMatching(/^bestmove/));
  engine.send('stop');
  await engine.waitFor(/^bestmove/);
  engine.send('go depth 2');
  expect(await engine.readTo(/^bestmove/)).toContainEqual(expect.stringMatching(/multipv 2/));
});
