/**
 * Makes the file of a network smaller: `npm run compact:network -- 0.08 in.nnue out.nnue positions…`. Weights of
 * attack inputs are rounded, those of rare inputs more: 0.08 is the step for an input that is active in every
 * position, in units of the file. Neurons are put in an order that is faster (src/train/compactNetwork.ts).
 * The positions are label files or files of packed positions, such as the network was trained on.
 */
import { Position } from '../src/chess/board/position.ts';
import { NO_SQUARE } from '../src/chess/board/types.ts';
import { checkInputs } from '../src/commands/checkOutputs.ts';
import { unpackSetup } from '../src/datagen/gameFormat.ts';
import { BLACK_TO_MOVE, FLAGS_AT, PACKED_BYTES } from '../src/datagen/packedPosition.ts';
import { loadTrainingPositions } from '../src/datagen/trainingPositions.ts';
import { encodeNetwork } from '../src/eval/nnue/networkFile.ts';
import { createFile } from '../src/hosts/node/atomicFile.ts';
import { readNetwork } from '../src/hosts/node/readNetwork.ts';
import { pairNeurons, roundRareAttacks } from '../src/train/compactNetwork.ts';
import { ChessError, unwrap } from '../src/util/result.ts';
import { withFiles } from './withFiles.ts';

/** Positions to count active inputs in, and those to count active neurons in. */
const COUNTED = 300_000;
const EVALUATED = 10_000;

const USAGE = 'npm run compact:network -- STEP in.nnue out.nnue positions…';
withFiles(USAGE, ([text, input, output, ...paths]) => {
  const step = Number(text);
  if (paths.length === 0 || !/^\d?\.?\d+$/.test(text!) || step > 1) {
    throw new ChessError(
      'give a step from 0 to 1, a network, a file to create, and files of positions',
    );
  }
  checkInputs(paths);
  const { network } = readNetwork(input!);
  const positions = samplePositions(paths, COUNTED);
  const rounded = roundRareAttacks(network, positions, step);
  const every = Math.ceil(positions.length / EVALUATED);
  const compact = pairNeurons(
    rounded,
    positions.filter((_, i) => i % every === 0),
  );
  const origin = `${network.origin.trimEnd()}\nAttack weights rounded with a step of ${step}.\n`;
  createFile(output!, encodeNetwork({ ...compact, origin }));
});

/** Positions of the files at equal distances, `most` at most. */
function samplePositions(paths: readonly string[], most: number): Position[] {
  const { memory, count } = loadTrainingPositions(paths);
  if (count === 0) throw new ChessError('the files have no positions');
  const every = Math.ceil(count / most);
  return Array.from({ length: Math.floor(count / every) }, (_, i) =>
    positionOf(new Uint8Array(memory, i * every * PACKED_BYTES, PACKED_BYTES)),
  );
}

/**
 * A packed position begins as one in a game file does. It has no rights, which no input sees. The side not to
 * move may be in check: only pieces count, and loading has checked those.
 */
function positionOf(packed: Uint8Array): Position {
  const bytes = new Uint8Array(packed);
  const isBlack = (packed[FLAGS_AT]! & BLACK_TO_MOVE) !== 0;
  bytes.set([(isBlack ? 128 : 0) | NO_SQUARE, 0, 1, 0], FLAGS_AT);
  return new Position(unwrap(unpackSetup(bytes, false)));
}
