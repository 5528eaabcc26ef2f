/**
 * Splits PGN into tokens.
 *
 * Files are untrusted and may be large, so this is a scanner rather than a regular expression: each
 * character is read a bounded number of times, without recursion or backtracking.
 * https://www.chessprogramming.org/Portable_Game_Notation
 */

export type PgnToken =
  | { type: 'tag'; name: string; value: string }
  /** In braces, or from a semicolon to the end of the line. Without its closing brace it takes the rest of the text. */
  | { type: 'comment'; text: string; isClosed: boolean }
  | { type: 'open' }
  | { type: 'close' }
  /** A numeric annotation glyph, `$6`. */
  | { type: 'nag'; number: number }
  /** A move, a move number, a result, or a sign. */
  | { type: 'word'; text: string }
  /** Text in brackets that is not a tag, or the rest of a line after a bracket that is not closed. */
  | { type: 'malformed'; text: string };

const NEWLINE = 10;
const RETURN = 13;
const QUOTE = 34;
const DOLLAR = 36;
const PERCENT = 37;
const OPEN = 40;
const CLOSE = 41;
const SEMICOLON = 59;
const TAG_OPEN = 91;
const BACKSLASH = 92;
const TAG_CLOSE = 93;
const BRACE_OPEN = 123;
const BRACE_CLOSE = 125;

/** Splits PGN into tokens. Skips lines that begin with `%`. */
export function* pgnTokens(text: string): Generator<PgnToken, void, undefined> {
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isBlank(code) || code === TAG_CLOSE || code === BRACE_CLOSE) {
      at++;
    } else if (code === PERCENT && isLineStart(text, at)) {
      at = lineEnd(text, at);
    } else if (code === SEMICOLON) {
      const end = lineEnd(text, at);
      yield { type: 'comment', text: text.slice(at + 1, end), isClosed: true };
      at = end;
    } else if (code === BRACE_OPEN) {
      const close = text.indexOf('}', at);
      const end = close < 0 ? text.length : close;
      yield { type: 'comment', text: text.slice(at + 1, end), isClosed: close >= 0 };
      at = end + 1;
    } else if (code === TAG_OPEN) {
      const strict = readTag(text, at);
      const end = strict?.end ?? bracketEnd(text, at);
      const tag = strict ?? readLooseTag(text.slice(at, end));
      if (tag !== null) yield { type: 'tag', name: tag.name, value: tag.value };
      else yield { type: 'malformed', text: text.slice(at, end) };
      at = end;
    } else if (code === OPEN || code === CLOSE) {
      yield { type: code === OPEN ? 'open' : 'close' };
      at++;
    } else if (code === DOLLAR) {
      let end = at + 1;
      while (end < at + 4 && isDigit(text.charCodeAt(end))) end++;
      if (end > at + 1) yield { type: 'nag', number: Number(text.slice(at + 1, end)) };
      at = end;
    } else {
      const start = at;
      while (at < text.length && !endsWord(text.charCodeAt(at))) at++;
      yield { type: 'word', text: text.slice(start, at) };
    }
  }
}

/**
 * White space, as `\s`; control characters, as files of DOS end with Ctrl-Z and damaged ones with zeros; and characters
 * that show nothing, such as those that web pages put where a line may break or writing changes its direction.
 */
function isBlank(code: number): boolean {
  if (code <= 32) return true;
  return code >= 0xa0 && /[\s\p{Cf}]/u.test(String.fromCharCode(code));
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

const isNameCharacter = (code: number): boolean =>
  isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;

function endsWord(code: number): boolean {
  switch (code) {
    case DOLLAR:
    case OPEN:
    case CLOSE:
    case SEMICOLON:
    case TAG_OPEN:
    case TAG_CLOSE:
    case BRACE_OPEN:
    case BRACE_CLOSE:
      return true;
    default:
      return isBlank(code);
  }
}

function isLineStart(text: string, at: number): boolean {
  const before = at === 0 ? NEWLINE : text.charCodeAt(at - 1);
  return before === NEWLINE || before === RETURN;
}

/** The end of the line at this index, before its line break. */
function lineEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && text.charCodeAt(end) !== NEWLINE && text.charCodeAt(end) !== RETURN) {
    end++;
  }
  return end;
}

interface Tag {
  name: string;
  value: string;
  /** The index after the closing bracket. */
  end: number;
}

/** The index of the first character that is not blank. */
function skipBlanks(text: string, at: number): number {
  let end = at;
  while (end < text.length && isBlank(text.charCodeAt(end))) end++;
  return end;
}

/** Reads `[White "Kasparov"]` as defined by the standard; null if it is anything else. */
function readTag(text: string, open: number): Tag | null {
  const nameStart = skipBlanks(text, open + 1);
  let at = nameStart;
  while (isNameCharacter(text.charCodeAt(at))) at++;
  const name = text.slice(nameStart, at);
  at = skipBlanks(text, at);
  if (name === '' || text.charCodeAt(at) !== QUOTE) return null;
  const valueStart = at + 1;
  for (at = valueStart; text.charCodeAt(at) !== QUOTE; at++) {
    if (text.charCodeAt(at) === BACKSLASH) at++;
    const code = text.charCodeAt(at);
    if (at >= text.length || (code === NEWLINE && !continuesValue(text, at + 1))) return null;
  }
  const value = text.slice(valueStart, at).replace(/\r?\n/g, ' ');
  at = skipBlanks(text, at + 1);
  if (text.charCodeAt(at) !== TAG_CLOSE) return null;
  return { name, value: value.replace(/\\(["\\])/g, '$1'), end: at + 1 };
}

/** Whether a value that is not closed, in a file with lines of limited length, continues on the line that begins here. */
const continuesValue = (text: string, at: number): boolean =>
  text.charCodeAt(at) !== TAG_OPEN && !isBlank(text.charCodeAt(at));

/** Reads a tag whose value contains unescaped quotes, from bracket to bracket; null if it is not one. */
function readLooseTag(text: string): Omit<Tag, 'end'> | null {
  const [start = '', name = ''] = /^\[\s*(\w{1,255})\s*"/.exec(text.slice(0, 1024)) ?? [];
  const rest = text.slice(start.length).trimEnd();
  if (name === '' || !rest.endsWith(']')) return null;
  const value = rest.slice(0, -1).trimEnd();
  return value.endsWith('"') ? { name, value: value.slice(0, -1) } : null;
}

/** The index after the bracket that matches this one; the end of the line if none does. */
function bracketEnd(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE || code === RETURN) return at;
    if (code === TAG_OPEN) depth++;
    else if (code === TAG_CLOSE && --depth === 0) return at + 1;
  }
  return text.length;
}
