/** `refrain data label`: scores the positions of games, as training data for networks. */
import { basename } from 'node:path';
import { GameReader } from '../datagen/gameFile.ts';
import { assertDifferentGames } from '../datagen/headerOptions.ts';
import { LabelWriter } from '../datagen/labelFile.ts';
import { BATCH_GAMES, gamesFrom, labelGames } from '../datagen/labelGames.ts';
import { type Labeller, threadLabeller } from '../datagen/labeller.ts';
import type { LabelSelection } from '../datagen/variants.ts';
import { counted, formatCount } from '../util/counts.ts';
import { formatDuration } from '../util/durations.ts';
import { quotePath } from '../util/printable.ts';
import { ChessError } from '../util/result.ts';
import { NAME, VERSION } from '../version.ts';
import { checkInputs } from './checkOutputs.ts';
import { staticMethod, withEngineLabellers } from './engineLabellers.ts';
import { INTERRUPTED, reportTornGame, startProgress, untilInterrupted } from './terminal.ts';

interface LabelOptions {
  output: string;
  engine?: string;
  nodes: number;
  /** The pattern of a static evaluation; `true` for that of Stockfish. */
  static?: string | true;
  /** May be a fraction. */
  variants: number;
  every: number;
  threads: number;
  seed: number;
}

/**
 * Labels the games of files, continuing after those that the output already has. Throws a
 * ChessError for files or settings that do not fit, and for an engine that fails.
 */
export async function runLabel(files: readonly string[], options: LabelOptions): Promise<void> {
  const { engine, threads, nodes, static: pattern } = options;
  if (pattern !== undefined && engine === undefined) {
    throw new ChessError('--static needs an --engine that prints its evaluation');
  }
  const method = pattern === undefined ? { nodes } : staticMethod(pattern);
  const games = readGames(files);
  if (engine !== undefined) {
    await withEngineLabellers(engine, method, games.chess960, threads, (labellers, name) =>
      labelFiles(games, labellers, name, options),
    );
    return;
  }
  const labellers = Array.from({ length: threads }, () => threadLabeller(nodes));
  try {
    await labelFiles(games, labellers, `${NAME} ${VERSION}`, options);
  } finally {
    await Promise.all(labellers.map((labeller) => labeller.close()));
  }
}

/** The game files that are labelled. */
interface Games {
  files: readonly string[];
  /** The number of games in all files. */
  count: number;
  chess960: boolean;
}

/** Throws a ChessError if files are not game files, or cannot be combined. */
function readGames(files: readonly string[]): Games {
  checkInputs(files);
  const readers = files.map((file) => new GameReader(file));
  assertDifferentGames(readers);
  const [chess960, ...others] = readers.map(({ header }) => header.settings.chess960 === 1);
  if (others.some((other) => other !== chess960)) {
    throw new ChessError('some of the files are Chess960 and others are not');
  }
  let count = 0;
  for (const reader of readers) {
    for (const _ of reader.records()) count++;
    reportTornGame(reader.name, reader.tornBytes);
  }
  return { files, count, chess960: chess960! };
}

/** Labels until all games are done, or until Ctrl-C, and says how much is in the output. */
async function labelFiles(
  games: Games,
  labellers: readonly Labeller[],
  engine: string,
  options: LabelOptions,
): Promise<void> {
  const { seed, output } = options;
  const { files, chess960 } = games;
  const selection = selectionOf(options);
  const settings = {
    seed,
    nodes: options.static === undefined ? options.nodes : 0,
    ...selection,
    chess960: chess960 ? 1 : 0,
    sources: files.length,
    reserved: 0,
    batchGames: BATCH_GAMES,
  };
  await untilInterrupted(async (signal) => {
    const writer = new LabelWriter(output, { engine, settings }, gamesFrom(files, 0));
    reportTornGame(quotePath(basename(output)), writer.cutBytes, 'removed');
    await label(writer, games, labellers, { seed, ...selection }, signal);
    if (signal.aborted) process.exitCode = INTERRUPTED;
    console.log(`${basename(output)}: ${describe(writer)}`);
  });
}

/** Which positions are labelled, in whole numbers. */
function selectionOf({ variants, every, static: pattern }: LabelOptions): LabelSelection {
  const hundredths = Math.round(variants * 100);
  if (Math.abs(variants * 100 - hundredths) > 1e-6) {
    throw new ChessError(`--variants ${variants} has more than two decimals`);
  }
  const counts = Number.isInteger(variants)
    ? { variants, variantsPer: 0 }
    : { variants: hundredths, variantsPer: 100 };
  return { ...counts, every: every === 1 ? 0 : every, noisy: pattern === undefined ? 0 : 1 };
}

async function label(
  writer: LabelWriter,
  { files, count }: Games,
  labellers: readonly Labeller[],
  settings: LabelSelection & { seed: number },
  signal: AbortSignal,
): Promise<void> {
  if (writer.games > 0) console.log(`continuing after ${describe(writer)}`);
  const before = { games: writer.games, labels: writer.labels };
  const started = performance.now();
  const rate = () => {
    const seconds = (performance.now() - started) / 1000;
    const left = ((count - writer.games) * seconds) / Math.max(1, writer.games - before.games);
    const perSecond = formatCount(Math.round((writer.labels - before.labels) / seconds));
    return { perSecond: `${perSecond} labels/s`, left: `${formatDuration(left * 1000)} left` };
  };
  const line = () => {
    const { perSecond, left } = rate();
    return `${describe(writer)}, ${perSecond}, ${left}`;
  };
  const progress = startProgress(count, 'games', writer.games, line);
  const batches = labelGames(gamesFrom(files, writer.games), labellers, settings, signal);
  try {
    for await (const games of batches) {
      writer.append(games);
      progress.step(rate().perSecond, games.length);
    }
  } finally {
    progress.end();
  }
}

const describe = ({ games, labels }: LabelWriter): string =>
  `${counted(games, 'game')}, ${counted(labels, 'labelled position')}`;
