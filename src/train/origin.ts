/** The text in a network file that documents how the network was made. */
import { describeMethod, type LabelHeader } from '../datagen/labelFormat.ts';
import type { TrainSettings } from './trainSettings.ts';

export interface Origin {
  /** The user's own text. */
  note: string | undefined;
  /** Name and version of the trainer. */
  trainer: string;
  files: readonly { name: string; header: LabelHeader }[];
  games: number;
  training: number;
  validation: number;
  settings: TrainSettings;
  /** Mean squared errors at the end: with float weights, and with quantized ones. */
  validationLoss: number | null;
  quantizedLoss: number | null;
}

/** Formats the origin as lines of text. */
export function formatOrigin(origin: Origin): string {
  const { note, trainer, files, games, training, validation, settings } = origin;
  const { hidden, epochs, batch, rate, warmUp, decay, scoreShare, scale, seed, threads } = settings;
  const loss = (value: number | null) => (value === null ? 'unknown' : value.toFixed(6));
  const labels = files.map(
    ({ name, header }) => `${name} (${describeMethod(header)}, seed ${header.settings.seed})`,
  );
  return [
    ...(note === undefined ? [] : [note]),
    `Trained by ${trainer} on ${training} positions of ${games} games, validated on ${validation} more.`,
    `Labels: ${labels.join('; ')}.`,
    `Settings: hidden ${hidden}, epochs ${epochs}, batch ${batch}, rate ${rate}, warm-up ${warmUp}, decay ${decay}, lambda ${scoreShare}, scale ${scale}, seed ${seed}, threads ${threads}.`,
    `Validation loss: ${loss(origin.validationLoss)}; quantised: ${loss(origin.quantizedLoss)}.`,
  ].join('\n');
}
