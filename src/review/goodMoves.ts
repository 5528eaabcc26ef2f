/**
 * Praise. `!!` is for a sound sacrifice that a very short search does not find. `!` is for one that it
 * does find; and, if it does not find the move, for a piece that is won back or only offered, and for a
 * move without which a win, an advantage or a level position is lost: the best other move loses it.
 */
import { capturedBy, materialBalance, PIECE_POINTS } from '../chess/board/material.ts';
import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import { isCapture, type Move, type PieceType, ROOK, toOf } from '../chess/board/types.ts';
import { findGameEnd } from '../chess/game/draws.ts';
import { PIECE_NAMES } from '../chess/game/moveDetails.ts';
import { forWhite } from '../eval/evaluator.ts';
import { isMateScore } from '../search/score.ts';
import { seeAtLeast } from '../search/see.ts';
import { phaseOf } from './gamePhases.ts';
import type { Assessment } from './gameValues.ts';
import { GLYPHS, type Glyph, type LostResult, lostResult } from './marks.ts';
import { keepsMaterial, positionAfter } from './motifs.ts';
import { gainedBy, winningCaptures } from './winningCaptures.ts';
import { percentFor, winPercent } from './winPercent.ts';

/** A sacrifice gives up this much material net, in points. */
const SACRIFICE = 2;

/** A piece, in points: given up for pawns it is a sacrifice even if the pawns outweigh most of it. */
const PIECE = 3;

/** A sacrifice may be worse than the best move by this much, in points of win percentage. */
const SOUND = 2;

/** A sacrifice is not praised if it leads to less than this win percentage. */
const HOLDS = 40;

/** Where other moves win as easily as this, only a sacrifice that mates sooner is praised. */
const WON = 90;

/** A draw, in points of win percentage. */
const LEVEL = 50;

/** Praise for a move: its mark, and why. */
export interface Praise {
  glyph: Glyph;
  /** The reason in a few words: `sacrifices the queen`. */
  reason: string;
}

/** A move of the game, and what is known about it. */
interface Candidate {
  /** The position before the move. */
  position: Position;
  move: Move;
  /** The move before it. */
  previous: Move | undefined;
  /** Its value as seen from the position before it, the move first in its line. */
  played: Assessment;
  /** The move, the reply of the game and the best play after it; shorter at the end of the game. */
  continued: readonly Move[];
  /** The best other move; unknown where there is none. */
  alternative: Assessment | undefined;
  /** The result of a very short search of the position. */
  glance: Assessment | undefined;
}

/**
 * The reason for praising a move without which a result is lost. It does not claim to be the only such move:
 * for several of 17, a stronger engine found another one.
 */
const KEEPS: Record<LostResult, string> = {
  win: 'keeps the win',
  'win to loss': 'keeps the win',
  'level position': 'holds the position',
  'tenable position': 'holds the position',
  advantage: 'keeps the advantage',
};

/** The praise that a move deserves by what is known; null for none. */
export function praiseFor(candidate: Candidate): Praise | null {
  const { position, move, previous, played, continued, alternative, glance } = candidate;
  if (alternative === undefined || glance === undefined) return null;
  const own = (score: number) => percentFor(position.turn, winPercent(score));
  const [value, other] = [own(played.score), own(alternative.score)];
  const isHard = glance.line[0] !== move;
  const takesBack = previous !== undefined && isCapture(previous) && toOf(move) === toOf(previous);
  if (takesBack) return null;
  const ahead = forWhite(played.score - alternative.score, position);
  const mates = isMateScore(played.score) && value > 50 && ahead > 0;
  // In an ending that is a draw with either move, nothing is won or saved by a sacrifice.
  const isDrawnAnyway =
    phaseOf(position) === 'endgame' &&
    [value, other].every((percent) => Math.abs(percent - LEVEL) < SOUND);
  const isNeeded = mates || (other < WON && !isDrawnAnyway);
  const result = isHard && value >= other ? lostResult(value, other) : null;
  if (value >= HOLDS && value >= other - SOUND && isNeeded) {
    // What the best other move loses too is not a sacrifice: as much material, or, if it mates, to the same capture.
    const isNeedless = (line: readonly Move[]) => alternative.line.slice(1, 6).includes(line[1]!);
    const isSaved = ({ points }: Sacrifice) =>
      keepsMaterial(position, alternative.line, points) && canAvoidLoss(position, move, points);
    const given = [played.line, continued]
      .filter((line) => line.length > 1 && !(mates && isNeedless(line)))
      .map((line) => sacrificeOf(position, line))
      .find((found) => found !== null && (mates || isSaved(found)));
    // What is won back, or only offered, counts if it is hard to find.
    const offered =
      isHard && given === undefined && result === null ? offeredSacrifice(position, move) : null;
    const sacrifice = given?.isLasting || isHard ? (given ?? offered) : null;
    if (sacrifice) {
      const glyph = isHard && sacrifice.isLasting ? GLYPHS.BRILLIANT : GLYPHS.GOOD;
      return { glyph, reason: `sacrifices ${nameOf(sacrifice)}` };
    }
  }
  return result === null ? null : { glyph: GLYPHS.GOOD, reason: KEEPS[result] };
}

