/** `refrain data show|count|verify|shuffle|merge`: files of games and of labels. */
import { once } from 'node:events';
import { basename } from 'node:path';
import type { Position } from '../chess/board/position.ts';
import { counted, formatCount } from '../chess/counts.ts';
import { formatFen } from '../chess/notation/fen.ts';
import { formatPgn } from '../chess/notation/pgn.ts';
import { quotePath } from '../chess/printable.ts';
import { ChessError, fail, ok, type Result, unwrap } from '../chess/result.ts';
import { GameReader } from '../datagen/gameFile.ts';
import {
  decodeGame,
  ENDS,
  type GameHeader,
  type GameRecord,
  NO_SCORE,
  RESULTS,
  unpackPosition,
} from '../datagen/gameFormat.ts';
import { adjudicationRules } from '../datagen/gameSettings.ts';
import { formatOptions, labelOptions, seededGameOptions } from '../datagen/headerOptions.ts';
import { KeySet } from '../datagen/keySet.ts';
import { LabelReader } from '../datagen/labelFile.ts';
import {
  decodeLabelledGame,
  LABEL_HEADER,
  type LabelHeader,
  MATE_LABEL,
} from '../datagen/labelFormat.ts';
import { type Collected, merge, shuffle } from '../datagen/mergeGames.ts';
import type { RecordReader } from '../datagen/recordFile.ts';
import { labelTargets } from '../datagen/variants.ts';
import { findGameProblem } from '../datagen/verifyGame.ts';
import { findLabelProblem } from '../datagen/verifyLabels.ts';
import { forWhite } from '../eval/evaluator.ts';
import { readBeginning } from '../hosts/node/inputFile.ts';
import { describeError } from '../hosts/node/systemError.ts';
import { formatEval } from '../search/score.ts';
import { NAME } from '../version.ts';
import { checkInputs } from './checkOutputs.ts';
import { checkJson, isOnStandardOutput, type JsonTarget, writeJson } from './jsonOutput.ts';
import { reportTornGame } from './terminal.ts';

/** The number of errors shown per file; further ones are only counted. */
const ERRORS_SHOWN = 10;

/** A file may be growing while it is read. */
const reportTorn = (name: string, bytes: number): void => reportTornGame(name, bytes, 'left out');

interface ShowOptions {
  /** The number of the only game to show, from 1. */
  game?: number;
  pgn?: boolean;
}

/** Writes positions, or games as PGN, to standard output. Throws a ChessError for invalid files. */
export async function runShow(files: readonly string[], options: ShowOptions): Promise<void> {
  let [games, shown] = [0, 0];
  for (const file of files) {
    const reader = new GameReader(file);
    const { header } = reader;
    for (const game of reader.games()) {
      games++;
      if (options.game !== undefined && games !== options.game) continue;
      shown++;
      const start = unwrap(unpackPosition(game.start, header.settings.chess960 === 1));
      const text = options.pgn ? formatGame(start, game, header) : listPositions(start, game);
      if (!process.stdout.write(text)) await once(process.stdout, 'drain');
    }
    reportTorn(reader.name, reader.tornBytes);
  }
  if (options.game !== undefined && shown === 0) {
    throw new ChessError(`there is no game ${options.game}, only ${counted(games, 'game')}`);
  }
}

/**
 * `FEN | centipawns | 1.0, 0.5 or 0.0` from White's point of view, a format many trainers read;
 * `none` for positions of imported games without a score.
 */
function listPositions(position: Position, { moves, scores, result }: GameRecord): string {
  let text = '';
  for (const [i, move] of moves.entries()) {
    const shown = scores[i] === NO_SCORE ? 'none' : forWhite(scores[i]!, position);
    text += `${formatFen(position)} | ${shown} | ${(result / 2).toFixed(1)}\n`;
    position.make(move);
  }
  return text;
}

function formatGame(start: Position, game: GameRecord, { engine }: GameHeader): string {
  const moves = Array.from(game.moves, (move, i) => {
    const score = game.scores[i]!;
    return { move, nags: [], comments: score === NO_SCORE ? [] : [formatEval(score)] };
  });
  const name = `${NAME} ${engine}`;
  const tags =
    game.end === 'recorded'
      ? { Round: `${game.number + 1}` }
      : {
          Event: 'Self-play',
          Round: `${game.number + 1}`,
          White: name,
          Black: name,
          Termination: game.end,
        };
  return `${formatPgn({ start, moves, result: RESULTS[game.result]!, tags })}\n`;
}

/**
 * Shows counts of files of games, all together, and of each file of labels. Throws a ChessError for
 * invalid files.
 */
export function runCount(paths: readonly string[], { json }: { json?: JsonTarget }): void {
  checkJson(json, paths);
  const files = paths.filter((path) => !isLabelFile(path));
  const gameFiles = files.length === 0 ? null : countGames(files);
  const labelFiles = paths.filter(isLabelFile).map(countLabels);
  if (json !== undefined) writeJson(json, JSON.stringify({ gameFiles, labelFiles }));
  if (isOnStandardOutput(json)) return;
  if (gameFiles !== null) console.log(describeGames(gameFiles));
  for (const counts of labelFiles) console.log(describeLabels(counts));
}

