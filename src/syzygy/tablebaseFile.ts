/**
 * One tablebase file: the index of a position, and the value stored at an index.
 *
 * A table without pawns has one part for each side to move, or a single one if both sides have the
 * same pieces. A table with pawns has these parts for each file a–d of the leading pawn. DTZ tables
 * store one side to move only.
 */
import { lowestBit } from '../chess/board/bits.ts';
import type { Position } from '../chess/board/position.ts';
import {
  BLACK,
  type Color,
  KING,
  PAWN,
  type Piece,
  pieceOf,
  typeOf,
  WHITE,
} from '../chess/board/types.ts';
import { Cursor } from './cursor.ts';
import {
  BELOW_DIAGONAL,
  CHOICES,
  KING_PAIRS,
  LEADING_PAWN,
  LEADING_PAWN_WAYS,
  offDiagonal,
  PAWN_ORDER,
  TRIANGLE,
} from './geometry.ts';
import type { PageCache } from './pageCache.ts';
import { Pairs } from './pairs.ts';
import { TablebaseError, type TablebaseFile } from './source.ts';
import { MAX_PIECES, type Material, signatureOf } from './tablebaseNames.ts';

const WDL_MAGIC = [0x71, 0xe8, 0x23, 0x5d];
const DTZ_MAGIC = [0xd7, 0x66, 0x0c, 0xa5];

// Flags in the fifth byte of a file.
const HAS_BOTH_SIDES = 1;
const HAS_PAWNS = 2;

// Flags of a part of a DTZ table.
/** Black is to move. */
const BLACK_TO_MOVE = 1;
/** Values are indices into a list; there is a list for each outcome. */
const IS_MAPPED = 2;
// Distances of won, or lost, positions are in plies; without the flag they are in full moves.
const WIN_PLIES = 4;
const LOSS_PLIES = 8;
/** List entries have 16 bits, not 8. */
const IS_WIDE = 16;

/** The list of a DTZ table for an outcome from -2 to 2. Draws have none. */
const LISTS = [1, 3, 0, 2, 0];

/** The DTZ table stores only the other side to move. */
export const OTHER_SIDE = -1;

// Where the indices of three different leading pieces begin: with the first one on the diagonal, the
// first two, all three.
const ONE_BELOW = 6 * 63 * 62;
const TWO_BELOW = ONE_BELOW + 4 * 28 * 62;
const THREE_BELOW = TWO_BELOW + 4 * 7 * 28;
const LEADING_TRIPLES = 31332;
const LEADING_KINGS = 462;

/** The pieces of a part in the order of the encoding; equal pieces form a group. */
class Part {
  readonly pieces: Int8Array;
  /** The size of each group. Without pawns the leading group is two or three different pieces. */
  readonly groups: readonly number[];
  /** The factor of each group's index in the index of the position. */
  readonly factors: readonly number[];
  /** The number of positions. */
  readonly size: number;
  /** Set when the header has been read. */
  pairs!: Pairs;
  /** The DTZ lists of the outcomes, if values are mapped. */
  lists: Uint16Array[] | null = null;

  /** `order`: the positions of the leading group and of the other side's pawns in the index. */
  constructor(pieces: Int8Array, order: readonly number[], leading: number, file: number) {
    this.pieces = pieces;
    const groups = [leading];
    for (let i = leading; i < pieces.length; i++) {
      if (i > leading && pieces[i] === pieces[i - 1]) groups[groups.length - 1]!++;
      else groups.push(1);
    }
    this.groups = groups;

    const hasPawns = typeOf(pieces[0]!) === PAWN;
    const hasOtherPawns = hasPawns && groups.length > 1 && typeOf(pieces[leading]!) === PAWN;
    const factors = groups.map(() => 0);
    let next = hasOtherPawns ? 2 : 1;
    let free = 64 - leading - (hasOtherPawns ? groups[1]! : 0);
    let size = 1;
    for (
      let turn = 0;
      next < groups.length || turn <= Math.max(order[0]!, hasOtherPawns ? order[1]! : 0);
      turn++
    ) {
      if (turn === order[0]) {
        factors[0] = size;
        if (hasPawns) size *= LEADING_PAWN_WAYS[leading * 4 + file]!;
        else size *= leading === 3 ? LEADING_TRIPLES : LEADING_KINGS;
      } else if (hasOtherPawns && turn === order[1]) {
        factors[1] = size;
        size *= CHOICES[groups[1]! * 64 + 48 - leading]!;
      } else if (next < groups.length) {
        factors[next] = size;
        size *= CHOICES[groups[next]! * 64 + free]!;
        free -= groups[next++]!;
      }
    }
    this.factors = factors;
    this.size = size;
  }
}

