/**
 * From packed positions to lists of features: rows of hidden weights. eval/nnue/features.ts defines
 * them; tests compare both.
 */
import {
  FILE_SHIFT,
  FLAGS_AT,
  PACKED_BYTES,
  RESULT_AT,
  SCORE_AT,
} from '../../datagen/packedPosition';
import { ATTACK_INPUTS } from '../../eval/nnue/architecture';
import {
  attacked,
  attackSets,
  buckets,
  features,
  files,
  kingRows,
  lists,
  positionWeights,
  records,
  rowCount,
  SIDE_BYTES,
  targets,
  unpacked,
} from './addresses';
import { sigmoid } from './layers';

const KNIGHT: u32 = 1;
const BISHOP: u32 = 2;
const ROOK: u32 = 3;
const KING: u32 = 5;

/**
 * Attack sets, of 64 squares each; memory.ts fills them. The first piece on a ray is its lowest square for
 * the first four rays (north, east, north-east, north-west), its highest for the others (south, west,
 * south-west, south-east).
 */
const SET_BYTES: usize = 64 * 8;
const RAYS: usize = 8;
const KNIGHT_SET: usize = RAYS;
const KING_SET: usize = RAYS + 1;
/** White's, then Black's. */
const PAWN_SET: usize = RAYS + 2;

/** Distances between features: from own pieces to the opponent's, and from an attacker to the next one. */
const OTHER_PIECE: u32 = 6 * 64;
const OTHER_ATTACKED: u32 = 5 * 64;
const ATTACKER: u32 = 2 * OTHER_ATTACKED;
const OTHER_ATTACKER: u32 = 6;

/** Instead of the feature of an attacked piece: a king, which is not one. */
const NOT_ATTACKED: u32 = 0xffffffff;

/** The address of a set. */
function setOf(set: usize, square: u32): usize {
  return attackSets + set * SET_BYTES + ((<usize>square) << 3);
}

/** Unpacks the first `count` records into lists of features, and targets between 0 and 1. */
export function unpack(count: usize, scale: f32): void {
  let at = features;
  store<u32>(lists, <u32>at);
  for (let i: usize = 0; i < count; i++) {
    const record = records + i * PACKED_BYTES;
    const pieces = <u32>popcnt(load<u64>(record));
    const bytes = listFeatures(record);
    for (let side: usize = 0; side < 2; side++) {
      memory.copy(at, unpacked + side * SIDE_BYTES, bytes);
      at += bytes;
      store<u32>(lists + ((2 * i + side) << 2), <u32>at, 4);
    }
    store<u32>(buckets + (i << 2), (pieces - 2) >> 2);
    const flags = load<u8>(record, FLAGS_AT);
    const file = files + ((<usize>flags >> FILE_SHIFT) << 3);
    store<f32>(positionWeights + (i << 2), load<f32>(file, 4));
    let expected = sigmoid(<f32>load<i16>(record, SCORE_AT) / scale);
    const half = <u32>load<u8>(record, RESULT_AT);
    if (half <= 2) {
      const scoreShare = load<f32>(file);
      const won: u32 = flags & 1 ? 2 - half : half;
      expected = scoreShare * expected + (1 - scoreShare) * (<f32>won * 0.5);
    }
    store<f32>(targets + (i << 2), expected);
  }
}

/** The code of the n-th piece of a record: twice its type, plus 1 for Black. */
function pieceOf(record: usize, n: u32): u32 {
  return (<u32>load<u8>(record + (n >> 1), 8) >> ((n & 1) << 2)) & 15;
}

