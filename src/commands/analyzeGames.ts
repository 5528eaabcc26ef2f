/** `refrain analyze games.pgn`: every move judged; written as PGN, as a picture and as a page. */
import { readFileSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { formatAnnotated } from '../analysis/annotate.ts';
import { formatAdvantageFile } from '../analysis/drawAdvantage.ts';
import type { GameReview } from '../analysis/judge.ts';
import { formatReport } from '../analysis/report.ts';
import { type ReviewProgress, reviewGame } from '../analysis/review.ts';
import { reviewToJson } from '../analysis/reviewJson.ts';
import { type PgnGame, readPgnGames } from '../chess/notation/pgnReader.ts';
import { printable } from '../chess/printable.ts';
import { ChessError } from '../chess/result.ts';
import type { Engine } from '../engine/node/engine.ts';
import type { Limits } from '../search/limits.ts';
import { ReviewJournal } from './reviewJournal.ts';
import { formatReview } from './reviewTable.ts';
import { checkWritable, INTERRUPTED, startShare, untilInterrupted } from './terminal.ts';

export interface GamesOptions {
  /** Which game of the file, the first being 1. */
  game?: number;
  all?: boolean;
  /** Whether marks are verified. */
  verify: boolean;
  /** Files to write; `-` is standard output. */
  pgn?: string;
  html?: string;
  svg?: string;
  json?: string | true;
  /** Where searches are kept, so that a review can go on after it was broken off. */
  journal?: string;
}

/** Names standard input, or output. */
const STANDARD = '-';

/** So many games are reviewed in one run, and in one page. */
const MAX_GAMES = 1000;

/**
 * Ends with the games or with Ctrl-C, and then writes what it has. Throws a ChessError when there
 * is no such game or it cannot be read.
 */
export async function analyzeGames(
  engines: readonly Engine[],
  file: string,
  limits: Limits,
  options: GamesOptions,
): Promise<void> {
  const games = chooseGames(readFileSync(file === STANDARD ? 0 : file, 'utf8'), options);
  const json = options.json === true ? STANDARD : options.json;
  const isSilent = checkOutputs([options.pgn, options.html, options.svg, json], options.journal);
  const journal = new ReviewJournal(options.journal ?? null);
  const say = isSilent ? () => {} : console.log;
  const reviews = await reviewAll(engines, games, limits, options.verify, journal, say);
  if (reviews.some((review) => review.moves.length > 0)) {
    writeOutputs(reviews, limits, { ...options, ...(json !== undefined && { json }) });
  }
}

/** Whether one is standard output. Throws what the file system throws if one cannot be written. */
function checkOutputs(
  paths: readonly (string | undefined)[],
  journal: string | undefined,
): boolean {
  const given = paths.filter((path) => path !== undefined);
  const files = given.filter((path) => path !== STANDARD);
  checkWritable([...files, journal]);
  if (given.length - files.length > 1) {
    throw new ChessError('only one of the outputs can be standard output');
  }
  return given.length > files.length;
}

/** With `--all` a game that cannot be read is passed over, and a line says so. */
function chooseGames(text: string, { game: number, all }: GamesOptions): PgnGame[] {
  const wanted = number ?? 1;
  const games: PgnGame[] = [];
  let count = 0;
  for (const game of readPgnGames(text)) {
    count++;
    if (!all && count < wanted) continue;
    if (game.ok) games.push(game.value);
    else if (all)
      console.error(`refrain: game ${count} left out: ${printable(game.error.message)}`);
    else throw new ChessError(`game ${count}: ${game.error.message}`);
    if (!all) break;
    if (games.length > MAX_GAMES) {
      throw new ChessError(`more than ${MAX_GAMES} games; --game chooses one of them`);
    }
  }
  if (count === 0) throw new ChessError('no game in the file');
  if (games.length === 0 && all) throw new ChessError('no game that can be read in the file');
  if (games.length === 0) throw new ChessError(`there is no game ${wanted}, only ${count}`);
  if (games.every(({ moves }) => moves.length === 0)) throw new ChessError('no move to judge');
  return games;
}

async function reviewAll(
  engines: readonly Engine[],
  games: readonly PgnGame[],
  limits: Limits,
  verify: boolean,
  journal: ReviewJournal,
  say: (text: string) => void,
): Promise<GameReview[]> {
  const plies = games.reduce((sum, { moves }) => sum + moves.length, 0);
  const share = startShare(say);
  const reviews: GameReview[] = [];
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
        ...{ engines, limits, verify, signal, onProgress, known: journal.known(game) },
        onSearch: (record) => journal.append(game, record),
      });
      done += weight;
      if (review.moves.length > 0 || !signal.aborted) reviews.push(review);
    }
    if (signal.aborted) process.exitCode = INTERRUPTED;
  }).finally(() => share.end());
  for (const review of reviews) say(`${formatReview(review)}\n`);
  return reviews;
}

/** Milliseconds for this game and those that follow, which are `rest` times as long as it. */
function timeLeft({ done, left }: ReviewProgress, rest: number): number | null {
  if (left === null) return null;
  return left + (done < 1 ? (rest * left) / (1 - done) : 0);
}

function writeOutputs(
  reviews: readonly GameReview[],
  limits: Limits,
  { pgn, html, svg, json, verify }: GamesOptions,
): void {
  if (pgn !== undefined) write(pgn, reviews.map(formatAnnotated).join('\n'));
  if (html !== undefined) write(html, formatReport(reviews, describeMethod(limits, verify)));
  if (typeof json === 'string') {
    write(json, `${JSON.stringify({ games: reviews.map(reviewToJson) })}\n`);
  }
  if (svg === undefined) return;
  for (const [i, review] of reviews.entries()) {
    const path = reviews.length === 1 ? svg : numbered(svg, i + 1);
    write(path, `${formatAdvantageFile(review)}\n`);
  }
}

function write(path: string, text: string): void {
  if (path === STANDARD) process.stdout.write(text);
  else writeFileSync(path, text);
}

/** `graph.svg`, 2 → `graph-2.svg` */
function numbered(path: string, number: number): string {
  if (path === STANDARD) return path;
  const extension = extname(path);
  return `${path.slice(0, path.length - extension.length)}-${number}${extension}`;
}

function describeMethod({ depth, nodes, movetime }: Limits, verify: boolean): string {
  const parts = [];
  if (depth !== undefined) parts.push(`depth ${depth}`);
  if (nodes !== undefined) parts.push(`${nodes.toLocaleString('en')} nodes`);
  if (movetime !== undefined) parts.push(`${movetime} ms`);
  return `${parts.join(', ')} a position${verify ? ', every mark verified by longer searches' : ''}`;
}
