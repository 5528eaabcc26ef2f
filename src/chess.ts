/** `refrain/chess`: the rules of chess only; no threads, no dependency on Node. */

export type { CastlingRights } from './chess/board/castling.ts';
export { isLegal } from './chess/board/legality.ts';
export { generateMoves, generateNoisy, generateQuiets, legalMoves } from './chess/board/movegen.ts';
export { Position } from './chess/board/position.ts';
export type { Setup } from './chess/board/setup.ts';
export * from './chess/board/types.ts';
export { hasInsufficientMaterial } from './chess/game/deadPosition.ts';
export {
  type DrawReason,
  findGameEnd,
  type GameEnd,
  isAutomatic,
  winnerOnTime,
} from './chess/game/draws.ts';
export { Game } from './chess/game/game.ts';
export * as environment from './chess/game/gym.ts';
export type {
  ColorName,
  GamePiece,
  MoveDetails,
  MoveSquares,
  PieceName,
} from './chess/game/moveDetails.ts';
export { type Epd, formatEpd, parseEpd } from './chess/notation/epd.ts';
export { formatFen, parseFen, positionFromFen, START_FEN } from './chess/notation/fen.ts';
export {
  type FinalResult,
  formatPgn,
  type GameResult,
  type PgnContents,
  type PgnMove,
} from './chess/notation/pgn.ts';
export {
  type PgnGame,
  type PgnReadOptions,
  parsePgn,
  readPgnGames,
} from './chess/notation/pgnReader.ts';
export { formatSan, parseSan } from './chess/notation/san.ts';
export { formatUciMove, parseUciMove } from './chess/notation/uciMove.ts';
export { divide, type PerftRow, perft, perftByMaking } from './chess/perft.ts';
export { ChessError, type Result, unwrap } from './util/result.ts';
