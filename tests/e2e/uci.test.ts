/** The UCI protocol of the built binary, checked with chess.js. */
import { beforeEach, describe, expect, test } from 'vitest';
import { infosOf, numberOf } from '../support/uciProcess.ts';
import {
  BESTMOVE,
  checkAnswer,
  go,
  KIWIPETE,
  play,
  START,
  start,
  startForAll,
  strings,
} from './engines.ts';

describe('the first words', () => {
  const engineForAll = startForAll();

  test('the command uci is the default', async () => {
    const lines = await start('uci').ask('uci', /^uciok$/);
    expect(lines).toEqual(await engineForAll().ask('uci', /^uciok$/));
  });

  test('there is no unsolicited output', async () => {
    const engine = start();
    expect(await engine.say('ucinewgame', 'position startpos', '', 'stop')).toEqual([]);
    expect(await engine.end()).toEqual({ code: 0, signal: null });
    expect(engine.errors).toBe('');
  });
});

const engineForAll = startForAll();
beforeEach(() => engineForAll().say('position startpos'));

describe('every limit ends in a legal move', () => {
  test('go depth reports every depth up to that one', async () => {
    const engine = engineForAll();
    await engine.say(`position fen ${KIWIPETE}`);
    const lines = await go(engine, 'depth 4');
    checkAnswer(KIWIPETE, lines);
    expect(infosOf(lines).map((info) => numberOf(info, 'depth'))).toEqual([1, 2, 3, 4]);
  });

  test('go before any position searches the start position', async () => {
    checkAnswer(START, await go(start(), 'depth 3'));
  });

  test.each([
    'movetime 60',
    'movetime 0',
    'wtime 1000 btime 1000',
    'wtime 1000 btime 1000 winc 10 binc 10',
    'wtime 500 btime 500 movestogo 1',
    'wtime 0 btime 0',
    'wtime -50 btime 1000',
    'depth 2 nodes 100000 movetime 5000',
  ])('go %s', async (limits) => {
    const engine = engineForAll();
    await engine.say('position startpos');
    checkAnswer(START, await go(engine, limits));
    await engine.say('position startpos moves e2e4');
    checkAnswer(play(START, ['e2e4']).fen(), await go(engine, limits));
  });
});

describe('commands in one write are executed in order', () => {
  test('go after position', async () => {
    const engine = engineForAll();
    const fen = '4k3/8/8/8/8/8/4P3/4K3 b - - 0 1';
    engine.send('position startpos', 'go depth 5', `position fen ${fen}`, 'go depth 5');
    checkAnswer(START, await engine.readTo(BESTMOVE));
    checkAnswer(fen, await engine.readTo(BESTMOVE));
  });
});

describe('an infinite search', () => {
  test.each(['infinite', ''])('go %s answers after stop, not before', async (limits) => {
    const engine = engineForAll();
    const said = await engine.ask(`go ${limits}`, /^info depth 4 /);
    said.push(...(await engine.say()));
    expect(said.filter((line) => BESTMOVE.test(line))).toEqual([]);
    checkAnswer(START, [...said, ...(await engine.ask('stop', BESTMOVE))]);
  });

  test('is held back even when there is nothing to search', async () => {
    const engine = engineForAll();
    await engine.say('position fen 7k/8/6QK/8/8/8/8/8 b - - 0 1');
    engine.send('go infinite');
    await engine.waitFor(/^info depth 0 /);
    expect(await engine.say()).toEqual([]);
    expect(await engine.ask('stop', BESTMOVE)).toEqual(['bestmove (none)']);
  });

  test('a stop sent together with the go is not lost', async () => {
    const engine = engineForAll();
    checkAnswer(START, await engine.ask(['go infinite', 'stop'], BESTMOVE));
    const lines = await engine.ask(['position startpos', 'go infinite', 'stop'], BESTMOVE);
    checkAnswer(START, lines);
  });

  test('nor is it while ucinewgame still runs', async () => {
    const commands = ['ucinewgame', 'go infinite', 'stop'];
    checkAnswer(START, await engineForAll().ask(commands, BESTMOVE));
  });

  test('is not ended by queries before it started, or after an option', async () => {
    const engine = engineForAll();
    engine.send('ucinewgame', 'position startpos', 'go infinite', 'isready');
    await engine.waitFor(/^readyok$/);
    await engine.waitFor(/^info depth 3 /);
    engine.send('setoption name MultiPV value 2', 'd', 'eval', 'isready');
    await engine.waitFor(/^Fen: /);
    await engine.waitFor(/^readyok$/);
    const said = await engine.say();
    expect(said.filter((line) => BESTMOVE.test(line))).toEqual([]);
    checkAnswer(
      START,
      (await engine.ask('stop', BESTMOVE)).filter((l) => /^(info|best)/.test(l)),
    );
    await engine.say('setoption name MultiPV value 1');
  });

  test('a ponder hit sent together with the go is not lost', async () => {
    const commands = ['ucinewgame', 'go ponder wtime 200 btime 200', 'ponderhit'];
    checkAnswer(START, await engineForAll().ask(commands, BESTMOVE));
  });

  test('stays infinite after a ponder hit', async () => {
    const engine = engineForAll();
    engine.send('go infinite', 'ponderhit');
    await engine.waitFor(/^info depth 3 /);
    expect((await engine.say()).filter((line) => BESTMOVE.test(line))).toEqual([]);
    engine.send('stop');
    await engine.waitFor(BESTMOVE);
    engine.send('go ponder', 'ponderhit');
    await engine.waitFor(/^info depth 2 /);
    engine.send('position startpos', 'go depth 2');
    await engine.waitFor(BESTMOVE);
    await engine.waitFor(BESTMOVE);
  });

  test('after stop, readyok means that everything before is done', async () => {
    const engine = start();
    engine.send('go infinite');
    await engine.waitFor(/^info depth 2 /);
    engine.send('ucinewgame', 'isready');
    await engine.waitFor(/^readyok$/);
    const stopped = engine.lines.findIndex((line) => BESTMOVE.test(line));
    expect(stopped).toBeGreaterThanOrEqual(0);
    expect(stopped).toBeLessThan(engine.lines.indexOf('readyok'));
  });

  test('is ended by the next command that must wait for it', async () => {
    const engine = engineForAll();
    engine.send('go infinite');
    await engine.waitFor(/^info depth 2 /);
    engine.send('position startpos moves e2e4', 'go depth 2');
    await engine.waitFor(BESTMOVE);
    await engine.waitFor(BESTMOVE);
    expect(await engine.fen()).toBe(play(START, ['e2e4']).fen());
  });

  test.each(['searchmoves e2e4', 'mate 9', 'searchmoves e2e4 e2e5'])(
    'go %s is ended by it too',
    async (limits) => {
      const engine = engineForAll();
      engine.send(`go ${limits}`);
      await engine.waitFor(/^info depth 2 /);
      engine.send('position startpos', 'go depth 2');
      await engine.waitFor(BESTMOVE);
      await engine.waitFor(BESTMOVE);
    },
  );

  test('stop without a search does nothing, then or later', async () => {
    const engine = engineForAll();
    expect(await engine.say('stop', 'stop')).toEqual([]);
    const lines = await go(engine, 'depth 4');
    expect(numberOf(infosOf(lines).at(-1)!, 'depth')).toBe(4);
    expect(await engine.say('stop')).toEqual([]);
  });
});

