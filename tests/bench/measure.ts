/**
 * Medians by tinybench, and the shape of a result.
 *
 * Made for a machine that others use too: a median of several samples, not a mean, and processor
 * time, not time on the wall (on an idle machine the two agree). Only a process other than ours is
 * timed by the wall. All contenders run in one process, one after the other, each warmed up first.
 */
import { Bench } from 'tinybench';

/** One line of the table. A number that was not measured is left out. */
export interface Row {
  benchmark: string;
  unit: string;
  refrain: number;
  chessops?: number;
  'chess.js'?: number;
  /** What is asked of it, and whether it was reached. */
  mark?: string;
  reached?: boolean;
}

export interface Task {
  /** What is measured. */
  run: () => unknown;
  /** Brings it to its full speed first; `run` itself, a few times, if left out. */
  warmUp?: () => unknown;
  /** Between two samples, not measured. */
  after?: () => unknown;
}

interface Sampling {
  clock: 'processor' | 'wall';
  /** At least so many samples, */
  samples: number;
  /** and more until so many milliseconds are over. */
  time: number;
}

/** Milliseconds of processor time that this process has had. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The median time of each task, in milliseconds. */
export async function medians<Name extends string>(
  tasks: Record<Name, Task>,
  { clock, samples, time }: Sampling,
): Promise<Record<Name, number>> {
  const bench = new Bench({
    iterations: samples,
    time,
    now: clock === 'wall' ? () => performance.now() : processorTime,
    warmup: false,
    throws: true,
  });
  for (const [name, { run, warmUp = run, after = () => {} }] of Object.entries<Task>(tasks)) {
    bench.add(name, run, {
      beforeAll: async () => {
        for (let i = 0; i < 3; i++) {
          await warmUp();
          await after();
        }
      },
      afterEach: async () => {
        await after();
      },
    });
  }
  await bench.run();
  const results = bench.tasks.map(({ name, result }) => {
    if (!('latency' in result)) throw new Error(`${name} was not measured: ${result.state}`);
    return [name, result.latency.p50];
  });
  return Object.fromEntries(results);
}
