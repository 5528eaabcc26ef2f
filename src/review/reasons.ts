/**
 * Why a move is bad, in a phrase that is proven on the board: by the refutation, which begins after the
 * move, or by the better line, which begins before it. Where nothing is certain there is no reason.
 */
import { materialBalance } from '../chess/board/material.ts';
import type { Position } from '../chess/board/position.ts';
import {
  CASTLING,
  flagOf,
  fromOf,
  isCapture,
  isPromotion,
  KING,
  type Move,
  squareName,
  toOf,
  typeOf,
} from '../chess/board/types.ts';
import { findClaimableDraw, findGameEnd } from '../chess/game/draws.ts';
import { forWhite } from '../eval/evaluator.ts';
import { isDecisive, isMateScore, MATE, mateInMoves } from '../search/score.ts';
import {
  balanceAfter,
  canTake,
  discovery,
  fork,
  GAIN,
  HORIZON,
  hangingPawn,
  hangingPiece,
  isPerpetual,
  isTakenIn,
  keepsMaterial,
  mateKind,
  positionAfter,
  promotionIn,
  runningPawn,
  settledBalanceAfter,
  skewer,
  winsExchange,
} from './motifs.ts';

/** A move, and what the searches before and after it found. Scores are White's. */
export interface MoveFacts {
  /** The position before the move. */
  position: Position;
  move: Move;
  /** The move before it. */
  previous: Move | undefined;
  /** The better line, from the position before the move, and its score. */
  better: readonly Move[];
  scoreBefore: number;
  /** The best play after the move, and its score. */
  reply: readonly Move[];
  score: number;
}

/**
 * Where the other score exceeds this, only a mate in 1 is named: there is probably another mate, which
 * the search has not found.
 */
const DECIDED = 940;

/** Where both scores exceed this, a pawn more or less explains nothing: more than a pawn is missing. */
const DECIDED_FOR_PAWNS = 250;

/** A longer mate, in moves, is a win like any other: no player sees it. */
const MAX_MATE_MOVES = 6;

/** The most centipawns that a pawn explains. */
const MAX_PAWN_LOSS = 156;

/** The most centipawns that castling explains. */
const MAX_CASTLING_LOSS = 125;

/** What costs less than this, in centipawns, is not the loss of more than a pawn: something makes up for it. */
const MIN_PIECE_LOSS = 62;

/** What the move allows or misses concerning mate, even where the move has no mark; or null. */
export function mateReason(facts: MoveFacts): string | null {
  const { position, move, better, reply } = facts;
  const [before, now] = ownScores(facts);
  if (isMateScore(now) && now < 0 && !(isMateScore(before) && before < 0)) {
    if (now === -MATE || isTrivial(now, before)) return null;
    return `allows ${mateText(positionAfter(position, [move]), reply, now)}`;
  }
  if (isMateScore(before) && before > 0 && !(isMateScore(now) && now > 0)) {
    if (isTrivial(before, now)) return null;
    return `misses ${mateText(position, better, before)}`;
  }
  return null;
}

/** Whether a reason is one of {@link mateReason}. */
export const isAboutMate = (reason: string | null): boolean => /\bmate in \d/.test(reason ?? '');

/** Whether it is that the move allows a mate. */
export const isAllowedMate = (reason: string | null): boolean =>
  isAboutMate(reason) && reason!.startsWith('allows ');

const isTrivial = (mate: number, other: number): boolean =>
  mateInMoves(mate) > MAX_MATE_MOVES ||
  (mateInMoves(mate) > 1 && mate * other > 0 && Math.abs(other) >= DECIDED);

function mateText(position: Position, line: readonly Move[], score: number): string {
  const kind = mateKind(position, line);
  const article = kind === '' ? '' : 'a ';
  return `${article}${kind}mate in ${mateInMoves(score)}`;
}

