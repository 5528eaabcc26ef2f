/**
 * The checkpoint of a training run. A resumed run gives the same network as one that was never stopped.
 *
 * All numbers are little-endian:
 *
 *     0   8  "refrTRNG"
 *     8   4  version of this format: 4
 *    12   4  CRC-32 of everything from byte 16 on
 *    16   4  n, the length of the text
 *    20   n  JSON: settings, fingerprint of the data, batches done, the curve
 *  20+n     three times the parameters as 32-bit floats (memory.ts): the parameters themselves,
 *           Adam's means, Adam's squares
 */
import { basename } from 'node:path';
import { viewOf } from '../datagen/fileHeader.ts';
import { readBytes } from '../hosts/node/inputFile.ts';
import { crc32 } from '../util/crc32.ts';
import { quotePath } from '../util/printable.ts';
import { ChessError, fail, ok, type Result, unwrap, within } from '../util/result.ts';
import { parameterLayout } from './memory.ts';
import type { TrainState } from './trainer.ts';
import type { TrainSettings } from './trainSettings.ts';

const MAGIC = 'refrTRNG';
const VERSION = 4;
const CHECKED_FROM = 16;
const TEXT_AT = 20;

/** A point of the loss curve. */
export interface CurvePoint {
  batch: number;
  /** Mean squared error over the training positions since the last point. */
  loss: number;
  /** Mean squared error over the validation positions, if it was measured here. */
  validationLoss: number | null;
}

/** Everything saved except the state. */
export interface SavedProgress {
  settings: TrainSettings;
  fingerprint: number;
  batches: number;
  curve: CurvePoint[];
  /** Sum of the mean squared errors of the batches since the curve's last point. */
  pendingLoss: number;
}

export interface Checkpoint extends SavedProgress {
  state: TrainState;
}

/** Writes a checkpoint. */
export function encodeCheckpoint({ state, ...progress }: Checkpoint): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(progress));
  const parts = [state.parameters, state.means, state.squares];
  const bytes = new Uint8Array(TEXT_AT + text.length + 3 * state.parameters.byteLength);
  const view = viewOf(bytes);
  bytes.set(new TextEncoder().encode(MAGIC));
  view.setUint32(8, VERSION, true);
  view.setUint32(16, text.length, true);
  bytes.set(text, TEXT_AT);
  let at = TEXT_AT + text.length;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  view.setUint32(12, crc32(bytes.subarray(CHECKED_FROM)), true);
  return bytes;
}

/** Reads a checkpoint; an error says what is wrong with the bytes. */
export function decodeCheckpoint(bytes: Uint8Array): Result<Checkpoint> {
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (magic !== MAGIC) return fail('not a checkpoint of a training run');
  if (bytes.length < TEXT_AT) return fail('a truncated checkpoint');
  const view = viewOf(bytes);
  const version = view.getUint32(8, true);
  if (version !== VERSION) return fail(`a checkpoint of version ${version}, not ${VERSION}`);
  if (crc32(bytes.subarray(CHECKED_FROM)) !== view.getUint32(12, true)) {
    return fail('a damaged or truncated checkpoint: its checksum does not match');
  }
  const numbersAt = TEXT_AT + view.getUint32(16, true);
  const progress: SavedProgress = JSON.parse(
    new TextDecoder().decode(bytes.subarray(TEXT_AT, numbersAt)),
  );
  const { count } = parameterLayout(progress.settings);
  const numbers = new Float32Array(new Uint8Array(bytes.subarray(numbersAt)).buffer);
  const part = (i: number) => numbers.subarray(i * count, (i + 1) * count);
  return ok({ ...progress, state: { parameters: part(0), means: part(1), squares: part(2) } });
}

/**
 * Loads a run. Throws a ChessError if it is damaged, or if its settings or data differ from those
 * wanted.
 */
export function loadCheckpoint(
  path: string,
  wanted: Pick<SavedProgress, 'settings' | 'fingerprint'>,
): Checkpoint {
  const name = quotePath(basename(path));
  const checkpoint = unwrap(within(name, decodeCheckpoint(readBytes(path))));
  const { settings, fingerprint } = checkpoint;
  const names = Object.keys(wanted.settings) as (keyof TrainSettings)[];
  const text = (value: unknown) => JSON.stringify(value);
  const other = names.filter((key) => text(settings[key]) !== text(wanted.settings[key]));
  if (other.length > 0) {
    const list = other.map((key) => describeSetting(settings, key)).join(', ');
    throw new ChessError(`${name} is a run with other settings: ${list}`);
  }
  if (fingerprint !== wanted.fingerprint) throw new ChessError(`${name} is a run with other data`);
  return checkpoint;
}

/** A setting as the option of `refrain train` that gives it. */
function describeSetting(settings: TrainSettings, key: keyof TrainSettings): string {
  const { scoreShares, weights, validation, from } = settings;
  switch (key) {
    case 'scoreShares':
      return `--lambda ${scoreShares}`;
    case 'weights':
      return `--weights ${weights.map((weight) => Number(weight.toFixed(3)))}`;
    case 'validation':
      return `--validation ${Number((100 * validation).toFixed(6))}`;
    case 'from':
      return from === null ? 'no --from' : '--from another network';
    default:
      return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${settings[key]}`;
  }
}
