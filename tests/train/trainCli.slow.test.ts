/** `refrain train` as users and scripts run it. */
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { decodeNetwork, encodeNetwork } from '../../src/eval/nnue/networkFile.ts';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/train/checkpoint.ts';
import { crc32 } from '../../src/util/crc32.ts';
import { unwrap } from '../../src/util/result.ts';
import { randomNetwork } from '../support/networks.ts';
import { fail, refrain, succeed } from '../support/runCli.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { UciProcess } from '../support/uciProcess.ts';

const FOLDER = temporaryFolder();
const file = (name: string) => join(FOLDER, name);
const bytesOf = (name: string) => readFileSync(file(name));

/** Waits for the first checkpoint. At the start the file exists for a moment and is empty. */
async function checkpointOf(name: string): Promise<void> {
  const size = () => statSync(file(`${name}.checkpoint`), { throwIfNoEntry: false })?.size ?? 0;
  while (size() === 0) await sleep(2);
}

const QUICK = ['--hidden', '64', '--batch', '64', '--validation', '20', '--threads', '2'];
const args = (output: string, ...more: string[]) => [
  ...['train', file('labels'), '-o', file(output), ...QUICK, ...more],
];
/** Long enough to be interrupted. */
const LONG = ['--epochs', '24', '--report', '64'];
const EPOCHS = ['--epochs', '20', '--report', '4'];

beforeAll(async () => {
  const short = ['--nodes', '20', '--hard-nodes', '30', '--hash', '1', '--max-moves', '20'];
  const opening = ['--opening-nodes', '40', '--plies', '4'];
  await succeed('datagen', file('games'), '--games', '20', ...short, ...opening);
  await succeed('data', 'label', file('games'), '-o', file('labels'), '--nodes', '8');
  await succeed(
    'data',
    'label',
    file('games'),
    '-o',
    file('others'),
    '--nodes',
    '8',
    '--seed',
    '2',
  );
  await succeed(...args('net', ...EPOCHS, '--svg', file('curve.svg'), '--origin', 'A test.'));
  await succeed(...args('straight', ...LONG, '--svg', file('straight.svg')));
  const part = new UciProcess(...args('part', ...LONG, '--checkpoint-every', '16'));
  await checkpointOf('part');
  await part.close();
}, 600_000);

