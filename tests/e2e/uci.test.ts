/** The UCI protocol of the built binary, checked with chess.js. */
import { beforeEach, describe, expect, test } from 'vitest';
import { infosOf, numberOf } from '../support/uciProcess.ts';
import { BESTMOVE, checkAnswer, go, KIWIPETE, play, START, start, startForAll } from './engines.ts';

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

describe('a search', () => {
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
});

describe('an infinite search', () => {
  test.each(['infinite', ''])('go %s answers after stop, not before', async (limits) => {
    const engine = engineForAll();
    const said = await engine.ask(`go ${limits}`, /^info depth 4 /);
    said.push(...(await engine.say()));
    expect(said.filter((line) => BESTMOVE.test(line))).toEqual([]);
    checkAnswer(START, [...said, ...(await engine.ask('stop', BESTMOVE))]);
  });

  test.each([
    [['go infinite', 'stop']],
    [['ucinewgame', 'go infinite', 'stop']],
    [['ucinewgame', 'go ponder wtime 200 btime 200', 'ponderhit']],
  ])('what ends it is not lost when it is sent in the same write: %j', async (commands) => {
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
    // The option counts from the next search on.
    expect((await go(engine, 'depth 1')).join()).toContain(' multipv 2 ');
    await engine.say('setoption name MultiPV value 1');
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

  test.each([
    [['go infinite']],
    [['go ponder', 'ponderhit']],
    [['go searchmoves e2e4']],
    [['go mate 9']],
    [['go searchmoves e2e4 e2e5']],
  ])('is ended by the next command that must wait for it: %j', async (commands) => {
    const engine = engineForAll();
    engine.send(...commands);
    await engine.waitFor(/^info depth 2 /);
    engine.send('position startpos moves e2e4', 'go depth 2');
    await engine.waitFor(BESTMOVE);
    await engine.waitFor(BESTMOVE);
    expect(await engine.fen()).toBe(play(START, ['e2e4']).fen());
  });

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

test('perft counts below every root move, then all', async () => {
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
