/**
 * Compares our draws with chess.js, and explains the only rule where it deviates from FIDE.
 *
 * chess.js 1.4 counts positions by a hash that includes the en passant square whenever an enemy pawn
 * is next to the pawn that moved two squares (or whenever a FEN has one), even if that pawn is pinned
 * and cannot capture. FIDE 9.2.3.1 asks whether the pawn "could have been captured". So chess.js sees
 * two positions where there is one, and a repetition later or never.
 */
import type { GameEnd } from '../../src/chess/game/draws.ts';
import { ChessJs } from './oracles.ts';

/** Plays a move in UCI notation. Throws if it is illegal for chess.js. */
export function playInChessJs(chess: ChessJs, uci: string): void {
  const move = { from: uci.slice(0, 2), to: uci.slice(2, 4) };
  chess.move(uci.length > 4 ? { ...move, promotion: uci[4]! } : move);
}

/**
 * How chess.js contradicts our game end and number of occurrences, as text; null if it agrees. It has
 * a method for each rule, except fivefold repetition and seventy-five moves; only methods that our
 * game end determines are called.
 */
export function chessJsObjection(
  chess: ChessJs,
  end: GameEnd | null,
  halfmoves: number,
  occurrences: number,
): string | null {
  const claims: [string, boolean, boolean][] = [
    ['checkmate', chess.isCheckmate(), end === 'checkmate'],
    ['stalemate', chess.isStalemate(), end === 'stalemate'],
    ['fifty moves', chess.isDrawByFiftyMoves(), halfmoves >= 100],
    ['threefold repetition', chess.isThreefoldRepetition(), occurrences >= 3],
  ];
  if (end !== 'checkmate' && end !== 'stalemate') {
    const isDead = end === 'insufficient material';
    claims.push(['insufficient material', chess.isInsufficientMaterial(), isDead]);
  }
  const objections = claims.filter(([, theirs, ours]) => theirs !== ours);
  return objections.length === 0
    ? null
    : objections.map(([name, theirs]) => `chess.js: ${name} ${theirs}`).join(', ');
}

/**
 * Whether chess.js deviates because it distinguishes en passant squares without a legal capture:
 * counting with its squares gives its answer, and one of the positions has such a square.
 */
export function isExplainedByEnPassant(start: string, moves: readonly string[]): boolean {
  const chess = new ChessJs(start);
  const texts = [forcedText(chess)];
  let hasUnusable = forcedText(chess) !== ownText(chess);
  for (const move of moves) {
    playInChessJs(chess, move);
    texts.push(forcedText(chess));
    hasUnusable ||= forcedText(chess) !== ownText(chess);
  }
  const count = texts.filter((text) => text === texts.at(-1)).length;
  return hasUnusable && count >= 3 === chess.isThreefoldRepetition();
}

const withoutClocks = (fen: string) => fen.split(' ').slice(0, 4).join(' ');
const forcedText = (chess: ChessJs) => withoutClocks(chess.fen({ forceEnpassantSquare: true }));
const ownText = (chess: ChessJs) => withoutClocks(chess.fen());
