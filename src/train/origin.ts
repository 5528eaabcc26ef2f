/** The text in a network file that documents how the network was made. */
import { counted, formatCount } from '../util/counts.ts';
import type { TrainSettings } from './trainSettings.ts';

export interface Origin {
  /** The user's own text. */
  note: string | undefined;
  /** Name and version of the trainer. */
  trainer: string;
  /** How the positions of each were scored. */
  files: readonly { name: string; method: string }[];
  /** Of label files. */
  games: number;
  training: number;
  validation: number;
  settings: TrainSettings;
  /** The network that training started from. */
  from: { name: string; origin: string } | null;
  /** Mean squared errors at the end: with float weights, and with quantized ones. */
  validationLoss: number | null;
  quantizedLoss: number | null;
}

/** Formats the origin as lines of text. */
export function formatOrigin(origin: Origin): string {
  const { note, trainer, files, games, training, validation, settings, from } = origin;
  const { hidden, kingBuckets, epochs, batch, rate, warmUp, decay, scale, seed, threads } =
    settings;
  const lambda =
    new Set(settings.scoreShares).size === 1 ? settings.scoreShares[0] : settings.scoreShares;
  const weights =
    new Set(settings.weights).size === 1
      ? ''
      : ` weights ${settings.weights.map((x) => x.toFixed(3))},`;
  const loss = (value: number | null) => (value === null ? 'unknown' : value.toFixed(6));
  const ofGames = games === 0 ? '' : ` of ${counted(games, 'game')}`;
  const labels = files.map(({ name, method }) => `${name} (${method})`);
  return [
    ...(note === undefined ? [] : [note]),
    `Trained by ${trainer} on ${counted(training, 'position')}${ofGames}, validated on ${formatCount(validation)} more.`,
    `Labels: ${labels.join('; ')}.`,
    `Settings: hidden ${hidden}, king buckets ${kingBuckets}, epochs ${epochs}, batch ${batch}, rate ${rate}, warm-up ${warmUp}, decay ${decay}, lambda ${lambda},${weights} scale ${scale}, seed ${seed}, threads ${threads}.`,
    `Validation loss: ${loss(origin.validationLoss)}; quantized: ${loss(origin.quantizedLoss)}.`,
    ...(from === null ? [] : [`Started from ${from.name}:`, from.origin.trimEnd()]),
  ].join('\n');
}
