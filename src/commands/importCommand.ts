/** `refrain data import`: game files from PGN. */
import { basename } from 'node:path';
import { describeOmitted, importGames } from '../datagen/importGames.ts';
import { inputName } from '../hosts/node/inputFile.ts';
import { counted } from '../util/counts.ts';
import { ChessError } from '../util/result.ts';
import { checkOutputs } from './checkOutputs.ts';
import { warn } from './warn.ts';

/** The number of invalid games shown; further ones are only counted. */
const PROBLEMS_SHOWN = 10;

interface ImportCommandOptions {
  output: string;
  heldOut?: string;
  /** Per cent. */
  share?: number;
  exclude?: string[];
  chess960?: true;
  seed?: number;
}

/** The percentage of the openings that is held out. */
const DEFAULT_SHARE = 3;
const DEFAULT_SEED = 1;

/** Throws a ChessError, and writes nothing, if an output exists or no game can be imported. */
export function runImport(paths: readonly string[], options: ImportCommandOptions): void {
  const { output, heldOut, exclude: excluded = [], chess960 = false } = options;
  for (const option of ['share', 'seed'] as const) {
    if (heldOut === undefined && options[option] !== undefined) {
      throw new ChessError(`--${option} has no effect without --held-out`);
    }
  }
  const { share = DEFAULT_SHARE, seed = DEFAULT_SEED } = options;
  checkOutputs([output, heldOut], [...paths, ...excluded]);
  let shown = 0;
  const settings = { output, heldOut, share: share / 100, excluded, chess960, seed };
  const { games, positions, ...imported } = importGames(paths, settings, (path, game, reason) => {
    if (shown++ < PROBLEMS_SHOWN) warn(`${inputName(path)}, game ${game}: ${reason}`);
  });
  const { heldOut: held, omitted } = imported;
  const counts = `${counted(games, 'game')}, ${counted(positions, 'position')}`;
  const rest = heldOut === undefined ? '' : `; ${basename(heldOut)}: ${counted(held, 'game')}`;
  console.log(`${basename(output)}: ${counts}${rest}${describeOmitted(omitted)}`);
}
