/** `refrain analyze games.pgn`: reviews games; writes PGN, JSON, charts and a page. */
import { extname } from 'node:path';
import type { PgnGame } from '../chess/notation/pgnReader.ts';
import { replaceFile } from '../hosts/node/atomicFile.ts';
import { inputName, STANDARD } from '../hosts/node/inputFile.ts';
import type { Engine } from '../hosts/node/nodeEngine.ts';
import { readPgnFile } from '../hosts/node/pgnFile.ts';
import { formatAdvantageFile } from '../report/advantageChart.ts';
import { formatAnnotated } from '../report/annotatedPgn.ts';
import { reportParts } from '../report/htmlReport.ts';
import { reviewToJson } from '../report/reviewJson.ts';
import type { GameReview } from '../review/judge.ts';
import { reviewGame, reviewObstacle } from '../review/reviewGame.ts';
import type { ReviewOptions, ReviewProgress } from '../review/reviewOptions.ts';
import type { Limits } from '../search/limits.ts';
import { counted, formatCount } from '../util/counts.ts';
import { ChessError } from '../util/result.ts';
import { checkReplaced } from './checkOutputs.ts';
import { checkJson, isOnStandardOutput, type JsonTarget, writeJson } from './jsonOutput.ts';
import { ReviewJournal, type SearchConditions } from './reviewJournal.ts';
import { formatReview } from './reviewTable.ts';
import { INTERRUPTED, startShare, untilInterrupted } from './terminal.ts';
import { warn } from './warn.ts';

export interface GamesOptions {
  /** The number of the game in the file, from 1. */
  game?: number;
  all?: boolean;
  /** Whether to verify marks with longer searches. */
  verify: boolean;
  /** Files to write; `-` is standard output. */
  pgn?: string;
  html?: string;
  svg?: string;
  json?: JsonTarget;
  /** The file that stores all searches, so that an interrupted review can continue. */
  journal?: string;
}

/** The maximum number of games reviewed in one run, and in one page. */
const MAX_GAMES = 1000;

/**
 * Reviews games until done or Ctrl-C, and then writes the results so far. Throws a ChessError if a
 * game does not exist or cannot be read.
 */
export async function analyzeGames(
  engines: readonly Engine[],
  file: string,
  limits: Limits,
  conditions: SearchConditions,
  options: GamesOptions,
): Promise<void> {
  const { games, hasMore } = chooseGames(file, options);
  if (games.every(({ moves }) => moves.length === 0)) throw new ChessError('no move to judge');
  const svgs = svgPaths(options.svg, games.length);
  checkJson(options.json, [file], [options.pgn, options.html, ...svgs, options.journal]);
  checkReplaced('PGN', options.pgn);
  checkReplaced('HTML', options.html);
  for (const path of svgs) checkReplaced('SVG', path);
  const outputs = [options.pgn, options.html, options.svg, options.json];
  const toStandard = outputs.filter(isOnStandardOutput).length;
  if (toStandard > 1) throw new ChessError('only one of the outputs can be standard output');
  const journal = new ReviewJournal(options.journal ?? null, conditions);
  if (journal.damagedLines > 0) {
    const damaged = counted(journal.damagedLines, 'damaged line');
    warn(`${options.journal}: ${damaged} not used`);
  }
  const print = toStandard > 0 ? () => {} : console.log;
  const reviews: GameReview[] = [];
  try {
    await reviewAll(games, { engines, limits, verify: options.verify }, journal, print, reviews);
  } finally {
    // Also if an engine failed: reviews that are complete are not lost.
    for (const review of reviews) print(`${formatReview(review)}\n`);
    if (reviews.some((review) => review.moves.length > 0)) {
      writeOutputs(reviews, svgs, limits, options);
    }
  }
  if (hasMore) warn(`${inputName(file)}: only the first game was reviewed; see --game and --all`);
}

/**
 * Selects the games of a file, and reports what could not be read in them. With `--all`, one that cannot be read or
 * reviewed is skipped with a message. `hasMore` is whether there are other games and none was asked for.
 */
