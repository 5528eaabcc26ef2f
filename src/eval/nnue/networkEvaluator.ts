/**
 * The network as the search's evaluator, with the rules for endings (endings.ts) applied to its score.
 * The hidden layer hardly changes from one position to the next, so it is updated incrementally: an
 * accumulator for each perspective holds the sum of the rows of all pieces, and a move subtracts some
 * rows and adds others.
 * https://www.chessprogramming.org/NNUE#Accumulator
 *
 * Updates are lazy: `make` notes which pieces changed, and sums are computed when a position is
 * evaluated, from the nearest ply that is up to date. A null move changes no piece, so it shares the
 * accumulators of the ply before. When a king crosses the middle of the board or enters another bucket,
 * all inputs of its perspective change; the update then starts from a cached accumulator, the last one
 * used with the king on that half and in that bucket, which differs by fewer pieces.
 *
 * Weights, accumulators and lists of updates lie in one WebAssembly memory, which never grows: V8
 * slows down every typed array of a thread once one of its buffers has been detached.
 */
import { castledKing, castledRook } from '../../chess/board/castling.ts';
import { countPieces } from '../../chess/board/material.ts';
import type { Position } from '../../chess/board/position.ts';
import {
  BLACK,
  CAPTURE,
  CASTLING,
  EN_PASSANT,
  KING,
  KNIGHT,
  type Move,
  NO_PIECE,
  PROMOTION,
  WHITE,
} from '../../chess/board/types.ts';
import { ENDING_PIECES, endingScore, withEndings } from '../endings.ts';
import type { Evaluator } from '../evaluator.ts';
import { featureIndex, INPUTS, kingBucket, orientation, outputBucket } from './features.ts';
import { type Kernels, newKernels } from './kernels/kernels.ts';
import { type Network, QA } from './networkFile.ts';
import { evaluateByReference, toCentipawns } from './referenceNetwork.ts';

/** Bytes at the start of the memory that are not used: address 0 ends a list. */
const RESERVED = 64;

/** In `changes`: no piece removed or added. */
const NOTHING = -1;
/** Words of `changes` per ply: two pieces removed, two added, each `piece * 64 + square`. */
const CHANGES = 4;

/** The maximum number of pieces by which a cached accumulator can differ: 32 removed and 32 added. */
const MAX_DIFFERENCE = 64;
/** Words in the list for an update by one move, and for one of the cache with the copy after it. */
const MOVE_WORDS = 4 + CHANGES;
const REFRESH_WORDS = 4 + MAX_DIFFERENCE + 4;

export class NetworkEvaluator implements Evaluator {
  private readonly network: Network;
  private readonly kernels: Kernels;
  /** Bytes of an accumulator. */
  private readonly length: number;
  // Addresses in the memory, in bytes.
  private readonly outputWeights: number;
  private readonly list: number;
  private readonly cache: number;
  private readonly accumulators: number;
  /** The memory as words. */
  private readonly words: Int32Array;
  /** Scratch space for the rows that an update of the cache adds: of 32 pieces at most. */
  private readonly added = new Int32Array(32);

  // A view is what orients the inputs of a perspective: its colour, half of the board and king bucket.
  /** The view of each perspective by the square of its king, index `perspective * 64 + square`. */
  private readonly views = new Uint8Array(2 * 64);
  /** The address of each row of hidden weights, index `view * 768 + piece * 64 + square`. */
  private readonly rows: Int32Array;
  /** The pieces of the cached accumulators, index `view * 64 + square`. */
  private readonly cachedBoards: Int8Array;

  /** The number of moves made, null moves included. */
  private top = 0;
  /** The frame of each ply: a null move adds none. */
  private readonly frames: Int32Array;
  // By frame:
  /** {@link CHANGES} words: the pieces that the move before it removed and added. */
  private readonly changes: Int32Array;
  /** The number of pieces on the board. */
  private readonly pieces: Int32Array;
  /** Whether the accumulator is up to date, index `frame * 2 + perspective`. */
  private readonly isCurrent: Uint8Array;
  /** Whether the accumulator cannot be computed incrementally, index as above. */
  private readonly isReset: Uint8Array;

