/**
 * Syzygy tablebases: the outcome of positions with few pieces (win, draw or loss, WDL), and the
 * distance to the next capture or pawn move on the way to it (distance to zeroing, DTZ).
 *
 * Outcomes are for the side to move: 2 win, 1 win that the fifty-move rule turns into a draw (cursed
 * win), 0 draw, -1 loss that it turns into a draw (blessed loss), -2 loss.
 *
 * Tablebases ignore en passant. If a capture is best, the stored value may be anything not above the true
 * one, whichever compresses best. Captures are therefore probed one by one, in smaller tables.
 * https://www.chessprogramming.org/Syzygy_Bases
 */
import { countPieces } from '../chess/board/material.ts';
import { countMoves, generateMoves, generateNoisy } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import {
  fromOf,
  isCapture,
  MAX_MOVES,
  type Move,
  NO_SQUARE,
  PAWN,
  typeOf,
} from '../chess/board/types.ts';
import { hasInsufficientMaterial } from '../chess/game/deadPosition.ts';
import { quotePath } from '../util/printable.ts';
import { PageCache } from './pageCache.ts';
import type { TablebaseFile } from './source.ts';
import { OTHER_SIDE, Tablebase } from './tablebaseFile.ts';
import { MAX_PIECES, type Material, parseMaterial, signatureOf } from './tablebaseNames.ts';

export const WIN = 2;
export const CURSED_WIN = 1;
export const DRAW = 0;
const BLESSED_LOSS = -1;
export const LOSS = -2;

/** In place of an outcome or a distance: not in the tables. */
export const UNKNOWN = 1 << 20;

/** A file of a table. */
interface Copy {
  file: TablebaseFile;
  material: Material;
}

/** A table. */
interface Entry {
  /** In the order of their folders, without those that cannot be used. The first one is used. */
  copies: Copy[];
  /** Loaded from the first copy when first needed. */
  table: Tablebase | null;
}

interface TablebasesOptions {
  /** The size of the page cache in bytes. */
  cacheBytes?: number;
  /** Called once for every file that cannot be used, with the reason. */
  onProblem?: (message: string) => void;
}

/** By outcome + 2, the distance if the best move is a capture or pawn move. */
export const ZEROING_DTZ = [-1, -101, 0, 101, 1];

/** The distance before a move that is neither a capture nor a pawn move, by that of the other side after it. */
export const dtzBefore = (dtz: number): number => (dtz === 0 ? 0 : dtz > 0 ? -dtz - 1 : 1 - dtz);

export class Tablebases {
  /** The most pieces of any WDL table; 0 without tables. */
  readonly largest: number = 0;
  /** The number of WDL tables. */
  readonly wdlCount: number = 0;

  private readonly files: readonly TablebaseFile[];
  private readonly cache: PageCache;
  private readonly onProblem: (message: string) => void;
  // By signature; each table is entered under both of its signatures.
  private readonly wdlEntries = new Map<number, Entry>();
  private readonly dtzEntries = new Map<number, Entry>();
  /** Moves, a row for each level of the capture search. */
  private readonly moves = new Int32Array((MAX_PIECES + 2) * MAX_MOVES);
  /** Whether a capture or pawn move was best in the last {@link probeCaptures}. */
  private isZeroing = false;

  constructor(files: readonly TablebaseFile[], { cacheBytes, onProblem }: TablebasesOptions = {}) {
    this.files = files;
    this.cache = new PageCache(files.length > 0 ? cacheBytes : 0);
    this.onProblem = onProblem ?? (() => {});
    for (const file of files) {
      const [name = '', extension] = file.name.split('.');
      const material = parseMaterial(name);
      const isDtz = extension === 'rtbz';
      if (material === null || (!isDtz && extension !== 'rtbw')) {
        this.onProblem(`${quotePath(file.name)} is not a tablebase; ignored`);
        continue;
      }
      const entries = isDtz ? this.dtzEntries : this.wdlEntries;
      const copy = { file, material };
      const known = entries.get(material.signature);
      if (known !== undefined) {
        known.copies.push(copy);
        continue;
      }
      const entry: Entry = { copies: [copy], table: null };
      entries.set(material.signature, entry);
      entries.set(material.swapped, entry);
      if (isDtz) continue;
      this.wdlCount++;
      this.largest = Math.max(this.largest, material.pieces.length);
    }
  }

  /** Closes the files, when the tablebases are no longer used. */
  close(): void {
    for (const file of this.files) file.close?.();
  }

  /** The outcome for the side to move if the halfmove clock were 0, or {@link UNKNOWN}. */
  probeWdl(position: Position): number {
    if (!this.mayContain(position)) return UNKNOWN;
    return this.probeCaptures(position, 0, false);
  }

