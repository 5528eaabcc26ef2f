/**
 * What chess.js says about draws, in our words, and the one place where it says something else
 * than FIDE.
 *
 * chess.js 1.4 counts positions by a hash that holds the en passant square whenever an enemy pawn
 * stands beside the pawn that moved two squares (or whenever a FEN names one), also when that pawn
 * is pinned and cannot take. FIDE 9.2.3.1 asks whether the pawn "could have been captured". So
 * chess.js sees two positions where there is one, and a repetition later or never.
 */
import type { GameEnd } from '../../src/chess/game/draws.ts';
import { ChessJs } from './oracles.ts';

/** Plays a move in UCI notation; throws when chess.js thinks it illegal. */
export function playInChessJs(chess: ChessJs, uci: string): void {
  const move = { from: uci.slice(0, 2), to: uci.slice(2, 4) };
  chess.move(uci.length > 4 ? { ...move, promotion: uci[4]! } : move);
}

/**
 * Where chess.js contradicts a verdict and number of occurrences, as text; null where it does not.
 * chess.js answers one question at a time: each is asked that the verdict allows to ask. It knows
 * no fifth repetition and no seventy-five moves.
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
 * Whether chess.js answers about repetition as it does because it counts en passant squares that
 * nobody can use: a recount by its own forced squares gives its answer, and one of the positions
 * counted apart has such a square.
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
