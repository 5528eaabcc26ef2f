/**
 * The file format of training games, from self-play or imported from PGN: a header, then one record per game.
 *
 * All integers are little-endian and unsigned unless stated otherwise; squares are numbered from
 * a1 = 0, b1 = 1 to h8 = 63. Records are only ever appended; recordFile.ts frames them.
 *
 * HEADER, 108 bytes (fileHeader.ts)
 *     0   8  "RefrainG"
 *     8   4  version of this format: 2
 *    12   4  length of the header: 108
 *    16  16  version of the engine, ASCII, padded with zeros
 *    32  72  eighteen integers of 4 bytes: {@link SETTINGS}, in that order
 *   104   4  CRC-32 of everything before it
 *
 * PAYLOAD of a record, 36 bytes and 4 for each move
 *     0   2  number of moves
 *     2   1  result, in half points for White: 0 lost, 1 drawn, 2 won
 *     3   1  why the game ended: index in {@link ENDS}
 *     4   4  number of the game, from 0
 *     8  28  the starting position, see below
 *    36      for each move: 2 bytes the move, 2 bytes (signed) the score of the position before it
 *
 * A score is in centipawns for the side to move. From 31872 on it is a mate score, 32000 minus the
 * plies to mate, and likewise below −31872 if the side to move is mated. −32768: no score. A move is
 * from + 64 * to + 4096 * kind; kinds are 0 quiet, 1 double push, 2 castling (`to` is the square of the own rook, in
 * standard chess too), 4 capture, 5 en passant, 8 to 11 promotion to knight, bishop, rook or
 * queen, 12 to 15 the same with a capture.
 *
 * POSITION, 28 bytes
 *     0   8  the occupied squares, one bit each; bit s of the 64 is square s
 *     8  16  four bits per piece, in the order of their squares, low half of a byte first:
 *            0 white pawn, 1 black pawn, 2 and 3 knights, 4 and 5 bishops, 6 and 7 rooks, 8 and 9
 *            queens, 10 and 11 kings; 12 white and 13 black rook that may still castle
 *    24   1  bits 0 to 6: the en passant target, 64 for none; bit 7: black is to move
 *    25   1  plies since the last capture or pawn move
 *    26   2  full move number
 */
import type { Position } from '../chess/board/position.ts';
import { readSetup } from '../chess/board/readSetup.ts';
import type { Setup } from '../chess/board/setup.ts';
import { BLACK, KING, NO_PIECE, NO_SQUARE, pieceOf, ROOK } from '../chess/board/types.ts';
import { positionFromFen } from '../chess/notation/fen.ts';
import type { GameResult } from '../chess/notation/pgn.ts';
import type { SelfPlayEnd, SelfPlayGame } from '../selfplay/selfPlay.ts';
import { crc32 } from '../util/crc32.ts';
import { fail, ok, type Result } from '../util/result.ts';
import { type FileHeader, HeaderFormat, viewOf } from './fileHeader.ts';

/** How the games of a file were generated. */
export const SETTINGS = [
  /**
   * 1: merged from other files or shuffled, so that it cannot be continued. 2: imported from PGN;
   * the other settings are 0, except `chess960`.
   */
  'assembled',
  'chess960',
  'seed',
  /** Nodes per move: the soft limit, after which no iteration starts, and the hard limit. */
  'softNodes',
  'nodes',
  /** Mebibytes. */
  'hash',
  /** The random opening (openingGenerator.ts); half of them are a ply longer. */
  'openingPlies',
  'openingMinScore',
  'openingMaxScore',
  'openingMargin',
  'openingNodes',
  /** Adjudication (adjudication.ts); a count of 0 turns a rule off. */
  'drawNumber',
  'drawCount',
  'drawScore',
  'resignCount',
  'resignScore',
  'resignTwoSided',
  /** Moves per side before a game is drawn; 0: no limit. */
  'maxMoves',
] as const;

/** Its `engine` is the version of the engine that played, or imported. */
export type GameHeader = FileHeader<(typeof SETTINGS)[number]>;
export type GameSettings = GameHeader['settings'];

export const GAME_HEADER = new HeaderFormat({
  magic: 'RefrainG',
  version: 2,
  bytes: 108,
  settingsAt: 32,
  settings: SETTINGS,
  content: 'game file',
});

/** `assembled` of files imported from PGN. */
export const IMPORTED = 2;

/** A score that is not known. */
export const NO_SCORE = -0x8000;

/** Why games end, by their number in the records. `recorded`: as a PGN file says. */
export const ENDS = [
  'adjudicated',
  'checkmate',
  'stalemate',
  'insufficient material',
  'threefold repetition',
  'fifty-move rule',
  'recorded',
  'dead position',
] as const satisfies readonly (SelfPlayEnd | 'recorded')[];

type RecordedEnd = (typeof ENDS)[number];

/** The results of games, by the half points of White. */
export const RESULTS: readonly GameResult[] = ['0-1', '1/2-1/2', '1-0'];

/** A game as recorded. */
export interface GameRecord {
  number: number;
  /** The packed starting position. */
  start: Uint8Array;
  moves: Uint16Array;
  /** Scores of the positions before each move, for the side to move, or {@link NO_SCORE}. */
  scores: Int16Array;
  /** Half points for white. */
  result: number;
  end: RecordedEnd;
}

const POSITION_BYTES = 28;
const START_AT = 8;
const MOVES_AT = START_AT + POSITION_BYTES;
const BYTES_PER_MOVE = 4;

