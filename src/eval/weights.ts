/**
 * What the terms of the evaluation are worth beside material and squares, in centipawns, middlegame
 * and endgame. Tables are indexed as their comments say.
 *
 * A reasoned start, not tuned: a network is to take this evaluation's place.
 */
import { pack } from './packed.ts';

type Pair = readonly [mg: number, eg: number];

const table = (...pairs: Pair[]): Int32Array => Int32Array.from(pairs, ([mg, eg]) => pack(mg, eg));

// biome-ignore format: rows are read as rows
export const WEIGHTS = {
  /** By number of squares that are not the side's pawns or king, nor attacked by enemy pawns. */
  knightMobility: table([-38, -40], [-24, -28], [-10, -14], [-3, -5], [2, 1], [7, 6], [12, 8], [16, 8], [21, 6]),
  bishopMobility: table([-30, -38], [-20, -28], [-8, -15], [-3, -7], [3, 0], [8, 6], [12, 10], [14, 13], [16, 15], [18, 15], [21, 14], [25, 13], [26, 15], [28, 14]),
  rookMobility: table([-30, -42], [-20, -26], [-12, -14], [-8, -8], [-5, -3], [-3, 2], [-1, 6], [2, 10], [6, 13], [8, 16], [10, 19], [12, 21], [14, 22], [18, 21], [22, 18]),
  queenMobility: table([-25, -40], [-18, -32], [-14, -26], [-10, -22], [-7, -16], [-5, -12], [-4, -8], [-3, -4], [-2, 0], [-1, 3], [0, 6], [1, 9], [2, 12], [3, 14], [4, 16], [5, 18], [6, 19], [7, 20], [8, 20], [9, 20], [11, 20], [13, 19], [15, 18], [18, 17], [20, 16], [22, 16], [24, 16], [26, 16]),

  bishopPair: table([22, 50]),
  /** A rook on a file without own pawns, without any pawns. */
  rookOnFile: table([12, 6], [28, 10]),
  /** A knight, a bishop guarded by a pawn where no enemy pawn can drive it away. */
  outpost: table([22, 14], [20, 6]),

  /** By rank, as seen by the side. */
  passed: table([0, 0], [-6, 4], [-8, 8], [-8, 28], [14, 52], [36, 98], [60, 150], [0, 0]),
  /** A passed pawn that can step ahead; whose whole way is free of enemy attacks and pieces: by rank. */
  passedFree: table([0, 0], [0, 0], [0, 2], [0, 6], [2, 12], [6, 22], [10, 34], [0, 0]),
  passedSafe: table([0, 0], [0, 0], [0, 2], [2, 6], [4, 14], [10, 26], [16, 40], [0, 0]),
  /** A step of the enemy king away from the square ahead of a passed pawn, of our own king: by rank. */
  passedTheirKing: table([0, 0], [0, 0], [0, 2], [0, 5], [0, 9], [0, 14], [0, 18], [0, 0]),
  passedOurKing: table([0, 0], [0, 0], [0, -1], [0, -3], [0, -5], [0, -8], [0, -10], [0, 0]),

  doubled: table([-6, -16]),
  isolated: table([-8, -8]),
  /** A pawn that cannot be guarded by its neighbours, being behind them, and cannot step up safely. */
  backward: table([-6, -6]),
  /** A pawn guarded by a pawn or beside one: by rank. */
  connected: table([0, 0], [2, 0], [6, 2], [9, 5], [16, 14], [34, 34], [50, 60], [0, 0]),

  /** A pawn attacks a piece; a minor piece attacks a rook or queen; a rook attacks a queen. */
  threatByPawn: table([48, 32]),
  threatByMinor: table([34, 26]),
  threatByRook: table([38, 20]),
  /** A piece or pawn that is attacked and not guarded. */
  hanging: table([10, 12]),

  /** Own pawns before the king, by how many ranks ahead the nearest on a file is; no pawn is 0. */
  shelter: table([-22, 0], [14, -2], [8, -2], [0, 0], [-6, 0], [-10, 0], [-12, 0], [-12, 0]),
  tempo: table([18, 12]),

  /** By type: what a piece that attacks the ring around the king adds to the danger, */
  dangerAttacker: Int32Array.from([0, 26, 22, 28, 24, 0]),
  /** what a square of the ring attacked adds; a square attacked that only the king guards; */
  dangerSquare: Int32Array.from([14]),
  dangerWeak: Int32Array.from([26]),
  /** by type what a check that cannot be answered by taking adds; */
  dangerCheck: Int32Array.from([0, 70, 48, 84, 62, 0]),
  /** and what is taken off, or more of it without an enemy queen. Danger is squared. */
  dangerOffset: Int32Array.from([40]),
  dangerNoQueen: Int32Array.from([150]),
};