describe('refrain train', () => {
  test('writes a network with its origin and a chart, and leaves no checkpoint', () => {
    const network = unwrap(decodeNetwork(bytesOf('net')));
    expect(network).toMatchObject({ hidden: 64, kingBuckets: 1, outputBuckets: 8, scale: 250 });
    expect(network.origin).toMatch(/^A test\.\nTrained by Refrain [\d.]+ on [\d,]+ positions/);
    expect(network.origin).toMatch(/labels \(Refrain.*, 8 nodes, 2 variants, seed 1\)/);
    expect(network.origin).toMatch(
      /hidden 64, king buckets 1, epochs 20, batch 64, .* seed 1, threads 2/,
    );
    expect(network.origin).toMatch(/Validation loss: 0\.\d{6}; quantized: 0\.\d{6}\.$/);
    const svg = bytesOf('curve.svg').toString();
    expect(svg).toMatch(/^<svg .*<\/svg>\n$/s);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    expect(existsSync(file('net.checkpoint'))).toBe(false);
  });

  test('reports as lines of JSON with decreasing losses', async () => {
    const lines = await succeed(...args('json', ...EPOCHS, '--json'));
    const records = lines.map((line) => JSON.parse(line));
    const { network, validationLoss, quantizedLoss } = records.pop();
    expect(network).toBe(file('json'));
    const last = records.at(-1);
    expect(last).toMatchObject({ epoch: 20, validationLoss, secondsLeft: 0 });
    expect(last.batch).toBe(last.batches);
    expect(quantizedLoss).toBeCloseTo(validationLoss, 3);
    expect(last.loss).toBeLessThan(records[0].loss * 0.9);
    // The same settings and data give the same network, to the bit.
    expect(weightsOf('json').equals(weightsOf('net'))).toBe(true);
  });

  test('goes on from a network, with more king buckets and files that count differently', async () => {
    const files = ['train', file('labels'), file('others'), '-o', file('next')];
    const once = ['--epochs', '1', '--report', '1', '--json'];
    const more = [...QUICK.slice(2), ...once, '--king-buckets', '2', '--from', file('net')];
    const firstLoss = (lines: string[]) => JSON.parse(lines[0]!).loss;
    const fresh = firstLoss(await succeed(...args('fresh', ...once)));
    const lines = await succeed(...files, ...more, '--lambda', '1,0.7', '--weights', '3,1');
    expect(firstLoss(lines)).toBeLessThan(fresh * 0.9);
    const { hidden, kingBuckets, origin } = unwrap(decodeNetwork(bytesOf('next')));
    expect({ hidden, kingBuckets }).toEqual({ hidden: 64, kingBuckets: 2 });
    expect(origin).toMatch(/lambda 1,0\.7, weights 1\.[45]\d\d,0\.[45]\d\d, /);
    expect(origin).toMatch(/\nStarted from net:\nA test\.\nTrained by Refrain/);
    renameSync(file('next'), file('next done'));
    const again = [...files, ...more, '--lambda', '1,0.7', '--weights', '3,1'];
    // Saving after every batch gives time to kill it.
    const process = new UciProcess(...again, '--checkpoint-every', '1');
    await checkpointOf('next');
    await process.close();
    expect(existsSync(file('next'))).toBe(false);
    const other = again.with(again.indexOf(file('net')), file('straight'));
    expect(await fail(...other, '--resume')).toMatch(
      /'next.checkpoint' is a run with other settings: --from another network$/,
    );
    await succeed(...again, '--resume');
    expect(bytesOf('next').equals(bytesOf('next done'))).toBe(true);
  });

  test('depends on the seed', async () => {
    await succeed(...args('seed', '--epochs', '1', '--seed', '2'));
    expect(weightsOf('seed').equals(weightsOf('net'))).toBe(false);
  });

  test('interrupted and resumed gives the same bytes', async () => {
    const slow = args('resumed', ...LONG, '--svg', file('resumed.svg'));
    const process = new UciProcess(...slow);
    while (!process.lines.some((line) => line.startsWith('epoch'))) await sleep(5);
    // Tests of other long runs send SIGINT.
    process.interrupt('SIGTERM');
    expect(await process.ended()).toEqual({ code: 130, signal: null });
    expect(process.errors).toBe('');
    expect(process.lines.at(-1)).toMatch(/^interrupted; saved after batch \d+ of \d+$/);
    expect(existsSync(file('resumed'))).toBe(false);
    const lines = await succeed(...slow, '--resume');
    expect(lines.some((line) => /^continuing after batch \d+ of \d+$/.test(line))).toBe(true);
    expect(bytesOf('resumed').equals(bytesOf('straight'))).toBe(true);
    expect(bytesOf('resumed.svg').equals(bytesOf('straight.svg'))).toBe(true);
    expect(existsSync(file('resumed.checkpoint'))).toBe(false);
  });

  test('when killed loses only what came after the last checkpoint', async () => {
    const slow = args('killed', ...LONG, '--checkpoint-every', '16', '--svg', file('killed.svg'));
    const process = new UciProcess(...slow);
    await checkpointOf('killed');
    await process.close();
    writeFileSync(file('killed.svg.0123456789ab.part'), 'half a chart');
    await succeed(...slow, '--resume');
    expect(bytesOf('killed').equals(bytesOf('straight'))).toBe(true);
    expect(
      readdirSync(FOLDER)
        .filter((name) => name.startsWith('killed'))
        .sort(),
    ).toEqual(['killed', 'killed.svg']);
  });
});

