/**
 * The network as the search's evaluator, with the rules for endings (endings.ts) applied to its score.
 * The hidden layer hardly changes from one position to the next, so it is updated incrementally: an
 * accumulator for each perspective holds the sum of the rows of all active inputs, and a move subtracts
 * some rows and adds others.
 * https://www.chessprogramming.org/NNUE#Accumulator
 *
 * Updates are lazy: `make` only opens the state of the next ply, and sums are computed when a position
 * is evaluated, from the nearest ply that is up to date. A null move changes no piece, so it shares the
 * accumulators of the ply before. When a king crosses the middle of the board or enters another bucket,
 * all inputs of its perspective change; the update then starts from a cached accumulator, the last one used
 * with the king on that half and in that bucket. The kernels do all this, and find out themselves which
 * inputs differ.
 *
 * Weights and accumulators lie in one WebAssembly memory, which never grows: V8 slows down every typed
 * array of a thread once one of its buffers has been detached.
 */
import { castledKing, castledRook } from '../../chess/board/castling.ts';
import { countPieces } from '../../chess/board/material.ts';
import type { Position } from '../../chess/board/position.ts';
import { ALL } from '../../chess/board/positionLayout.ts';
import {
  CAPTURE,
  CASTLING,
  EN_PASSANT,
  fromOf,
  type Move,
  PAWN,
  type Piece,
  PROMOTION,
  pieceOf,
  type Square,
  toOf,
} from '../../chess/board/types.ts';
import { withEndings } from '../endings.ts';
import type { Evaluator } from '../evaluator.ts';
import { outputBucket } from './features.ts';
import { BOARDS } from './kernels/assembly/offsets.ts';
import { type Kernels, newKernels } from './kernels/kernels.ts';
import { fillMemory, memoryLayout, stateSize } from './kernels/memoryLayout.ts';
import type { Network } from './networkFile.ts';
import { evaluateByReference, toCentipawns } from './referenceNetwork.ts';

export class NetworkEvaluator implements Evaluator {
  private readonly network: Network;
  private readonly kernels: Kernels;
  /** The memory as words. */
  private readonly words: Int32Array;
  /** The address of the first state in the memory, and the size of one, in bytes. */
  private readonly firstState: number;
  private readonly stateSize: number;

  /** The number of moves made, null moves included. */
  private top = 0;
  /** The state of each ply: a null move adds none. */
  private readonly states: Int32Array;
  // By state:
  /** The number of pieces on the board. */
  private readonly pieces: Int32Array;
  /** The move that led there. */
  private readonly moves: Int32Array;
  /** What was on the move's destination before. */
  private readonly captured: Int8Array;

  /**
   * Copies the network into its own memory, with room for `maxPlies` moves from the first position.
   * `module` has the bytes of `nnue.wasm`; without it everything is plain JavaScript, ten times slower.
   */
  constructor(network: Network, maxPlies: number, module: Uint8Array<ArrayBuffer> | null) {
    this.network = network;
    const count = maxPlies + 1;
    const layout = memoryLayout(network, count);
    const { kernels, memory } = newKernels(layout, module);
    fillMemory(memory, layout, network);
    this.kernels = kernels;
    this.words = new Int32Array(memory);
    this.firstState = layout.states;
    this.stateSize = stateSize(network.hidden);
    this.states = new Int32Array(count);
    this.pieces = new Int32Array(count);
    this.moves = new Int32Array(count);
    this.captured = new Int8Array(count);
  }

  begin(position: Position): void {
    this.top = 0;
    this.states[0] = 0;
    this.open(0, countPieces(position));
  }

  make({ board }: Position, move: Move): void {
    const state = this.states[this.top]! + 1;
    this.push(state);
    this.moves[state] = move;
    this.captured[state] = board[toOf(move)]!;
    const isCapture = ((move >> 12) & CAPTURE) !== 0;
    this.open(state, this.pieces[state - 1]! - (isCapture ? 1 : 0));
  }

  makeNull(): void {
    this.push(this.states[this.top]!);
  }

  unmake(): void {
    this.top--;
  }

  private push(state: number): void {
    this.top++;
    if (this.top === this.states.length) throw new RangeError('too many moves');
    this.states[this.top] = state;
  }

  /** Starts a state: its accumulators are not computed. */
  private open(state: number, pieces: number): void {
    this.words[(this.firstState + state * this.stateSize) >> 2] = 0;
    this.pieces[state] = pieces;
  }

  evaluate(position: Position): number {
    const { network, words } = this;
    const { bitboards } = position;
    const state = this.states[this.top]!;
    const address = this.firstState + state * this.stateSize;
    const boards = (address + BOARDS) >> 2;
    for (let i = 0; i < ALL; i++) words[boards + i] = bitboards[i]!;
    // The position before is brought up to date too: its other moves are likely to come next.
    const previous = address - this.stateSize;
    if (state > 0 && words[previous >> 2] === 0) this.unmakeBoards(position, state, boards);
    const pieces = this.pieces[state]!;
    const bucket = outputBucket(pieces, network.outputBuckets);
    const output = this.kernels.evaluate(address, position.turn, bucket);
    const score = toCentipawns(output, network.scale);
    return withEndings(position, score, pieces);
  }

  /** Sets the bitboards of the state before from those of a state with this position, at index `boards`. */
  private unmakeBoards({ board }: Position, state: number, boards: number): void {
    const { words } = this;
    const before = boards - (this.stateSize >> 2);
    for (let i = 0; i < ALL; i++) words[before + i] = words[boards + i]!;
    const move = this.moves[state]!;
    const flag = move >> 12;
    const from = fromOf(move);
    const to = toOf(move);
    const captured = this.captured[state]!;
    if (flag === CASTLING) {
      const kingTo = castledKing(from, to);
      const king = board[kingTo]!;
      this.toggle(before, king, from);
      this.toggle(before, king, kingTo);
      this.toggle(before, captured, to);
      this.toggle(before, captured, castledRook(from, to));
      return;
    }
    const placed = board[to]!;
    this.toggle(before, placed, to);
    this.toggle(before, (flag & PROMOTION) !== 0 ? pieceOf(PAWN, placed & 1) : placed, from);
    if (flag === EN_PASSANT) this.toggle(before, pieceOf(PAWN, (placed & 1) ^ 1), to ^ 8);
    else if ((flag & CAPTURE) !== 0) this.toggle(before, captured, to);
  }

  /** Removes a piece from bitboards, or puts it there. */
  private toggle(boards: number, piece: Piece, square: Square): void {
    this.words[boards + piece * 2 + (square >> 5)]! ^= 1 << square;
  }

  evaluateFromScratch(position: Position): number {
    return withEndings(position, evaluateByReference(this.network, position));
  }
}
