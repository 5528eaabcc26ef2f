/**
 * A training run: the memory that its threads share, and its progress. The result depends on settings
 * and positions only, not on how many batches are trained per call.
 */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../hosts/node/builtResources.ts';
import { Barrier } from './barrier.ts';
import type { LearnerCommand, LearnerTask } from './learner.ts';
import { createMemory, learnerLayout, parameterLayout } from './memory.ts';
import type { SplitPositions } from './splitPositions.ts';
import { type TrainSettings, totalBatches } from './trainSettings.ts';

/** Weights and the state of the optimizer, as views of the shared memory. */
export interface TrainState {
  parameters: Float32Array;
  means: Float32Array;
  squares: Float32Array;
}

export class Trainer {
  /** Batches trained on so far, and of the whole run. */
  batches = 0;
  readonly totalBatches: number;
  readonly settings: TrainSettings;
  readonly state: TrainState;
  private readonly validationCount: number;
  private readonly threads: Worker[];

  /**
   * Starts the threads; `kernels` is the compiled assembly/learn.ts. `parameters` are copied: those
   * to start from.
   */
  constructor(
    settings: TrainSettings,
    data: SplitPositions,
    kernels: WebAssembly.Module,
    parameters: Float32Array,
  ) {
    const { threads } = settings;
    this.settings = settings;
    this.totalBatches = totalBatches(settings, data.training.count);
    this.validationCount = data.validation.count;
    const memory = createMemory(settings, threads);
    const layout = learnerLayout(settings, threads);
    const { count } = parameterLayout(settings);
    const view = (address: number) => new Float32Array(memory.buffer, address, count);
    this.state = {
      parameters: view(layout.parameters),
      means: view(layout.means),
      squares: view(layout.squares),
    };
    this.state.parameters.set(parameters);
    const { training, validation } = data;
    const barrier = Barrier.memory();
    this.threads = Array.from({ length: threads }, (_, thread) => {
      const task = { module: kernels, memory, barrier, settings, training, validation, thread };
      return startThread('train', task satisfies LearnerTask);
    });
  }

  /** Continues from a saved state, after the given number of batches. */
  restore(state: TrainState, batches: number): void {
    this.state.parameters.set(state.parameters);
    this.state.means.set(state.means);
    this.state.squares.set(state.squares);
    this.batches = batches;
  }

  /** Trains on more batches. Resolves to the mean squared error over their positions. */
  async train(batches: number): Promise<number> {
    const sum = await this.command({
      type: 'train',
      from: this.batches,
      to: this.batches + batches,
    });
    this.batches += batches;
    return sum / (batches * this.settings.batch);
  }

  /** The mean squared error over the validation set; null if it is empty. */
  async validate(): Promise<number | null> {
    if (this.validationCount === 0) return null;
    return (await this.command({ type: 'validate' })) / this.validationCount;
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.terminate()));
  }

  /** Sends all threads a command. Rejects if one of them dies. */
  private async command(command: LearnerCommand): Promise<number> {
    const answers = this.threads.map((thread) => once(thread, 'message'));
    for (const thread of this.threads) thread.postMessage(command);
    let sum = 0;
    // In the order of the threads: sums of floats depend on it.
    for (const [part] of await Promise.all(answers)) sum += part;
    return sum;
  }
}

/** Whether all numbers are finite. */
export const isFiniteState = ({ parameters, means, squares }: TrainState): boolean =>
  [parameters, means, squares].every((values) => values.every(Number.isFinite));