/** The code of a rook that may still castle, after those of the pieces. */
const CASTLING_ROOK = 12;

/** The payload of a game's record. */
export function encodeGame({ number, start, moves, scores, result, end }: GameRecord): Uint8Array {
  const bytes = new Uint8Array(payloadLength(moves.length));
  const view = viewOf(bytes);
  view.setUint16(0, moves.length, true);
  view.setUint8(2, result);
  view.setUint8(3, ENDS.indexOf(end));
  view.setUint32(4, number, true);
  bytes.set(start, START_AT);
  for (const [i, move] of moves.entries()) {
    view.setUint16(MOVES_AT + i * BYTES_PER_MOVE, move, true);
    view.setInt16(MOVES_AT + i * BYTES_PER_MOVE + 2, scores[i]!, true);
  }
  return bytes;
}

/** The length in bytes of the payload of a game with this number of moves. */
const payloadLength = (moves: number): number => MOVES_AT + BYTES_PER_MOVE * moves;

/**
 * Decodes a payload whose checksum is correct. Fails if it is not a game of this format. Its
 * contents may still be invalid: verifyGame.ts.
 */
export function decodeGame(bytes: Uint8Array): Result<GameRecord> {
  const view = viewOf(bytes);
  const length = bytes.length >= MOVES_AT ? view.getUint16(0, true) : 0;
  const end = ENDS[bytes[3]!];
  if (bytes.length !== payloadLength(length) || bytes[2]! > 2 || end === undefined) {
    return fail('not a game of this format');
  }
  const at = (i: number) => MOVES_AT + i * BYTES_PER_MOVE;
  return ok({
    number: view.getUint32(4, true),
    start: bytes.slice(START_AT, MOVES_AT),
    moves: Uint16Array.from({ length }, (_, i) => view.getUint16(at(i), true)),
    scores: Int16Array.from({ length }, (_, i) => view.getInt16(at(i) + 2, true)),
    result: view.getUint8(2),
    end,
  });
}

/** Converts a self-play game to its record. */
export const recordGame = ({ start, ...game }: SelfPlayGame): GameRecord => ({
  ...game,
  start: packPosition(positionFromFen(start)),
});

/** The CRC-32 of a packed start and of moves: a key that equal games share. */
export function gameKey(
  start: Uint8Array,
  { buffer, byteOffset, byteLength }: Uint16Array,
): number {
  return crc32(Buffer.concat([start, new Uint8Array(buffer, byteOffset, byteLength)]));
}

/** Packs a position. Throws a RangeError if its clocks do not fit. */
export function packPosition(position: Position): Uint8Array {
  const { board, turn, castlingRooks, epSquare, halfmoves, fullmove } = position.toSetup();
  if (halfmoves > 0xff || fullmove > 0xffff) throw new RangeError('clocks too large to be packed');
  const bytes = new Uint8Array(POSITION_BYTES);
  let pieces = 0;
  for (const [square, piece] of board.entries()) {
    if (piece === NO_PIECE) continue;
    bytes[square >> 3]! |= 1 << (square & 7);
    const code = castlingRooks.includes(square) ? CASTLING_ROOK + (piece & 1) : piece;
    bytes[8 + (pieces >> 1)]! |= code << ((pieces & 1) * 4);
    pieces++;
  }
  bytes[24] = epSquare | (turn << 7);
  bytes[25] = halfmoves;
  viewOf(bytes).setUint16(26, fullmove, true);
  return bytes;
}

/** Unpacks a position; fails if it is impossible. */
export function unpackPosition(bytes: Uint8Array, chess960: boolean): Result<Position> {
  const setup = unpackSetup(bytes, chess960);
  return setup.ok ? readSetup(setup.value) : setup;
}

/** Unpacks a position that may be impossible; fails if the bytes are no position at all. */
export function unpackSetup(bytes: Uint8Array, chess960: boolean): Result<Setup> {
  const board = new Int8Array(64).fill(NO_PIECE);
  const rooks: number[] = [];
  let pieces = 0;
  for (let square = 0; square < 64; square++) {
    if (((bytes[square >> 3]! >> (square & 7)) & 1) === 0) continue;
    if (pieces === 32) return fail('more than 32 pieces');
    const code = (bytes[8 + (pieces >> 1)]! >> ((pieces & 1) * 4)) & 15;
    pieces++;
    if (code > CASTLING_ROOK + BLACK) return fail(`no piece has the number ${code}`);
    if (code >= CASTLING_ROOK) rooks.push(square);
    board[square] = code >= CASTLING_ROOK ? pieceOf(ROOK, code & 1) : code;
  }
  const setup: Setup = {
    board,
    turn: bytes[24]! >> 7,
    castlingRooks: castlingRights(board, rooks),
    epSquare: bytes[24]! & 127,
    halfmoves: bytes[25]!,
    fullmove: viewOf(bytes).getUint16(26, true),
    chess960,
  };
  if (setup.epSquare > NO_SQUARE) return fail(`no square has the number ${setup.epSquare}`);
  return ok(setup);
}

/** Finds the right of each rook that may castle, from its side of the king. */
function castlingRights(board: Int8Array, rooks: readonly number[]): Setup['castlingRooks'] {
  const rights: Setup['castlingRooks'] = [NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE];
  for (const rook of rooks) {
    const color = board[rook]! & 1;
    const isQueenSide = rook < board.indexOf(pieceOf(KING, color));
    rights[color * 2 + (isQueenSide ? 1 : 0)] = rook;
  }
  return rights;
}
