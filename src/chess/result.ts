/**
 * Results of parsers: a value, or a ChessError with a message for the user. `unwrap` throws the
 * error instead.
 */

/** An error in the user's input. No other error is thrown for bad input. */
export class ChessError extends Error {
  override name = 'ChessError';
}

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

/** The result, an error with what it belongs to in front: a file, a line. */
export const within = <T>(name: string, result: Result<T>): Result<T> =>
  result.ok ? result : fail(`${name}: ${result.error.message}`);

/** Quotes untrusted text for a message: shortened, printable ASCII. Accepts any value. */
export function quote(text: unknown): string {
  const clean = textOf(text).replace(/[^\x20-\x7e]/g, '?');
  return `'${clean.length > 40 ? `${clean.slice(0, 37)}...` : clean}'`;
}

/** Any value as text; `String` throws for some objects, and templates for symbols. */
export function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return typeof value;
  }
}