export class Tablebase {
  readonly material: Material;
  private readonly isSymmetric: boolean;
  private readonly hasPawns: boolean;
  private readonly sides: number;
  /** Index `file * sides + side`. */
  private readonly parts: Part[] = [];

  // Filled by `place`: the squares of the pieces in the order of the part, and the side to move, with
  // colours and ranks as in the table.
  private readonly squares = new Int32Array(MAX_PIECES);
  private turn: Color = WHITE;

  /** Reads the header. Throws a TablebaseError if it is not valid, and the errors of the file. */
  constructor(file: TablebaseFile, cache: PageCache, material: Material, isDtz: boolean) {
    const { pieces } = material;
    this.material = material;
    this.isSymmetric = material.signature === material.swapped;
    this.hasPawns = pieces.some((piece) => typeOf(piece) === PAWN);
    this.sides = isDtz || this.isSymmetric ? 1 : 2;

    const cursor = new Cursor(cache, file);
    for (const byte of isDtz ? DTZ_MAGIC : WDL_MAGIC) cursor.check(cursor.u8() === byte);
    const flags = cursor.u8();
    cursor.check(((flags & HAS_BOTH_SIDES) !== 0) === !this.isSymmetric);
    cursor.check(((flags & HAS_PAWNS) !== 0) === this.hasPawns);
    this.readParts(cursor);
    for (const part of this.parts) part.pairs = new Pairs(cursor, part.size);
    if (isDtz) this.readLists(cursor);
    for (const { pairs } of this.parts) pairs.placeSparseIndex(cursor);
    for (const { pairs } of this.parts) pairs.placeLengths(cursor);
    for (const { pairs } of this.parts) pairs.placeData(cursor);
  }

  private readParts(cursor: Cursor): void {
    const { pieces } = this.material;
    const count = (piece: Piece) => pieces.filter((other) => other === piece).length;
    const pawns = [count(pieceOf(PAWN, WHITE)), count(pieceOf(PAWN, BLACK))];
    const bothHavePawns = pawns[0]! > 0 && pawns[1]! > 0;
    // The side with fewer pawns leads, or the only side that has pawns.
    const leader = pawns[0] === 0 || (bothHavePawns && pawns[1]! < pawns[0]!) ? BLACK : WHITE;
    const isSingle = pieces.some((piece) => typeOf(piece) !== KING && count(piece) === 1);
    const leading = this.hasPawns ? pawns[leader]! : isSingle ? 3 : 2;

    for (let file = 0; file < (this.hasPawns ? 4 : 1); file++) {
      const first = cursor.u8();
      const second = bothHavePawns ? cursor.u8() : 0xff;
      const codes = pieces.map(() => cursor.u8());
      for (let side = 0; side < this.sides; side++) {
        const shift = side * 4;
        const ordered = Int8Array.from(codes, (code) => pieceFromCode((code >> shift) & 15));
        const order = [(first >> shift) & 15, (second >> shift) & 15];
        this.checkOrder(cursor, ordered, order, leading, leader, bothHavePawns);
        this.parts.push(new Part(ordered, order, leading, file));
      }
    }
    cursor.align(2);
  }

  /** The pieces must be those of the name, equal pieces must be adjacent, and pawns come first. */
  private checkOrder(
    cursor: Cursor,
    ordered: Int8Array,
    order: readonly number[],
    leading: number,
    leader: number,
    bothHavePawns: boolean,
  ): void {
    const sorted = (list: Iterable<number>) => [...list].sort((a, b) => a - b).join();
    cursor.check(sorted(ordered) === sorted(this.material.pieces));
    const kinds = ordered.filter((piece, i) => i === 0 || piece !== ordered[i - 1]);
    cursor.check(new Set(kinds).size === kinds.length);
    if (this.hasPawns) cursor.check(ordered[0] === pieceOf(PAWN, leader));
    if (leading === 3 && !this.hasPawns) {
      cursor.check(new Set(ordered.subarray(0, 3)).size === 3 && ordered[3] !== ordered[2]);
    }
    if (bothHavePawns) cursor.check(ordered[leading] === pieceOf(PAWN, leader ^ 1));
    if (!this.hasPawns && leading === 2) {
      cursor.check(typeOf(ordered[0]!) === KING && typeOf(ordered[1]!) === KING);
    }
    cursor.check(order[0]! < MAX_PIECES && (!bothHavePawns || order[1]! < MAX_PIECES));
    cursor.check(order[0] !== order[1]);
  }

