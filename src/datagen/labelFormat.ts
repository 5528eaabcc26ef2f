/**
 * The file format of labelled positions for training: games with the score of every position in
 * them, and of variants of it, one or two random legal plies away, because a search visits such
 * positions while games do not contain them.
 *
 * All integers are little-endian. The framing of the records is that of recordFile.ts.
 *
 * HEADER, 128 bytes (fileHeader.ts)
 *     0   8  "RefrainL"
 *     8   4  version of this format: 1
 *    12   4  length of the header: 128
 *    16  64  name of the engine that scored the positions, UTF-8, padded with zeros
 *    80  40  ten integers of 4 bytes: {@link LABEL_SETTINGS}, in that order
 *   120   4  zero
 *   124   4  CRC-32 of everything before it
 *
 * PAYLOAD of a record, one game
 *     0   4  number of the game, from 0
 *     4   1  result, in half points for White: 0 lost, 1 drawn, 2 won, 255 unknown
 *     5   1  zero
 *     6   2  n, the number of positions
 *     8  28  the starting position (gameFormat.ts, POSITION)
 *    36      n times:
 *            2  the move played from the position
 *            2  the label of the position
 *            1  v, the number of its variants
 *               v times: 2 the label, 2 the first move, 2 the second move if there is one
 *
 * LABEL, 16 bits: bits 2 to 15 hold the signed score in centipawns for the side to move, at most
 * 7999, or 8000 for any mate, or −8192 for a position without a label (in check, or noisy, unless `noisy`
 * is 1); bit 1: the best move is quiet (neither capture nor promotion); bit 0, for variants: two moves lead
 * there, not one.
 */
import { isMateScore } from '../search/score.ts';
import { fail, ok, type Result } from '../util/result.ts';
import { type FileHeader, HeaderFormat, viewOf } from './fileHeader.ts';

/** What a payload has before its positions. */
const FIXED_BYTES = 36;

/** How the labels of a file were made. */
const LABEL_SETTINGS = [
  'seed',
  /** Nodes per label; 0: static evaluations. */
  'nodes',
  /** Variants tried per position, or per `variantsPer` positions. */
  'variants',
  /** 1: the games are Chess960. */
  'chess960',
  /** The number of game files. */
  'sources',
  /** 0. Earlier versions wrote a number that depended on nothing but the one before it. */
  'reserved',
  /** Games per batch: the engines are reset before each, and labelling can continue there. */
  'batchGames',
  /** N: one position in N is labelled, chosen at random; 0: all. */
  'every',
  /** N: N positions together have `variants` variants on average; 0: each position has all of them. */
  'variantsPer',
  /** 1: positions in which a capture wins material are labelled too. */
  'noisy',
] as const;

/** Its `engine` is the one that scored the positions. */
export type LabelHeader = FileHeader<(typeof LABEL_SETTINGS)[number]>;
export type LabelSettings = LabelHeader['settings'];

export const LABEL_HEADER = new HeaderFormat({
  magic: 'RefrainL',
  version: 1,
  bytes: 128,
  settingsAt: 80,
  settings: LABEL_SETTINGS,
  content: 'label file',
});

/** The score of a mate, and one more than the largest other score, in centipawns. */
export const MATE_LABEL = 8000;
const UNLABELLED = -8192;

/** The result of a search or a static evaluation. */
export interface Label {
  /** Centipawns for the side to move, {@link MATE_LABEL} for mates; null without a label. */
  score: number | null;
  /**
   * Whether the best move is neither a capture nor a promotion. Always true of a static evaluation, also
   * where a capture wins material.
   */
  isQuiet: boolean;
}

interface Variant extends Label {
  /** One or two moves from the game's position. */
  moves: number[];
}

export interface LabelledPosition extends Label {
  /** The move played in the game. */
  move: number;
  variants: Variant[];
}

