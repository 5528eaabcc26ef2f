/**
 * Results of parsers: a value, or the library's one error with a message for the user. `unwrap` throws
 * the error instead.
 */

/** Any error in the user's input. No other error is thrown for bad input. */
export class ChessError extends Error {
  override name = 'ChessError';
}

export type Result<T> = { ok: true; value: T } | { ok: false; error: ChessError };

/** A value. */
export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

/** A {@link ChessError} with its message: one sentence without a full stop. */
export const fail = (message: string): Result<never> => ({
  ok: false,
  error: new ChessError(message),
});

/** The value, or the error thrown. */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw result.error;
  return result.value;
}

/** Quotes the user's text for a message: shortened and printable. The text may be anything. */
export function quote(text: string): string {
  const clean = String(text).replace(/[^\x20-\x7e]/g, '?');
  return `'${clean.length > 40 ? `${clean.slice(0, 37)}...` : clean}'`;
}
