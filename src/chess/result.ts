/**
 * What reading text gives: a value, or the one error of this library with a sentence for a person.
 * Parsers return it, so nothing is ever thrown halfway; `unwrap` is for those who prefer to catch.
 */

/** Any fault of a text or a move handed to us. Nothing else is thrown on bad input. */
export class ChessError extends Error {
  override name = 'ChessError';
}

export type Result<T> = { ok: true; value: T } | { ok: false; error: ChessError };

/** What was asked for. */
export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

/** A {@link ChessError} instead of it: one sentence, without a full stop. */
export const fail = (message: string): Result<never> => ({
  ok: false,
  error: new ChessError(message),
});

/** The value, or the error thrown. */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw result.error;
  return result.value;
}

/** A piece of somebody's text, short and printable enough to stand in a message. It may be anything. */
export function quote(text: string): string {
  const clean = String(text).replace(/[^\x20-\x7e]/g, '?');
  return `'${clean.length > 40 ? `${clean.slice(0, 37)}...` : clean}'`;
}
