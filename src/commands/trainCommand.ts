/** `refrain train`: trains a network on files of labelled positions. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { loadTrainingPositions, type TrainingPositions } from '../datagen/trainingPositions.ts';
import { encodeNetwork, MAX_TEXT, type Network } from '../eval/nnue/networkFile.ts';
import { createFile, removeLeftovers, replaceFile, SavedFile } from '../hosts/node/atomicFile.ts';
import { readKernels } from '../hosts/node/builtResources.ts';
import { readNetwork } from '../hosts/node/readNetwork.ts';
import {
  type CurvePoint,
  encodeCheckpoint,
  loadCheckpoint,
  type SavedProgress,
} from '../train/checkpoint.ts';
import { canSplitInto, initialParameters, parametersOf } from '../train/initialize.ts';
import { learningRate } from '../train/learningRate.ts';
import { drawLossCurve } from '../train/lossCurve.ts';
import type { LearnerShape } from '../train/memory.ts';
import { formatOrigin, type Origin } from '../train/origin.ts';
import { quantize } from '../train/quantize.ts';
import { type SplitPositions, splitPositions } from '../train/splitPositions.ts';
import { Trainer } from '../train/trainer.ts';
import { runTraining } from '../train/trainRun.ts';
import { TRAIN_DEFAULTS, type TrainSettings } from '../train/trainSettings.ts';
import { counted, formatCount } from '../util/counts.ts';
import { crc32 } from '../util/crc32.ts';
import { formatDuration } from '../util/durations.ts';
import { quotePath } from '../util/printable.ts';
import { derivedSeed } from '../util/random.ts';
import { ChessError } from '../util/result.ts';
import { NAME, VERSION } from '../version.ts';
import { checkInputs, checkOutputs, checkReplaced } from './checkOutputs.ts';
import { INTERRUPTED, reportTornGame, startProgress, untilInterrupted } from './terminal.ts';
import type { TrainOptions } from './trainOptions.ts';

/**
 * Trains a network on label files and writes it. The checkpoint stays until the network is written.
 * Throws a ChessError for unsuitable data, settings or checkpoint, and file system errors.
 */
export async function runTrain(paths: readonly string[], options: TrainOptions): Promise<void> {
  const checkpointPath = options.checkpoint ?? `${options.output}.checkpoint`;
  const say = (text: string) => {
    if (!options.json) console.log(text);
  };
  // Before the data is loaded: meanwhile another run may save its state in the file.
  const checkpoint = new SavedFile(checkpointPath);
  const { settings, data, start, describe } = prepare(paths, options, checkpointPath, say);
  const { fingerprint } = data;
  const run: SavedProgress = { settings, fingerprint, batches: 0, curve: [], pendingLoss: 0 };
  const saved = options.resume ? loadCheckpoint(checkpointPath, run) : null;
  const kernels = new WebAssembly.Module(readKernels('train'));
  const trainer = new Trainer(settings, data, kernels, start);
  try {
    if (saved !== null) {
      trainer.restore(saved.state, saved.batches);
      run.curve = saved.curve;
      run.pendingLoss = saved.pendingLoss;
      say(`continuing after batch ${saved.batches} of ${trainer.totalBatches}`);
    }
    const isInterrupted = await untilInterrupted(async (signal) => {
      await train(trainer, run, options, checkpoint, signal);
      return trainer.batches < trainer.totalBatches;
    });
    if (isInterrupted) {
      say(`interrupted; saved after batch ${trainer.batches} of ${trainer.totalBatches}`);
      process.exitCode = INTERRUPTED;
      return;
    }
    await writeNetwork(trainer, run, options, checkpointPath, describe);
    // There is nothing left to resume.
    checkpoint.remove();
  } finally {
    await trainer.close();
  }
}

/** What a run trains with. */
interface Preparation {
  settings: TrainSettings;
  data: SplitPositions;
  /** The parameters to start from. */
  start: Float32Array;
  /** The origin of the network, given its losses. */
  describe: (losses: Losses) => string;
}

