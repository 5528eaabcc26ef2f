/**
 * Medians by tinybench, and the shape of a result.
 *
 * Made for a shared machine: medians of several samples instead of means, and processor time instead
 * of wall time (on an idle machine they agree). Only other processes are measured in wall time. All
 * contenders run in one process, one after the other, each after a warm-up.
 */
import { Bench } from 'tinybench';

/** A row of the table, without numbers that were not measured. */
export interface Row {
  benchmark: string;
  unit: string;
  refrain: number;
  chessops?: number;
  'chess.js'?: number;
  /** The goal, and whether it was reached. */
  mark?: string;
  reached?: boolean;
}

interface Task {
  /** What is measured. */
  run: () => unknown;
  /** The warm-up (default: a few calls of `run`). */
  warmUp?: () => unknown;
  /** Called between samples, not measured. */
  after?: () => unknown;
}

interface Sampling {
  clock: 'processor' | 'wall';
  /** The minimum number of samples. */
  samples: number;
  /** More samples are taken until this many milliseconds are over. */
  time: number;
}

/** The processor time of this process in milliseconds. */
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

/** The median of some numbers; of an even count the upper of the two in the middle. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1]!;
