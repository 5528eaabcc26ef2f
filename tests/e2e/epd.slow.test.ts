/** `refrain epd`, as users and scripts run it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { fakeEngine } from '../support/fakeEngines.ts';
import { fail, refrain, succeed } from '../support/runCli.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { start } from './engines.ts';

const SUITE = `# Three tasks, the last of which cannot be solved.
6k1/5ppp/8/8/8/8/8/R3K2R w KQ - bm Ra8#; id "back rank";
6k1/5ppp/8/8/8/8/8/R3K2R w KQ - dm 1; id "mate";
6k1/5ppp/8/8/8/8/8/R3K2R w KQ - am Ra8#; id "blind"; c0 "Ra8#=1, O-O=10";
`;

describe('refrain epd', () => {
  const folder = temporaryFolder();
  const suite = join(folder, 'suite.epd');
  writeFileSync(suite, SUITE);

  test('shows for every position whether it is solved, then a table and a summary', async () => {
    const out = await succeed('epd', suite, '--depth', '3');
    const lines = out.slice(0, 3);
    expect(lines[0]).toMatch(/^back rank: Ra8# \(bm Ra8#\) solved in \d+\.\d{3} s$/);
    expect(lines[1]).toMatch(/^mate: Ra8# \(mate in 1\) solved in /);
    expect(lines[2]).toBe('blind: Ra8# (bm O-O, am Ra8#) not solved');
    const text = out.join('\n');
    expect(text).toMatch(/│ blind +│ bm O-O, am Ra8# +│ ✗ Ra8# │ +#1 │ +– │ +– │ +– │ +1 │/);
    expect(text).toMatch(/^Solved +2 of 3 \(66\.7%\)$/m);
    expect(text).toMatch(/^Points +1 of 10$/m);
  });

  test('solves the same with several threads, and keeps the order in JSON', async () => {
    const out = await succeed('epd', suite, suite, '--depth', '4', '--threads', '2', '--json');
    const { engines } = JSON.parse(out.join('\n'));
    expect(engines).toHaveLength(1);
    const [report] = engines;
    expect(report).toMatchObject({ total: 6, searched: 6, solved: 4, limits: { depth: 4 } });
    expect(report.positions.map((p: { id: string }) => p.id)).toEqual([
      ...['back rank', 'mate', 'blind'],
      ...['back rank', 'mate', 'blind'],
    ]);
    expect(report.positions[0]).toMatchObject({ move: 'Ra8#', isSolved: true, solved: {} });
    expect(report.positions[2]).toMatchObject({ move: 'Ra8#', isSolved: false, solved: null });
  });

  test('shows the time to solution, and with --repeat the median and the number of solutions', async () => {
    const once = (await succeed('epd', suite, '--depth', '3')).join('\n');
    expect(once).toMatch(/^Time +mean \d\.\d{3} s to solution, median \d\.\d{3} s$/m);
    const path = join(folder, 'repeated.json');
    const out = await succeed('epd', suite, '--depth', '3', '--repeat', '3', '--json', path);
    expect(out.filter((line) => line.startsWith('mate: '))).toHaveLength(3);
    expect(out.join('\n')).toMatch(/│ mate .*│ +\d\.\d{3} │ \d\.\d{3}–\d\.\d{3} │ +3\/3 │/);
    const { engines } = JSON.parse(readFileSync(path, 'utf8'));
    expect(engines[0].positions[0].attempts).toHaveLength(3);
  });

  test('engines of the same name are numbered', async () => {
    const path = join(folder, 'same.json');
    const twice = ['--engine', fakeEngine(''), '--engine', fakeEngine('')];
    const text = (await succeed('epd', suite, '--depth', '1', ...twice, '--json', path)).join('\n');
    expect(text).toMatch(/│ Fake +│ Time s │ Fake #2 +│ Time s │/);
    const { engines } = JSON.parse(readFileSync(path, 'utf8'));
    expect(engines.map(({ engine }: { engine: string }) => engine)).toEqual(['Fake', 'Fake #2']);
  });

  test('compares engines', async () => {
    const engines = ['--engine', 'self', '--engine', 'cmd=self name=Other option.Hash=2'];
    const path = join(folder, 'compared.json');
    const words = ['--depth', '4', ...engines, '--json', path];
    const text = (await succeed('epd', suite, ...words)).join('\n');
    expect(text).toMatch(/│ Position +│ To find +│ self +│ Time s │ Other +│ Time s │/);
    expect(text).toMatch(/│ back rank │ bm Ra8# +│ ✓ Ra8# │ +\d\.\d{3} │ ✓ Ra8# │ +\d\.\d{3} │/);
    expect(text).toMatch(/│ blind .*│ ✗ Ra8# │ +– │ ✗ Ra8# │ +– │/);
    expect(text).toMatch(/^Both solved 2: self faster in \d/m);
    const { engines: runs } = JSON.parse(readFileSync(path, 'utf8'));
    expect(runs.map(({ engine }: { engine: string }) => engine)).toEqual(['self', 'Other']);
    for (const run of runs) expect(run).toMatchObject({ searched: 3, solved: 2 });
  });

  test('tells engines which positions are of Chess960, and reads their castling', async () => {
    // Only castling mates; b1c1, as in standard chess, would be a move of the king alone.
    const castling = join(folder, 'castling.epd');
    writeFileSync(castling, '2rkr3/2p1p3/8/8/8/8/8/RK6 w A - bm O-O-O#;\n');
    const log = join(folder, 'log');
    const fake = fakeEngine(`log=${log}`);
    const engines = ['--engine', `${fake} arg=castles=b1a1`, '--engine', 'self'];
    const text = (await succeed('epd', castling, '--depth', '2', ...engines)).join('\n');
    expect(text.match(/✓ O-O-O#/g)).toHaveLength(2);
    expect(readFileSync(log, 'utf8')).toMatch(/^setoption name UCI_Chess960 value true$/m);
    // One that does not know it cannot solve them, but the standard ones.
    expect(await fail('epd', castling, '--depth', '2', '--engine', `${fake} name=X`)).toMatch(
      /'X': no option 'UCI_Chess960'$/,
    );
    await succeed('epd', suite, '--depth', '2', '--engine', fake);
  });

  test('if an engine fails, shows and writes what was searched, and then the error', async () => {
    // The fake engine always plays Ra8, which is illegal in the last position.
    const longer = join(folder, 'longer.epd');
    writeFileSync(longer, `${SUITE}6k1/5ppp/8/8/8/8/8/4K2R w K - am O-O; id "without";\n`);
    const path = join(folder, 'failed.json');
    const fake = `${fakeEngine('castles=a1a8')} name=Fake`;
    const engines = ['self', fake, 'self'].flatMap((words) => ['--engine', words]);
    const words = ['epd', longer, '--depth', '2', '--json', path, ...engines];
    const { code, out, err } = await refrain(...words);
    expect({ code, err }).toEqual({ code: 1, err: [expect.stringMatching(/'Fake': .*a1a8/)] });
    expect(out.join('\n')).toMatch(/│ back rank │ bm Ra8# +│ ✓ Ra8# │ .* │ ✓ Ra8# │/);
    const { engines: runs } = JSON.parse(readFileSync(path, 'utf8'));
    expect(runs).toMatchObject([
      { engine: 'self', searched: 4 },
      { engine: 'Fake', searched: 3, solved: 1 },
    ]);
    // What has searched nothing has no results.
    const crash = await refrain(...words.slice(0, 4), '--engine', `${fake} arg=fault=crash`);
    expect(crash).toEqual({ code: 1, out: [], err: ["refrain: 'Fake': exit code 3"] });
  });

  test('Ctrl-C while an engine starts kills it, and shows the results of those before', async () => {
    const pids = join(folder, 'pids');
    const engines = ['--engine', 'self', '--engine', fakeEngine(`fault=silent pids=${pids}`)];
    const run = start('epd', suite, '--depth', '2', ...engines);
    while (!existsSync(pids)) await sleep(20);
    run.interrupt();
    expect(await run.ended()).toEqual({ code: 130, signal: null });
    expect(run.errors).toBe('');
    expect(run.lines.join('\n')).toMatch(/^Solved +2 of 3 /m);
    // The process has ended, and has been reaped, when no signal reaches it.
    expect(() => process.kill(Number(readFileSync(pids, 'utf8')), 0)).toThrow('ESRCH');
  });

  test('rejects an invalid engine, and limits in its words', async () => {
    const engine = (words: string) => fail('epd', suite, '--depth', '1', '--engine', words);
    expect(await engine('self option.Hash=0')).toMatch(/'self': option 'Hash' must be a whole /);
    expect(await engine('cmd=self nodes=5')).toMatch(/limits cannot be part of --engine/);
  });

  test('fails when fewer are solved than required', async () => {
    expect((await refrain('epd', suite, '--depth', '2', '--require', '2')).code).toBe(0);
    expect(await fail('epd', suite, '--depth', '2', '--require', '3')).toMatch(
      /2 solved, 3 required/,
    );
  });

  test('rejects invalid suites and limits', async () => {
    expect(await fail('epd', join(folder, 'none.epd'))).toMatch(/no such file/);
    expect(await fail('epd', folder)).toMatch(/is not a file but a folder/);
    expect(await fail('epd')).toMatch(/missing required argument/);
    expect(await fail('epd', suite, '--depth', '0')).toMatch(/depth/);
    expect(await fail('epd', suite, '--threads', 'many')).toMatch(/threads/);
    const bad = join(folder, 'bad.epd');
    writeFileSync(bad, '6k1/8/8/8/8/8/8/R3K2R w KQ - bm Ra9;\n');
    expect(await fail('epd', bad, '--depth', '1')).toMatch(/bad\.epd': line 1: not a move/);
  });
});
