/** PGN files of any size, game by game in little memory: a file is cut where the tags of a game begin. */
import { findGameStart, findLastGameStart } from '../../chess/notation/gameStart.ts';
import { type PgnGame, type PgnReadOptions, readPgnGames } from '../../chess/notation/pgnReader.ts';
import { decodeText } from '../../util/decodeText.ts';
import { fail, type Result } from '../../util/result.ts';
import { readChunks } from './inputFile.ts';

/** The maximum number of characters of one game; engines with comments at every move stay far below. */
const MAX_GAME_LENGTH = 1 << 26;

/** What comes before the first tags is read with the first game if it is shorter: it may be a comment on the file. */
const MAX_HEADING = 1 << 12;

/** How much of what was read is searched again for the start of a game: more than the line before it. */
const TAIL = 1 << 16;

/**
 * Reads the games of a file or pipe; `-` is the standard input. Throws a ChessError for a folder or device, or
 * the error of the system.
 */
export function* readPgnFile(
  path: string,
  options: PgnReadOptions = {},
): Generator<Result<PgnGame>> {
  for (const letters of cutIntoGames(readChunks(path))) {
    if (letters.length > MAX_GAME_LENGTH) yield fail('a game of more than 64 million characters');
    else yield* readPgnGames(decodeText(Buffer.from(letters, 'latin1')), options);
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
    tail = seam.slice(-TAIL);
    if (isDropping) {
      const first = findGameStart(seam, 0);
      if (first < 0) continue;
      text = seam.slice(first);
      isDropping = false;
    } else {
      text += chunk;
    }
    // Only the seam is searched: to search the whole text would copy it with every chunk.
    const last = findLastGameStart(seam);
    const cut = text.length - (seam.length - last);
    if (last >= 0 && cut > 0 && (cut > MAX_HEADING || text.startsWith('['))) {
      yield text.slice(0, cut);
      text = text.slice(cut);
    }
    if (text.length <= MAX_GAME_LENGTH) continue;
    yield text;
    text = '';
    isDropping = true;
  }
  if (!isDropping && text !== '') yield text;
}
