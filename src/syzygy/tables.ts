/**
 * Endgame tables: all that is known of positions with few men, win, draw or loss (WDL) and the
 * distance to the next capture or pawn move on the way there (DTZ).
 *
 * Outcomes are of the side to move: 2 a win, 1 a win that the fifty-move rule makes a draw (cursed),
 * 0 a draw, -1 a loss that it makes a draw (blessed), -2 a loss.
 *
 * A table does not know en passant, and may hold any value not above the true one where a capture
 * is best, because it compresses better. So captures are looked at one by one, in tables of fewer men.
 * https://www.chessprogramming.org/Syzygy_Bases
 */
import { popcount64 } from '../chess/board/bits.ts';
import { ALL } from '../chess/board/layout.ts';
import { countMoves, generateMoves, generateNoisy } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import { isCapture, MAX_MOVES, type Move, NO_SQUARE, PAWN, typeOf } from '../chess/board/types.ts';
import { hasInsufficientMaterial } from '../chess/game/draws.ts';
import { quote } from '../chess/result.ts';
import { type Material, MOST_MEN, parseMaterial, signatureOf } from './material.ts';
import { PageCache } from './pageCache.ts';
import type { TableFile } from './source.ts';
import { OTHER_SIDE, Table } from './table.ts';

export const WIN = 2;
export const CURSED_WIN = 1;
export const DRAW = 0;
export const BLESSED_LOSS = -1;
export const LOSS = -2;

/** Instead of an outcome or a distance: no table knows. */
export const UNKNOWN = 1 << 20;

/** A file, read when it is first needed. */
interface Entry {
  file: TableFile;
  material: Material;
  isDtz: boolean;
  table: Table | null;
  /** Not used any more. */
  isBad: boolean;
}

export interface TablesOptions {
  /** Bound of the cache of file pages. */
  cacheBytes?: number;
  /** Told once of every file that turns out not to be usable, in a sentence. */
  onProblem?: (message: string) => void;
}

/** By outcome + 2, the distance when the best move is a capture or pawn move. */
export const ZEROING_DTZ = [-1, -101, 0, 101, 1];

export class Tables {
  /** The most men that any WDL table is about; 0 without tables. */
  readonly largest: number = 0;
  /** How many files there are. */
  readonly wdlCount: number = 0;
  readonly dtzCount: number = 0;

  private readonly cache: PageCache;
  private readonly onProblem: (message: string) => void;
  // By signature, each table under both of its own.
  private readonly wdlEntries = new Map<number, Entry>();
  private readonly dtzEntries = new Map<number, Entry>();
  /** Moves, a row for each level of looking at captures. */
  private readonly moves = new Int32Array((MOST_MEN + 2) * MAX_MOVES);
  /** Whether the last {@link look} found that a capture or pawn move is best. */
  private isZeroing = false;

  constructor(files: readonly TableFile[], { cacheBytes, onProblem }: TablesOptions = {}) {
    this.cache = new PageCache(files.length > 0 ? cacheBytes : 0);
    this.onProblem = onProblem ?? (() => {});
    for (const file of files) {
      const [name = '', extension] = file.name.split('.');
      const material = parseMaterial(name);
      const isDtz = extension === 'rtbz';
      if (material === null || (!isDtz && extension !== 'rtbw')) {
        this.onProblem(`${quote(file.name)} is no endgame table, it is not used`);
        continue;
      }
      const entries = isDtz ? this.dtzEntries : this.wdlEntries;
      // The first of several folders counts.
      if (entries.has(material.signature)) continue;
      const entry = { file, material, isDtz, table: null, isBad: false };
      entries.set(material.signature, entry);
      entries.set(material.swapped, entry);
      if (isDtz) {
        this.dtzCount++;
      } else {
        this.wdlCount++;
        this.largest = Math.max(this.largest, material.pieces.length);
      }
    }
  }

  /** The outcome for the side to move with no plies on the fifty-move counter, or {@link UNKNOWN}. */
  probeWdl(position: Position): number {
    if (!this.mayKnow(position)) return UNKNOWN;
    return this.look(position, 0, false);
  }

  /**
   * Plies to the next capture or pawn move when both sides play towards their outcome as fast, or
   * as slowly, as they can: positive for a win, 100 more for a cursed one, negative for a loss, 0
   * for a draw, -1 for a mate on the board. Can be a ply too small. {@link UNKNOWN} if no table knows.
   */
  probeDtz(position: Position): number {
    if (!this.mayKnow(position)) return UNKNOWN;
    return this.distance(position, 0);
  }

  private mayKnow(position: Position): boolean {
    return position.rights === 0 && countMen(position) <= this.largest;
  }