/** Checks the options and files, and loads the positions. Throws like {@link runTrain}. */
function prepare(
  paths: readonly string[],
  options: TrainOptions,
  checkpoint: string,
  say: (text: string) => void,
): Preparation {
  const base = options.from === undefined ? null : readBase(options.from);
  const scoreShares = perFile(options.lambda, paths, '--lambda');
  const weights = perFile(options.weights, paths, '--weights');
  const shape = shapeOf(options, base);
  if (options.validation === 0 && options.validateEvery > 0) {
    throw new ChessError('--validate-every has no effect with --validation 0');
  }
  checkFiles(paths, options, checkpoint);
  for (const path of [checkpoint, options.svg]) if (path !== undefined) removeLeftovers(path);
  const positions = loadTrainingPositions(paths, { quietOnly: true });
  for (const { name, bytes } of positions.torn) reportTornGame(name, bytes);
  const { epochs, batch, rate, warmUp, decay, scale, seed, threads } = options;
  const settings: TrainSettings = {
    ...shape,
    epochs,
    batch,
    rate,
    warmUp,
    decay,
    scale,
    seed,
    threads,
    validation: options.validation / 100,
    from: base?.checksum ?? null,
    scoreShares,
    weights: normalized(weights, positions.counts),
  };
  const data = splitPositions(positions, settings.validation, settings.seed);
  const training = counted(data.training.count, 'training position');
  const validation = counted(data.validation.count, 'validation position');
  const games = positions.games === 0 ? '' : `, ${counted(positions.games, 'game')}`;
  say(`${training}, ${validation}${games}`);
  const describe = describeOrigin(settings, options, base, paths, positions, data);
  const originBytes = Buffer.byteLength(describe(LONG_LOSSES));
  if (originBytes > MAX_TEXT) {
    throw new ChessError(
      `the origin, with --origin and the files, has ${originBytes} bytes; the network file has room for ${MAX_TEXT}`,
    );
  }
  return { settings, data, start: startOf(settings, base), describe };
}

/** The network to start from. */
interface Base {
  name: string;
  network: Network;
  checksum: number;
}

function readBase(path: string): Base {
  const { bytes, network } = readNetwork(path);
  return { name: basename(path), network, checksum: crc32(bytes) };
}

/** Throws a ChessError if the network to start from does not fit into the one wanted. */
function shapeOf(options: TrainOptions, base: Base | null): LearnerShape {
  const { hidden, kingBuckets } = base?.network ?? TRAIN_DEFAULTS;
  const shape = {
    hidden: options.hidden ?? hidden,
    kingBuckets: options.kingBuckets ?? kingBuckets,
  };
  if (base === null) return shape;
  if (hidden !== shape.hidden) {
    throw new ChessError(
      `${quotePath(base.name)} has ${hidden} neurons, not the ${shape.hidden} of --hidden`,
    );
  }
  if (!canSplitInto(base.network, shape.kingBuckets)) {
    throw new ChessError(
      `${quotePath(base.name)} has ${kingBuckets} king buckets, not the ${shape.kingBuckets} of --king-buckets`,
    );
  }
  return shape;
}

/** Weights by which a position counts once on average; `counts` are the positions of each file. */
function normalized(weights: readonly number[], counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const weighed = counts.reduce((sum, count, i) => sum + count * weights[i]!, 0);
  if (weighed === 0 && total > 0) throw new ChessError('no position counts: all weights are 0');
  return weights.map((weight) => (weight * total) / Math.max(weighed, Number.MIN_VALUE));
}

/** Fails early rather than after hours. Throws a ChessError or file system errors. */
function checkFiles(
  paths: readonly string[],
  { output, svg, resume }: TrainOptions,
  checkpoint: string,
): void {
  const name = (path: string) => quotePath(basename(path));
  // Their games would be in both the training and the validation set.
  checkInputs(paths);
  if (existsSync(checkpoint) && !resume) {
    throw new ChessError(`${name(checkpoint)} exists: --resume continues that run`);
  }
  if (!existsSync(checkpoint) && resume) {
    throw new ChessError(`there is no ${name(checkpoint)} to resume from`);
  }
  if (existsSync(output)) throw new ChessError(`${name(output)} already exists`);
  checkOutputs([output, checkpoint, svg], paths);
  checkReplaced('SVG', svg);
}

/** One number for each file. Throws a ChessError unless there is one for all or one for each. */
function perFile(values: readonly number[], paths: readonly string[], option: string): number[] {
  if (values.length === 1) return paths.map(() => values[0]!);
  if (values.length === paths.length) return [...values];
  const [numbers, files] = [counted(values.length, 'number'), counted(paths.length, 'file')];
  throw new ChessError(`${option} has ${numbers} for ${files}`);
}

/** The parameters to start from. */
function startOf(settings: TrainSettings, base: Base | null): Float32Array {
  if (base !== null) return parametersOf(base.network, settings);
  return initialParameters(settings, derivedSeed(settings.seed, -1));
}

async function train(
  trainer: Trainer,
  run: SavedProgress,
  options: TrainOptions,
  checkpointFile: SavedFile,
  signal: AbortSignal,
): Promise<void> {
  const { report, validateEvery: validate, checkpointEvery: checkpoint } = options;
  const progress = startProgress(trainer.totalBatches, 'batches', trainer.batches);
  const reporter = new Reporter(trainer);
  let shown = trainer.batches;
  try {
    await runTraining(
      trainer,
      run,
      { report, validate, checkpoint },
      {
        onProgress(batch, loss) {
          progress.step(reporter.statusText(loss, run.curve), batch - shown);
          shown = batch;
        },
        onReport(point) {
          if (options.json) console.log(JSON.stringify(reporter.record(point)));
          else if (!process.stderr.isTTY) console.log(reporter.line(point));
          if (options.svg !== undefined) {
            const picture = drawLossCurve(run.curve, trainer.totalBatches, trainer.settings.batch);
            replaceFile(options.svg, picture);
          }
        },
        save() {
          run.batches = trainer.batches;
          checkpointFile.replace(encodeCheckpoint({ ...run, state: trainer.state }));
        },
      },
      signal,
    );
  } finally {
    progress.end();
  }
}