  /**
   * Copies the network into its own memory, with room for `maxPlies` moves from the first position.
   * `module` has the bytes of `nnue.wasm`; without it everything is plain JavaScript, ten times slower.
   */
  constructor(network: Network, maxPlies: number, module: Uint8Array<ArrayBuffer> | null) {
    this.network = network;
    const { hidden, kingBuckets, outputBuckets } = network;
    const viewCount = 4 * kingBuckets;
    const length = hidden * 2;
    const frames = maxPlies + 1;
    this.length = length;
    const hiddenWeights = RESERVED;
    this.outputWeights = hiddenWeights + kingBuckets * INPUTS * length;
    this.cache = this.outputWeights + outputBuckets * 2 * length;
    this.accumulators = this.cache + viewCount * length;
    this.list = this.accumulators + frames * 2 * length;
    const end = this.list + 4 * 2 * (frames * MOVE_WORDS + REFRESH_WORDS);
    const { kernels, memory } = newKernels(end, module);
    this.kernels = kernels;
    const values = new Int16Array(memory);
    values.set(network.hiddenWeights, hiddenWeights / 2);
    values.set(network.outputWeights, this.outputWeights / 2);
    for (let i = 0; i < viewCount; i++) {
      values.set(network.hiddenBiases, (this.cache + i * length) / 2);
    }
    this.words = new Int32Array(memory);

    this.cachedBoards = new Int8Array(viewCount * 64).fill(NO_PIECE);
    this.rows = new Int32Array(viewCount * INPUTS);
    for (const perspective of [WHITE, BLACK]) {
      for (let king = 0; king < 64; king++) {
        const bucket = kingBucket(perspective, king, kingBuckets);
        const view = (perspective * kingBuckets + bucket) * 2 + ((king & 4) >> 2);
        this.views[perspective * 64 + king] = view;
        const turned = orientation(perspective, king);
        for (let code = 0; code < INPUTS; code++) {
          const feature = featureIndex(code >> 6, code & 63, perspective, turned);
          this.rows[view * INPUTS + code] = hiddenWeights + (bucket * INPUTS + feature) * length;
        }
      }
    }

    this.frames = new Int32Array(frames);
    this.changes = new Int32Array(frames * CHANGES);
    this.pieces = new Int32Array(frames);
    this.isCurrent = new Uint8Array(frames * 2);
    this.isReset = new Uint8Array(frames * 2);
  }

  begin(position: Position): void {
    this.top = 0;
    this.frames[0] = 0;
    this.isCurrent.fill(0, 0, 2);
    this.isReset.fill(1, 0, 2);
    this.pieces[0] = countPieces(position);
  }

  make({ board, turn }: Position, move: Move): void {
    const { changes } = this;
    const from = move & 63;
    const to = (move >> 6) & 63;
    const flag = move >> 12;
    const frame = this.frames[this.top]! + 1;
    this.push(frame);

    const piece = board[from]!;
    let pieces = this.pieces[frame - 1]!;
    let arrival = to;
    let placed = piece;
    let alsoRemoved = NOTHING;
    let alsoAdded = NOTHING;
    if (flag === CASTLING) {
      const rook = board[to]! * 64;
      arrival = castledKing(from, to);
      alsoRemoved = rook + to;
      alsoAdded = rook + castledRook(from, to);
    } else {
      if ((flag & PROMOTION) !== 0) placed = ((flag & 3) + KNIGHT) * 2 + turn;
      if ((flag & CAPTURE) !== 0) {
        const square = flag === EN_PASSANT ? to ^ 8 : to;
        alsoRemoved = board[square]! * 64 + square;
        pieces--;
      }
    }
    const change = frame * CHANGES;
    changes[change] = piece * 64 + from;
    changes[change + 1] = alsoRemoved;
    changes[change + 2] = placed * 64 + arrival;
    changes[change + 3] = alsoAdded;
    this.pieces[frame] = pieces;
    this.isCurrent[frame * 2] = 0;
    this.isCurrent[frame * 2 + 1] = 0;
    this.isReset[frame * 2] = 0;
    this.isReset[frame * 2 + 1] = 0;
    if (piece >> 1 === KING) {
      const { views } = this;
      const isSame = views[turn * 64 + from] === views[turn * 64 + arrival];
      this.isReset[frame * 2 + turn] = isSame ? 0 : 1;
    }
  }

  makeNull(): void {
    this.push(this.frames[this.top]!);
  }

  unmake(): void {
    this.top--;
  }

  private push(frame: number): void {
    this.top++;
    if (this.top === this.frames.length) throw new RangeError('too many moves');
    this.frames[this.top] = frame;
  }

