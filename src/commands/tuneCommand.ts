/**
 * `refrain tune lmrBase lmrDivisor`: measures by games which way search parameters, or options of any UCI
 * engine, should move.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isSameOption } from '../client/engineOption.ts';
import { NODE } from '../client/engineProgram.ts';
import { type EngineSpec, parseEngineSpec } from '../client/engineSpec.ts';
import { PACKAGE_ROOT } from '../hosts/node/builtResources.ts';
import { staleBuildWarning } from '../hosts/node/upToDate.ts';
import type { Factor } from '../match/factorialScreen.ts';
import { PARAMETER_NAMES, PARAMETERS, type ParameterName } from '../search/parameters.ts';
import { ChessError, quote, unwrap } from '../util/result.ts';
import { IS_TUNING_BUILD } from '../version.ts';
import { DEFAULT_SEED } from './matchOpenings.ts';
import { type MatchOptions, playMatch } from './playMatch.ts';
import { INTERRUPTED } from './terminal.ts';
import { warn } from './warn.ts';

/**
 * Screens parameters by name, and other options as `Name=low,high`; without any, all parameters.
 * Continues the run that the PGN holds. Throws a ChessError for an unknown parameter or an option
 * that the engine does not have, and like `refrain match`.
 */
export async function runTune(names: readonly string[], options: MatchOptions): Promise<void> {
  if ((options.engine?.length ?? 0) > 1)
    throw new ChessError('one engine is tuned: give --engine once');
  const factors = (names.length > 0 ? names : PARAMETER_NAMES).map(parseFactor);
  const doubled = factors.find(({ name }, i) =>
    factors.slice(0, i).some((other) => isSameOption(other.name, name)),
  );
  if (doubled !== undefined) throw new ChessError(`${quote(doubled.name)} is given twice`);
  const engine = readEngine(options);
  if (engine.name !== null) {
    throw new ChessError(
      'name= has no effect: both sides are the same engine with opposite settings',
    );
  }
  const unused = factors.find(({ name }) =>
    engine.options.some(([option]) => isSameOption(option, name)),
  );
  if (unused !== undefined) {
    throw new ChessError(`option.${unused.name} has no effect: it is tuned`);
  }
  const specs = ['setting', 'opposite'].map((name) => ({ ...engine, name }));
  const screen = { factors, seed: options.seed ?? DEFAULT_SEED };
  const { isInterrupted } = await playMatch(options, specs, { screen });
  if (isInterrupted) process.exitCode = INTERRUPTED;
}

/**
 * A parameter of the search at its value plus and minus its step, or `Name=low,high`. Throws a ChessError for
 * anything else.
 */
export function parseFactor(text: string): Factor {
  if (Object.hasOwn(PARAMETERS, text)) {
    const [center, , , step] = PARAMETERS[text as ParameterName];
    return { name: text, minus: `${center - step}`, plus: `${center + step}`, center };
  }
  const [, name = '', minus = '', plus = ''] = /^([^=]+)=([^,]+),([^,]+)$/.exec(text) ?? [];
  if (name === '') {
    throw new ChessError(`not a parameter of the search, nor Name=low,high: ${quote(text)}`);
  }
  if (minus === plus) throw new ChessError(`${quote(name)} has the same value twice`);
  const isNumeric = [minus, plus].every((value) => /^-?\d{1,15}$/.test(value));
  const [low, high] = [Number(minus), Number(plus)];
  const hasMiddle = isNumeric && Math.abs(high - low) > 1;
  return { name, minus, plus, center: hasMiddle ? Math.round((low + high) / 2) : null };
}

/** The engine to tune; by default the build whose parameters are options. */
function readEngine({ engine: [words] = [], each }: MatchOptions): EngineSpec {
  const spec = unwrap(parseEngineSpec(words ?? 'self', each));
  if (words !== undefined || IS_TUNING_BUILD) return spec;
  const program = join(PACKAGE_ROOT, 'dist-tune', 'cli.js');
  if (!existsSync(program)) {
    throw new ChessError('no tuning build: run npm run build:tune, or name an --engine');
  }
  const warning = staleBuildWarning(program);
  if (warning !== null) warn(warning);
  return { ...spec, command: NODE, args: [program, ...spec.args] };
}