/** Formats the progress of a run. */
class Reporter {
  private readonly trainer: Trainer;
  private readonly startBatch: number;
  private readonly startTime = performance.now();

  constructor(trainer: Trainer) {
    this.trainer = trainer;
    this.startBatch = trainer.batches;
  }

  /** The text beside the progress bar. */
  statusText(loss: number, curve: readonly CurvePoint[]): string {
    const validated = curve.findLast(({ validationLoss }) => validationLoss !== null);
    const validation = validated ? `  validation ${formatLoss(validated.validationLoss)}` : '';
    return `loss ${formatLoss(loss)}${validation}  ${formatCount(this.speed)}/s`;
  }

  /** A line of text. */
  line(point: CurvePoint): string {
    const { epoch, secondsLeft, positionsPerSecond } = this.record(point);
    const validation =
      point.validationLoss === null ? '' : `  validation ${formatLoss(point.validationLoss)}`;
    return `epoch ${epoch.toFixed(2)} of ${this.trainer.settings.epochs}  loss ${formatLoss(point.loss)}${validation}  ${formatCount(positionsPerSecond)} positions/s  ${formatDuration(secondsLeft * 1000)} left`;
  }

  /** A point of the curve as data. */
  record({ batch, loss, validationLoss }: CurvePoint) {
    const { settings, totalBatches } = this.trainer;
    const speed = this.speed;
    return {
      batch,
      batches: totalBatches,
      positions: batch * settings.batch,
      epoch: (batch / totalBatches) * settings.epochs,
      rate: learningRate(settings, batch - 1, totalBatches),
      loss,
      validationLoss,
      positionsPerSecond: speed,
      secondsLeft: Math.round(((totalBatches - batch) * settings.batch) / Math.max(1, speed)),
    };
  }

  /** Positions per second since the start, including pauses. */
  private get speed(): number {
    const positions = (this.trainer.batches - this.startBatch) * this.trainer.settings.batch;
    return Math.round((positions / (performance.now() - this.startTime)) * 1000);
  }
}

type Losses = Pick<Origin, 'validationLoss' | 'quantizedLoss'>;

/** No losses at the end are longer as text. */
const LONG_LOSSES: Losses = { validationLoss: 1000, quantizedLoss: 1000 };

/** The origin of the network, but for the losses, which are known only at the end. */
function describeOrigin(
  settings: TrainSettings,
  { origin: note }: TrainOptions,
  base: Base | null,
  paths: readonly string[],
  { games, methods }: TrainingPositions,
  { training, validation }: SplitPositions,
): (losses: Losses) => string {
  const files = paths.map((path, i) => ({ name: basename(path), method: methods[i]! }));
  const counts = { games, training: training.count, validation: validation.count };
  const trainer = `${NAME} ${VERSION}`;
  const from = base === null ? null : { name: base.name, origin: base.network.origin };
  return (losses) => formatOrigin({ note, trainer, files, ...counts, settings, from, ...losses });
}

/** Quantizes and writes the network, and reports its loss. */
async function writeNetwork(
  trainer: Trainer,
  run: SavedProgress,
  options: TrainOptions,
  checkpointPath: string,
  describe: (losses: Losses) => string,
): Promise<void> {
  const { settings } = trainer;
  const network = quantize(trainer.state.parameters, { ...settings, origin: '' });
  // The floats are no longer needed; measure the loss of the quantized weights.
  trainer.state.parameters.set(parametersOf(network, settings));
  const quantizedLoss = await trainer.validate();
  const validationLoss = run.curve.at(-1)?.validationLoss ?? null;
  const origin = describe({ validationLoss, quantizedLoss });
  const bytes = encodeNetwork({ ...network, origin });
  try {
    createFile(options.output, bytes);
  } catch (error) {
    // Hours of work must not depend on one name.
    const way = `run again with --resume --checkpoint ${checkpointPath} and another output`;
    throw new ChessError(`${(error as Error).message}; ${way}`);
  }
  if (options.json) {
    console.log(JSON.stringify({ network: options.output, validationLoss, quantizedLoss }));
  } else {
    const losses = `validation loss ${formatLoss(validationLoss)}, rounded to integers ${formatLoss(quantizedLoss)}`;
    console.log(`${basename(options.output)}: ${formatCount(bytes.length)} bytes, ${losses}`);
  }
}

const formatLoss = (loss: number | null): string => (loss === null ? 'unknown' : loss.toFixed(6));
