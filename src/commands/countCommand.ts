/** `refrain data count`: counts what game files and label files contain. */
import { basename } from 'node:path';
import { GameReader } from '../datagen/gameFile.ts';
import { ENDS, type GameHeader, unpackPosition } from '../datagen/gameFormat.ts';
import { formatOptions, labelOptions, seededGameOptions } from '../datagen/headerOptions.ts';
import { KeySet } from '../datagen/keySet.ts';
import { isLabelFile, LabelReader } from '../datagen/labelFile.ts';
import { type LabelHeader, MATE_LABEL } from '../datagen/labelFormat.ts';
import { labelTargets } from '../datagen/variants.ts';
import { counted, formatCount } from '../util/counts.ts';
import { unwrap } from '../util/result.ts';
import { NAME } from '../version.ts';
import { checkInputs } from './checkOutputs.ts';
import { checkJson, isOnStandardOutput, type JsonTarget, writeJson } from './jsonOutput.ts';
import { reportTornGame } from './terminal.ts';

/**
 * Shows counts of game files, all together, and of each label file. Throws a ChessError for
 * invalid files.
 */
export function runCount(paths: readonly string[], { json }: { json?: JsonTarget }): void {
  checkInputs(paths);
  checkJson(json, paths);
  const files = paths.filter((path) => !isLabelFile(path));
  const gameFiles = files.length === 0 ? null : countGames(files);
  const labelFiles = paths.filter(isLabelFile).map(countLabels);
  if (json !== undefined) writeJson(json, JSON.stringify({ gameFiles, labelFiles }));
  if (isOnStandardOutput(json)) return;
  if (gameFiles !== null) console.log(describeGames(gameFiles));
  for (const counts of labelFiles) console.log(describeLabels(counts));
}

/** Totals of all game files. */
interface GameCounts {
  games: number;
  positions: number;
  bytes: number;
  white: number;
  draws: number;
  black: number;
  /** Different starting positions. */
  starts: number;
  ends: Record<string, number>;
  files: (GameHeader & { file: string })[];
}

function countGames(paths: readonly string[]): GameCounts {
  const starts = new KeySet();
  const results = [0, 0, 0];
  const ends = Object.fromEntries(ENDS.map((end) => [end, 0]));
  const total = { games: 0, positions: 0, bytes: 0 };
  const headers: GameHeader[] = [];
  for (const path of paths) {
    const reader = new GameReader(path);
    headers.push(reader.header);
    for (const game of reader.games()) {
      const { keyLo, keyHi } = unwrap(unpackPosition(game.start, true));
      starts.add(keyLo, keyHi);
      total.games++;
      total.positions += game.moves.length;
      results[game.result]!++;
      ends[game.end]!++;
    }
    total.bytes += reader.size;
    reportTornGame(reader.name, reader.tornBytes);
  }
  const [black, draws, white] = results as [number, number, number];
  const files = headers.map((header, i) => ({ file: basename(paths[i]!), ...header }));
  return { ...total, white, draws, black, starts: starts.size, ends, files };
}

/** What became of the games after they were played, by the setting `assembled`. */
const ASSEMBLED = ['', 'merged or shuffled, ', 'imported, '];

function describeHeader(header: GameHeader): string {
  const { engine, settings } = header;
  const assembled = ASSEMBLED[settings.assembled] ?? '';
  // Imported games have no self-play settings, even after a merge.
  const options = Object.entries(seededGameOptions(header)).filter(
    ([option]) => settings.nodes > 0 || option === '--chess960',
  );
  return `${NAME} ${engine}, ${assembled}${formatOptions(Object.fromEntries(options))}`;
}

function describeGames(counts: GameCounts): string {
  const { games, positions, bytes, white, draws, black, starts, files } = counts;
  const share = (count: number) =>
    `${formatCount(count)} (${((100 * count) / Math.max(1, games)).toFixed(1)}%)`;
  const each = (sum: number, of: number) => (sum / Math.max(1, of)).toFixed(1);
  const ends = Object.entries(counts.ends).filter(([, count]) => count > 0);
  return [
    ...files.map(({ file, ...header }) => `${file}: ${describeHeader(header)}`),
    `Games      ${formatCount(games)}, from ${counted(starts, 'different position')}`,
    `Positions  ${formatCount(positions)}, ${each(positions, games)} per game`,
    `Bytes      ${formatCount(bytes)}, ${each(bytes, positions)} per position`,
    `Results    white ${share(white)}, draws ${share(draws)}, black ${share(black)}`,
    `Ends       ${ends.map(([end, count]) => `${end} ${share(count)}`).join(', ')}`,
  ].join('\n');
}

/** Totals of a label file. */
interface LabelCounts extends LabelHeader {
  file: string;
  games: number;
  positions: number;
  labels: number;
  /** Labels with a quiet best move. */
  quiet: number;
  mates: number;
}

function countLabels(path: string): LabelCounts {
  const reader = new LabelReader(path);
  const counts = { games: 0, positions: 0, labels: 0, quiet: 0, mates: 0 };
  for (const game of reader.games()) {
    counts.games++;
    counts.positions += game.positions.length;
    for (const { score, isQuiet } of labelTargets(game)) {
      counts.labels++;
      if (isQuiet) counts.quiet++;
      if (Math.abs(score!) === MATE_LABEL) counts.mates++;
    }
  }
  reportTornGame(reader.name, reader.tornBytes);
  return { file: basename(path), ...counts, ...reader.header };
}

function describeLabels({ file, engine, settings, ...counts }: LabelCounts): string {
  return (
    `${file}: ${engine}, ${formatOptions(labelOptions({ engine, settings }))}\n` +
    `${counted(counts.games, 'game')}, ${counted(counts.positions, 'position')}, ` +
    `${counted(counts.labels, 'label')} (${formatCount(counts.quiet)} with a quiet best move, ` +
    `${counted(counts.mates, 'mate')})`
  );
}
