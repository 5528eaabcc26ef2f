/** The openings of a match: positions in EPD, games in PGN, or lines of a Polyglot book. */
import { createHash } from 'node:crypto';
import { Book } from '../book/polyglotBook.ts';
import { chess960Fen } from '../chess/game/chess960.ts';
import { formatFen } from '../chess/notation/fen.ts';
import { readPackageFile } from '../hosts/node/builtResources.ts';
import { readBytes, readText } from '../hosts/node/inputFile.ts';
import { readPgnFile } from '../hosts/node/pgnFile.ts';
import type { MatchSettings } from '../match/match.ts';
import { openingsFromBook } from '../selfplay/bookOpenings.ts';
import {
  type Opening,
  type OpeningOrder,
  openingsFromEpd,
  openingsFromGames,
  orderOpenings,
} from '../selfplay/openingFile.ts';
import { quotePath } from '../util/printable.ts';
import { ChessError, unwrap, within } from '../util/result.ts';
import { MAX_NUMBER } from './optionParsers.ts';

export interface MatchOpeningOptions {
  /** A file; by default the package's own. */
  openings?: string;
  order?: OpeningOrder;
  seed?: number;
  plies?: number;
  /** Without a limit by default. */
  rounds?: number;
  chess960?: boolean;
}

/** Defaults of options that not every match has, so that commander must not fill them in. */
export const DEFAULT_SEED = 1;
const PLIES = 16;

/** The maximum number of openings taken from a book; further rounds repeat them. */
const MAX_BOOK_OPENINGS = 10_000;

/** The format of the openings, by the extension of their file. */
export function openingFormat(path = ''): 'epd' | 'pgn' | 'bin' {
  if (/\.bin$/i.test(path)) return 'bin';
  return /\.pgn$/i.test(path) ? 'pgn' : 'epd';
}

/** The openings in the order in which they are played. Throws a ChessError if they cannot be read. */
export function readOpenings(
  options: MatchOpeningOptions,
): Pick<MatchSettings, 'openings' | 'openingSource'> {
  const format = openingFormat(options.openings);
  if (format === 'bin') return readBookOpenings(options);
  const { openings: path, order = 'random', seed = DEFAULT_SEED, plies = PLIES } = options;
  const openings =
    path === undefined ? ownOpenings(options.chess960) : readOpeningFile(path, plies);
  // One Chess960 position makes the whole match Chess960, since engines are configured only once.
  const chess960 = options.chess960 === true || openings.some(({ start }) => start.chess960);
  for (const { start } of openings) start.chess960 = chess960;
  return {
    openings: orderOpenings(openings, order, seed),
    openingSource: {
      openings: digestOf(openings),
      order,
      seed: String(seed),
      plies: format === 'pgn' ? String(plies) : '',
      chess960: String(chess960),
    },
  };
}

/** One opening per round, as far as the book has that many. */
function readBookOpenings(options: MatchOpeningOptions) {
  const {
    openings: path = '',
    plies = PLIES,
    rounds = MAX_NUMBER,
    seed = DEFAULT_SEED,
    chess960,
  } = options;
  if (chess960) throw new ChessError('--chess960 cannot be used with a book');
  const bytes = readBytes(path);
  const book = unwrap(within(quotePath(path), Book.parse(bytes)));
  const count = Math.min(rounds, MAX_BOOK_OPENINGS);
  const openings = openingsFromBook(book, plies, count, seed);
  if (openings.length === 0)
    throw new ChessError(`${quotePath(path)} has no openings from the start position`);
  // More rounds only add openings: the book identifies them, whatever their number.
  const openingSource = {
    openings: createHash('sha256').update(bytes).digest('hex'),
    seed: String(seed),
    plies: String(plies),
  };
  return { openings, openingSource };
}

/** A hash of the openings in the order of their file. */
function digestOf(openings: readonly Opening[]): string {
  const hash = createHash('sha256');
  for (const { start, moves } of openings) hash.update(`${formatFen(start)} ${moves.join()}\n`);
  return hash.digest('hex');
}

/** The openings of a PGN file, at most `plies` of each game, or an EPD file. Throws a ChessError that names it. */
export function readOpeningFile(path: string, plies: number): Opening[] {
  const openings =
    openingFormat(path) === 'pgn'
      ? openingsFromGames(readPgnFile(path), plies)
      : openingsFromEpd(readText(path));
  return unwrap(within(quotePath(path), openings));
}

/** The package's openings, or all 960 starting positions. */
function ownOpenings(chess960 = false): Opening[] {
  const text = chess960
    ? Array.from({ length: 960 }, (_, number) => chess960Fen(number)).join('\n')
    : readPackageFile('positions/openings.epd');
  return unwrap(openingsFromEpd(text));
}
