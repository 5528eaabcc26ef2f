/**
 * `genfens N seed S book <None|file> [plies=8 …]`: writes random openings as FENs, each on a line
 * `info string genfens <FEN>`. OpenBench's workers begin the games of training data from them:
 * `refrain "genfens 64 seed 7 book None" quit`.
 * https://github.com/AndyGrant/OpenBench/wiki
 */
import { formatFen } from '../chess/notation/fen.ts';
import { parseKeyValues } from '../client/keyValues.ts';
import {
  generateOpenings,
  MAX_OPENING_PLIES,
  type OpeningOptions,
  tooFewOpenings,
} from '../selfplay/openingGenerator.ts';
import { ChessError, fail, ok, quote, type Result, unwrap } from '../util/result.ts';
import { readOpeningFile } from './matchOpenings.ts';

/** Without a book: balanced positions after eight random plies, quick to find. */
const DEFAULTS: OpeningOptions = {
  plies: 8,
  seed: 1,
  minScore: 0,
  maxScore: 150,
  margin: 100,
  nodes: 1000,
  chess960: false,
};

/** From a book, which has chosen its openings already: two random plies for variety. */
const BOOK_PLIES = 2;

/** Plies of a PGN file's games that count as the opening. */
const PGN_PLIES = 16;

/** The extra words and the options they set. */
const NUMBERS = {
  plies: 'plies',
  'min-score': 'minScore',
  'max-score': 'maxScore',
  margin: 'margin',
  nodes: 'nodes',
} as const;

/** What a `genfens` line asks for. */
interface GenfensRequest {
  count: number;
  options: OpeningOptions;
  /** The path of an EPD or PGN file; null for none. */
  book: string | null;
}

/** Whether a command is a `genfens`. */
export const isGenfens = (line: string): boolean => /^\s*genfens(\s|$)/.test(line);

/** Parses a `genfens` line. */
export function parseGenfens(line: string): Result<GenfensRequest> {
  const found = /^\s*genfens +(\d{1,9}) +seed +(\d{1,15}) +book +(\S+)(.*)$/.exec(line);
  if (found === null) {
    return fail(
      'genfens: expected genfens <count> seed <number> book <None|file> [name=value ...]',
    );
  }
  const [, count, seed, file, extra] = found;
  const book = file!.toLowerCase() === 'none' ? null : file!;
  const options = { ...DEFAULTS, seed: Number(seed) };
  if (book !== null) options.plies = BOOK_PLIES;
  const words = parseKeyValues(extra!);
  if (!words.ok) return words;
  for (const { key, value } of words.value) {
    if (key === '' && value === 'chess960') options.chess960 = true;
    else if (!Object.hasOwn(NUMBERS, key))
      return fail(`genfens: unknown ${quote(key === '' ? value : key)}`);
    else if (!/^\d{1,9}$/.test(value)) {
      return fail(`genfens: ${key} must be a whole number, not ${quote(value)}`);
    } else options[NUMBERS[key as keyof typeof NUMBERS]] = Number(value);
  }
  if (Number(count) === 0) return fail('genfens: the count must be above zero');
  if (options.plies > MAX_OPENING_PLIES)
    return fail(`genfens: plies must be at most ${MAX_OPENING_PLIES}`);
  if (options.nodes === 0) return fail('genfens: nodes must be above zero');
  if (options.minScore > options.maxScore) return fail('genfens: min-score is above max-score');
  if (book !== null && options.chess960) return fail('genfens: chess960 needs book None');
  return ok({ count: Number(count), options, book });
}

/**
 * Writes the openings that a `genfens` line asks for. Throws a ChessError for an invalid line, a book
 * that cannot be used, or if there are fewer openings; and the file system's error if the book cannot be
 * read.
 */
export function runGenfens(line: string, write: (line: string) => void): void {
  const { count, options, book } = unwrap(parseGenfens(line));
  const openings = book === null ? {} : { book: readOpeningFile(book, PGN_PLIES) };
  let found = 0;
  for (const { position } of generateOpenings({ ...options, ...openings })) {
    write(`info string genfens ${formatFen(position)}`);
    if (++found === count) return;
  }
  throw new ChessError(`genfens: ${tooFewOpenings(found).message}`);
}
