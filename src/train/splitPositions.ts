/**
 * Splits positions into a training and a validation set; the latter shows whether the network
 * generalizes. Whole games are held out, since positions of one game resemble each other; a game that
 * was labelled twice is held out twice.
 */
import { GAME_AT, PACKED_BYTES, PACKED_WORDS } from '../datagen/packedPosition.ts';
import { derivedSeed } from '../util/random.ts';
import { ChessError } from '../util/result.ts';

/** Packed positions (datagen/trainingPositions.ts) in shared memory. */
export interface PositionSet {
  memory: SharedArrayBuffer;
  count: number;
}

export interface SplitPositions {
  training: PositionSet;
  validation: PositionSet;
  /** A hash of all positions in order: a resumed run must have the same. */
  fingerprint: number;
}

/**
 * Splits positions; about the share `validation` of the games is held out. The memory is reused and
 * holds the training positions afterwards. Throws a ChessError if no position is left to train on.
 */
export function splitPositions(
  { memory, count }: PositionSet,
  validation: number,
  seed: number,
): SplitPositions {
  const words = new Int32Array(memory);
  const isHeldOut = holdOut(validation, seed);
  let heldOut = 0;
  let kept = 0;
  let fingerprint = 0;
  for (let i = 0; i < count; i++) {
    for (let word = i * PACKED_WORDS; word < (i + 1) * PACKED_WORDS; word++) {
      fingerprint = Math.imul(fingerprint ^ words[word]!, 0x01000193) ^ (fingerprint >>> 15);
    }
    if (isHeldOut(words[i * PACKED_WORDS + GAME_AT / 4]!)) heldOut++;
    else kept++;
  }
  if (kept === 0 && heldOut > 0) throw new ChessError('all games are held out for validation');
  if (kept === 0) throw new ChessError('the data has no quiet position to train on');
  const validationMemory = new SharedArrayBuffer(heldOut * PACKED_BYTES);
  const validationWords = new Int32Array(validationMemory);
  heldOut = 0;
  kept = 0;
  for (let i = 0; i < count; i++) {
    const from = i * PACKED_WORDS;
    const isValidation = isHeldOut(words[from + GAME_AT / 4]!);
    const target = isValidation ? validationWords : words;
    const to = (isValidation ? heldOut++ : kept++) * PACKED_WORDS;
    for (let word = 0; word < PACKED_WORDS; word++) target[to + word] = words[from + word]!;
  }
  return {
    training: { memory, count: kept },
    validation: { memory: validationMemory, count: heldOut },
    fingerprint: fingerprint >>> 0,
  };
}

/** Holds out a share of the games: says of each, by its key, whether it is one of them. */
function holdOut(share: number, seed: number): (key: number) => boolean {
  let last: number | null = null;
  let isHeldOut = false;
  return (key) => {
    // The positions of a game are contiguous.
    if (key !== last) isHeldOut = derivedSeed(seed, key) >>> 0 < share * 2 ** 32;
    last = key;
    return isHeldOut;
  };
}
