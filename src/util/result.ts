/**
 * Results of parsers: a value, or a ChessError with a message for the user. `unwrap` throws the
 * error instead. Also checks of arguments, and how messages describe them.
 */
import { UNPRINTABLE } from './printable.ts';

/** An error in the user's input. No other error is thrown for bad input. */
export class ChessError extends Error {
  override name = 'ChessError';

  /**
   * `instanceof` also recognizes errors of another copy of this library: a program may hold two, one loaded by
   * `import` and one by `require`. A class that extends this one has only its own.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: a class that extends this one inherits the method
    const asked = this as unknown;
    if (Function.prototype[Symbol.hasInstance].call(asked, value)) return true;
    return asked === ChessError && value instanceof Error && value.name === 'ChessError';
  }
}

/** What a parser returns: a value, or an error that {@link unwrap} throws. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: ChessError };

/** A successful result. */
export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

/** A failed result. `message` is one sentence without a full stop. */
export const fail = (message: string): Result<never> => ({
  ok: false,
  error: new ChessError(message),
});

/** Returns the value, or throws the error. */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw result.error;
  return result.value;
}

/** The inverse of {@link unwrap}: what the work returns, or the ChessError that it throws. */
export function catching<T>(work: () => T): Result<T> {
  try {
    return ok(work());
  } catch (error) {
    return caught(error);
  }
}

/** A ChessError as a failed result. Any other error is a mistake of the program and thrown again. */
export function caught(error: unknown): Result<never> {
  if (!(error instanceof ChessError)) throw error;
  return { ok: false, error };
}

/** The result; an error begins with the name of where it occurred, such as a file or a line. */
export const within = <T>(name: string, result: Result<T>): Result<T> =>
  result.ok ? result : fail(`${name}: ${result.error.message}`);

/**
 * Whether this is an object with named values: not null, an array or an object of the platform, such as a Map,
 * a Promise or an AbortSignal, which all have a tag.
 */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(Symbol.toStringTag in value);

/** Whether this is an array whose items all fit; holes, which `every` would skip, count as undefined. */
export const isArrayOf = (value: unknown, fits: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && [...value].every(fits);

/** Whether this is an array of texts. */
export const areTexts = (value: unknown): value is string[] =>
  isArrayOf(value, (text) => typeof text === 'string');

/** The error for an unknown name, such as that of a setting. It lists the known ones, unless it ends in a hint. */
export function unknownName(
  what: string,
  name: unknown,
  known: readonly PropertyKey[],
  hint = ` (only ${known.join(', ')})`,
): ChessError {
  return new ChessError(`no such ${what}: ${quote(name)}${hint}`);
}

/**
 * Throws a ChessError, which may end in a hint, if `options` is not an object or has an option that is not in
 * `names`. An AbortController may be passed for its `signal`, as to `fetch`.
 */
export function checkOptions(options: unknown, names: readonly string[], hint?: string): void {
  if (options instanceof AbortController && names.includes('signal')) return;
  if (!isObject(options)) {
    throw new ChessError(`options must be an object, not ${describeArgument(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (!names.includes(name)) throw unknownName('option', name, names, hint);
  }
}

/** Quotes untrusted text for a message: shortened, `?` for what cannot be printed. Accepts any value. */
export function quote(value: unknown): string {
  const text = textOf(value);
  const short = text.length > 40 ? `${text.slice(0, 37)}...` : text;
  return `'${short.replace(UNPRINTABLE, '?')}'`;
}

/** Describes an argument in a message. Strings are marked as text: '3' is not the number 3. */
export function describeArgument(value: unknown): string {
  if (typeof value === 'string') return `the text ${quote(value)}`;
  return typeof value === 'number' ? String(value) : quote(value);
}

/**
 * Any value as text. `String` throws for some objects, templates throw for symbols, and a Buffer would print
 * its contents.
 */
export function textOf(value: unknown): string {
  if (ArrayBuffer.isView(value)) return Object.prototype.toString.call(value);
  try {
    return String(value);
  } catch {
    return typeof value;
  }
}