/** Both scores from the side that moved. */
function ownScores({ position, scoreBefore, score }: MoveFacts): [before: number, now: number] {
  return [forWhite(scoreBefore, position), forWhite(score, position)];
}

/** Whether a score is that of a draw: for tablebases a cursed win is 1, a blessed loss -1. */
const isDraw = (score: number): boolean => Math.abs(score) <= 1;

/** How the rules make a draw of a move and the best play after it; null if they do not. */
function drawReason({ position, move, reply }: MoveFacts): string | null {
  const after = positionAfter(position, [move]);
  if (findGameEnd(after) === 'stalemate') return 'stalemates';
  // The opponent claims it after the move, or with the reply.
  const claim =
    findClaimableDraw(after) ?? findClaimableDraw(positionAfter(after, reply.slice(0, 1)));
  if (claim !== null) return `allows a draw (${claim})`;
  const end = findGameEnd(positionAfter(after, reply.slice(0, HORIZON)));
  return end === 'stalemate' ? 'allows stalemate' : null;
}

/** Why a move that lost something is bad; null if nothing is certain. */
export function reasonFor(facts: MoveFacts): string | null {
  const [before, now] = ownScores(facts);
  // Before a missed mate: the draw says how the win was lost.
  const draw = before > 0 && now === 0 ? drawReason(facts) : null;
  if (draw !== null) return draw;
  const mate = mateReason(facts);
  if (mate !== null) return mate;
  const isTablebaseWin = isDecisive(before) && !isMateScore(before) && before > 0;
  if (isTablebaseWin && isDraw(now)) return 'turns a won tablebase ending into a draw';
  if (isTablebaseWin && isDecisive(now) && now < 0) {
    return 'turns a won tablebase ending into a lost one';
  }
  // What explains the loss better: that the side is worse now, or that it was better before.
  const sources = [allowed, missed];
  if (Math.abs(before) > Math.abs(now)) sources.reverse();
  for (const source of sources) {
    const reason = source(facts);
    if (reason !== null) return reason;
  }
  return minorReason(facts);
}

/** Whether the better move saves what the opponent captures after the move played. */
function isSaved({ position, better: [best], reply: [taking] }: MoveFacts): boolean {
  if (best === undefined || taking === undefined) return false;
  return !canTake(positionAfter(position, [best]), toOf(taking));
}

/** Whether the better move captures what the move played does not, and what cannot be captured later. */
function isForgone({ position, move, better: [best], reply }: MoveFacts): boolean {
  if (best === undefined || !isCapture(best) || toOf(best) === toOf(move)) return false;
  return !isTakenIn(positionAfter(position, [move]), reply, toOf(best));
}

/**
 * Whether the scores allow that more than a pawn was lost, or not won: `score` is the side's own after the
 * line, which begins before the move. A side with less material that is not worse has something for it.
 */
function isMaterialLoss(facts: MoveFacts, line: readonly Move[], score: number): boolean {
  if (Math.abs(facts.scoreBefore - facts.score) < MIN_PIECE_LOSS) return false;
  const balance = settledBalanceAfter(facts.position, line);
  return Math.abs(balance) < GAIN || balance * score > 0;
}

/** What the opponent can do after the move that it could not have done after the better one. */
function allowed(facts: MoveFacts): string | null {
  const { position, move, better, reply } = facts;
  const now = positionAfter(position, [move]);
  // The opponent's balance before the move: what the move itself captured must be won back too.
  const base = 0 - materialBalance(position, position.turn).all;
  // Not if the better line loses as much.
  const [, score] = ownScores(facts);
  if (isMaterialLoss(facts, [move, ...reply], score) && keepsMaterial(position, better)) {
    const saves = isSaved(facts);
    const piece = saves ? hangingPiece(now, reply, base) : null;
    if (piece !== null) return `hangs ${piece}`;
    if (saves && winsExchange(now, reply, base)) return 'loses the exchange';
    const tactic =
      fork(now, reply, base) ?? skewer(now, reply, base) ?? discovery(now, reply, base);
    if (tactic !== null) return `allows ${tactic}`;
  }
  const opponent = position.turn ^ 1;
  const pawn = runningPawn(now, reply, opponent);
  // The better line, which begins a ply earlier, must show that it does more than delay this by a move.
  const isPrevented = promotionIn(better, 1) < 0 && better.length > promotionIn(reply, 0) + 3;
  if (pawn !== null && isPrevented) return `lets ${pawn} promote`;
  const wasBetter = ownScores(facts)[0] > 0;
  if (facts.score === 0 && wasBetter && isPerpetual(now, reply)) return 'allows perpetual check';
  return null;
}