test('an incomplete game at the end of the labels is left out with a line', async () => {
  writeFileSync(file('torn'), bytesOf('labels').subarray(0, -3));
  const words = ['train', file('torn'), '-o', file('whole'), ...QUICK, '--epochs', '1'];
  const { code, err } = await refrain(...words);
  const line = /^refrain: 'torn': left out [\d,]+ bytes? of an incomplete game at its end$/;
  expect({ code, err }).toEqual({ code: 0, err: [expect.stringMatching(line)] });
});

test('a run stops when another one writes its checkpoint', async () => {
  const process = new UciProcess(...args('two', ...LONG, '--checkpoint-every', '16'));
  await checkpointOf('two');
  let isOver = false;
  const exit = process.ended().finally(() => {
    isOver = true;
  });
  // Once may be just when the run replaces the file, unseen.
  while (!isOver) {
    copyFileSync(file('part.checkpoint'), file('other.checkpoint'));
    renameSync(file('other.checkpoint'), file('two.checkpoint'));
    await sleep(20);
  }
  expect(await exit).toEqual({ code: 1, signal: null });
  expect(process.errors).toBe("refrain: 'two.checkpoint' is being changed by another process\n");
  expect(bytesOf('two.checkpoint').equals(bytesOf('part.checkpoint'))).toBe(true);
});

test('a network that appears during the run is kept, and so is the run', async () => {
  const process = new UciProcess(...args('taken', ...LONG, '--checkpoint-every', '16'));
  await checkpointOf('taken');
  writeFileSync(file('taken'), 'precious');
  expect(await process.ended()).toEqual({ code: 1, signal: null });
  expect(process.errors).toMatch(/^refrain: 'taken' already exists; run again with --resume/);
  expect(bytesOf('taken').toString()).toBe('precious');
  await succeed(
    ...args('rescued', ...LONG, '--checkpoint-every', '16', '--resume'),
    '--checkpoint',
    file('taken.checkpoint'),
  );
  expect(bytesOf('rescued').equals(bytesOf('straight'))).toBe(true);
  expect(existsSync(file('taken.checkpoint'))).toBe(false);
});

