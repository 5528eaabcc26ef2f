/**
 * What the terms of the evaluation are worth beside material and squares, in centipawns, middlegame
 * and endgame. Tables are indexed as their comments say.
 *
 * Fitted to self-play by `npm run fit:eval`, from a reasoned start.
 */
import { pack } from './packed.ts';

type Pair = readonly [mg: number, eg: number];

const table = (...pairs: Pair[]): Int32Array => Int32Array.from(pairs, ([mg, eg]) => pack(mg, eg));

// biome-ignore format: rows are read as rows
export const WEIGHTS = {
  /** By number of squares that are not the side's pawns or king, nor attacked by enemy pawns. */
  knightMobility: table([-34, -39], [-12, -30], [-5, 4], [5, 12], [9, 21], [14, 33], [21, 19], [20, 21], [20, 13]),
  bishopMobility: table([-27, -35], [-18, -22], [-9, 0], [-4, 4], [5, 11], [12, 16], [15, 24], [13, 29], [15, 26], [17, 31], [9, 36], [20, 23], [24, 16], [33, 28]),
  rookMobility: table([-48, -44], [-22, -38], [-10, -12], [-7, -9], [-1, 7], [-2, 16], [1, 24], [7, 21], [12, 21], [5, 32], [10, 29], [13, 34], [15, 33], [13, 31], [27, 31]),
  queenMobility: table([-25, -40], [-18, -32], [-19, -26], [-14, -23], [-5, -22], [-7, -19], [-5, -14], [-5, -2], [-2, -2], [2, -3], [1, 12], [1, 11], [6, 10], [4, 22], [7, 26], [9, 30], [12, 29], [16, 28], [13, 29], [17, 27], [16, 22], [12, 19], [18, 19], [15, 8], [18, 12], [19, 10], [24, 15], [25, 13]),

  bishopPair: table([22, 48]),
  /** A bishop, for each own pawn on its colour. */
  bishopPawns: table([1, -2]),
  /** A rook on a file without own pawns, without any pawns. */
  rookOnFile: table([12, 12], [23, 7]),
  /** A knight, a bishop guarded by a pawn where no enemy pawn can drive it away. */
  outpost: table([18, 14], [11, 11]),

  /** By rank, as seen by the side. */
  passed: table([0, 0], [-10, 8], [0, 18], [-14, 28], [9, 46], [29, 77], [55, 126], [0, 0]),
  /** A passed pawn that can step ahead; whose whole way is free of enemy attacks and pieces: by rank. */
  passedFree: table([0, 0], [-8, 8], [2, 2], [5, 12], [10, 8], [14, 13], [21, 30], [0, 0]),
  passedSafe: table([0, 0], [0, 13], [-8, 7], [-6, 16], [-2, 29], [8, 35], [24, 56], [0, 0]),
  /** A passed pawn whose next square is guarded by its side: by rank. */
  passedGuarded: table([0, 0], [5, -1], [6, 3], [-8, 13], [12, 19], [19, 26], [23, 44], [0, 0]),
  /** A step of the enemy king away from the square ahead of a passed pawn, of our own king: by rank. */
  passedTheirKing: table([0, 0], [0, 0], [-3, 4], [-1, 7], [0, 17], [6, 28], [7, 18], [0, 0]),
  passedOurKing: table([0, 0], [-2, 3], [-1, -4], [3, -6], [-3, -10], [-7, -18], [-3, -26], [0, 0]),

  doubled: table([-17, -12]),
  isolated: table([-11, -7]),
  /** A pawn that cannot be guarded by its neighbours, being behind them, and cannot step up safely. */
  backward: table([-6, -6]),
  /** A pawn guarded by a pawn or beside one: by rank. */
  connected: table([0, 0], [0, 2], [2, 11], [10, 9], [13, 14], [40, 12], [54, 58], [0, 0]),

  /** A pawn attacks a piece, or a pawn's safe step will. */
  threatByPawn: table([53, 33]),
  threatByPush: table([11, 14]),
  /** A minor piece attacks a piece or a pawn that is not held well, a rook one of those, by its type; a king any. */
  threatByMinor: table([3, 8], [13, 27], [37, 12], [47, 15], [32, 22]),
  threatByRook: table([6, 17], [4, 31], [17, 19], [-1, 12], [33, 14]),
  threatByKing: table([16, 27]),
  /** An enemy man that is attacked and not guarded; a square that the enemy attacks and does not hold. */
  hanging: table([17, 19]),
  restricted: table([4, -1]),

  /** Own pawns before the king, by how many ranks ahead the nearest on a file is; no pawn is 0. */
  shelter: table([-19, 3], [14, -3], [7, -5], [2, -3], [-7, -7], [-11, 14], [-13, 0], [-12, 0]),
  /** Enemy pawns likewise. */
  storm: table([-7, -4], [7, 2], [-11, 5], [-3, 1], [0, -2], [3, -5], [-1, -2], [0, 0]),
  tempo: table([18, 10]),

  /** By type: what a piece that attacks the ring around the king adds to the danger, */
  dangerAttacker: Int32Array.from([0, 14, 27, 25, 20, 0]),
  /** what a square of the ring attacked adds; a square attacked that only the king guards; */
  dangerSquare: Int32Array.from([19]),
  dangerWeak: Int32Array.from([17]),
  /** by type what a check that cannot be answered by taking adds; */
  dangerCheck: Int32Array.from([0, 81, 51, 96, 96, 0]),
  /** each of the three files without an own pawn; */
  dangerFile: Int32Array.from([5]),
  /** and what is taken off, or more of it without an enemy queen. Danger is squared. */
  dangerOffset: Int32Array.from([27]),
  dangerNoQueen: Int32Array.from([141]),
};