/** `does not take the knight on c6`; of a recapture `does not recapture on c6`. */
function notTaken({ previous, better: [best] }: MoveFacts, piece: string): string {
  const to = toOf(best!);
  const takesBack = previous !== undefined && isCapture(previous) && toOf(previous) === to;
  return takesBack ? `does not recapture on ${squareName(to)}` : `does not take ${piece}`;
}

/** What the better line had, and the best play after the move has not. */
function missed(facts: MoveFacts): string | null {
  const { position, move, better, reply } = facts;
  const base = materialBalance(position, position.turn).all;
  // Not if the side wins as much all the same.
  const winsLess = settledBalanceAfter(position, [move, ...reply]) < base + GAIN;
  const [scoreBefore] = ownScores(facts);
  if (winsLess && isMaterialLoss(facts, better, scoreBefore)) {
    const forgoes = isForgone(facts);
    const piece = forgoes ? hangingPiece(position, better, base) : null;
    if (piece !== null) return notTaken(facts, piece);
    if (forgoes && winsExchange(position, better, base)) return 'misses winning the exchange';
    const tactic =
      fork(position, better, base) ??
      skewer(position, better, base) ??
      discovery(position, better, base);
    if (tactic !== null) return `misses ${tactic}`;
  }
  const pawn = isPromotion(move) ? null : runningPawn(position, better, position.turn);
  const isStopped = promotionIn(reply, 1) < 0 && reply.length > promotionIn(better, 0) + 3;
  if (pawn !== null && isStopped) return `misses promoting ${pawn}`;
  if (facts.scoreBefore === 0 && isPerpetual(position, better)) return 'misses perpetual check';
  return null;
}

/** A pawn lost or not taken; null where more is lost. */
function pawnReason(facts: MoveFacts): string | null {
  const { position, move, better, reply, scoreBefore, score } = facts;
  if (Math.min(Math.abs(scoreBefore), Math.abs(score)) >= DECIDED_FOR_PAWNS) return null;
  if (Math.abs(scoreBefore - score) > MAX_PAWN_LOSS) return null;
  const base = materialBalance(position, position.turn).all;
  if (balanceAfter(position, [move, ...reply]) <= base - GAIN) return null;
  if (isSaved(facts) && keepsMaterial(position, better, 1)) {
    const lost = hangingPawn(positionAfter(position, [move]), reply, 0 - base);
    if (lost !== null) return `drops ${lost}`;
  }
  if (settledBalanceAfter(position, [move, ...reply]) > base) return null;
  const won = isForgone(facts) ? hangingPawn(position, better, base) : null;
  return won === null ? null : notTaken(facts, won);
}

/** Smaller things. */
function minorReason(facts: MoveFacts): string | null {
  const { position, move, better, scoreBefore, score } = facts;
  const pawn = pawnReason(facts);
  if (pawn !== null || Math.abs(scoreBefore - score) > MAX_CASTLING_LOSS) return pawn;
  const castles = (step: Move | undefined) => step !== undefined && flagOf(step) === CASTLING;
  const isKing = typeOf(position.board[fromOf(move)]!) === KING && !castles(move);
  return isKing && castles(better[0]) ? 'gives up castling' : null;
}
