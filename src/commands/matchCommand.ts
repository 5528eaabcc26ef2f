/**
 * `refrain match` and `refrain sprt`: play games between engines, to measure their strength or to
 * test whether a change is an improvement.
 */
import { type EngineSpec, parseEngineSpec } from '../client/engineSpec.ts';
import { MAX_HYPOTHESIS_ELO, type SprtSettings } from '../match/sprt.ts';
import { ChessError, unwrap } from '../util/result.ts';
import { type MatchOptions, playMatch } from './playMatch.ts';
import { INTERRUPTED } from './terminal.ts';

type SprtOptions = MatchOptions & SprtSettings;

/** Exit codes for the outcome of an SPRT; 1 is reserved for errors. */
const EXIT_CODES = { H1: 0, H0: 2, undecided: 3 };

/** Throws a ChessError for invalid engines, limits or files. */
export async function runMatch(options: MatchOptions): Promise<void> {
  const { isInterrupted } = await playMatch(options, readEngines(options));
  if (isInterrupted) process.exitCode = INTERRUPTED;
}

/** Throws a ChessError like {@link runMatch}. */
export async function runSprt(options: SprtOptions): Promise<void> {
  const sprt = readSprt(options);
  if (options.engine?.length !== 2) {
    throw new ChessError('an SPRT needs exactly two engines: give --engine twice');
  }
  const specs = readEngines(options);
  // If the program ends early, that must not look like a verdict.
  process.exitCode = EXIT_CODES.undecided;
  const { verdict } = await playMatch(options, specs, { sprt });
  process.exitCode = EXIT_CODES[verdict ?? 'undecided'];
}

function readEngines({ engine = [], each }: MatchOptions): EngineSpec[] {
  const specs = engine.map((text) => unwrap(parseEngineSpec(text, each)));
  if (specs.length < 2)
    throw new ChessError('a match needs at least two engines: give --engine for each');
  return specs;
}

function readSprt({ elo0, elo1, alpha, beta, model }: SprtOptions): SprtSettings {
  if (!(elo0 < elo1)) throw new ChessError('elo0 must be less than elo1');
  const largest = MAX_HYPOTHESIS_ELO[model];
  if (Math.max(-elo0, elo1) > largest) {
    throw new ChessError(`elo0 and elo1 (${model}) must be from -${largest} to ${largest}`);
  }
  for (const [name, error] of Object.entries({ alpha, beta })) {
    if (!(error > 0 && error < 0.5)) throw new ChessError(`${name} must be between 0 and 0.5`);
  }
  return { elo0, elo1, alpha, beta, model };
}
