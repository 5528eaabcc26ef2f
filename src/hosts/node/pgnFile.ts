/**
 * PGN files of any size, game by game in little memory: a file is cut before the line that begins the
 * tags of a game (`[Event "`), which no comment can contain at the start of a line.
 */
import { type PgnGame, type PgnReadOptions, readPgnGames } from '../../chess/notation/pgnReader.ts';
import { fail, type Result } from '../../chess/result.ts';
import { readChunks } from './inputFile.ts';

/** The maximum number of characters of one game; engines with comments at every move stay far below. */
const MAX_GAME_LENGTH = 1 << 26;

/** What the tags of a game begin with, in export format. */
const GAME_START = '\n[Event "';

/**
 * Reads the games of a file or pipe; `-` is the standard input. Throws a ChessError for a folder or device, or
 * the error of the system.
 */
export function* readPgnFile(
  path: string,
  options: PgnReadOptions = {},
): Generator<Result<PgnGame>> {
  for (const text of cutIntoGames(readChunks(path))) {
    if (text.length > MAX_GAME_LENGTH) yield fail('a game of more than 64 million characters');
    else yield* readPgnGames(text, options);
  }
}

/** Texts of whole games. One that grows too long is passed on as it is; the rest of it is dropped. */
export function* cutIntoGames(chunks: Iterable<string>): Generator<string> {
  let text = '';
  /** The end of what was read: a cut may lie partly in it. */
  let tail = '';
  let isDropping = false;
  for (const chunk of chunks) {
    const seam = tail + chunk;
    tail = seam.slice(-GAME_START.length + 1);
    const first = seam.indexOf(GAME_START);
    if (isDropping) {
      if (first < 0) continue;
      text = seam.slice(first + 1);
      isDropping = false;
    } else {
      // Not searched again: that would copy what is there with every chunk.
      text += chunk;
    }
    if (first >= 0) {
      const end = text.lastIndexOf(GAME_START) + 1;
      if (end > 0) yield text.slice(0, end);
      text = text.slice(end);
    }
    if (text.length <= MAX_GAME_LENGTH) continue;
    yield text;
    text = '';
    isDropping = true;
  }
  if (!isDropping && text !== '') yield text;
}
