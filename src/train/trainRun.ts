/**
 * The loop of a training run: trains, and at the right batches reports, validates and saves. When
 * it does depends on the number of the batch alone, so a resumed run does so at the same batches.
 */
import { ChessError } from '../util/result.ts';
import type { CurvePoint, SavedProgress } from './checkpoint.ts';
import { isFiniteState, type Trainer } from './trainer.ts';

/** Intervals in batches; 0 stands for once an epoch. */
interface RunPlan {
  report: number;
  validate: number;
  checkpoint: number;
}

interface RunHooks {
  /** Called every second or so, with the loss of the last batches. */
  onProgress(batch: number, loss: number): void;
  /** A point was added to the curve. */
  onReport(point: CurvePoint): void;
  /** Saves the run as it is. */
  save(): void;
}

/** The progress of a run that the trainer does not track. */
type RunProgress = Pick<SavedProgress, 'curve' | 'pendingLoss'>;

/** Positions per command to the threads: about a second of work, the latency of an interruption. */
const CHUNK = 1 << 18;

/**
 * Trains until the run is over or the signal is aborted, and then saves it. Throws a ChessError,
 * and saves nothing, if a loss or a weight is no longer finite.
 */
export async function runTraining(
  trainer: Trainer,
  progress: RunProgress,
  plan: RunPlan,
  hooks: RunHooks,
  signal: AbortSignal,
): Promise<void> {
  const { totalBatches: total, settings } = trainer;
  const chunk = Math.max(1, Math.floor(CHUNK / settings.batch));
  const perEpoch = total / settings.epochs;
  const isDue = (every: number, batch: number) =>
    batch === total || (every === 0 ? isEpochEnd(batch, perEpoch) : batch % every === 0);
  while (trainer.batches < total && !signal.aborted) {
    const start = trainer.batches;
    let end = start + 1;
    const isStop = () =>
      isDue(plan.report, end) || isDue(plan.validate, end) || isDue(plan.checkpoint, end);
    while (end < start + chunk && !isStop()) end++;
    const loss = await trainer.train(end - start);
    if (!Number.isFinite(loss)) throw notANumber(end);
    progress.pendingLoss += loss * (end - start);
    hooks.onProgress(end, loss);
    const validates = isDue(plan.validate, end);
    if (validates || isDue(plan.report, end)) {
      const last = progress.curve.at(-1)?.batch ?? 0;
      const point: CurvePoint = {
        batch: end,
        loss: progress.pendingLoss / (end - last),
        validationLoss: validates ? await trainer.validate() : null,
      };
      progress.curve.push(point);
      progress.pendingLoss = 0;
      hooks.onReport(point);
    }
    if (isDue(plan.checkpoint, end) || signal.aborted) {
      if (!isFiniteState(trainer.state)) throw notANumber(end);
      hooks.save();
    }
  }
}

/** Whether an epoch ends with this batch. */
const isEpochEnd = (batch: number, perEpoch: number): boolean =>
  Math.floor(batch / perEpoch) !== Math.floor((batch - 1) / perEpoch);

const notANumber = (batch: number) =>
  new ChessError(
    `batch ${batch}: the loss or a weight is no longer a number; try a lower --rate (the last checkpoint is intact)`,
  );