/** A piece given up. */
interface Sacrifice {
  type: PieceType;
  /** What it costs net, in points. */
  points: number;
  /** Whether it stays missing; otherwise it is won back after two moves, or only offered. */
  isLasting: boolean;
}

/** `the rook`; a rook for a minor piece is `the exchange`. */
const nameOf = ({ type, points }: Sacrifice): string =>
  type === ROOK && points === SACRIFICE ? 'the exchange' : `the ${PIECE_NAMES[type]}`;

/**
 * The piece that a line gives up with its first move: the opponent's reply takes it, and after the
 * side's next move it is still missing. Null if there is none.
 */
function sacrificeOf(position: Position, line: readonly Move[]): Sacrifice | null {
  const [move, reply] = line;
  if (move === undefined || reply === undefined || !isCapture(reply)) return null;
  const shown = line.slice(0, 5);
  const before = materialBalance(position, position.turn);
  const balances = shown.map((_, ply) =>
    materialBalance(positionAfter(position, shown.slice(0, ply + 1)), position.turn),
  );
  const missing = (ply: number) => before.all - balances[ply]!.all;
  const isMissing = (ply: number) => {
    const all = missing(ply);
    return all >= SACRIFICE || (before.pieces - balances[ply]!.pieces >= PIECE && all > 0);
  };
  const isMate = findGameEnd(positionAfter(position, shown)) === 'checkmate';
  const isShown = shown.length === 5 || (isMate && shown.length >= 3);
  if (!isShown || !isMissing(1) || !isMissing(2)) return null;
  const then = positionAfter(position, [move]);
  const type = capturedBy(then, reply)!;
  if (PIECE_POINTS[type]! < PIECE) return null;
  const gained = gainedBy(position, move);
  // A capture that loses as much, even if the recapture waits for a move, takes nothing.
  if (!seeAtLeast(then, reply, 100 * (gained + 1))) return null;
  let points = missing(1);
  while (points > SACRIFICE && !seeAtLeast(then, reply, 100 * (points + gained))) points--;
  return {
    type,
    points: Math.max(SACRIFICE, points),
    isLasting: isMate || isMissing(4),
  };
}

/**
 * The piece that a move leaves to be captured with profit although it was not before, whether or not the
 * opponent takes it; null if there is none, or if a capture wins it back at once.
 */
function offeredSacrifice(position: Position, move: Move): Sacrifice | null {
  if (position.inCheck || isThreatened(position)) return null;
  const then = positionAfter(position, [move]);
  const gained = gainedBy(position, move);
  const [offer] = winningCaptures(then, gained + SACRIFICE);
  if (offer === undefined || PIECE_POINTS[offer.type]! < PIECE) return null;
  if (winningCaptures(positionAfter(then, [offer.move]), SACRIFICE).length > 0) return null;
  const isPiece = seeAtLeast(then, offer.move, 100 * (gained + PIECE));
  return {
    type: offer.type,
    points: isPiece ? PIECE : SACRIFICE,
    isLasting: false,
  };
}

/** Whether a capture would win a sacrifice's worth if the side to move, which is not in check, passed. */
function isThreatened(position: Position): boolean {
  const idle = position.clone();
  idle.makeNull();
  return winningCaptures(idle, SACRIFICE).length > 0;
}

/** Whether another move, not a check, leaves no capture that wins `points` points. */
const canAvoidLoss = (position: Position, move: Move, points: number): boolean =>
  legalMoves(position).some((other) => {
    const then = positionAfter(position, [other]);
    return other !== move && !then.inCheck && winningCaptures(then, points).length === 0;
  });