/** What all files of games have together. */
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
    reportTorn(reader.name, reader.tornBytes);
  }
  const [black, draws, white] = results as [number, number, number];
  const files = headers.map((header, i) => ({ file: basename(paths[i]!), ...header }));
  return { ...total, white, draws, black, starts: starts.size, ends, files };
}

/** What became of the games after they were played, by the setting `assembled`. */
const ASSEMBLED = ['', 'merged or shuffled, ', 'imported, '];

function describeHeader(header: GameHeader): string {
  const assembled = ASSEMBLED[header.settings.assembled] ?? '';
  return `${NAME} ${header.engine}, ${assembled}${formatOptions(seededGameOptions(header))}`;
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

/**
 * Checks files completely, all of them. Prints all errors, and throws a ChessError if there are any.
 */
export function runVerify(paths: readonly string[]): void {
  let errors = 0;
  for (const path of paths) {
    const found = verify(path);
    for (const error of found.slice(0, ERRORS_SHOWN)) console.log(error);
    errors += found.length;
  }
  if (errors > 0) throw new ChessError(`${counted(errors, 'error')} found`);
}

/** The errors of a file, with its name; that it cannot be read is one too. */
function verify(path: string): string[] {
  const name = `${quotePath(basename(path))}: `;
  try {
    const errors = isLabelFile(path) ? verifyLabels(path) : verifyGames(path);
    // Errors thrown by readers already name the file.
    return errors.map((error) => (error.startsWith(name) ? error : `${name}${error}`));
  } catch (error) {
    return [describeError(error)];
  }
}

function verifyGames(path: string): string[] {
  const reader = new GameReader(path);
  const { settings } = reader.header;
  const rules = adjudicationRules(settings);
  return verifyRecords(reader, 'positions', (payload) => {
    const game = decodeGame(payload);
    if (!game.ok) return game;
    return ok({
      error: findGameProblem(game.value, rules, settings.chess960 === 1),
      number: settings.assembled === 0 ? game.value.number : null,
      count: game.value.moves.length,
    });
  });
}

function verifyLabels(path: string): string[] {
  const reader = new LabelReader(path);
  return verifyRecords(reader, 'labels', (payload) => {
    const game = decodeLabelledGame(payload);
    if (!game.ok) return game;
    const error = findLabelProblem(game.value, reader.header.settings.chess960 === 1);
    return ok({ error, number: game.value.number, count: [...labelTargets(game.value)].length });
  });
}

/** What is found in a record: its number, if it must be in order, and how many positions or labels it has. */
interface VerifiedRecord {
  error: string | null;
  number: number | null;
  count: number;
}

/** The errors of all records; prints how much there is if there are none. */
function verifyRecords(
  reader: RecordReader<string>,
  what: string,
  check: (payload: Uint8Array) => Result<VerifiedRecord>,
): string[] {
  const errors: string[] = [];
  let [games, sum] = [0, 0];
  try {
    for (const { offset, payload, isIntact } of reader.records()) {
      const name = `game ${games + 1} at byte ${offset}`;
      const found = isIntact ? check(payload) : fail('the checksum is wrong');
      if (found.ok) {
        const { error, number, count } = found.value;
        if (error !== null) errors.push(`${name}: ${error}`);
        if (number !== null && number !== games)
          errors.push(`${name} has the number ${number + 1}`);
        sum += count;
      } else errors.push(`${name}: ${found.error.message}`);
      games++;
    }
    if (reader.tornBytes > 0)
      errors.push(`${reader.tornBytes} bytes of an incomplete game at the end`);
  } catch (error) {
    if (!(error instanceof ChessError)) throw error;
    errors.push(error.message);
  }
  if (errors.length === 0) {
    console.log(
      `${reader.name}: ${counted(games, 'game')}, ${formatCount(sum)} ${what}, no errors`,
    );
  }
  return errors;
}

/** Whether a file is one of labels, rather than of games. */
const isLabelFile = (path: string): boolean =>
  LABEL_HEADER.begins(readBeginning(path, LABEL_HEADER.bytes));

/** What a file of labels has. */
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
  reportTorn(reader.name, reader.tornBytes);
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

/** Throws a ChessError if the files do not fit together, or the output exists. */
export function runShuffle(
  files: readonly string[],
  { output, seed }: { output: string; seed: number },
): void {
  checkInputs(files);
  reportCollected(output, shuffle(files, output, seed));
}

/** Throws a ChessError like {@link runShuffle}. */
export function runMerge(files: readonly string[], { output }: { output: string }): void {
  checkInputs(files);
  reportCollected(output, merge(files, output));
}

function reportCollected(output: string, { games, torn }: Collected): void {
  for (const { name, bytes } of torn) reportTorn(name, bytes);
  console.log(`${basename(output)}: ${counted(games, 'game')}`);
}
