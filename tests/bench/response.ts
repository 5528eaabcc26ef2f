/** The search as seen by a GUI: response times to `stop` and `isready`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../src/util/random.ts';
import { UciProcess } from '../support/uciProcess.ts';
import { median, type Row } from './measure.ts';

const STOPS = 60;

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

export async function responseRows(): Promise<Row[]> {
  const engine = new UciProcess();
  const random = new Random(1);
  const [stops, readies]: [number[], number[]] = [[], []];
  try {
    await engine.ask('uci', /^uciok$/);
    for (let i = 0; i < STOPS; i++) {
      stops.push(await measureAnswer(engine, 'stop', /^bestmove /, random));
      readies.push(await measureAnswer(engine, 'isready', /^readyok$/, random));
    }
    return [
      {
        benchmark: `stop to bestmove, median of ${STOPS}`,
        unit: 'ms',
        refrain: median(stops),
      },
      { benchmark: 'stop to bestmove, worst', unit: 'ms', refrain: Math.max(...stops) },
      {
        benchmark: `isready during a search to readyok, median of ${STOPS}`,
        unit: 'ms',
        refrain: median(readies),
      },
    ];
  } finally {
    await engine.close();
  }
}
