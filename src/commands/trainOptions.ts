/** The options of `refrain train`. */
import { type Command, InvalidArgumentError } from 'commander';
import { HIDDEN_STEP, MAX_HIDDEN, MAX_SCALE } from '../eval/nnue/networkFile.ts';
import { TRAIN_DEFAULTS } from '../train/settings.ts';

export interface TrainOptions {
  output: string;
  hidden: number;
  epochs: number;
  batch: number;
  rate: number;
  warmUp: number;
  decay: number;
  lambda: number;
  scale: number;
  /** Percent. */
  validation: number;
  seed: number;
  threads: number;
  checkpoint?: string;
  checkpointEvery: number;
  resume?: true;
  report: number;
  validateEvery: number;
  json?: true;
  svg?: string;
  origin?: string;
}

const whole = (low: number, high: number) => (text: string) => {
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= low && value <= high) return value;
  throw new InvalidArgumentError(`Not a whole number from ${low} to ${high}.`);
};

const real = (low: number, high: number) => (text: string) => {
  const value = /^\d*\.?\d+(e-\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= low && value <= high) return value;
  throw new InvalidArgumentError(`Not a number from ${low} to ${high}.`);
};

const width = (text: string): number => {
  const value = whole(HIDDEN_STEP, MAX_HIDDEN)(text);
  if (value % HIDDEN_STEP === 0) return value;
  throw new InvalidArgumentError(`Not a multiple of ${HIDDEN_STEP}.`);
};

const MANY = 1_000_000_000;

export function addTrainOptions(command: Command): Command {
  const defaults = TRAIN_DEFAULTS;
  return command
    .requiredOption('-o, --output <file>', 'the network file to write at the end')
    .option(
      '--hidden <neurons>',
      'width of the hidden layer, a multiple of 32',
      width,
      defaults.hidden,
    )
    .option('--epochs <n>', 'times every position is trained on', whole(1, 10_000), defaults.epochs)
    .option('--batch <positions>', 'size of a batch', whole(1, 1 << 20), defaults.batch)
    .option('--rate <rate>', 'learning rate at its highest', real(1e-9, 1), defaults.rate)
    .option('--warm-up <batches>', 'batches to reach it', whole(0, MANY), defaults.warmUp)
    .option('--decay <rate>', 'weight decay of AdamW', real(0, 1), defaults.decay)
    .option(
      '--lambda <share>',
      'share of the score in the target, from 0 to 1; the rest is the result of the game',
      real(0, 1),
      defaults.scoreShare,
    )
    .option(
      '--scale <centipawns>',
      'score with an expected result of 73%, and what an output of 1.0 means',
      whole(1, MAX_SCALE),
      defaults.scale,
    )
    .option(
      '--validation <percent>',
      'games set aside to measure the validation loss',
      real(0, 50),
      defaults.validation * 100,
    )
    .option('--seed <n>', 'seed of initial weights, order and split', whole(0, MANY), defaults.seed)
    .option('--threads <n>', 'worker threads', whole(1, 256), defaults.threads)
    .option('--checkpoint <file>', 'file to save the run in (default: OUTPUT.checkpoint)')
    .option(
      '--checkpoint-every <batches>',
      'interval of saving (0: every epoch)',
      whole(0, MANY),
      0,
    )
    .option('--resume', 'continue from the checkpoint; all other settings as before')
    .option('--report <batches>', 'interval of reports (0: every epoch)', whole(0, MANY), 64)
    .option(
      '--validate-every <batches>',
      'interval of validation (0: every epoch)',
      whole(0, MANY),
      0,
    )
    .option('--json', 'print each report as a line of JSON')
    .option('--svg <file>', 'draw the loss curve into this file')
    .option('--origin <text>', 'text to put before the origin that is stored in the network');
}