export interface LabelledGame {
  number: number;
  /** Half points for White, or null if unknown. */
  result: number | null;
  /** The packed starting position (gameFormat.ts). */
  start: Uint8Array;
  positions: LabelledPosition[];
}

/** Converts a search score to a label: clamped, with a single value for all mates of a side. */
export function labelScore(score: number): number {
  if (isMateScore(score)) return score > 0 ? MATE_LABEL : -MATE_LABEL;
  return Math.max(1 - MATE_LABEL, Math.min(MATE_LABEL - 1, score));
}

/** Variants per labelled position, on average. */
export const variantsOf = ({ settings: { variants, variantsPer } }: LabelHeader): number =>
  variants / Math.max(1, variantsPer);

/** How the labels were made: `Stockfish 15.1, 2000 nodes` or `Stockfish 15.1, static evaluations`. */
export const describeMethod = ({ engine, settings: { nodes } }: LabelHeader): string =>
  `${engine}, ${nodes === 0 ? 'static evaluations' : `${nodes} nodes`}`;

/** The payload of a game. */
export function encodeLabelledGame({ number, result, start, positions }: LabelledGame): Uint8Array {
  const variants = positions.flatMap((position) => position.variants);
  const moves = variants.reduce((sum, variant) => sum + variant.moves.length, 0);
  const bytes = new Uint8Array(
    FIXED_BYTES + positions.length * 5 + variants.length * 2 + moves * 2,
  );
  const view = viewOf(bytes);
  view.setUint32(0, number, true);
  view.setUint8(4, result ?? 255);
  view.setUint16(6, positions.length, true);
  bytes.set(start, 8);
  let at = FIXED_BYTES;
  const put = (value: number) => {
    view.setUint16(at, value & 0xffff, true);
    at += 2;
  };
  for (const position of positions) {
    put(position.move);
    put(encodeLabel(position, 1));
    view.setUint8(at++, position.variants.length);
    for (const variant of position.variants) {
      put(encodeLabel(variant, variant.moves.length));
      for (const move of variant.moves) put(move);
    }
  }
  return bytes;
}

/** Decodes a payload whose checksum is correct; fails if its parts do not match its length. */
export function decodeLabelledGame(payload: Uint8Array): Result<LabelledGame> {
  const view = viewOf(payload);
  const cut = fail('a game is cut off');
  if (payload.length < FIXED_BYTES) return cut;
  const count = view.getUint16(6, true);
  const positions: LabelledPosition[] = [];
  let at = FIXED_BYTES;
  for (let i = 0; i < count; i++) {
    if (at + 5 > payload.length) return cut;
    const move = view.getUint16(at, true);
    const label = decodeLabel(view.getInt16(at + 2, true));
    const variants: Variant[] = [];
    const variantCount = view.getUint8(at + 4);
    at += 5;
    for (let j = 0; j < variantCount; j++) {
      if (at + 4 > payload.length) return cut;
      const word = view.getInt16(at, true);
      const moves = [view.getUint16(at + 2, true)];
      at += 4;
      if ((word & 1) !== 0) {
        if (at + 2 > payload.length) return cut;
        moves.push(view.getUint16(at, true));
        at += 2;
      }
      variants.push({ ...decodeLabel(word), moves });
    }
    positions.push({ move, ...label, variants });
  }
  if (at !== payload.length) return fail('a game has trailing bytes');
  const result = view.getUint8(4);
  const start = payload.slice(8, FIXED_BYTES);
  return ok({
    number: view.getUint32(0, true),
    result: result === 255 ? null : result,
    start,
    positions,
  });
}

const encodeLabel = ({ score, isQuiet }: Label, plies: number): number =>
  ((score ?? UNLABELLED) << 2) | (isQuiet ? 2 : 0) | (plies - 1);

const decodeLabel = (word: number): Label => ({
  score: word >> 2 === UNLABELLED ? null : word >> 2,
  isQuiet: (word & 2) !== 0,
});