  /**
   * The outcome: the best capture's or the table's, whichever is better. Told to, looks at pawn moves
   * as well and notes in {@link isZeroing} whether one of these moves is as good as any.
   */
  private look(position: Position, level: number, withPawnMoves: boolean): number {
    const { moves } = this;
    const start = level * MAX_MOVES;
    const end = withPawnMoves
      ? generateMoves(position, moves, start)
      : generateNoisy(position, moves, start);
    let best = LOSS - 1;
    let looked = 0;
    for (let i = start; i < end; i++) {
      const move = moves[i]!;
      if (!isCapture(move) && !(withPawnMoves && isPawnMove(position, move))) continue;
      looked++;
      position.make(move);
      const answer = this.look(position, level + 1, false);
      position.unmake(move);
      if (answer === UNKNOWN) return UNKNOWN;
      // Not `-answer`, which makes a draw the number -0.
      if (0 - answer > best) {
        best = 0 - answer;
        if (best === WIN) {
          this.isZeroing = true;
          return WIN;
        }
      }
    }
    // With nothing else to play the table need not be asked; and should one of the moves be en
    // passant, it must not, as it may take the position for mate or stalemate.
    const isComplete = withPawnMoves
      ? looked > 0 && looked === end - start
      : looked > 0 && position.epSquare !== NO_SQUARE && looked === countMoves(position);
    const known = isComplete ? best : this.read(position);
    if (known === UNKNOWN) return UNKNOWN;
    this.isZeroing = best >= known && (best > DRAW || isComplete);
    return best >= known ? best : known;
  }

  private distance(position: Position, level: number): number {
    const wdl = this.look(position, level, true);
    if (wdl === UNKNOWN || wdl === DRAW) return wdl;
    if (this.isZeroing) return ZEROING_DTZ[wdl + 2]!;
    const dtz = this.read(position, wdl);
    if (dtz === UNKNOWN) return UNKNOWN;
    if (dtz !== OTHER_SIDE) {
      const plies = wdl === CURSED_WIN || wdl === BLESSED_LOSS ? dtz + 100 : dtz;
      return wdl > 0 ? plies : -plies;
    }
    // A damaged file may send us back and forth.
    if (level > 0) return UNKNOWN;
    return this.distanceByMoves(position, level, wdl);
  }

  /** The table is about the other side to move: one ply further on it knows. */
  private distanceByMoves(position: Position, level: number, wdl: number): number {
    const { moves } = this;
    const start = level * MAX_MOVES;
    const end = generateMoves(position, moves, start);
    let best = UNKNOWN;
    for (let i = start; i < end; i++) {
      const move = moves[i]!;
      const isZeroing = isCapture(move) || isPawnMove(position, move);
      position.make(move);
      let dtz = isZeroing
        ? this.look(position, level + 1, false)
        : this.distance(position, level + 1);
      const isMate = !isZeroing && dtz === -1 && position.inCheck && countMoves(position) === 0;
      position.unmake(move);
      if (dtz === UNKNOWN) return UNKNOWN;
      if (isZeroing) dtz = ZEROING_DTZ[-dtz + 2]!;
      else if (isMate) dtz = 1;
      else dtz = dtz === 0 ? 0 : dtz > 0 ? -dtz - 1 : -dtz + 1;
      if (Math.sign(dtz) === Math.sign(wdl) && dtz < best) best = dtz;
    }
    // No move at all: mated.
    return best === UNKNOWN ? -1 : best;
  }

  /** What the WDL table says, or the DTZ table of a position with this outcome. */
  private read(position: Position, wdl?: number): number {
    const signature = signatureOf(position);
    // No table is needed to know that neither side can mate.
    if (hasInsufficientMaterial(position)) return DRAW;
    const entry = (wdl === undefined ? this.wdlEntries : this.dtzEntries).get(signature);
    if (entry === undefined || entry.isBad) return UNKNOWN;
    try {
      entry.table ??= new Table(entry.file, this.cache, entry.material, entry.isDtz);
      return wdl === undefined ? entry.table.wdl(position) : entry.table.dtz(position, wdl);
    } catch (error) {
      entry.isBad = true;
      this.onProblem(`${entry.file.name} is not used: ${(error as Error).message}`);
      return UNKNOWN;
    }
  }
}

function isPawnMove(position: Position, move: Move): boolean {
  return typeOf(position.board[move & 63]!) === PAWN;
}

/** How many men stand on the board, kings included. */
export function countMen({ bitboards }: Position): number {
  const lo = bitboards[ALL]! | bitboards[ALL + 2]!;
  const hi = bitboards[ALL + 1]! | bitboards[ALL + 3]!;
  return popcount64(lo, hi);
}
