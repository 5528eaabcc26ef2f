/**
 * The options an engine has, as it lists them after `uci`, and whether a value is one of an option.
 * https://backscattering.de/chess/uci/#engine-option
 */
import { fail, ok, quote, type Result } from '../chess/result.ts';

export interface EngineOption {
  name: string;
  type: string;
  /** Bounds of a `spin`; null where the engine gives none. */
  min: number | null;
  max: number | null;
  /** The values of a `combo`. */
  values: readonly string[];
}

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

/** Checks a value that is to be set. The error is a sentence that names option and value. */
export function checkOptionValue(option: EngineOption, value: string): Result<string> {
  const { name, type, min, max, values } = option;
  const refuse = (wanted: string) =>
    fail(`option ${quote(name)} is ${wanted}, not ${quote(value)}`);
  switch (type) {
    case 'spin': {
      const [low, high] = [min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY];
      const isWithin = /^-?\d{1,15}$/.test(value) && Number(value) >= low && Number(value) <= high;
      if (isWithin) return ok(value);
      return refuse(
        `a whole number${min === null || max === null ? '' : ` from ${min} to ${max}`}`,
      );
    }
    case 'check':
      return /^(true|false)$/i.test(value) ? ok(value) : refuse('true or false');
    case 'combo':
      if (values.some((known) => known.toLowerCase() === value.toLowerCase())) return ok(value);
      return refuse(`one of ${values.map(quote).join(', ')}`);
    case 'button':
      return value === '' ? ok(value) : refuse('a button without a value');
    default:
      return ok(value);
  }
}