  private readLists(cursor: Cursor): void {
    for (const part of this.parts) {
      const { flags } = part.pairs;
      if ((flags & IS_MAPPED) === 0) continue;
      const isWide = (flags & IS_WIDE) !== 0;
      if (isWide) cursor.align(2);
      part.lists = Array.from({ length: 4 }, () => {
        const length = isWide ? cursor.u16() : cursor.u8();
        return Uint16Array.from({ length }, () => (isWide ? cursor.u16() : cursor.u8()));
      });
    }
    cursor.align(2);
  }

  /**
   * The stored outcome for the side to move of a position with this material, -2 (loss) to 2 (win). It
   * ignores en passant, and may be too low if a capture is best. Throws a TablebaseError if the file is
   * damaged.
   */
  wdl(position: Position): number {
    const part = this.place(position);
    const value = part.pairs.at(this.indexOf(part));
    if (value > 4) throw new TablebaseError('it is damaged');
    return value - 2;
  }

  /**
   * Plies to the next capture or pawn move, at least 1, or {@link OTHER_SIDE}; `wdl` is the outcome of
   * the position. Throws a TablebaseError if the file is damaged.
   */
  dtz(position: Position, wdl: number): number {
    const part = this.place(position);
    const { flags } = part.pairs;
    // With the same pieces on both sides, `place` has turned black to move into white to move.
    if (!this.isSymmetric && (flags & BLACK_TO_MOVE) !== this.turn) return OTHER_SIDE;
    let value = part.pairs.at(this.indexOf(part));
    if (part.lists !== null) value = part.lists[LISTS[wdl + 2]!]![value] ?? 0;
    const isInPlies =
      (wdl === 2 && (flags & WIN_PLIES) !== 0) || (wdl === -2 && (flags & LOSS_PLIES) !== 0);
    return (isInPlies ? value : value * 2) + 1;
  }

  /**
   * Finds the part of the position and puts the pieces in its order, with colours and ranks flipped if
   * the table has the other side as white.
   */
  private place(position: Position): Part {
    const { squares, sides, parts } = this;
    const { bitboards } = position;
    const isSwapped = signatureOf(position) !== this.material.signature;
    const flip = isSwapped || (this.isSymmetric && position.turn === BLACK) ? 1 : 0;
    const mirror = flip * 56;
    this.turn = position.turn ^ flip;
    const side = sides === 2 ? this.turn : 0;

    let part = parts[side]!;
    let count = 0;
    if (this.hasPawns) {
      count = this.collect(bitboards, part.pieces[0]! ^ flip, mirror, 0);
      // The leading pawn has the highest value in PAWN_ORDER; its file determines the part.
      let greatest = 0;
      for (let i = 1; i < count; i++) {
        if (PAWN_ORDER[squares[i]!]! > PAWN_ORDER[squares[greatest]!]!) greatest = i;
      }
      const lead = squares[greatest]!;
      squares[greatest] = squares[0]!;
      squares[0] = lead;
      const file = lead & 7;
      part = parts[(file < 4 ? file : 7 - file) * sides + side]!;
    }
    const { pieces } = part;
    while (count < pieces.length) {
      count = this.collect(bitboards, pieces[count]! ^ flip, mirror, count);
    }
    return part;
  }

  /** Appends the squares of all pieces of a kind. Returns the new count. */
  private collect(bitboards: Int32Array, piece: Piece, mirror: number, count: number): number {
    const { squares } = this;
    for (let lo = bitboards[piece * 2]!; lo !== 0; lo &= lo - 1) {
      squares[count++] = lowestBit(lo) ^ mirror;
    }
    for (let hi = bitboards[piece * 2 + 1]!; hi !== 0; hi &= hi - 1) {
      squares[count++] = (32 + lowestBit(hi)) ^ mirror;
    }
    return count;
  }

