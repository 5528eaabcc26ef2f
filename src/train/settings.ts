/**
 * What a training run is determined by: with the same settings and the same positions every run
 * gives the same network, to the bit.
 */
import { ChessError } from '../chess/result.ts';
import { HIDDEN_STEP, MAX_HIDDEN, MAX_SCALE } from '../eval/nnue/networkFile.ts';

export interface TrainSettings {
  /** Neurons of the hidden layer. */
  hidden: number;
  /** How often every position is learnt from. */
  passes: number;
  /** Positions of a batch: the weights move once a batch. */
  batch: number;
  /** The highest learning rate, that of the end of the warm-up. */
  rate: number;
  /** Batches until the learning rate is at its highest. */
  warmUp: number;
  /** AdamW's weight decay: the share of a weight that is lost in a batch, divided by the rate. */
  decay: number;
  /** λ: the share of the target that is the score; the rest is the game's result. */
  scoreShare: number;
  /** Centipawns that an output of 1.0 stands for, in the targets and in the network. */
  scale: number;
  /** The share of the games that is never learnt from. */
  validation: number;
  seed: number;
  threads: number;
}

export const TRAIN_DEFAULTS: TrainSettings = {
  hidden: 512,
  passes: 10,
  batch: 16_384,
  rate: 0.001,
  warmUp: 200,
  decay: 0.01,
  scoreShare: 1,
  scale: 400,
  validation: 0.02,
  seed: 1,
  threads: 2,
};

/** Throws a ChessError for settings that make no sense. */
export function checkTrainSettings(settings: TrainSettings): void {
  const { hidden, batch, rate, scoreShare, scale, validation, decay } = settings;
  const fault =
    hidden % HIDDEN_STEP !== 0 || hidden < HIDDEN_STEP || hidden > MAX_HIDDEN
      ? `--hidden ${hidden}: not a multiple of ${HIDDEN_STEP} up to ${MAX_HIDDEN}`
      : batch > MAX_BATCH
        ? `--batch ${batch}: at most ${MAX_BATCH}`
        : !(rate > 0 && rate <= 1)
          ? `--rate ${rate}: not above 0 and at most 1`
          : !(decay >= 0 && decay <= 1)
            ? `--decay ${decay}: not from 0 to 1`
            : !(scoreShare >= 0 && scoreShare <= 1)
              ? `--lambda ${scoreShare}: not from 0 to 1`
              : scale > MAX_SCALE
                ? `--scale ${scale}: at most ${MAX_SCALE}`
                : !(validation >= 0 && validation <= 0.5)
                  ? `--validation ${validation * 100}: not from 0 to 50`
                  : null;
  if (fault !== null) throw new ChessError(fault);
}

const MAX_BATCH = 1 << 20;

/** Batches of a whole run over so many positions; the last one of them reaches beyond the last pass. */
export const totalBatches = ({ passes, batch }: TrainSettings, positions: number): number =>
  Math.ceil((passes * positions) / batch);

/** The learning rate of a batch: up in a line while warming up, then down to nothing as a cosine. */
export function learningRate(
  { rate, warmUp }: TrainSettings,
  batch: number,
  total: number,
): number {
  // A short run is not spent warming up.
  const warm = Math.min(warmUp, Math.floor(total / 10));
  if (batch < warm) return (rate * (batch + 1)) / warm;
  return (rate * (1 + Math.cos((Math.PI * (batch - warm)) / (total - warm)))) / 2;
}
