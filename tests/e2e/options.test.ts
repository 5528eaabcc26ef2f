/** Options and commands that affect or show the evaluation and score. */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { levelOf } from '../../src/search/levels.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { infosOf } from '../support/uciProcess.ts';
import { BESTMOVE, startForAll } from './engines.ts';

const engineForAll = startForAll();

describe('UCI_ShowWDL', () => {
  test('adds win, draw and loss to every score; they sum to 1000', async () => {
    const engine = engineForAll();
    engine.send('setoption name UCI_ShowWDL value false', 'position startpos');
    const before = await engine.ask('go depth 6', BESTMOVE);
    expect(before.join()).not.toContain(' wdl ');
    engine.send('setoption name uci_showwdl value TRUE');
    for (const info of infosOf(await engine.ask('go depth 6', BESTMOVE))) {
      const [, ...wdl] = / score \S+ \S+(?: \w+bound)? wdl (\d+) (\d+) (\d+) /.exec(info)!;
      expect(wdl.map(Number).reduce((a, b) => a + b)).toBe(1000);
    }
  });

  test('a move that draws at once is a draw for certain', async () => {
    const engine = engineForAll();
    engine.send('setoption name UCI_ShowWDL value true');
    engine.send('position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1');
    const [info] = infosOf(await engine.ask('go depth 4 searchmoves f6g8', BESTMOVE));
    expect(info).toContain(' score cp 0 wdl 0 1000 0 ');
  });
});

test.each([
  ['UCI_LimitStrength', 600, ['UCI_Elo value 600', 'UCI_LimitStrength value true'], 'false'],
  ['Skill Level', 1347, ['Skill Level value 0'], '20'],
] as const)(
  '%s limits the nodes to those of its level, and can be turned off',
  async (name, elo, options, off) => {
    const engine = engineForAll();
    engine.send('position startpos', ...options.map((option) => `setoption name ${option}`));
    const weak = infosOf(await engine.ask('go movetime 2000', BESTMOVE)).at(-1)!;
    expect(Number(/ nodes (\d+)/.exec(weak)![1])).toBeLessThanOrEqual(levelOf(elo).nodes);
    engine.send(`setoption name ${name} value ${off}`);
    const full = infosOf(await engine.ask('go nodes 5000', BESTMOVE)).at(-1)!;
    expect(Number(/ nodes (\d+)/.exec(full)![1])).toBe(5000);
  },
);

test('eval shows the value of every piece, the buckets and the score for White', async () => {
  const lines = await engineForAll().ask('position startpos\neval', /^Evaluation: /);
  expect(lines[0]).toMatch(
    /^Network: 768\+7680x\d+, \d king buckets, \d output buckets: Trained on \S/,
  );
  const values = lines.filter((line) => /^ {2}\|/.test(line)).join('');
  expect(values.match(/[+-]\d+\.\d\d/g)).toHaveLength(30);
  expect(lines.at(-1)).toMatch(/^Evaluation: [+-]?\d+\.\d\d for White$/);
});

test('debug on prints what bug reports need, debug off stops it', async () => {
  const engine = engineForAll();
  engine.send('position startpos');
  const [told] = await engine.ask('debug on', /debug: /);
  expect(told).toMatch(
    /^info string debug: Refrain \S+, Node v\S+, .* \d+ MiB resident, Threads 1, Hash 16 MiB, \S+/,
  );
  expect((await engine.ask('go depth 2', BESTMOVE))[0]).toMatch(/^info string debug: /);
  engine.send('debug off');
  expect((await engine.ask('go depth 2', BESTMOVE))[0]).toMatch(/^info depth 1 /);
  expect((await engine.ask('debug maybe', /^info string /))[0]).toBe(
    'info string error: debug: expected debug on | off',
  );
});

test('d and eval show the position that was set last, even during a search', async () => {
  const engine = engineForAll();
  const fen = '8/8/3k4/8/8/3K4/3P4/8 w - - 0 1';
  engine.send('position startpos', 'go movetime 300', `position fen ${fen}`);
  expect(await engine.ask('d', /^Key: /)).toContain(`Fen: ${fen}`);
});

describe('Debug Log File', () => {
  const folder = temporaryFolder();

  test('gets all input and output, until it is changed', async () => {
    const path = join(folder, 'a log.txt');
    const engine = engineForAll();
    engine.send(`setoption name Debug Log File value ${path}`);
    await engine.ask('isready', /^readyok$/);
    const answer = await engine.ask('go depth 1', BESTMOVE);
    await engine.ask('setoption name Debug Log File value <empty>\nisready', /^readyok$/);
    const lines = ['>> isready', '<< readyok', '>> go depth 1', ...answer.map((l) => `<< ${l}`)];
    const end = '>> setoption name Debug Log File value <empty>';
    expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toEqual([...lines, end]);
  });

  test('that holds something else is refused; the old log goes on, even if it is named again', async () => {
    const [log, games] = [join(folder, 'log'), join(folder, 'club.pgn')];
    writeFileSync(games, '[Event "Of a lifetime"]\n');
    const engine = engineForAll();
    engine.send(`setoption name Debug Log File value ${log}`);
    await engine.ask('isready', /^readyok$/);
    const [refused] = await engine.ask(
      `setoption name Debug Log File value ${games}\nisready`,
      /^readyok$/,
    );
    expect(refused).toMatch(
      /error: .*club\.pgn.* cannot be written .*exists and is not a debug log/,
    );
    expect(readFileSync(games, 'utf8')).toBe('[Event "Of a lifetime"]\n');
    symlinkSync(log, join(folder, 'link'));
    engine.send(`setoption name Debug Log File value ${join(folder, 'link')}`);
    engine.send(`setoption name Debug Log File value ${log}`);
    await engine.ask('isready', /^readyok$/);
    const lines = readFileSync(log, 'utf8').split('\n');
    expect(lines.filter((line) => line === '>> isready')).toHaveLength(3);
    expect(lines).toContain(`<< ${refused}`);
    await engine.ask('setoption name Debug Log File value <empty>\nisready', /^readyok$/);
  });

  test('that cannot be written is reported', async () => {
    const line = `setoption name Debug Log File value ${join(folder, 'none', 'log')}`;
    const [told] = await engineForAll().ask(`${line}\nisready`, /^readyok$/);
    expect(told).toMatch(
      /^info string error: Debug Log File .* cannot be written \(no such file or folder\)$/,
    );
  });
});
