/** `refrain data import`: files of games from PGN. */
import { basename } from 'node:path';
import { quote } from '../chess/result.ts';
import { describeOmitted, importGames } from '../datagen/importGames.ts';
import { requireFile } from '../hosts/node/inputFile.ts';
import { checkOutputs } from './checkOutputs.ts';
import { counted } from './terminal.ts';

/** The number of invalid games shown; further ones are only counted. */
const FAULTS_SHOWN = 10;

interface ImportCommandOptions {
  output: string;
  heldOut?: string;
  /** Per cent. */
  share: number;
  chess960?: true;
  seed: number;
}

/** Throws a ChessError, and writes nothing, if an output exists or no game can be imported. */
export function runImport(paths: readonly string[], options: ImportCommandOptions): void {
  const { output, heldOut, share, chess960 = false, seed } = options;
  for (const path of paths) requireFile(path);
  checkOutputs([output, heldOut], paths);
  let shown = 0;
  const settings = { output, share: share / 100, chess960, seed };
  const { games, positions, ...imported } = importGames(
    paths,
    { ...settings, ...(heldOut !== undefined && { heldOut }) },
    (path, game, reason) => {
      if (shown++ < FAULTS_SHOWN)
        console.error(`${quote(basename(path))}, game ${game}: ${reason}`);
    },
  );
  const { heldOut: held, omitted } = imported;
  const counts = `${counted(games, 'game')}, ${counted(positions, 'position')}`;
  const rest = heldOut === undefined ? '' : `; ${basename(heldOut)}: ${counted(held, 'game')}`;
  console.log(`${basename(output)}: ${counts}${rest}${describeOmitted(omitted)}`);
}