  /**
   * Plies to the next capture or pawn move if the winner plays as fast and the loser as slowly as
   * possible: positive for a win, 100 more for a cursed win, negative for a loss, 0 for a draw, -1 if
   * the side to move is mated. Can be one ply too small. {@link UNKNOWN} if not in the tables.
   */
  probeDtz(position: Position): number {
    if (!this.mayContain(position)) return UNKNOWN;
    return this.distance(position, 0);
  }

  private mayContain(position: Position): boolean {
    return position.rights === 0 && countPieces(position) <= this.largest;
  }

  /**
   * The outcome: that of the best capture or that of the table, whichever is better.
   * `withPawnMoves`: pawn moves are probed as well, and {@link isZeroing} is set if a capture or pawn
   * move is among the best moves.
   */
  private probeCaptures(position: Position, level: number, withPawnMoves: boolean): number {
    const { moves } = this;
    const start = level * MAX_MOVES;
    const end = withPawnMoves
      ? generateMoves(position, moves, start)
      : generateNoisy(position, moves, start);
    let best = LOSS - 1;
    let probed = 0;
    for (let i = start; i < end; i++) {
      const move = moves[i]!;
      if (!isCapture(move) && !(withPawnMoves && isPawnMove(position, move))) continue;
      probed++;
      position.make(move);
      const answer = this.probeCaptures(position, level + 1, false);
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
    // If all legal moves have been probed, the table is not needed. If one of them is en passant, it
    // must not be used: it may take the position for mate or stalemate.
    const isComplete = withPawnMoves
      ? probed > 0 && probed === end - start
      : probed > 0 && position.epSquare !== NO_SQUARE && probed === countMoves(position);
    const known = isComplete ? best : this.read(position);
    if (known === UNKNOWN) return UNKNOWN;
    this.isZeroing = best >= known && (best > DRAW || isComplete);
    return Math.max(best, known);
  }

  private distance(position: Position, level: number): number {
    const wdl = this.probeCaptures(position, level, true);
    if (wdl === UNKNOWN || wdl === DRAW) return wdl;
    if (this.isZeroing) return ZEROING_DTZ[wdl + 2]!;
    const dtz = this.read(position, wdl);
    if (dtz === UNKNOWN) return UNKNOWN;
    if (dtz !== OTHER_SIDE) {
      const plies = wdl === CURSED_WIN || wdl === BLESSED_LOSS ? dtz + 100 : dtz;
      return wdl > 0 ? plies : -plies;
    }
    // A damaged file might claim so for both sides.
    if (level > 0) return UNKNOWN;
    return this.distanceByMoves(position, level, wdl);
  }

  /** The distance if the table only has the other side to move: from the positions a ply later. */
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
        ? this.probeCaptures(position, level + 1, false)
        : this.distance(position, level + 1);
      const isMate = !isZeroing && dtz === -1 && position.inCheck && countMoves(position) === 0;
      position.unmake(move);
      if (dtz === UNKNOWN) return UNKNOWN;
      if (isZeroing) dtz = ZEROING_DTZ[-dtz + 2]!;
      else if (isMate) dtz = 1;
      else dtz = dtzBefore(dtz);
      if (Math.sign(dtz) === Math.sign(wdl) && dtz < best) best = dtz;
    }
    // No legal move: mated.
    return best === UNKNOWN ? -1 : best;
  }

  /** The value in the WDL table or, given the outcome, in the DTZ table. */
  private read(position: Position, wdl?: number): number {
    // Kings alone have no table, and other positions of this kind need none.
    if (hasInsufficientMaterial(position)) return DRAW;
    const isDtz = wdl !== undefined;
    const entries = isDtz ? this.dtzEntries : this.wdlEntries;
    const entry = entries.get(signatureOf(position));
    if (entry === undefined) return UNKNOWN;
    const { copies } = entry;
    for (let copy = copies[0]; copy !== undefined; copy = copies[0]) {
      const { file, material } = copy;
      try {
        entry.table ??= new Tablebase(file, this.cache, material, isDtz);
        return isDtz ? entry.table.dtz(position, wdl) : entry.table.wdl(position);
      } catch (error) {
        entry.table = null;
        copies.shift();
        const what = copies.length > 0 ? `a copy of ${file.name}` : file.name;
        this.onProblem(`${what} is not used: ${(error as Error).message}`);
      }
    }
    return UNKNOWN;
  }
}

function isPawnMove(position: Position, move: Move): boolean {
  return typeOf(position.board[fromOf(move)]!) === PAWN;
}
