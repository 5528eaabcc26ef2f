/** The search as seen by a GUI: nodes per second, and response times to `stop` and `isready`. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../src/chess/random.ts';
import { UciProcess } from '../support/uciProcess.ts';
import type { Row } from './measure.ts';

const POSITIONS = new URL('../../positions/bench.epd', import.meta.url);
/** Nodes per position, enough for V8 to compile the search. */
const NODES = 200_000;
const STOPS = 60;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Nodes per second of each position in turn, by the engine's own clock. */
async function measureSpeed(engine: UciProcess, fens: readonly string[]): Promise<number> {
  let [nodes, time] = [0, 0];
  for (const fen of fens) {
    engine.send('ucinewgame', `position fen ${fen}`);
    const lines = await engine.ask(`go nodes ${NODES}`, /^bestmove /);
    const last = lines.findLast((line) => / nodes \d+/.test(line))!;
    nodes += Number(/ nodes (\d+)/.exec(last)![1]);
    time += Number(/ time (\d+)/.exec(last)![1]);
  }
  return nodes / time;
}

/** Milliseconds from a command during a search to its answer. */
async function measureAnswer(
  engine: UciProcess,
  command: string,
  answer: RegExp,
  random: Random,
): Promise<number> {
  engine.send('position startpos', 'go infinite');
  await engine.waitFor(/^info depth 8 /);
  await sleep(random.below(80));
  const started = performance.now();
  engine.send(command);
  await engine.waitFor(answer);
  const taken = performance.now() - started;
  if (command !== 'stop') await engine.ask('stop', /^bestmove /);
  return taken;
}

export async function searchRows(): Promise<Row[]> {
  const fens = readFileSync(POSITIONS, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => `${line.split(' ', 4).join(' ')} 0 1`);
  const engine = new UciProcess();
  const random = new Random(1);
  const [stops, readies]: [number[], number[]] = [[], []];
  try {
    await engine.ask('uci', /^uciok$/);
    const speeds: number[] = [];
    for (let round = 0; round < 3; round++) speeds.push(await measureSpeed(engine, fens));
    for (let i = 0; i < STOPS; i++) {
      stops.push(await measureAnswer(engine, 'stop', /^bestmove /, random));
      readies.push(await measureAnswer(engine, 'isready', /^readyok$/, random));
    }
    return [
      { benchmark: 'search, one thread', unit: 'knps', refrain: median(speeds) },
      {
        benchmark: `stop to bestmove, median of ${STOPS}`,
        unit: 'ms',
        refrain: median(stops),
      },
      { benchmark: 'stop to bestmove, worst', unit: 'ms', refrain: Math.max(...stops) },
      {
        benchmark: `isready in a search to readyok, median of ${STOPS}`,
        unit: 'ms',
        refrain: median(readies),
      },
    ];
  } finally {
    await engine.close();
  }
}
