/**
 * A chess position with make and unmake: bitboards, a mailbox, and a stack of the state that a move
 * destroys.
 *
 * A bitboard is two signed 32-bit integers, `lo` for ranks 1–4 and `hi` for ranks 5–8, bit
 * `square & 31`, a1 = 0. All of them live in one `Int32Array`. After construction nothing
 * allocates, except that the stacks double when more plies are played than they can hold.
 *
 * Make and unmake stand side by side and mirror each other. `position.validate()` (validatePosition.ts)
 * recomputes from scratch everything that is updated incrementally here.
 * https://www.chessprogramming.org/Bitboards
 */
import { INSPECT } from '../../util/inspect.ts';
import { CastlingRights, castledKing, castledRook } from './castling.ts';
import { findChecks } from './checks.ts';
import { formatDiagram } from './diagram.ts';
import { canTakeEnPassant } from './enPassant.ts';
import {
  ALL,
  CAPTURED,
  CHECKERS,
  CHECKS_KNOWN,
  EP_SQUARE,
  HALFMOVES,
  KINGS,
  NON_PAWN_KEYS,
  PAWN_KEY,
  partialKeyOf,
  REVERSIBLE,
  RIGHTS,
  STATE_SIZE,
} from './positionLayout.ts';
import type { Setup } from './setup.ts';
import {
  BLACK,
  CAPTURE,
  CASTLING,
  type Color,
  DOUBLE_PUSH,
  EN_PASSANT,
  KNIGHT,
  type Move,
  NO_PIECE,
  NO_SQUARE,
  PAWN,
  type Piece,
  PROMOTION,
  type Square,
  sideName,
} from './types.ts';
import { findInconsistency } from './validatePosition.ts';
import { CASTLING_KEYS, EN_PASSANT_KEYS, PIECE_KEYS, SIDE_KEY_HI, SIDE_KEY_LO } from './zobrist.ts';

/** Initial capacity in plies: small, so that reading a FEN is cheap. A search reserves its own. */
const INITIAL_PLIES = 8;

/** A chess position with its history. Moves are numbers (types.ts), made and unmade in place. */
export class Position {
  /** Index `piece * 2`, or one of the offsets of positionLayout.ts. Read-only outside this file. */
  readonly bitboards = new Int32Array(28);
  /** The piece on every square, or {@link NO_PIECE}. Read-only outside this file. */
  readonly board = new Int8Array(64).fill(NO_PIECE);
  /** The side to move. */
  turn: Color;
  /** Plies made since the first position whose key is kept (see {@link Position.history}). */
  ply = 0;
  /** The full move number, from 1. */
  fullmove: number;
  /** Castling moves are written as king takes rook (`UCI_Chess960`). */
  chess960: boolean;
  /** What stays the same about castling during a game. The rights themselves are {@link rights}. */
  readonly castling: CastlingRights;

  /** Key pairs of this and all earlier positions, for repetitions. Index `ply * 2`. */
  keys = new Int32Array(INITIAL_PLIES * 2);
  /** The states of all plies. Index `ply * STATE_SIZE` plus one of the offsets of positionLayout.ts. */
  states = new Int32Array(INITIAL_PLIES * STATE_SIZE);
  private capacity = INITIAL_PLIES;

