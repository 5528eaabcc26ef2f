/** The options of `refrain train`. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { KING_BUCKET_COUNTS } from '../eval/nnue/features.ts';
import { HIDDEN_STEP, MAX_HIDDEN, MAX_SCALE } from '../eval/nnue/networkFile.ts';
import { TRAIN_DEFAULTS, type TrainSettings } from '../train/trainSettings.ts';
import { decimalWithin, outputFile, wholeNumber, wholeWithin } from './optionParsers.ts';

export interface TrainOptions
  extends Omit<TrainSettings, 'hidden' | 'kingBuckets' | 'scoreShares' | 'from'> {
  output: string;
  /** A network file to start from. */
  from?: string;
  /** By default as wide as the network to start from. */
  hidden?: number;
  /** By default as many as the network to start from has. */
  kingBuckets?: number;
  /** The shares of the score: like `weights`, one number for all files or one for each. */
  lambda: number[];
  /** Per cent. */
  validation: number;
  checkpoint?: string;
  checkpointEvery: number;
  resume?: true;
  report: number;
  validateEvery: number;
  json?: true;
  svg?: string;
  origin?: string;
}

const width = (text: string): number => {
  const value = wholeWithin(HIDDEN_STEP, MAX_HIDDEN)(text);
  if (value % HIDDEN_STEP === 0) return value;
  throw new InvalidArgumentError(`Not a multiple of ${HIDDEN_STEP}.`);
};

const kingBuckets = (text: string): number => {
  const count = KING_BUCKET_COUNTS.find((count) => text === `${count}`);
  if (count !== undefined) return count;
  throw new InvalidArgumentError(`Not one of ${KING_BUCKET_COUNTS.join(', ')}.`);
};

const listOf = (parse: (text: string) => number) => (text: string) => text.split(',').map(parse);

export function addTrainOptions(command: Command): Command {
  const defaults = TRAIN_DEFAULTS;
  return command
    .requiredOption('-o, --output <file>', 'the network file to write at the end', outputFile)
    .option('--from <network>', 'network file to start from, instead of random weights')
    .option(
      '--hidden <neurons>',
      `width of the hidden layer, a multiple of ${HIDDEN_STEP} (default: that of --from, or ${defaults.hidden})`,
      width,
    )
    .option(
      '--king-buckets <n>',
      `king buckets, sets of piece weights chosen by the square of the perspective's king: ${KING_BUCKET_COUNTS.join(', ')} (default: those of --from, or ${defaults.kingBuckets})`,
      kingBuckets,
    )
    .option(
      '--epochs <n>',
      'number of passes over the training positions',
      wholeWithin(1, 10_000),
      defaults.epochs,
    )
    .option('--batch <positions>', 'size of a batch', wholeWithin(1, 1 << 20), defaults.batch)
    .option('--rate <rate>', 'peak learning rate', decimalWithin(1e-9, 1), defaults.rate)
    .option(
      '--warm-up <batches>',
      'batches of linear warm-up to the peak rate',
      wholeNumber,
      defaults.warmUp,
    )
    .option('--decay <rate>', 'weight decay of AdamW', decimalWithin(0, 1), defaults.decay)
    .addOption(
      new Option(
        '--lambda <shares>',
        'share of the score in the target, from 0 to 1; the rest is the result of the game; one, or one for each file: 1,0.8',
      )
        .argParser(listOf(decimalWithin(0, 1)))
        .default(defaults.scoreShares, defaults.scoreShares.join()),
    )
    .addOption(
      new Option(
        '--weights <weights>',
        'how much a position of each file counts, relative to the others: 1,0.5',
      )
        .argParser(listOf(decimalWithin(0, 1000)))
        .default(defaults.weights, defaults.weights.join()),
    )
    .option(
      '--scale <centipawns>',
      'centipawns at which the expected result is 73%, and the unit of the network output',
      wholeWithin(1, MAX_SCALE),
      defaults.scale,
    )
    .option(
      '--validation <percent>',
      'percentage of games held out for validation',
      decimalWithin(0, 50),
      defaults.validation * 100,
    )
    .option('--seed <n>', 'seed of initial weights, order and split', wholeNumber, defaults.seed)
    .option('--threads <n>', 'worker threads', wholeWithin(1, 256), defaults.threads)
    .option(
      '--checkpoint <file>',
      'file to save the run in (default: OUTPUT.checkpoint)',
      outputFile,
    )
    .option(
      '--checkpoint-every <batches>',
      'batches between checkpoints (0: every epoch)',
      wholeNumber,
      0,
    )
    .option('--resume', 'continue from the checkpoint, with the same settings')
    .option('--report <batches>', 'batches between reports (0: every epoch)', wholeNumber, 256)
    .option(
      '--validate-every <batches>',
      'batches between validations (0: every epoch)',
      wholeNumber,
      0,
    )
    .option('--json', 'print reports as JSON, one per line')
    .option('--svg <file>', 'draw the loss curve into this file', outputFile)
    .option('--origin <text>', 'text to prepend to the origin stored in the network');
}
