/**
 * What determines a training run: with the same settings and the same positions every run gives the
 * same network, to the bit. Also its length and the course of the learning rate.
 */
export interface TrainSettings {
  /** Neurons of the hidden layer. */
  hidden: number;
  /** How often every position is trained on. */
  epochs: number;
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
  /** The share of the games that is set aside for validation. */
  validation: number;
  seed: number;
  threads: number;
}

export const TRAIN_DEFAULTS: TrainSettings = {
  hidden: 512,
  epochs: 10,
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

/** Batches of a whole run over so many positions; the last one reaches beyond the last epoch. */
export const totalBatches = ({ epochs, batch }: TrainSettings, positions: number): number =>
  Math.ceil((epochs * positions) / batch);

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
