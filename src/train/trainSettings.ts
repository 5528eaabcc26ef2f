/**
 * The settings of a training run: the same settings and positions give the same network, to the
 * bit, on the same version of Node.
 */
export interface TrainSettings {
  /** Neurons of the hidden layer. */
  hidden: number;
  /** Sets of piece weights, chosen by the own king's square: 1, 2 or 4. */
  kingBuckets: number;
  /** Passes over the training positions. */
  epochs: number;
  /** Positions per batch; weights are updated once per batch. */
  batch: number;
  /** The peak learning rate, at the end of the warm-up. */
  rate: number;
  /** Batches of linear warm-up. */
  warmUp: number;
  /** AdamW's weight decay: the share of a weight lost per batch, divided by the rate. */
  decay: number;
  /** λ, for each file: the share of the score in the target; the rest is the game's result. */
  scoreShares: number[];
  /** How much a position of each file counts, relative to the others. */
  weights: number[];
  /** The centipawns of an output of 1.0, in the targets and in the network. */
  scale: number;
  /** The share of the games held out for validation. */
  validation: number;
  seed: number;
  threads: number;
  /** The CRC-32 of the network file that training starts from; null: random weights. */
  from: number | null;
}

export const TRAIN_DEFAULTS: TrainSettings = {
  hidden: 128,
  kingBuckets: 1,
  epochs: 10,
  batch: 4096,
  rate: 0.002,
  warmUp: 200,
  decay: 0.01,
  scoreShares: [1],
  weights: [1],
  scale: 250,
  validation: 0.02,
  seed: 1,
  threads: 2,
  from: null,
};

/** Batches of a whole run; the last one extends beyond the last epoch. */
export const totalBatches = ({ epochs, batch }: TrainSettings, positions: number): number =>
  Math.ceil((epochs * positions) / batch);