/** Lists the features of a position: see {@link unpacked}. Returns the bytes of each list. */
function listFeatures(record: usize): usize {
  const occupied = load<u64>(record);
  const black = <u32>load<u8>(record, FLAGS_AT) & 1;
  // First pass: where the kings are.
  let kings: u32 = 0;
  let n: u32 = 0;
  for (let bits = occupied; bits; bits &= bits - 1) {
    const code = pieceOf(record, n++);
    if (code >= KING << 1) kings |= (<u32>ctz(bits)) << ((code & 1) << 3);
  }
  const ownKing = (kings >> (black << 3)) & 63;
  const otherKing = (kings >> ((black ^ 1) << 3)) & 63;
  const ownFlip = (black * 56) ^ (ownKing & 4 ? 7 : 0);
  const otherFlip = ((black ^ 1) * 56) ^ (otherKing & 4 ? 7 : 0);
  const ownFirst = <u32>load<u16>(kingRows + ((<usize>ownKing ^ ownFlip) << 1));
  const otherFirst = <u32>load<u16>(kingRows + ((<usize>otherKing ^ otherFlip) << 1));
  // Second pass: the pieces, and what each adds to the feature of an attack on it.
  let at = unpacked;
  n = 0;
  for (let bits = occupied; bits; bits &= bits - 1) {
    const square = <u32>ctz(bits);
    const code = pieceOf(record, n++);
    const isOther = (code & 1) ^ black;
    const type = code >> 1;
    const ownPlace = (type << 6) + (square ^ ownFlip);
    const otherPlace = (type << 6) + (square ^ otherFlip);
    store<u16>(at, <u16>(ownFirst + isOther * OTHER_PIECE + ownPlace));
    store<u16>(at, <u16>(otherFirst + (isOther ^ 1) * OTHER_PIECE + otherPlace), SIDE_BYTES);
    at += 2;
    const both =
      (isOther * OTHER_ATTACKED + ownPlace) | (((isOther ^ 1) * OTHER_ATTACKED + otherPlace) << 16);
    store<u32>(attacked + ((<usize>square) << 2), type === KING ? NOT_ATTACKED : both);
  }
  return listAttacks(record, black, at) - unpacked;
}

/** Lists the attacks on pieces from `at` on. Returns the end. */
function listAttacks(record: usize, black: u32, at: usize): usize {
  const occupied = load<u64>(record);
  let n: u32 = 0;
  const first = <u32>(rowCount - ATTACK_INPUTS);
  for (let bits = occupied; bits; bits &= bits - 1) {
    const square = <u32>ctz(bits);
    const code = pieceOf(record, n++);
    const isOther = (code & 1) ^ black;
    const type = code >> 1;
    const ownRow = first + (isOther * OTHER_ATTACKER + type) * ATTACKER;
    const otherRow = first + ((isOther ^ 1) * OTHER_ATTACKER + type) * ATTACKER;
    const both = ownRow | (otherRow << 16);
    if (type > KNIGHT && type < KING) {
      if (type !== BISHOP) at = listSliders(at, both, occupied, square, 0);
      if (type !== ROOK) at = listSliders(at, both, occupied, square, 2);
    } else {
      let set: usize = PAWN_SET + (code & 1);
      if (type === KNIGHT) set = KNIGHT_SET;
      else if (type === KING) set = KING_SET;
      for (let to = load<u64>(setOf(set, square)) & occupied; to; to &= to - 1) {
        at = listAttack(at, both, <usize>ctz(to));
      }
    }
  }
  return at;
}

/** Lists the attacks on two rays to higher squares, and on their opposites. Returns the end. */
function listSliders(at: usize, row: u32, occupied: u64, square: u32, ray: usize): usize {
  for (let set = setOf(ray, square), end = set + 2 * SET_BYTES; set < end; set += SET_BYTES) {
    const higher = load<u64>(set) & occupied;
    if (higher) at = listAttack(at, row, <usize>ctz(higher));
    const lower = load<u64>(set, 4 * SET_BYTES) & occupied;
    if (lower) at = listAttack(at, row, 63 - <usize>clz(lower));
  }
  return at;
}

/** Lists an attack on the piece on a square; `row` has the attacker's rows for both perspectives. */
function listAttack(at: usize, row: u32, square: usize): usize {
  const place = load<u32>(attacked + (square << 2));
  const both = row + place;
  store<u16>(at, <u16>both);
  store<u16>(at, <u16>(both >> 16), SIDE_BYTES);
  return place === NOT_ATTACKED ? at : at + 2;
}