function chooseGames(
  path: string,
  { game: number, all }: GamesOptions,
): { games: PgnGame[]; hasMore: boolean } {
  const file = inputName(path);
  const wanted = number ?? 1;
  const games: PgnGame[] = [];
  let count = 0;
  for (const game of readPgnFile(path, { variations: true })) {
    count++;
    if (!all && count < wanted) continue;
    if (!all && count > wanted) return { games, hasMore: true };
    const obstacle = game.ok ? reviewObstacle(game.value) : game.error.message;
    if (game.ok && obstacle === null) {
      games.push(game.value);
      for (const problem of game.value.problems) {
        warn(`${file}, game ${count}: ${problem}`);
      }
    } else if (all) {
      warn(`${file}, game ${count} skipped: ${obstacle}`);
    } else throw new ChessError(`${file}, game ${count}: ${obstacle}`);
    if (number !== undefined) break;
    if (games.length > MAX_GAMES) {
      throw new ChessError(`more than ${MAX_GAMES} games; select one with --game`);
    }
  }
  if (count === 0) throw new ChessError(`${file}: no game in it`);
  if (games.length === 0 && all)
    throw new ChessError(`${file}: no game in it that can be reviewed`);
  if (games.length === 0)
    throw new ChessError(`${file}: there is no game ${wanted}, only ${count}`);
  return { games, hasMore: false };
}

/** Appends the reviews of the games to `reviews`. */
async function reviewAll(
  games: readonly PgnGame[],
  options: ReviewOptions,
  journal: ReviewJournal,
  print: (text: string) => void,
  reviews: GameReview[],
): Promise<void> {
  const plies = games.reduce((sum, { moves }) => sum + moves.length, 0);
  const share = startShare(print);
  let done = 0;
  await untilInterrupted(async (signal) => {
    for (const [i, game] of games.entries()) {
      if (signal.aborted) break;
      const weight = game.moves.length / plies;
      const onProgress = (progress: ReviewProgress) => {
        const where = games.length > 1 ? `game ${i + 1} of ${games.length}, ` : '';
        const left = timeLeft(progress, (1 - done - weight) / Math.max(weight, 1e-9));
        share.show(done + weight * progress.done, left, where + progress.stage);
      };
      const review = await reviewGame(game, {
        ...options,
        signal,
        onProgress,
        known: journal.known(game),
        onSearch: (record) => journal.append(game, record),
      });
      done += weight;
      if (review.moves.length > 0 || !signal.aborted) reviews.push(review);
    }
    if (signal.aborted) process.exitCode = INTERRUPTED;
  }).finally(() => share.end());
}

/** Milliseconds for this game and the remaining ones, which are `rest` times as long. */
function timeLeft({ done, left }: ReviewProgress, rest: number): number | null {
  if (left === null) return null;
  return left + (done < 1 ? (rest * left) / (1 - done) : 0);
}

/** Writes all outputs, even if some of them fail; then throws the first error. */
function writeOutputs(
  reviews: readonly GameReview[],
  svgs: readonly string[],
  limits: Limits,
  { pgn, html, json, verify }: GamesOptions,
): void {
  const failures: unknown[] = [];
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (failure) {
      failures.push(failure);
    }
  };
  if (pgn !== undefined) attempt(() => write(pgn, reviews.map(formatAnnotated).join('\n')));
  if (html !== undefined) {
    attempt(() => write(html, reportParts(reviews, describeSearches(limits, verify))));
  }
  if (json !== undefined) {
    attempt(() => writeJson(json, JSON.stringify({ games: reviews.map(reviewToJson) })));
  }
  for (const [i, path] of svgs.slice(0, reviews.length).entries()) {
    attempt(() => write(path, `${formatAdvantageFile(reviews[i]!)}\n`));
  }
  if (failures.length > 0) throw failures[0];
}

function write(path: string, text: string | Iterable<string>): void {
  if (path !== STANDARD) replaceFile(path, text);
  else for (const part of typeof text === 'string' ? [text] : text) process.stdout.write(part);
}

/** A chart for each game; of several: `graph.svg` → `graph-1.svg`, `graph-2.svg` … */
function svgPaths(path: string | undefined, games: number): string[] {
  if (path === undefined) return [];
  const extension = extname(path);
  const stem = path.slice(0, path.length - extension.length);
  return Array.from({ length: games }, (_, i) =>
    games === 1 || path === STANDARD ? path : `${stem}-${i + 1}${extension}`,
  );
}

function describeSearches({ depth, nodes, movetime }: Limits, verify: boolean): string {
  const parts = [];
  if (depth !== undefined) parts.push(`depth ${depth}`);
  if (nodes !== undefined) parts.push(`${formatCount(nodes)} nodes`);
  if (movetime !== undefined) parts.push(`${movetime} ms`);
  return `${parts.join(', ')} a position${verify ? ', every mark verified by longer searches' : ''}`;
}
