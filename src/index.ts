/**
 * The public library: the rules of chess, ready to embed.
 */
export { type Epd, formatEpd, parseEpd } from './chess/epd.ts';
export { formatFen, parseFen, positionFromFen, START_FEN } from './chess/fen.ts';
export { isLegal } from './chess/legality.ts';
export { generateMoves, generateNoisy, generateQuiets } from './chess/movegen.ts';
export { divide, perft, perftByMaking } from './chess/perft.ts';
export { Position } from './chess/position.ts';
export { ChessError, type Result, unwrap } from './chess/result.ts';
export { formatSan, parseSan } from './chess/san.ts';
export * from './chess/types.ts';
export { formatUciMove, parseUciMove } from './chess/uciMove.ts';
export { assertValid, findInconsistency } from './chess/validate.ts';