  /**
   * The setup is not checked; `parseFen` (fen.ts) does that. `history` holds the key pairs of the
   * positions that could be repeated, as {@link Position.history} returns them, this one last.
   */
  constructor(setup: Setup, history?: Int32Array) {
    this.turn = setup.turn;
    this.fullmove = setup.fullmove;
    this.chess960 = setup.chess960;

    let keyLo = setup.turn === BLACK ? SIDE_KEY_LO : 0;
    let keyHi = setup.turn === BLACK ? SIDE_KEY_HI : 0;
    for (let square = 0; square < 64; square++) {
      const piece = setup.board[square]!;
      if (piece === NO_PIECE) continue;
      this.put(square, piece);
      keyLo ^= PIECE_KEYS[piece * 128 + square * 2]!;
      keyHi ^= PIECE_KEYS[piece * 128 + square * 2 + 1]!;
      this.states[partialKeyOf(piece)]! ^= PIECE_KEYS[piece * 128 + square * 2]!;
    }

    this.castling = new CastlingRights(setup);
    for (const rook of setup.castlingRooks) {
      if (rook === NO_SQUARE) continue;
      keyLo ^= CASTLING_KEYS[rook * 2]!;
      keyHi ^= CASTLING_KEYS[rook * 2 + 1]!;
    }

    const states = this.states;
    states[CAPTURED] = NO_PIECE;
    states[RIGHTS] = this.castling.initial;
    states[HALFMOVES] = setup.halfmoves;
    states[EP_SQUARE] = NO_SQUARE;
    if (setup.epSquare !== NO_SQUARE && canTakeEnPassant(this, setup.epSquare)) {
      states[EP_SQUARE] = setup.epSquare;
      keyLo ^= EN_PASSANT_KEYS[(setup.epSquare & 7) * 2]!;
      keyHi ^= EN_PASSANT_KEYS[(setup.epSquare & 7) * 2 + 1]!;
    }
    if (history !== undefined) {
      const plies = history.length / 2 - 1;
      this.reserve(plies);
      this.keys.set(history);
      this.states.copyWithin(plies * STATE_SIZE, 0, STATE_SIZE);
      this.states[plies * STATE_SIZE + REVERSIBLE] = plies;
      this.ply = plies;
    }
    this.keys[this.ply * 2] = keyLo;
    this.keys[this.ply * 2 + 1] = keyHi;
  }

  /** The position as plain data. Together with {@link Position.history} it can be rebuilt elsewhere. */
  toSetup(): Setup {
    const rook = (right: number) =>
      (this.rights >> right) & 1 ? this.castlingRooks[right]! : NO_SQUARE;
    return {
      board: this.board.slice(),
      turn: this.turn,
      castlingRooks: [rook(0), rook(1), rook(2), rook(3)],
      epSquare: this.epSquare,
      halfmoves: this.halfmoves,
      fullmove: this.fullmove,
      chess960: this.chess960,
    };
  }

  /** The key pairs of the positions since the last irreversible move, this one last. */
  history(): Int32Array {
    return this.keys.slice((this.ply - this.reversiblePlies) * 2, (this.ply + 1) * 2);
  }

  /** An independent copy with the same history. Moves made earlier cannot be unmade in it. */
  clone(): Position {
    return new Position(this.toSetup(), this.history());
  }

  /** A diagram of the board, and the side to move. */
  toString(): string {
    return `${formatDiagram(this)}\n${sideName(this.turn)} to move`;
  }

  /** `console.log` prints the diagram. */
  [INSPECT](): string {
    return this.toString();
  }

  /** The low half of the Zobrist key. */
  get keyLo(): number {
    return this.keys[this.ply * 2]!;
  }
  /** The high half of the Zobrist key. */
  get keyHi(): number {
    return this.keys[this.ply * 2 + 1]!;
  }
  /** The low half of the Zobrist key of all pawns. */
  get pawnKey(): number {
    return this.states[this.ply * STATE_SIZE + PAWN_KEY]!;
  }
  /** The low half of the Zobrist key of a side's pieces other than pawns. */
  nonPawnKey(color: Color): number {
    return this.states[this.ply * STATE_SIZE + NON_PAWN_KEYS + color]!;
  }
  /**
   * Castling rights: bits 0 to 3 are white king side, white queen side, black king side, black
   * queen side. The bit number indexes {@link castlingRooks}.
   */
  get rights(): number {
    return this.states[this.ply * STATE_SIZE + RIGHTS]!;
  }
  /** The rook of each castling right, or {@link NO_SQUARE}; it stays when the right is lost. */
  get castlingRooks(): Int8Array {
    return this.castling.rooks;
  }
  /** The en passant target if a legal capture exists, else {@link NO_SQUARE}. */
  get epSquare(): Square {
    return this.states[this.ply * STATE_SIZE + EP_SQUARE]!;
  }
  /** Plies since the last capture or pawn move. */
  get halfmoves(): number {
    return this.states[this.ply * STATE_SIZE + HALFMOVES]!;
  }
  /** How many plies back this position could have occurred: up to the last irreversible or null move. */
  get reversiblePlies(): number {
    return this.states[this.ply * STATE_SIZE + REVERSIBLE]!;
  }
  /**
   * The index in {@link states} of this ply's checkers, a pair; the pinned pieces follow. They are
   * computed on demand rather than in `make`: a node that is cut off at once never needs them.
   */
  get checkersIndex(): number {
    const state = this.ply * STATE_SIZE;
    if (this.states[state + CHECKS_KNOWN] === 0) findChecks(this, state);
    return state + CHECKERS;
  }
  /** Whether the side to move is in check. */
  get inCheck(): boolean {
    const checkers = this.checkersIndex;
    return (this.states[checkers]! | this.states[checkers + 1]!) !== 0;
  }

