/** `refrain data label`: scores the positions of games, as training data for networks. */
import { basename } from 'node:path';
import { ChessError, quote, unwrap } from '../chess/result.ts';
import { DataReader } from '../datagen/gameFile.ts';
import {
  BATCH_GAMES,
  gamesFrom,
  LabelWriter,
  labelGames,
  sourcesChecksum,
} from '../datagen/labelGames.ts';
import { type Labeller, ThreadLabeller, UciLabeller } from '../datagen/labeller.ts';
import { parseStaticPattern, STOCKFISH_PATTERN } from '../datagen/staticScore.ts';
import type { LabelSelection } from '../datagen/variants.ts';
import { Builds } from '../match/engineProgram.ts';
import { engineName, parseEngineSpec } from '../match/engineSpec.ts';
import { NAME, VERSION } from '../version.ts';
import {
  counted,
  formatCount,
  INTERRUPTED,
  reportTornGame,
  startProgress,
  untilInterrupted,
} from './terminal.ts';

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
  const { seed } = options;
  const pattern =
    options.static === undefined
      ? null
      : unwrap(parseStaticPattern(options.static === true ? STOCKFISH_PATTERN : options.static));
  if (pattern !== null && options.engine === undefined) {
    throw new ChessError('--static needs an --engine that prints its evaluation');
  }
  const nodes = pattern === null ? options.nodes : 0;
  const readers = files.map((file) => new DataReader(file));
  const headers = readers.map(({ header }) => header);
  let total = 0;
  for (const reader of readers) {
    for (const _ of reader.records()) total++;
    reportTornGame(reader.name, reader.tornBytes, 'left out');
    reader.close();
  }
  const chess960 = headers[0]!.settings.chess960;
  if (headers.some(({ settings }) => settings.chess960 !== chess960)) {
    throw new ChessError('some of the files are Chess960 and others are not');
  }
  const builds = new Builds();
  const labellers: Labeller[] = [];
  try {
    let engine = `${NAME} ${VERSION}`;
    if (options.engine === undefined) {
      for (let i = 0; i < options.threads; i++) labellers.push(new ThreadLabeller(nodes));
    } else {
      const spec = unwrap(parseEngineSpec(options.engine));
      if (Object.keys(spec.limit).length > 0) {
        throw new ChessError('limits cannot be part of --engine; use --nodes');
      }
      const method = pattern === null ? { nodes } : { pattern };
      const program = await builds.prepare(spec, (line) => console.error(line));
      for (let i = 0; i < options.threads; i++) {
        const labeller = await UciLabeller.start(program, engineName(spec), method, chess960 === 1);
        labellers.push(labeller);
        engine = spec.name ?? labeller.name;
      }
    }
    const sources = { sources: files.length, sourcesChecksum: sourcesChecksum(headers) };
    const selection = selectionOf(options);
    const settings = { seed, nodes, ...selection, chess960, ...sources, batchGames: BATCH_GAMES };
    const writer = new LabelWriter(options.output, { engine, settings });
    reportTornGame(quote(basename(options.output)), writer.cutBytes, 'removed');
    try {
      await untilInterrupted(async (signal) => {
        await label(writer, files, labellers, { seed, ...selection }, total, signal);
        if (signal.aborted) process.exitCode = INTERRUPTED;
      });
    } finally {
      writer.close();
    }
    console.log(`${basename(options.output)}: ${describe(writer)}`);
  } finally {
    await Promise.all(labellers.map((labeller) => labeller.close()));
    builds.remove();
  }
}

/** Which positions are labelled, in whole numbers. */
function selectionOf({ variants, every }: LabelOptions): LabelSelection {
  const counts = Number.isInteger(variants)
    ? { variants, variantsPer: 0 }
    : { variants: Math.round(variants * 100), variantsPer: 100 };
  return { ...counts, every: every === 1 ? 0 : every };
}

async function label(
  writer: LabelWriter,
  files: readonly string[],
  labellers: readonly Labeller[],
  settings: LabelSelection & { seed: number },
  total: number,
  signal: AbortSignal,
): Promise<void> {
  if (writer.games > 0) console.log(`continuing after ${describe(writer)}`);
  const before = { games: writer.games, labels: writer.labels };
  const started = performance.now();
  const rate = () => {
    const seconds = (performance.now() - started) / 1000;
    const left = ((total - writer.games) * seconds) / Math.max(1, writer.games - before.games);
    const perSecond = formatCount(Math.round((writer.labels - before.labels) / seconds));
    return { perSecond: `${perSecond} labels/s`, left: `${formatCount(Math.round(left))} s left` };
  };
  const line = () => {
    const { perSecond, left } = rate();
    return `${describe(writer)}, ${perSecond}, ${left}`;
  };
  const progress = startProgress(total, 'games', writer.games, line);
  for await (const games of labelGames(
    gamesFrom(files, writer.games),
    labellers,
    settings,
    signal,
  )) {
    writer.append(games);
    progress.step(rate().perSecond, games.length);
  }
  progress.end();
}

const describe = ({ games, labels }: LabelWriter): string =>
  `${counted(games, 'game')}, ${formatCount(labels)} labelled positions`;
