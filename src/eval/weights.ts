/**
 * What the terms of the evaluation are worth beside material and squares, in centipawns, middlegame
 * and endgame. Tables are indexed as their comments say.
 *
 * Fitted to self-play by `npm run fit:eval`, from a reasoned start; but for the danger to a king, of which
 * self-play shows too little. Its start is the proportions of the parts in Stockfish's classical evaluation,
 * https://www.chessprogramming.org/King_Safety.
 */
import { pack } from './packed.ts';

type Pair = readonly [mg: number, eg: number];

const table = (...pairs: Pair[]): Int32Array => Int32Array.from(pairs, ([mg, eg]) => pack(mg, eg));

// biome-ignore format: rows are read as rows
export const WEIGHTS = {
  /** By number of squares that are not the side's pawns or king, nor attacked by enemy pawns. */
  knightMobility: table([-34, -37], [-13, -30], [-6, 12], [5, 16], [10, 23], [15, 37], [22, 23], [22, 24], [23, 17]),
  bishopMobility: table([-27, -32], [-19, -16], [-10, 7], [-4, 9], [5, 15], [12, 19], [15, 27], [14, 31], [15, 30], [17, 34], [5, 43], [22, 28], [23, 17], [39, 35]),
  rookMobility: table([-61, -46], [-22, -47], [-12, -11], [-8, -9], [-2, 6], [-3, 14], [0, 22], [6, 19], [12, 18], [5, 28], [10, 26], [12, 33], [12, 32], [7, 33], [28, 36]),
  queenMobility: table([-25, -40], [-18, -32], [-21, -26], [-15, -24], [-4, -29], [-6, -25], [-4, -18], [-5, 1], [-1, -1], [3, -3], [2, 16], [2, 14], [8, 11], [6, 24], [7, 32], [9, 36], [13, 34], [20, 29], [14, 33], [22, 30], [21, 23], [13, 21], [21, 21], [14, 3], [17, 10], [17, 7], [24, 15], [24, 11]),

  bishopPair: table([23, 43]),
  /** A bishop, for each own pawn on its colour. */
  bishopPawns: table([2, -3]),
  /** A rook on a file without own pawns, without any pawns. */
  rookOnFile: table([13, 10], [24, 3]),
  /** A knight, a bishop guarded by a pawn where no enemy pawn can drive it away. */
  outpost: table([17, 12], [11, 10]),

  /** By rank, as seen by the side. */
  passed: table([0, 0], [-11, 10], [7, 22], [-27, 25], [9, 48], [30, 71], [52, 104], [0, 0]),
  /** A passed pawn that can step ahead; whose whole way is free of enemy attacks and pieces: by rank. */
  passedFree: table([0, 0], [-13, 17], [2, 2], [9, 13], [13, 8], [21, 14], [30, 31], [0, 0]),
  passedSafe: table([0, 0], [-2, 18], [-16, 9], [-13, 19], [-7, 32], [7, 42], [26, 68], [0, 0]),
  /** A passed pawn whose next square is guarded by its side: by rank. */
  passedGuarded: table([0, 0], [9, -4], [8, 0], [-11, 14], [12, 23], [22, 33], [28, 58], [0, 0]),
  /** A step of the enemy king away from the square ahead of a passed pawn, of our own king: by rank. */
  passedTheirKing: table([0, 0], [2, -3], [-5, 3], [-5, 9], [0, 16], [3, 30], [4, 27], [0, 0]),
  passedOurKing: table([0, 0], [-3, 2], [0, -6], [9, -9], [-3, -11], [-7, -17], [-3, -27], [0, 0]),

  doubled: table([-16, -16]),
  isolated: table([-11, -5]),
  /** A pawn that cannot be guarded by its neighbours, being behind them, and cannot step up safely. */
  backward: table([-7, -4]),
  /** A pawn guarded by a pawn or beside one: by rank. */
  connected: table([0, 0], [-1, 2], [1, 9], [11, 6], [15, 11], [42, 12], [58, 61], [0, 0]),

  /** A pawn attacks a piece, or a pawn's safe step will. */
  threatByPawn: table([54, 32]),
  threatByPush: table([11, 13]),
  /** A minor piece attacks a piece or a pawn that is not held well, a rook one of those, by its type; a king any. */
  threatByMinor: table([3, 7], [12, 30], [39, 12], [53, 9], [32, 19]),
  threatByRook: table([6, 14], [1, 38], [16, 21], [-2, 11], [32, 9]),
  threatByKing: table([21, 25]),
  /** An enemy man that is attacked and not guarded; a square that the enemy attacks and does not hold. */
  hanging: table([16, 19]),
  restricted: table([4, -1]),

  /** Own pawns before the king, by how many ranks ahead the nearest on a file is; no pawn is 0. */
  shelter: table([-19, 2], [14, -2], [7, -4], [3, -2], [-6, -7], [-12, 16], [-13, -1], [-12, 0]),
  /** Enemy pawns likewise. */
  storm: table([-8, -2], [13, -7], [-9, 4], [-4, 2], [-1, 0], [2, -2], [-2, 1], [0, 0]),
  tempo: table([18, 10]),

  /**
   * The danger to a king. By type: what a piece that attacks the squares around it adds, times the
   * number of such pieces;
   */
  dangerAttacker: Int32Array.from([0, 20, 13, 11, 3, 0]),
  /** what each attack of theirs on a square next to it adds; such a square that only the king guards; */
  dangerSquare: Int32Array.from([17]),
  dangerWeak: Int32Array.from([46]),
  /** by type what a check that cannot be answered by taking adds; a square for one that can; */
  dangerCheck: Int32Array.from([0, 198, 160, 271, 190, 0]),
  dangerUnsafe: Int32Array.from([37]),
  /** the squared number of attacks on the king's flank, in 32nds; */
  dangerFlank: Int32Array.from([3]),
  /** each of the three files without an own pawn; */
  dangerFile: Int32Array.from([6]),
  /** and what is taken off for a knight beside the king, and without an enemy queen. */
  dangerKnight: Int32Array.from([25]),
  dangerNoQueen: Int32Array.from([218]),
};