  /** The index of the position that was placed last. */
  private indexOf(part: Part): number {
    const { squares, hasPawns } = this;
    const { groups, factors } = part;
    const pieces = part.pieces.length;
    if ((squares[0]! & 7) > 3) for (let i = 0; i < pieces; i++) squares[i]! ^= 7;
    const leading = groups[0]!;
    let index =
      (hasPawns ? this.leadingPawns(leading) : this.leadingPieces(leading, pieces)) * factors[0]!;

    let start = leading;
    for (let group = 1; group < groups.length; group++) {
      const end = start + groups[group]!;
      this.sort(start, end);
      // Pawns are never on the first rank.
      const skipped = hasPawns && group === 1 && typeOf(part.pieces[start]!) === PAWN ? 8 : 0;
      let combination = 0;
      for (let i = start; i < end; i++) {
        const square = squares[i]!;
        let free = square - skipped;
        for (let j = 0; j < start; j++) if (squares[j]! < square) free--;
        combination += CHOICES[(i - start + 1) * 64 + free]!;
      }
      index += combination * factors[group]!;
      start = end;
    }
    return index;
  }

  /** The index of the leading side's pawns; the first square is that of the leading pawn. */
  private leadingPawns(count: number): number {
    const { squares } = this;
    let index = LEADING_PAWN[count * 64 + squares[0]!]!;
    for (let i = 1; i < count; i++) {
      const square = squares[i]!;
      let j = i;
      for (; j > 1 && PAWN_ORDER[squares[j - 1]!]! > PAWN_ORDER[square]!; j--) {
        squares[j] = squares[j - 1]!;
      }
      squares[j] = square;
    }
    for (let i = 1; i < count; i++) index += CHOICES[i * 64 + PAWN_ORDER[squares[i]!]!]!;
    return index;
  }

  /** The index of the leading two or three pieces. Turns all pieces until the first is in the triangle. */
  private leadingPieces(count: number, pieces: number): number {
    const { squares } = this;
    if (squares[0]! > 31) for (let i = 0; i < pieces; i++) squares[i]! ^= 56;
    for (let i = 0; i < count; i++) {
      const off = offDiagonal(squares[i]!);
      if (off === 0) continue;
      if (off > 0) {
        for (let j = i; j < pieces; j++)
          squares[j] = ((squares[j]! >> 3) | (squares[j]! << 3)) & 63;
      }
      break;
    }
    const first = squares[0]!;
    const second = squares[1]!;
    if (count === 2) return KING_PAIRS[TRIANGLE[first]! * 64 + second]!;

    const third = squares[2]!;
    // Squares of earlier pieces are skipped.
    const beforeSecond = second > first ? 1 : 0;
    const beforeThird = (third > first ? 1 : 0) + (third > second ? 1 : 0);
    if (offDiagonal(first) !== 0) {
      return (TRIANGLE[first]! * 63 + second - beforeSecond) * 62 + third - beforeThird;
    }
    const rank = first >> 3;
    if (offDiagonal(second) !== 0) {
      return ONE_BELOW + (rank * 28 + BELOW_DIAGONAL[second]!) * 62 + third - beforeThird;
    }
    const secondRank = (second >> 3) - beforeSecond;
    if (offDiagonal(third) !== 0) {
      return TWO_BELOW + (rank * 7 + secondRank) * 28 + BELOW_DIAGONAL[third]!;
    }
    return THREE_BELOW + (rank * 7 + secondRank) * 6 + (third >> 3) - beforeThird;
  }

  /** Insertion sort: there are few squares. */
  private sort(start: number, end: number): void {
    const { squares } = this;
    for (let i = start + 1; i < end; i++) {
      const square = squares[i]!;
      let j = i;
      for (; j > start && squares[j - 1]! > square; j--) squares[j] = squares[j - 1]!;
      squares[j] = square;
    }
  }
}

/** Decodes a piece: 1 to 6 for pawn to king, plus 8 for black. */
function pieceFromCode(code: number): Piece {
  return ((code & 7) - 1) * 2 + (code >> 3);
}
