/**
 * The games of a PGN file of any size. Only their tags and words are read for the list; a game's moves are read
 * from the file when it is opened. The file is read in pieces, so that none has to fit in memory.
 */
import { findGameStart } from '../../src/chess/notation/gameStart.ts';
import {
  type PgnGame,
  type PgnOutline,
  readPgnGames,
  readPgnOutlines,
} from '../../src/chess/notation/pgnReader.ts';
import { decodeText } from '../../src/util/decodeText.ts';
import type { Result } from '../../src/util/result.ts';
import { gameName, hasName, hasPlayers, tagOf, tagsWithResult } from './gameName.ts';
import { searchable, wordFilter } from './searchList.ts';
import { texts } from './texts.ts';

/** Bytes that are read at a time, and the smallest size of a piece. */
const CHUNK = 1 << 20;
const PIECE = 1 << 16;

/** A game, and where to find it. */
export interface ListedGame {
  /** From 1. */
  number: number;
  name: string;
  /** The text to search in. */
  words: string;
  /** Bytes of the piece of the file that holds the game. */
  start: number;
  end: number;
  /** How many games of that piece come before it. */
  before: number;
}

/** Tags to search in. */
const SEARCHED = ['White', 'Black', 'Event', 'Site', 'Date', 'Round', 'Result', 'ECO', 'Opening'];

/** Plies and letters that are shown of a game without players. */
const SHOWN_PLIES = 6;
const SHOWN_LETTERS = 60;

/**
 * The name of a game; without players its length and its first moves too, as many games may have the same tags, and
 * of a mere position the FEN if it has no name.
 */
function nameOf({ tags, moves, result }: PgnOutline): string {
  const name = gameName(tagsWithResult(tags, result));
  if (moves.length === 0 && !hasName(tags)) return tagOf(tags, 'FEN') || name;
  if (hasPlayers(tags) || moves.length === 0) return name;
  const first = moves.slice(0, SHOWN_PLIES).join(' ').slice(0, SHOWN_LETTERS);
  const start = moves.length > SHOWN_PLIES ? `${first} …` : first;
  return `${name}, ${texts.archive.moves(moves.length)}: ${start}`;
}

export class Collection {
  private readonly file: Blob;
  readonly games: readonly ListedGame[];
  /** The archive's records of the games that were changed since, by index. */
  readonly records = new Map<number, string>();

  private constructor(file: Blob, games: readonly ListedGame[]) {
    this.file = file;
    this.games = games;
  }

  /** Lists the games of a file; `onProgress` gets the share of it that has been read, 0 to 1. */
  static async read(
    file: Blob,
    onProgress: (share: number) => void = () => {},
  ): Promise<Collection> {
    const games: ListedGame[] = [];
    for await (const { start, end, text } of pieces(file)) {
      let before = 0;
      for (const outline of readPgnOutlines(text)) {
        const name = nameOf(outline);
        const words = [name, ...SEARCHED.map((tag) => outline.tags.get(tag) ?? '')].join(' ');
        games.push({
          number: games.length + 1,
          name,
          words: searchable(words),
          start,
          end,
          before,
        });
        before++;
      }
      onProgress(end / file.size);
    }
    return new Collection(file, games);
  }

  /** The games whose names and tags have all words of a text. */
  search(text: string): ListedGame[] {
    const isFound = wordFilter(text);
    return this.games.filter(({ words }) => isFound(words));
  }

  /** Reads a game with its variations, up to its first illegal move. */
  async load({ start, end, before }: ListedGame): Promise<Result<PgnGame>> {
    const text = decodeText(await this.file.slice(start, end).arrayBuffer());
    const games = readPgnGames(text, { variations: true, partial: true });
    for (let i = 0; i < before; i++) games.next();
    return games.next().value as Result<PgnGame>;
  }
}

/** A file in pieces that end between two games. */
async function* pieces(
  file: Blob,
): AsyncGenerator<{ start: number; end: number; text: string }, void> {
  let start = 0;
  let rest = new Uint8Array(0);
  for (let at = 0; at < file.size; at += CHUNK) {
    const chunk = new Uint8Array(await file.slice(at, at + CHUNK).arrayBuffer());
    const bytes = new Uint8Array(rest.length + chunk.length);
    bytes.set(rest);
    bytes.set(chunk, rest.length);
    const letters = new TextDecoder('windows-1252').decode(bytes);
    let from = 0;
    const isLast = at + CHUNK >= file.size;
    for (;;) {
      const cut = findGameStart(letters, from + PIECE);
      const to = cut < 0 && isLast ? bytes.length : cut;
      if (to < 0 || from === bytes.length) break;
      const piece = bytes.subarray(from, to);
      yield { start, end: start + piece.length, text: decodeText(piece) };
      start += piece.length;
      from = to;
    }
    rest = bytes.slice(from);
  }
}