describe('the same search again', () => {
  test('gives the same node counts after ucinewgame, and in another process', async () => {
    const nodes = async (engine = engineForAll()) => {
      await engine.say('position startpos moves d2d4 d7d5');
      const infos = infosOf(await go(engine, 'depth 5'));
      return infos.map((info) => numberOf(info, 'nodes'));
    };
    await engineForAll().say('ucinewgame');
    const first = await nodes();
    await engineForAll().say(`position fen ${KIWIPETE}`);
    await go(engineForAll(), 'depth 4');
    await engineForAll().say('ucinewgame');
    expect(await nodes()).toEqual(first);
    expect(await nodes(start())).toEqual(first);
  });
});

describe('perft', () => {
  test('counts below every root move, then all', async () => {
    const lines = await engineForAll().ask('go perft 4', /^Nodes searched: /);
    expect(lines.at(-1)).toBe('Nodes searched: 197281');
    const counts = lines.map((line) => /^([a-h][1-8][a-h][1-8]): (\d+)$/.exec(line));
    const rows = counts.filter((match) => match !== null);
    expect(rows.map(([, move]) => move).sort()).toEqual(
      play(START, [])
        .moves({ verbose: true })
        .map((move) => move.lan)
        .sort(),
    );
    expect(rows.reduce((sum, [, , nodes]) => sum + Number(nodes), 0)).toBe(197281);
  });

  test('leaves the position as it was', async () => {
    const engine = engineForAll();
    await engine.say(`position fen ${KIWIPETE}`);
    expect((await engine.ask('go perft 2', /^Nodes/)).at(-1)).toBe('Nodes searched: 2039');
    expect(await engine.fen()).toBe(KIWIPETE);
    expect((await engine.ask('go perft 3', /^Nodes/)).at(-1)).toBe('Nodes searched: 97862');
  });

  test('counts 0 where the game is over', async () => {
    const engine = engineForAll();
    await engine.say('position fen 7k/8/6QK/8/8/8/8/8 b - - 0 1');
    expect((await engine.ask('go perft 3', /^Nodes/)).at(-1)).toBe('Nodes searched: 0');
  });
});

describe('options', () => {
  test('Hash accepts any size in its range, and its name in any case', async () => {
    const engine = engineForAll();
    const said = await engine.say(
      'setoption name Hash value 1',
      'setoption name hash value 8',
      '  setoption  name  HASH  value  32 ',
    );
    expect(said).toEqual([]);
    checkAnswer(START, await go(engine, 'depth 4'));
    expect(await engine.say('setoption name Hash value 2')).toEqual([]);
    checkAnswer(START, await go(engine, 'depth 4'));
  });

  test('a value that is refused is reported, and the engine keeps working', async () => {
    const engine = engineForAll();
    const said = strings(await engine.say('setoption name Hash value many'));
    expect(said).toEqual([expect.stringContaining('Hash')]);
    checkAnswer(START, await go(engine, 'depth 2'));
  });

  test('an unknown name is reported', async () => {
    const engine = engineForAll();
    expect(strings(await engine.say('setoption name Clear Table'))).toEqual([
      "error: no such option: 'Clear Table'",
    ]);
    expect(strings(await engine.say('setoption name Contempt Level value 3'))).toEqual([
      "error: no such option: 'Contempt Level'",
    ]);
    expect(strings(await engine.say('setoption name hash 64'))).toEqual([
      "error: no such option: 'hash 64'; the word value is missing after Hash",
    ]);
    expect(strings(await engine.say('setoption name Hahs value 64'))).toEqual([
      "error: no such option: 'Hahs'; did you mean Hash?",
    ]);
  });
});
