/**
 * The settings in the headers of data files, as the options of the commands that make them: for messages, and to
 * compare files.
 */
import { ChessError, quote } from '../util/result.ts';
import type { FileHeader } from './fileHeader.ts';
import type { GameHeader } from './gameFormat.ts';
import { type LabelHeader, variantsOf } from './labelFormat.ts';

/** By name, in the order in which they are shown. */
type HeaderOptions = Record<string, string | number>;

/** How games were made, without the seed. */
export function gameOptions({ settings }: GameHeader): HeaderOptions {
  const { drawNumber, drawCount, drawScore, resignCount, resignScore, resignTwoSided } = settings;
  return {
    '--nodes': settings.softNodes,
    '--hard-nodes': settings.nodes,
    '--hash': settings.hash,
    '--chess960': onOrOff(settings.chess960),
    '--plies': settings.openingPlies,
    // No option: always 0.
    'minimum score': settings.openingMinScore,
    '--max-score': settings.openingMaxScore,
    '--margin': settings.openingMargin,
    '--opening-nodes': settings.openingNodes,
    '--draw':
      drawCount === 0 ? 'none' : `number=${drawNumber} count=${drawCount} score=${drawScore}`,
    '--resign':
      resignCount === 0
        ? 'none'
        : `count=${resignCount} score=${resignScore} twosided=${resignTwoSided}`,
    '--max-moves': settings.maxMoves,
  };
}

/** How games were made. */
export const seededGameOptions = (header: GameHeader): HeaderOptions => ({
  '--seed': header.settings.seed,
  ...gameOptions(header),
});

/** Throws a ChessError if two files of self-play were made alike and with one seed, which makes the same games. */
export function assertDifferentGames(files: readonly { name: string; header: GameHeader }[]): void {
  const known = new Set<string>();
  for (const { name, header } of files) {
    if (header.settings.assembled !== 0) continue;
    const origin = JSON.stringify([header.engine, seededGameOptions(header)]);
    if (known.has(origin)) {
      throw new ChessError(
        `${name} has the same seed and therefore the same games as another file`,
      );
    }
    known.add(origin);
  }
}

/** How labels were made. */
export function labelOptions(header: LabelHeader): HeaderOptions {
  const { settings } = header;
  return {
    '--seed': settings.seed,
    '--nodes': settings.nodes === 0 ? 'none (--static)' : settings.nodes,
    '--variants': Number(variantsOf(header).toFixed(4)),
    '--every': settings.every === 0 ? 1 : settings.every,
    'noisy positions': settings.noisy === 0 ? 'left out' : 'labelled',
    chess960: onOrOff(settings.chess960),
    'game files': settings.sources,
    'games per batch': settings.batchGames,
  };
}

const onOrOff = (setting: number): string => (setting === 0 ? 'off' : 'on');

/** `--seed 1, --nodes 5000, …` */
export const formatOptions = (options: HeaderOptions): string =>
  Object.entries(options)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/** Throws a ChessError, which says how they differ, if the file `name` was not made as wanted. */
export function assertMadeAlike<Header extends FileHeader>(
  name: string,
  found: Header,
  wanted: Header,
  optionsOf: (header: Header) => HeaderOptions,
): void {
  const differences: string[] = [];
  if (found.engine !== wanted.engine) {
    differences.push(`engine ${quote(found.engine)}, not ${quote(wanted.engine)}`);
  }
  const wantedOptions = optionsOf(wanted);
  for (const [option, value] of Object.entries(optionsOf(found))) {
    const other = wantedOptions[option]!;
    if (value !== other) differences.push(`${option} ${value}, not ${other}`);
  }
  if (differences.length > 0) {
    throw new ChessError(`${name} was made with other settings: ${differences.join('; ')}`);
  }
}