  /** The square of a side's king. */
  kingSquare(color: Color): Square {
    const lo = this.bitboards[KINGS + color * 2]!;
    return lo !== 0 ? 31 - Math.clz32(lo) : 63 - Math.clz32(this.bitboards[KINGS + color * 2 + 1]!);
  }

  /** Makes a legal move. */
  make(move: Move): void {
    const bb = this.bitboards;
    const board = this.board;
    const us = this.turn;
    const them = us ^ 1;
    const from = move & 63;
    const to = (move >> 6) & 63;
    const flag = move >> 12;

    const ply = this.ply;
    if (ply + 1 === this.capacity) this.grow();
    const keys = this.keys;
    const states = this.states;
    const state = ply * STATE_SIZE;
    const next = state + STATE_SIZE;

    let keyLo = keys[ply * 2]! ^ SIDE_KEY_LO;
    let keyHi = keys[ply * 2 + 1]! ^ SIDE_KEY_HI;
    let captured = NO_PIECE;
    let halfmoves = states[state + HALFMOVES]! + 1;
    let reversible = states[state + REVERSIBLE]! + 1;

    const oldEp = states[state + EP_SQUARE]!;
    if (oldEp !== NO_SQUARE) {
      keyLo ^= EN_PASSANT_KEYS[(oldEp & 7) * 2]!;
      keyHi ^= EN_PASSANT_KEYS[(oldEp & 7) * 2 + 1]!;
    }

    states[next + PAWN_KEY] = states[state + PAWN_KEY]!;
    states[next + NON_PAWN_KEYS] = states[state + NON_PAWN_KEYS]!;
    states[next + NON_PAWN_KEYS + 1] = states[state + NON_PAWN_KEYS + 1]!;

    const piece = board[from]!;
    const pieceKey = piece * 128;
    const own = ALL + us * 2;
    if (flag === CASTLING) {
      const kingTo = castledKing(from, to);
      const rookTo = castledRook(from, to);
      const rook = board[to]!;
      const rookKey = rook * 128;
      const movedLo =
        PIECE_KEYS[pieceKey + from * 2]! ^
        PIECE_KEYS[pieceKey + kingTo * 2]! ^
        PIECE_KEYS[rookKey + to * 2]! ^
        PIECE_KEYS[rookKey + rookTo * 2]!;
      keyLo ^= movedLo;
      states[next + NON_PAWN_KEYS + us]! ^= movedLo;
      keyHi ^= PIECE_KEYS[pieceKey + from * 2 + 1]! ^ PIECE_KEYS[pieceKey + kingTo * 2 + 1]!;
      keyHi ^= PIECE_KEYS[rookKey + to * 2 + 1]! ^ PIECE_KEYS[rookKey + rookTo * 2 + 1]!;
      // Remove both before placing either: in Chess960 one may land on the other's square.
      this.remove(from, piece);
      this.remove(to, rook);
      this.put(kingTo, piece);
      this.put(rookTo, rook);
    } else {
      if ((flag & CAPTURE) !== 0) {
        const square = flag === EN_PASSANT ? to ^ 8 : to;
        captured = board[square]!;
        const bit = 1 << square;
        bb[captured * 2 + (square >> 5)]! ^= bit;
        bb[ALL + them * 2 + (square >> 5)]! ^= bit;
        if (flag === EN_PASSANT) board[square] = NO_PIECE;
        const capturedLo = PIECE_KEYS[captured * 128 + square * 2]!;
        keyLo ^= capturedLo;
        states[next + partialKeyOf(captured)]! ^= capturedLo;
        keyHi ^= PIECE_KEYS[captured * 128 + square * 2 + 1]!;
        halfmoves = 0;
        reversible = 0;
      }
      const placed = (flag & PROMOTION) !== 0 ? ((flag & 3) + KNIGHT) * 2 + us : piece;
      const fromBit = 1 << from;
      const toBit = 1 << to;
      bb[piece * 2 + (from >> 5)]! ^= fromBit;
      bb[own + (from >> 5)]! ^= fromBit;
      bb[placed * 2 + (to >> 5)]! ^= toBit;
      bb[own + (to >> 5)]! ^= toBit;
      board[from] = NO_PIECE;
      board[to] = placed;
      const fromLo = PIECE_KEYS[pieceKey + from * 2]!;
      const toLo = PIECE_KEYS[placed * 128 + to * 2]!;
      keyLo ^= fromLo ^ toLo;
      states[next + partialKeyOf(piece)]! ^= fromLo;
      states[next + partialKeyOf(placed)]! ^= toLo;
      keyHi ^= PIECE_KEYS[pieceKey + from * 2 + 1]! ^ PIECE_KEYS[placed * 128 + to * 2 + 1]!;
      if (piece >> 1 === PAWN) {
        halfmoves = 0;
        reversible = 0;
      }
    }

    let rights = states[state + RIGHTS]!;
    if (rights !== 0) {
      const { lost, rooks } = this.castling;
      const gone = rights & (lost[from]! | lost[to]!);
      if (gone !== 0) {
        for (let right = 0; right < 4; right++) {
          if (((gone >> right) & 1) === 0) continue;
          keyLo ^= CASTLING_KEYS[rooks[right]! * 2]!;
          keyHi ^= CASTLING_KEYS[rooks[right]! * 2 + 1]!;
        }
        rights ^= gone;
        reversible = 0;
      }
    }

    this.turn = them;
    this.ply = ply + 1;
    this.fullmove += us;
    states[next + CAPTURED] = captured;
    states[next + RIGHTS] = rights;
    states[next + HALFMOVES] = halfmoves;
    states[next + REVERSIBLE] = reversible;
    states[next + CHECKS_KNOWN] = 0;

    let epSquare = NO_SQUARE;
    if (flag === DOUBLE_PUSH && canTakeEnPassant(this, (from + to) >> 1)) {
      epSquare = (from + to) >> 1;
      keyLo ^= EN_PASSANT_KEYS[(epSquare & 7) * 2]!;
      keyHi ^= EN_PASSANT_KEYS[(epSquare & 7) * 2 + 1]!;
    }
    states[next + EP_SQUARE] = epSquare;
    keys[ply * 2 + 2] = keyLo;
    keys[ply * 2 + 3] = keyHi;
  }

