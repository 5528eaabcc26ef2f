/**
 * The inputs by which two positions differ, as lists of codes. Only the squares whose piece changed
 * matter: pieces on them, pieces that attack them, and sliders whose lines they open or close.
 */

import {
  attacksAdded,
  attacksRemoved,
  lines,
  piecesAdded,
  piecesRemoved,
  slides,
  steps,
} from './layout';
import { BOARDS, MAILBOX } from './offsets';

// Where the lists end.
export let piecesRemovedEnd: usize = 0;
export let piecesAddedEnd: usize = 0;
export let attacksRemovedEnd: usize = 0;
export let attacksAddedEnd: usize = 0;

// Types of pieces; a bitboard of each colour for each.
const KNIGHT: usize = 1;
const BISHOP: usize = 2;
const ROOK: usize = 3;
const QUEEN: usize = 4;
const KING: usize = 5;
/** The first piece that is not an input as an attacked piece. */
const WHITE_KING: u32 = 10;

/** The pieces of one type and both colours of a state. */
function boards(state: usize, type: usize): u64 {
  const at = state + type * 16;
  return load<u64>(at, BOARDS) | load<u64>(at, BOARDS + 8);
}

/** The highest of the occupied squares below a square. */
function highest(squares: u64): u64 {
  return (0x8000000000000000 >> clz(squares | 1)) & squares;
}

/** The lowest of the occupied squares above a square. */
function lowest(squares: u64): u64 {
  return squares & (0 - squares);
}

/** The nearest occupied squares on line `offset` / 16 through a square, one or none in either direction. */
function ends(line: usize, offset: usize, occupied: u64): u64 {
  return (
    highest(load<u64>(line + offset) & occupied) | lowest(load<u64>(line + offset, 8) & occupied)
  );
}

/** Lists the differences from one state to another, and fills the other's mailbox. */
export function collect(from: usize, to: usize): void {
  for (let at: usize = 0; at < 64; at += 16) {
    v128.store(to + at, v128.load(from + at, MAILBOX), MAILBOX);
  }
  let pieces: u32 = 0;
  let before: v128 = i64x2.splat(0);
  let after: v128 = i64x2.splat(0);
  for (let i: u32 = 0; i < 6; i++) {
    const a = v128.load(from + i * 16, BOARDS);
    const b = v128.load(to + i * 16, BOARDS);
    before = v128.or(before, a);
    after = v128.or(after, b);
    pieces |= (<u32>i64x2.bitmask(i64x2.ne(a, b))) << (2 * i);
  }
  const occupiedBefore = i64x2.extract_lane(before, 0) | i64x2.extract_lane(before, 1);
  const occupiedAfter = i64x2.extract_lane(after, 0) | i64x2.extract_lane(after, 1);

  let changed: u64 = 0;
  let removedEnd = piecesRemoved;
  let addedEnd = piecesAdded;
  while (pieces !== 0) {
    const piece = ctz(pieces);
    pieces &= pieces - 1;
    const a = load<u64>(from + piece * 8, BOARDS);
    const b = load<u64>(to + piece * 8, BOARDS);
    changed |= a ^ b;
    for (let removed = a & ~b; removed !== 0; removed &= removed - 1) {
      store<u32>(removedEnd, (piece << 6) | <u32>ctz(removed));
      removedEnd += 4;
    }
    for (let added = b & ~a; added !== 0; added &= added - 1) {
      const square = <u32>ctz(added);
      store<u32>(addedEnd, (piece << 6) | square);
      store<u8>(to + square, piece, MAILBOX);
      addedEnd += 4;
    }
  }
  piecesRemovedEnd = removedEnd;
  piecesAddedEnd = addedEnd;

  attacksRemovedEnd = attacksRemoved;
  attacksAddedEnd = attacksAdded;
  const queens = boards(to, QUEEN);
  const unchanged = occupiedAfter & ~changed;
  const orthogonal = (boards(to, ROOK) | queens) & unchanged;
  const diagonal = (boards(to, BISHOP) | queens) & unchanged;
  const targets = unchanged & ~boards(to, KING);
  for (let i = piecesRemoved; i < piecesRemovedEnd; i += 4) {
    const code = load<u32>(i);
    const square = code & 63;
    const line = lines + square * 64;
    const a0 = ends(line, 0, occupiedBefore);
    const a1 = ends(line, 16, occupiedBefore);
    const a2 = ends(line, 32, occupiedBefore);
    const a3 = ends(line, 48, occupiedBefore);
    attacksRemovedEnd = listPiece(from, code, a0 | a1, a2 | a3, targets, attacksRemovedEnd);
    if (((occupiedAfter >> square) & 1) !== 0) continue;
    // A slider whose nearest changed square is this one sees it before and after. Now that it is empty
    // the slider attacks the next piece on the line.
    const b0 = ends(line, 0, occupiedAfter);
    const b1 = ends(line, 16, occupiedAfter);
    const b2 = ends(line, 32, occupiedAfter);
    const b3 = ends(line, 48, occupiedAfter);
    const sliders = (((a0 & b0) | (a1 & b1)) & orthogonal) | (((a2 & b2) | (a3 & b3)) & diagonal);
    if (sliders !== 0) {
      attacksAddedEnd = listThrough(to, sliders, b0, b1, b2, b3, targets, attacksAddedEnd);
    }
  }
  for (let i = piecesAdded; i < piecesAddedEnd; i += 4) {
    const code = load<u32>(i);
    const square = code & 63;
    const line = lines + square * 64;
    const b0 = ends(line, 0, occupiedAfter);
    const b1 = ends(line, 16, occupiedAfter);
    const b2 = ends(line, 32, occupiedAfter);
    const b3 = ends(line, 48, occupiedAfter);
    attacksAddedEnd = listPiece(to, code, b0 | b1, b2 | b3, targets, attacksAddedEnd);
    if (((occupiedBefore >> square) & 1) !== 0) continue;
    // While the square was empty such sliders attacked the next piece on the line.
    const a0 = ends(line, 0, occupiedBefore);
    const a1 = ends(line, 16, occupiedBefore);
    const a2 = ends(line, 32, occupiedBefore);
    const a3 = ends(line, 48, occupiedBefore);
    const sliders = (((a0 & b0) | (a1 & b1)) & orthogonal) | (((a2 & b2) | (a3 & b3)) & diagonal);
    if (sliders !== 0) {
      attacksRemovedEnd = listThrough(to, sliders, a0, a1, a2, a3, targets, attacksRemovedEnd);
    }
  }
}

