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