  /** Unmakes the last move. */
  unmake(move: Move): void {
    const bb = this.bitboards;
    const board = this.board;
    const them = this.turn;
    const us = them ^ 1;
    const from = move & 63;
    const to = (move >> 6) & 63;
    const flag = move >> 12;

    const captured = this.states[this.ply * STATE_SIZE + CAPTURED]!;
    this.turn = us;
    this.ply--;
    this.fullmove -= us;

    if (flag === CASTLING) {
      const kingTo = castledKing(from, to);
      const rookTo = castledRook(from, to);
      const king = board[kingTo]!;
      const rook = board[rookTo]!;
      this.remove(kingTo, king);
      this.remove(rookTo, rook);
      this.put(from, king);
      this.put(to, rook);
      return;
    }

    const placed = board[to]!;
    const piece = (flag & PROMOTION) !== 0 ? PAWN * 2 + us : placed;
    const own = ALL + us * 2;
    const fromBit = 1 << from;
    const toBit = 1 << to;
    bb[placed * 2 + (to >> 5)]! ^= toBit;
    bb[own + (to >> 5)]! ^= toBit;
    bb[piece * 2 + (from >> 5)]! ^= fromBit;
    bb[own + (from >> 5)]! ^= fromBit;
    board[to] = NO_PIECE;
    board[from] = piece;
    if (captured !== NO_PIECE) {
      const square = flag === EN_PASSANT ? to ^ 8 : to;
      const bit = 1 << square;
      bb[captured * 2 + (square >> 5)]! ^= bit;
      bb[ALL + them * 2 + (square >> 5)]! ^= bit;
      board[square] = captured;
    }
  }