describe('refrain train rejects', () => {
  const before = new Map<string, number>();
  const snapshot = () =>
    new Map(readdirSync(FOLDER).map((name) => [name, crc32(bytesOf(name))] as const));
  beforeAll(() => {
    const kings = randomNetwork(1, { hidden: 64, kingBuckets: 2 });
    writeFileSync(file('kings'), encodeNetwork(kings));
    for (const [name, checksum] of snapshot()) before.set(name, checksum);
  });
  /** Returns the error line, and checks that nothing has changed in the folder. */
  const refused = async (...all: string[]) => {
    const line = await fail(...all);
    expect(snapshot()).toEqual(before);
    return line;
  };

  test('existing outputs and checkpoints', async () => {
    expect(await refused(...args('part'))).toMatch(/'part.checkpoint' exists: --resume/);
    expect(await refused(...args('net'))).toMatch(/'net' already exists/);
    expect(await refused(...args('new', '--resume'))).toMatch(/no 'new.checkpoint' to resume/);
    expect(await refused(...args('no/such/net'))).toMatch(/no such file or folder/);
  });

  test('resuming with other settings or data', async () => {
    const resume = ['--checkpoint', file('part.checkpoint'), '--resume', ...LONG];
    expect(await refused(...args('x', ...resume, '--rate', '0.1'))).toMatch(
      /other settings: --rate 0.002/,
    );
    const other = ['train', file('others'), '-o', file('x'), ...QUICK, ...resume];
    expect(await refused(...other)).toMatch(/run with other data/);
  });

  test('a file given twice', async () => {
    expect(await refused(...args('x', join(FOLDER, '.', 'labels')))).toMatch(
      /'labels' is given twice/,
    );
  });

  test('invalid settings', async () => {
    const wrong = {
      '--hidden': ['32', '96', '576'],
      '--epochs': ['0'],
      '--rate': ['0', 'NaN'],
      '--lambda': ['1.1'],
      '--scale': ['65536'],
      '--validation': ['51'],
    };
    for (const [option, values] of Object.entries(wrong)) {
      for (const value of values) {
        expect(await refused(...args('x', option, value))).toMatch(new RegExp(option));
      }
    }
  });

  test('validations without validation positions', async () => {
    const none = ['--validation', '0', '--validate-every', '5'];
    expect(await refused('train', file('labels'), '-o', file('x'), ...none)).toMatch(
      /--validate-every has no effect with --validation 0$/,
    );
  });

  test('a network to start from that is foreign or of another shape, and lists that do not fit the files', async () => {
    expect(await refused(...args('x', '--from', file('labels')))).toMatch(/'labels': /);
    const wide = ['train', file('labels'), '-o', file('x'), '--from', file('kings')];
    expect(await refused(...wide, '--hidden', '128')).toMatch(
      /'kings' has 64 neurons, not the 128 of --hidden/,
    );
    expect(await refused(...args('x', '--from', file('kings'), '--king-buckets', '4'))).toMatch(
      /'kings' has 2 king buckets, not the 4 of --king-buckets/,
    );
    expect(await refused(...args('x', '--king-buckets', '3'))).toMatch(/'3' is not one of 1, 2, 4/);
    expect(await refused(...args('x', '--weights', '1,2'))).toMatch(
      /--weights has 2 numbers for 1 file$/,
    );
    expect(await refused(...args('x', '--weights', '0'))).toMatch(/all weights are 0/);
  });

  test('an origin that does not fit, before the training', async () => {
    expect(await refused(...args('x', '--origin', 'x'.repeat(65_500)))).toMatch(
      /the origin, .* has \d+ bytes; the network file has room for 65536$/,
    );
  });

  test('damaged and foreign files', async () => {
    writeFileSync(file('cut'), bytesOf('labels').subarray(0, 100));
    writeFileSync(file('flipped'), bytesOf('labels'));
    const bytes = bytesOf('flipped');
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(file('flipped'), bytes);
    for (const name of ['cut', 'flipped']) before.set(name, crc32(bytesOf(name)));
    const learn = (name: string) => refused('train', file(name), '-o', file('x'), ...QUICK);
    expect(await learn('cut')).toMatch(/'cut'/);
    expect(await learn('flipped')).toMatch(/'flipped'.*damaged/);
    expect(await learn('games')).toMatch(/'games': /);
    expect(await learn('net')).toMatch(/'net': /);
    expect(await learn('missing')).toMatch(/no such file or folder/);
    const resume = (name: string) => refused(...args('x', '--resume', '--checkpoint', file(name)));
    expect(await resume('games')).toMatch(/'games': not a checkpoint/);
    copyFileSync(file('part.checkpoint'), file('cut.checkpoint'));
    truncateSync(file('cut.checkpoint'), 5000);
    before.set('cut.checkpoint', crc32(bytesOf('cut.checkpoint')));
    expect(await resume('cut.checkpoint')).toMatch(/damaged or truncated/);
  });
});

test('training stops if a weight is no longer finite, and the last checkpoint is kept', async () => {
  const slow = args('nan', ...LONG, '--checkpoint-every', '16');
  const process = new UciProcess(...slow);
  await checkpointOf('nan');
  await process.close();
  const checkpoint = unwrap(decodeCheckpoint(bytesOf('nan.checkpoint')));
  checkpoint.state.parameters.fill(Number.NaN, -8);
  const poisoned = encodeCheckpoint(checkpoint);
  writeFileSync(file('nan.checkpoint'), poisoned);
  const { code, err } = await refrain(...slow, '--resume');
  expect(code).toBe(1);
  expect(err).toHaveLength(1);
  expect(err[0]).toMatch(/no longer a number.*--rate/);
  expect(bytesOf('nan.checkpoint').equals(poisoned)).toBe(true);
  expect(existsSync(file('nan'))).toBe(false);
});

/** Without the text. */
const weightsOf = (name: string): Buffer =>
  Buffer.from(encodeNetwork({ ...unwrap(decodeNetwork(bytesOf(name))), origin: '' }));
