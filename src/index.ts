/**
 * The public library: the rules of chess and the engine, ready to embed.
 */
export {
  type DrawReason,
  findGameEnd,
  type GameEnd,
  hasInsufficientMaterial,
  isAutomatic,
} from './chess/draws.ts';
export * as environment from './chess/environment.ts';
export { type Epd, formatEpd, parseEpd } from './chess/epd.ts';
export { formatFen, parseFen, positionFromFen, START_FEN } from './chess/fen.ts';
export { Game } from './chess/game.ts';
export { isLegal } from './chess/legality.ts';
export { generateMoves, generateNoisy, generateQuiets, legalMoves } from './chess/movegen.ts';
export { divide, perft, perftByMaking } from './chess/perft.ts';
export { formatPgn, type GameResult, type PgnMove } from './chess/pgn.ts';
export { type PgnGame, parsePgn, readPgnGames } from './chess/pgnReader.ts';
export { Position } from './chess/position.ts';
export { ChessError, type Result, unwrap } from './chess/result.ts';
export { formatSan, parseSan } from './chess/san.ts';
export type { Setup } from './chess/setup.ts';
export * from './chess/types.ts';
export { formatUciMove, parseUciMove } from './chess/uciMove.ts';
export {
  DEFAULT_ENGINE_SETTINGS,
  Engine,
  type EngineEvents,
  type EngineSettings,
} from './engine/engine.ts';
export type { Limits, SearchSettings } from './search/limits.ts';
export type { RootMove } from './search/rootMoves.ts';
export { isMateScore, movesToMate } from './search/score.ts';
export type { CurrentMove, SearchInfo, SearchResult } from './search/search.ts';
export { type WinDrawLoss, winDrawLoss } from './search/winDrawLoss.ts';