/**
 * Lists the attacks on a piece, and its own attacks on targets. `code` is that of the piece; `orthogonal`
 * and `diagonal` are the nearest pieces on its lines.
 */
function listPiece(
  state: usize,
  code: u32,
  orthogonal: u64,
  diagonal: u64,
  targets: u64,
  end: usize,
): usize {
  const piece = code >> 6;
  const square = code & 63;
  if (piece < WHITE_KING) {
    const at = steps + square * 8;
    const queens = boards(state, QUEEN);
    let attackers =
      (orthogonal & (boards(state, ROOK) | queens)) |
      (diagonal & (boards(state, BISHOP) | queens)) |
      (load<u64>(at, KNIGHT * 1024) & boards(state, KNIGHT)) |
      (load<u64>(at, KING * 1024) & boards(state, KING)) |
      // A white pawn attacks the squares from which a black pawn would attack its own.
      (load<u64>(at) & load<u64>(state, BOARDS + 8)) |
      (load<u64>(at, 512) & load<u64>(state, BOARDS));
    const asTarget = (piece << 10) | square;
    for (; attackers !== 0; attackers &= attackers - 1) {
      store<u32>(end, asTarget | ((<u32>load<u8>(state + <usize>ctz(attackers), MAILBOX)) << 6));
      end += 4;
    }
  }
  const slide = slides + piece * 16;
  let attacked =
    ((diagonal & load<u64>(slide)) |
      (orthogonal & load<u64>(slide, 8)) |
      load<u64>(steps + piece * 512 + square * 8)) &
    targets;
  for (; attacked !== 0; attacked &= attacked - 1) {
    const target = <u32>ctz(attacked);
    store<u32>(end, ((<u32>load<u8>(state + target, MAILBOX)) << 10) | (piece << 6) | target);
    end += 4;
  }
  return end;
}

/** Lists the attacks of sliders at one end of a line on targets at its other end. */
function listThrough(
  state: usize,
  sliders: u64,
  line0: u64,
  line1: u64,
  line2: u64,
  line3: u64,
  targets: u64,
  end: usize,
): usize {
  for (; sliders !== 0; sliders &= sliders - 1) {
    const slider = sliders & (0 - sliders);
    const line =
      (line0 & slider) !== 0
        ? line0
        : (line1 & slider) !== 0
          ? line1
          : (line2 & slider) !== 0
            ? line2
            : line3;
    const attacked = line & ~slider & targets;
    if (attacked === 0) continue;
    const target = <u32>ctz(attacked);
    const code = ((<u32>load<u8>(state + target, MAILBOX)) << 10) | target;
    store<u32>(end, code | ((<u32>load<u8>(state + <usize>ctz(slider), MAILBOX)) << 6));
    end += 4;
  }
  return end;
}