  evaluate(position: Position): number {
    const { network, length } = this;
    const frame = this.frames[this.top]!;
    let at = this.list >> 2;
    if (this.isCurrent[frame * 2] === 0) at = this.listUpdates(position, frame, 0, at);
    if (this.isCurrent[frame * 2 + 1] === 0) at = this.listUpdates(position, frame, 1, at);
    this.words[at] = 0;
    const own = this.accumulators + (frame * 2 + position.turn) * length;
    const opponent = this.accumulators + (frame * 2 + (position.turn ^ 1)) * length;
    const pieces = this.pieces[frame]!;
    const bucket = outputBucket(pieces, network.outputBuckets);
    const weights = this.outputWeights + bucket * 2 * length;
    const sum = this.kernels.evaluate(this.list, own, opponent, weights, length);
    const score = toCentipawns(((sum / QA) | 0) + network.outputBiases[bucket]!, network.scale);
    return pieces <= ENDING_PIECES ? endingScore(position, pieces, score) : score;
  }

  evaluateFromScratch(position: Position): number {
    return withEndings(position, evaluateByReference(this.network, position));
  }

  /**
   * Appends the updates that bring an accumulator up to date to the list, at index `at` of
   * {@link words}. Returns the index after them.
   */
  private listUpdates(position: Position, top: number, perspective: number, at: number): number {
    const { isCurrent, isReset, length } = this;
    let frame = top;
    while (isCurrent[frame * 2 + perspective] === 0) {
      if (isReset[frame * 2 + perspective] !== 0) {
        return this.listRefresh(position, top, perspective, at);
      }
      frame--;
    }
    // All these frames have the same view.
    const view = this.views[perspective * 64 + position.kingSquare(perspective)]!;
    let from = this.accumulators + (frame * 2 + perspective) * length;
    while (frame < top) {
      frame++;
      isCurrent[frame * 2 + perspective] = 1;
      const to = from + 2 * length;
      at = this.listChanges(frame, view * INPUTS, from, to, at);
      from = to;
    }
    return at;
  }

  /** The update by the move that led to a frame. */
  private listChanges(frame: number, view: number, from: number, to: number, at: number): number {
    const { changes, rows, words } = this;
    const change = frame * CHANGES;
    const alsoRemoved = changes[change + 1]!;
    const alsoAdded = changes[change + 3]!;
    words[at] = to;
    words[at + 1] = from;
    words[at + 2] = alsoRemoved === NOTHING ? 1 : 2;
    words[at + 3] = alsoAdded === NOTHING ? 1 : 2;
    words[at + 4] = rows[view + changes[change]!]!;
    at += 5;
    if (alsoRemoved !== NOTHING) words[at++] = rows[view + alsoRemoved]!;
    words[at++] = rows[view + changes[change + 2]!]!;
    if (alsoAdded !== NOTHING) words[at++] = rows[view + alsoAdded]!;
    return at;
  }

  /**
   * The update of the view's cached accumulator by the pieces that differ, and its copy to a frame.
   */
  private listRefresh(position: Position, frame: number, perspective: number, at: number): number {
    const { cachedBoards, rows, words, added, length } = this;
    const { board } = position;
    const view = this.views[perspective * 64 + position.kingSquare(perspective)]!;
    const cached = this.cache + view * length;
    const to = this.accumulators + (frame * 2 + perspective) * length;
    const cachedFrom = view * 64;
    const rowsFrom = view * INPUTS;
    let end = at + 4;
    let count = 0;
    for (let square = 0; square < 64; square++) {
      const before = cachedBoards[cachedFrom + square]!;
      const piece = board[square]!;
      if (piece === before) continue;
      cachedBoards[cachedFrom + square] = piece;
      if (before !== NO_PIECE) words[end++] = rows[rowsFrom + before * 64 + square]!;
      if (piece !== NO_PIECE) added[count++] = rows[rowsFrom + piece * 64 + square]!;
    }
    words[at] = cached;
    words[at + 1] = cached;
    words[at + 2] = end - at - 4;
    words[at + 3] = count;
    for (let i = 0; i < count; i++) words[end++] = added[i]!;
    words[end] = to;
    words[end + 1] = cached;
    words[end + 2] = 0;
    words[end + 3] = 0;
    this.isCurrent[frame * 2 + perspective] = 1;
    return end + 4;
  }
}
