/** Makes a Polyglot book from games. A move's weight is its score: two points for a win, one for a draw. */
import type { Position } from '../chess/board/position.ts';
import { NO_MOVE } from '../chess/board/types.ts';
import { halfPoints } from '../chess/notation/pgn.ts';
import type { PgnGame } from '../chess/notation/pgnReader.ts';
import { ENTRY, MAX_WEIGHT, MOVE_AT, moveToCode, WEIGHT_AT } from './polyglotBook.ts';
import { formatKey, passedSquare, polyglotKey } from './polyglotKey.ts';

interface BookOptions {
  /** Plies taken from each game. */
  plies: number;
  /** The number of games in which a move must occur. */
  minGames: number;
}

/** A move's record in all games. */
interface Tally {
  games: number;
  score: number;
}

/** Counts the moves of games and writes them as a book. */
export class BookMaker {
  /** By the position's key in hexadecimal, then by the encoded move. */
  private readonly positions = new Map<string, Map<number, Tally>>();
  private readonly options: BookOptions;

  constructor(options: BookOptions) {
    this.options = options;
  }

  /** Adds a game. Returns false, and ignores it, if it has no result. */
  add({ start, moves, result }: PgnGame): boolean {
    if (result === '*') return false;
    const position: Position = start.clone();
    let passed = position.epSquare;
    /** The moves of this game so far: one that is played again after a repetition counts once. */
    const counted = new Set<Tally>();
    for (const { move } of moves.slice(0, this.options.plies)) {
      if (move === NO_MOVE) break;
      const key = formatKey(polyglotKey(position, passed));
      const tallies = this.positions.get(key) ?? new Map<number, Tally>();
      this.positions.set(key, tallies);
      const code = moveToCode(move);
      const tally = tallies.get(code) ?? { games: 0, score: 0 };
      tallies.set(code, tally);
      if (!counted.has(tally)) {
        counted.add(tally);
        tally.games++;
        tally.score += halfPoints(result, position.turn)!;
      }
      position.make(move);
      passed = passedSquare(move);
    }
    return true;
  }

  /** The bytes of the book, without moves that never scored or were played too rarely. */
  toBytes(): Uint8Array {
    const entries: { key: string; code: number; weight: number }[] = [];
    for (const [key, tallies] of this.positions) {
      const kept = [...tallies].filter(
        ([, { games, score }]) => games >= this.options.minGames && score > 0,
      );
      const most = Math.max(...kept.map(([, { score }]) => score));
      const scale = Math.min(1, MAX_WEIGHT / most);
      for (const [code, { score }] of kept) {
        entries.push({ key, code, weight: Math.max(1, Math.round(score * scale)) });
      }
    }
    entries.sort((a, b) => {
      if (a.key !== b.key) return a.key < b.key ? -1 : 1;
      return b.weight - a.weight || a.code - b.code;
    });
    const bytes = new Uint8Array(entries.length * ENTRY);
    const view = new DataView(bytes.buffer);
    for (const [i, { key, code, weight }] of entries.entries()) {
      view.setUint32(i * ENTRY, Number.parseInt(key.slice(0, 8), 16));
      view.setUint32(i * ENTRY + 4, Number.parseInt(key.slice(8), 16));
      view.setUint16(i * ENTRY + MOVE_AT, code);
      view.setUint16(i * ENTRY + WEIGHT_AT, weight);
    }
    return bytes;
  }
}