  /** Passes the turn. The side to move must not be in check. */
  makeNull(): void {
    const ply = this.ply;
    if (ply + 1 === this.capacity) this.grow();
    const states = this.states;
    const state = ply * STATE_SIZE;
    const next = state + STATE_SIZE;
    let keyLo = this.keys[ply * 2]! ^ SIDE_KEY_LO;
    let keyHi = this.keys[ply * 2 + 1]! ^ SIDE_KEY_HI;
    const oldEp = states[state + EP_SQUARE]!;
    if (oldEp !== NO_SQUARE) {
      keyLo ^= EN_PASSANT_KEYS[(oldEp & 7) * 2]!;
      keyHi ^= EN_PASSANT_KEYS[(oldEp & 7) * 2 + 1]!;
    }
    this.fullmove += this.turn;
    this.turn ^= 1;
    this.ply = ply + 1;
    states[next + CAPTURED] = NO_PIECE;
    states[next + RIGHTS] = states[state + RIGHTS]!;
    states[next + EP_SQUARE] = NO_SQUARE;
    states[next + HALFMOVES] = states[state + HALFMOVES]! + 1;
    states[next + REVERSIBLE] = 0;
    states[next + CHECKS_KNOWN] = 0;
    states[next + PAWN_KEY] = states[state + PAWN_KEY]!;
    states[next + NON_PAWN_KEYS] = states[state + NON_PAWN_KEYS]!;
    states[next + NON_PAWN_KEYS + 1] = states[state + NON_PAWN_KEYS + 1]!;
    this.keys[ply * 2 + 2] = keyLo;
    this.keys[ply * 2 + 3] = keyHi;
  }

  /** Unmakes {@link makeNull}. */
  unmakeNull(): void {
    this.ply--;
    this.turn ^= 1;
    this.fullmove -= this.turn;
  }

  /**
   * Makes a move, runs `visit`, and unmakes the move even if `visit` throws. For code that is not
   * performance-critical. Throws an Error if `visit` leaves its own moves unbalanced.
   */
  withMove<T>(move: Move, visit: () => T): T {
    const ply = this.ply;
    this.make(move);
    try {
      return visit();
    } finally {
      if (this.ply !== ply + 1) {
        // biome-ignore lint/correctness/noUnsafeFinally: a caller's unbalanced make outranks its own error
        throw new Error(`withMove: ${this.ply - ply - 1} moves were made and not unmade inside`);
      }
      this.unmake(move);
    }
  }

  /** Describes the first difference to what is recomputed from scratch (validatePosition.ts), or returns null. */
  validate(): string | null {
    return findInconsistency(this);
  }

  /** Makes sure that `plies` more moves can be made without an allocation. */
  reserve(plies: number): void {
    while (this.ply + plies >= this.capacity) this.grow();
  }

  /**
   * Drops all positions before the last irreversible move, which can no longer be repeated, so that
   * memory does not grow with the length of a game. Moves made before can then not be unmade.
   */
  forgetHistory(): void {
    const kept = this.reversiblePlies;
    const first = this.ply - kept;
    this.keys.copyWithin(0, first * 2, (this.ply + 1) * 2);
    this.states.copyWithin(0, first * STATE_SIZE, (this.ply + 1) * STATE_SIZE);
    this.ply = kept;
  }

  private grow(): void {
    this.capacity *= 2;
    const keys = new Int32Array(this.capacity * 2);
    const states = new Int32Array(this.capacity * STATE_SIZE);
    keys.set(this.keys);
    states.set(this.states);
    this.keys = keys;
    this.states = states;
  }

  private put(square: Square, piece: Piece): void {
    const bit = 1 << square;
    this.bitboards[piece * 2 + (square >> 5)]! ^= bit;
    this.bitboards[ALL + (piece & 1) * 2 + (square >> 5)]! ^= bit;
    this.board[square] = piece;
  }

  private remove(square: Square, piece: Piece): void {
    const bit = 1 << square;
    this.bitboards[piece * 2 + (square >> 5)]! ^= bit;
    this.bitboards[ALL + (piece & 1) * 2 + (square >> 5)]! ^= bit;
    this.board[square] = NO_PIECE;
  }
}
