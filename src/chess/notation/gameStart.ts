/**
 * Finds where games begin in PGN, so that long files can be read in pieces. No comment extends past such a
 * point (pgnTokens.ts). What separates games is ASCII, so it is found even in undecoded bytes, read as one
 * character each.
 */

/** A tag, up to its value. */
const TAG = /\[\w+[ \t]*"/y;

/** The first tag of export format. */
const EVENT = '[Event "';

/** The first index after `from` at which a game begins; -1 if there is none. */
export function findGameStart(text: string, from: number): number {
  for (let at = text.indexOf('\n[', from); at >= 0; at = text.indexOf('\n[', at + 1)) {
    if (isGameStart(text, at + 1)) return at + 1;
  }
  return -1;
}

/** The last index at which a game begins after another one; -1 if there is none. */
export function findLastGameStart(text: string): number {
  for (let at = text.lastIndexOf('\n['); at > 0; at = text.lastIndexOf('\n[', at - 1)) {
    if (isGameStart(text, at + 1)) return at + 1;
  }
  return -1;
}

/**
 * Whether the tags of a game begin at the start of this line: what comes before is not a tag, and is
 * followed by an empty line unless this is the Event tag.
 */
function isGameStart(text: string, at: number): boolean {
  if (!isTag(text, at)) return false;
  let end = at - 1;
  let lines = 0;
  while (end >= 0 && isBlank(text.charCodeAt(end))) {
    if (text.charCodeAt(end) === NEWLINE) lines++;
    end--;
  }
  if (end < 0) return false;
  let before = text.lastIndexOf('\n', end) + 1;
  while (isBlank(text.charCodeAt(before))) before++;
  return !isTag(text, before) && (lines > 1 || text.startsWith(EVENT, at));
}

function isTag(text: string, at: number): boolean {
  TAG.lastIndex = at;
  return TAG.test(text);
}

const NEWLINE = 10;
const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const WINDOWS_1252 = new TextDecoder('windows-1252');

/**
 * The text of a piece: in UTF-8, or UTF-16 as Windows writes it, else in the code page of old programs for Windows,
 * which contains Latin-1. Files may be put together from it and UTF-8: then each line is read on its own.
 */
export function decodePgn(piece: Uint8Array | ArrayBuffer): string {
  const bytes = new Uint8Array(piece);
  // Such a file is one piece, as its line breaks are not those of ASCII.
  const utf16 = utf16Decoder(bytes);
  if (utf16 !== null) return utf16.decode(bytes);
  try {
    return UTF_8.decode(bytes);
  } catch {
    return linesOf(bytes).map(decodeLine).join('');
  }
}

/** For text in UTF-16, which begins with a byte order mark; null for other text. */
export function utf16Decoder([first, second]: Uint8Array) {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  return null;
}

function decodeLine(line: Uint8Array): string {
  try {
    return UTF_8.decode(line);
  } catch {
    return WINDOWS_1252.decode(line);
  }
}

/** The lines with their ends. */
function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, at) + 1 || bytes.length;
    lines.push(bytes.subarray(at, end));
    at = end;
  }
  return lines;
}
