/** `refrain datagen games.data`: plays games against itself and appends them to a file. */
import { basename } from 'node:path';
import { GameWriter } from '../datagen/gameFile.ts';
import { type GameSettings, recordGame } from '../datagen/gameFormat.ts';
import { selfPlaySettings } from '../datagen/gameSettings.ts';
import { DATAGEN_RULES, parseDrawRule, parseResignRule } from '../selfplay/adjudication.ts';
import { playGames } from '../selfplay/playGames.ts';
import type { GameTask } from '../selfplay/selfPlay.ts';
import { counted, formatCount } from '../util/counts.ts';
import { quotePath } from '../util/printable.ts';
import { derivedSeed } from '../util/random.ts';
import { ChessError, unwrap } from '../util/result.ts';
import { VERSION } from '../version.ts';
import { INTERRUPTED, reportTornGame, startProgress, untilInterrupted } from './terminal.ts';

interface DatagenOptions {
  games?: number;
  positions?: number;
  threads: number;
  hash: number;
  seed: number;
  nodes: number;
  hardNodes?: number;
  plies: number;
  maxScore: number;
  margin: number;
  openingNodes: number;
  chess960?: boolean;
  draw: string;
  resign: string;
  maxMoves: number;
}

/** The default number of games in a file. */
const DEFAULT_GAMES = 1000;

/**
 * Plays until the file has as many games or positions as requested, including those it already has.
 * Throws a ChessError for invalid settings or an unusable file.
 */
export async function runDatagen(file: string, options: DatagenOptions): Promise<void> {
  const settings = readSettings(options);
  const writer = new GameWriter(file, { engine: VERSION, settings });
  reportTornGame(quotePath(basename(file)), writer.cutBytes, 'removed');
  await untilInterrupted(async (signal) => {
    await play(writer, settings, options, signal);
    if (signal.aborted) process.exitCode = INTERRUPTED;
  });
  console.log(`${basename(file)}: ${describe(writer)}`);
}

function readSettings(options: DatagenOptions): GameSettings {
  const { nodes, hardNodes = 4 * nodes, seed, hash, maxMoves } = options;
  if (hardNodes < nodes) throw new ChessError('--hard-nodes is below --nodes');
  const draw =
    options.draw === 'none' ? null : unwrap(parseDrawRule(options.draw, DATAGEN_RULES.draw));
  const resign =
    options.resign === 'none'
      ? null
      : unwrap(parseResignRule(options.resign, DATAGEN_RULES.resign));
  return {
    assembled: 0,
    chess960: options.chess960 ? 1 : 0,
    seed,
    softNodes: nodes,
    nodes: hardNodes,
    hash,
    openingPlies: options.plies,
    openingMinScore: 0,
    openingMaxScore: options.maxScore,
    openingMargin: options.margin,
    openingNodes: options.openingNodes,
    drawNumber: draw?.number ?? 0,
    drawCount: draw?.count ?? 0,
    drawScore: draw?.score ?? 0,
    resignCount: resign?.count ?? 0,
    resignScore: resign?.score ?? 0,
    resignTwoSided: resign?.isTwoSided ? 1 : 0,
    maxMoves,
  };
}

async function play(
  writer: GameWriter,
  settings: GameSettings,
  options: DatagenOptions,
  signal: AbortSignal,
): Promise<void> {
  const { positions = Number.POSITIVE_INFINITY, threads } = options;
  const { games = options.positions === undefined ? DEFAULT_GAMES : positions } = options;
  const isDone = () => writer.games >= games || writer.positions >= positions;
  if (isDone()) return;
  if (writer.games > 0) console.log(`continuing after ${describe(writer)}`);
  const before = writer.positions;
  const started = performance.now();
  const rate = () => {
    const seconds = (performance.now() - started) / 1000;
    return `${formatCount(Math.round((writer.positions - before) / seconds))} positions/s`;
  };
  const line = () => `${describe(writer)}, ${rate()}`;
  const isByPositions = Number.isFinite(positions);
  const progress = isByPositions
    ? startProgress(positions, 'positions', before, line)
    : startProgress(games, 'games', writer.games, line);
  const tasks = tasksFrom(writer.games, games, settings.seed);
  try {
    for await (const game of playGames(tasks, selfPlaySettings(settings), threads, signal)) {
      writer.append(recordGame(game));
      progress.step(rate(), isByPositions ? game.moves.length : 1);
      if (isDone()) break;
    }
  } finally {
    progress.end();
    console.log(`played ${counted(writer.positions - before, 'position')}, ${rate()}`);
  }
}

function* tasksFrom(first: number, end: number, seed: number): Generator<GameTask> {
  for (let number = first; number < end; number++)
    yield { number, seed: derivedSeed(seed, number) };
}

const describe = ({ games, positions }: GameWriter): string =>
  `${counted(games, 'game')}, ${counted(positions, 'position')}`;
