/**
 * Makes untrusted text safe for a terminal: an engine's name or a PGN tag must not be able to move
 * the cursor, set the window title or reverse the text direction.
 * https://en.wikipedia.org/wiki/ANSI_escape_code
 */

/** Control, format and surrogate characters, and the separators that break a line. */
export const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Replaces characters that are not shown as themselves by escapes: `\x1b`, `\u202e`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    const code = character.codePointAt(0)!;
    const hex = code.toString(16);
    if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
    return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`;
  });
}

/** Quotes the name of a file, folder or program for a message, in full: its end tells which one it is. */
export const quotePath = (path: string): string => `'${printable(path)}'`;
