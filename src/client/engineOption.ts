/**
 * Parses the options that an engine lists after `uci`, and validates values for them.
 * https://backscattering.de/chess/uci/#engine-option
 */
import { fail, ok, quote, type Result } from '../util/result.ts';

export interface EngineOption {
  name: string;
  type: string;
  /** Bounds of a `spin`; null if the engine gives none. */
  min: number | null;
  max: number | null;
  /** The values of a `combo`. */
  values: readonly string[];
}

/** Whether two names are of the same option: UCI ignores their case. */
export const isSameOption = (name: string, other: string): boolean =>
  name.toLowerCase() === other.toLowerCase();

/** Reads `option name Hash type spin default 16 min 1 max 1024`; null for any other line. */
export function parseEngineOption(line: string): EngineOption | null {
  const [, name, type, rest] = /^option name (.+?) type (\S+)(.*)$/.exec(line) ?? [];
  if (name === undefined) return null;
  const numberAfter = (word: string): number | null => {
    const [, digits] = new RegExp(` ${word} (-?\\d{1,15})(?= |$)`).exec(rest!) ?? [];
    return digits === undefined ? null : Number(digits);
  };
  const [, ...values] = rest!.split(' var ').map((value) => value.trim());
  return { name, type: type!, min: numberAfter('min'), max: numberAfter('max'), values };
}

/** Validates an option to be set, given the engine's options by lower-case name. */
export function checkOption(
  options: ReadonlyMap<string, EngineOption>,
  name: string,
  value: string,
): Result<string> {
  const option = options.get(name.toLowerCase());
  return option === undefined ? fail(`no option ${quote(name)}`) : checkOptionValue(option, value);
}

/** Validates a value. The error names the option and the value. */
export function checkOptionValue(option: EngineOption, value: string): Result<string> {
  const { name, type, min, max, values } = option;
  const reject = (expected: string) =>
    fail(`option ${quote(name)} must be ${expected}, not ${quote(value)}`);
  switch (type) {
    case 'spin': {
      const [low, high] = [min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY];
      const isWithin = /^-?\d{1,15}$/.test(value) && Number(value) >= low && Number(value) <= high;
      if (isWithin) return ok(value);
      return reject(
        `a whole number${min === null || max === null ? '' : ` from ${min} to ${max}`}`,
      );
    }
    case 'check':
      return /^(true|false)$/i.test(value) ? ok(value) : reject('true or false');
    case 'combo':
      if (values.some((known) => known.toLowerCase() === value.toLowerCase())) return ok(value);
      return reject(`one of ${values.map(quote).join(', ')}`);
    case 'button':
      return value === ''
        ? ok(value)
        : fail(`option ${quote(name)} is a button and takes no value`);
    default:
      return ok(value);
  }
}
