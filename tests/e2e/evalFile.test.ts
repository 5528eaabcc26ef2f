/** Networks of the user: `EvalFile`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeNetwork } from '../../src/eval/nnue/networkFile.ts';
import { randomNetwork } from '../support/networks.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { infosOf } from '../support/uciProcess.ts';
import { BESTMOVE, start } from './engines.ts';

const network = encodeNetwork({ ...randomNetwork(11), origin: 'For tests\nalone' });

const folder = temporaryFolder('refrain networks ');
const good = join(folder, 'a good one.nnue');
writeFileSync(good, network);

/** Scores and lines, without what depends on the clock. */
const judgements = (lines: string[]) =>
  infosOf(lines).map((line) => line.replace(/ (nps|time) \d+/g, ''));

test('a network is used from the next search on, and the built-in one can be restored', async () => {
  const engine = start();
  const before = judgements(await engine.ask('go depth 6', BESTMOVE));
  const own = await engine.ask(`setoption name EvalFile value ${good}\ngo depth 6`, BESTMOVE);
  const text =
    'info string NNUE evaluation, 768+7680x64, 2 king buckets, 8 output buckets: For tests';
  expect(own.filter((line) => line.startsWith('info string'))).toEqual([text]);
  expect(judgements(own)).not.toEqual(before);
  const again = await engine.ask('ucinewgame\ngo depth 6', BESTMOVE);
  expect(judgements(again)).toEqual(judgements(own));
  expect(again.join()).not.toContain('info string');
  for (const words of [' value <built in>', ' value <empty>', ' value', '']) {
    const back = await engine.ask(`setoption name EvalFile${words}\ngo depth 6`, BESTMOVE);
    expect(judgements(back)).toEqual(before);
    expect(back).toContain('info string using the built-in network');
    await engine.ask(`setoption name EvalFile value ${good}\ngo depth 6`, BESTMOVE);
  }
});

test('an invalid network is rejected with one line, and the present one is kept', async () => {
  const engine = start();
  const own = await engine.ask(`setoption name EvalFile value ${good}\ngo depth 6`, BESTMOVE);
  const refuse = async (name: string, bytes: Uint8Array | string | null, message: RegExp) => {
    const path = join(folder, name);
    if (bytes !== null) writeFileSync(path, bytes);
    const lines = await engine.ask(`setoption name EvalFile value ${path}\nisready`, /readyok/);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^info string error: EvalFile .*; the evaluation is unchanged$/);
    expect(lines[0]).toMatch(message);
  };
  const flipped = network.slice();
  flipped[5000]! ^= 4;
  await refuse('missing.nnue', null, /cannot be read/);
  await refuse('foreign.nnue', '[Event "?"]\n', /not a network file/);
  await refuse('flipped.nnue', flipped, /checksum/);
  const again = await engine.ask('ucinewgame\ngo depth 6', BESTMOVE);
  expect(judgements(again)).toEqual(judgements(own));
});

test('all threads use the network, even those that start later', async () => {
  const engine = start();
  const set = [`setoption name EvalFile value ${good}`, 'setoption name Threads value 2'];
  const lines = await engine.ask([...set, 'go nodes 20000'].join('\n'), BESTMOVE);
  expect(lines.join()).toContain('NNUE evaluation');
  expect(lines.join()).not.toContain('died');
});
