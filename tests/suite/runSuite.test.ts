import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSan } from '../../src/chess/notation/san.ts';
import { parseSuite } from '../../src/suite/epdSuite.ts';
import {
  type Attempt,
  type Choice,
  medianAttempt,
  runSuite,
  type Solver,
} from '../../src/suite/runSuite.ts';
import { unwrap } from '../../src/util/result.ts';

const SUITE = `4k3/8/8/8/8/8/8/R3K2R w KQ - bm Ra8+; id "first";
4k3/8/8/8/8/8/8/R3K2R w KQ - bm Rh8+; id "second";`;
const tasks = unwrap(parseSuite(SUITE));
const move = (san: string) => unwrap(parseSan(tasks[0]!.position, san));

/** Finds these moves one after the other, a millisecond each. */
class Script implements Solver {
  isStopped = false;
  private readonly sans: readonly string[];

  constructor(...sans: string[]) {
    this.sans = sans;
  }

  async solve(_: unknown, __: unknown, onChoice: (choice: Choice) => void): Promise<Choice> {
    const choices = this.sans.map((san, i) => ({
      move: move(san),
      score: 0,
      time: i + 1,
      depth: i + 1,
      nodes: 10 * (i + 1),
    }));
    for (const choice of choices) onChoice(choice);
    return choices.at(-1)!;
  }

  stop(): void {
    this.isStopped = true;
  }
}

const run = (solvers: Solver[], repeat = 1, signal = new AbortController().signal) =>
  runSuite(tasks, { limits: {}, solvers, repeat, signal, onAttempt: () => {} });

describe('a suite run', () => {
  test('counts a solution from the moment it was kept', async () => {
    const {
      outcomes: [first, second],
    } = await run([new Script('Ra8+', 'Rh8+', 'Ra8+', 'Ra8+')]);
    expect(first!.attempts[0]!.solved).toEqual({ time: 3, depth: 3, nodes: 30 });
    expect(second!.attempts[0]!.solved).toBeNull();
    expect(second!.attempts[0]!.end).toEqual({ time: 4, depth: 4, nodes: 40 });
  });

  test('repeats every position with any number of engines and keeps the order', async () => {
    for (const count of [1, 2, 3]) {
      const solvers = Array.from({ length: count }, () => new Script('Ra8+'));
      const { outcomes } = await run(solvers, 3);
      expect(outcomes.map(({ task }) => task.id)).toEqual(['first', 'second']);
      for (const { attempts } of outcomes) expect(attempts).toHaveLength(3);
    }
  });

  test('of many engines causes no warning of a leak', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    await run(
      Array.from({ length: 12 }, () => new Script('Ra8+')),
      6,
    );
    // Node reports warnings on the next tick.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  test('when aborted, stops its engines and keeps its results', async () => {
    const controller = new AbortController();
    const solver = new Script('Ra8+');
    const { outcomes } = await runSuite(tasks, {
      limits: {},
      solvers: [solver],
      repeat: 1,
      signal: controller.signal,
      onAttempt: () => controller.abort(),
    });
    expect(outcomes).toHaveLength(1);
    expect(solver.isStopped).toBe(true);
  });

  test('ends when an engine fails, stops the others and keeps its results', async () => {
    const endless = new Script();
    endless.solve = () =>
      new Promise((_, reject) => {
        endless.stop = () => reject(new Error('stopped'));
      });
    const broken = new Script('Ra8+');
    const gone = new Error('gone');
    let searches = 0;
    broken.solve = (...args) =>
      ++searches === 2 ? Promise.reject(gone) : Script.prototype.solve.apply(broken, args);
    const { outcomes, failure } = await run([endless, broken], 3);
    expect(failure).toBe(gone);
    expect(outcomes.map(({ attempts }) => attempts.length)).toEqual([1]);
  });
});

test('unsolved attempts count as slowest in the median', () => {
  const times = fc.array(fc.option(fc.nat(1000)), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(times, (all) => {
      const attempts = all.map((time): Attempt => {
        const moment = { time: time ?? 0, depth: 1, nodes: 1 };
        const solved = time === null ? null : moment;
        return { move: move('Ra8+'), score: 0, points: 0, end: moment, solved };
      });
      const rank = (time: number | null | undefined) => time ?? Number.POSITIVE_INFINITY;
      const median = rank(medianAttempt({ task: tasks[0]!, attempts }).solved?.time);
      const faster = all.filter((time) => rank(time) < median).length;
      const slower = all.filter((time) => rank(time) > median).length;
      expect(Math.max(faster, slower)).toBeLessThanOrEqual(all.length / 2);
    }),
  );
});
