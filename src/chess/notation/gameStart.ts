/**
 * Where games begin in PGN. No game extends past such a point, whatever is not closed in it: a file may be read whole
 * or in pieces that end there. What separates games is ASCII, so it is found even in undecoded bytes, read as one
 * character each.
 */

/** A tag, up to its value. */
const TAG = /\[\w+[ \t]*"/y;

/** The first tag of export format. */
const EVENT = '[Event "';

/** A text from each start of a game to the next one. Without tags it may contain several games. */
export function* gameTexts(text: string): Generator<string> {
  let from = 0;
  for (let to = findGameStart(text, 0); to >= 0; to = findGameStart(text, to)) {
    yield text.slice(from, to);
    from = to;
  }
  yield text.slice(from);
}

/** The first index after `from` at which a game begins; -1 if there is none. */
export function findGameStart(text: string, from: number): number {
  for (let at = text.indexOf('[', from + 1); at >= 0; at = text.indexOf('[', at + 1)) {
    if (isGameStart(text, at)) return at;
  }
  return -1;
}

/** The last index at which a game begins; -1 if there is none. */
export function findLastGameStart(text: string): number {
  for (let at = text.lastIndexOf('['); at > 0; at = text.lastIndexOf('[', at - 1)) {
    if (isGameStart(text, at)) return at;
  }
  return -1;
}

/**
 * Whether the tags of a game begin here: at a tag that begins a line and does not follow another tag, after an empty
 * line unless it is the Event tag.
 */
function isGameStart(text: string, at: number): boolean {
  if (!isLineBreak(text.charCodeAt(at - 1))) return false;
  TAG.lastIndex = at;
  if (!TAG.test(text)) return false;
  const before = skipBlanksBack(text, at);
  if (before === 0) return false;
  const hasEmptyLine = /\n[^\n]*\n/.test(text.slice(before, at));
  if (!hasEmptyLine && !text.startsWith(EVENT, at)) return false;
  return text[before - 1] !== ']' || text[skipBlanksBack(text, before - 1) - 1] !== '"';
}

/** The start of the blanks before this index. */
function skipBlanksBack(text: string, at: number): number {
  let start = at;
  while (start > 0 && isBlank(text.charCodeAt(start - 1))) start--;
  return start;
}

const isLineBreak = (code: number): boolean => code === 10 || code === 13;
const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);
