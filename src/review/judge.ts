/**
 * Judges the moves and sides of a game by the scores of its positions. Plain arithmetic without
 * searches.
 */
import type { GameOpening } from '../book/openingNames.ts';
import type { Position } from '../chess/board/position.ts';
import { BLACK, type Color, type Move, WHITE } from '../chess/board/types.ts';
import {
  type DrawReason,
  findClaimableDraw,
  findGameEnd,
  type GameEnd,
} from '../chess/game/draws.ts';
import { formatFen } from '../chess/notation/fen.ts';
import type { PgnMove } from '../chess/notation/pgn.ts';
import type { PgnGame } from '../chess/notation/pgnReader.ts';
import { formatSan } from '../chess/notation/san.ts';
import { forWhite } from '../eval/evaluator.ts';
import { meanAccuracy, moveAccuracy, moveWeights } from './accuracy.ts';
import { PHASES, type Phase, phasesOf } from './gamePhases.ts';
import { findOpeningOf, type GameLine, lossAt, type Value } from './gameValues.ts';
import { GLYPHS, type Glyph, isBad } from './marks.ts';
import { type MoveTime, readTimes, troubleLimit } from './moveTimes.ts';
import { type MoveFacts, mateReason, reasonFor } from './reasons.ts';
import { boundedCentipawns, winPercent } from './winPercent.ts';

/** The maximum number of plies of a line. The value of a position may come from the end of the game. */
const MAX_LINE_PLIES = 24;

/** The verdict on a move. */
export interface Mark {
  /** Null for a loss that was not confirmed. */
  glyph: Glyph | null;
  /** Whether searches disagreed on the mark, or only one measured the loss. */
  isUnclear: boolean;
  /** The reason for the praise. */
  reason?: string;
}

/** A move of a reviewed game: its value, its mark, and what was better. */
export interface ReviewedMove {
  /** The move in the file, with its comments and glyphs. */
  played: PgnMove;
  /** From 1. */
  ply: number;
  san: string;
  color: Color;
  /** The move number in PGN. */
  fullmove: number;
  /** The position before the move. */
  fen: string;
  phase: Phase;
  /** Book moves are not judged. The book part of a game ends before its first mistake. */
  isBook: boolean;
  /** The better line from the position before the move. */
  line: readonly Move[];
  /** Its first move in SAN. */
  best: string;
  /** The best play after the move. */
  reply: readonly Move[];
  /** The score before the move, White's: centipawns or a mate. */
  scoreBefore: number;
  /** The score after the move, White's. */
  score: number;
  /** White's win percentage before the move. */
  winBefore: number;
  /** White's win percentage after the move. */
  win: number;
  /** The loss of the side that moved, in points of win percentage. */
  loss: number;
  /** The same in centipawns. */
  centipawnLoss: number;
  /** Per cent. */
  accuracy: number;
  /** The mark; null without. */
  glyph: Glyph | null;
  /** Whether searches disagreed on the mark, or only one measured the loss, so that it has none. */
  isUnclear: boolean;
  /** Why the move is good or bad, in a few words; null if nothing is certain. */
  reason: string | null;
  /** The draw that the opponent could claim after the move. */
  claimable: DrawReason | null;
  /** From the clock times in the file. */
  time: MoveTime;
}

/** The moves of one side of a reviewed game, in numbers. */
export interface SideSummary {
  /** Per cent; null if no move was judged. */
  accuracy: number | null;
  /** The accuracy in each phase, per cent; null if no move of it was judged. */
  phases: Record<Phase, number | null>;
  /** Mean loss per move in centipawns; null if no move was judged. */
  centipawnLoss: number | null;
  /** The number of moves marked `!` or `!!`. */
  good: number;
  /** The number of moves marked `?!`. */
  inaccuracies: number;
  /** The number of moves marked `?`. */
  mistakes: number;
  /** The number of moves marked `??`. */
  blunders: number;
  /** Moves made in time trouble, and how many of them were bad: mistakes or blunders; null without clocks. */
  trouble: { moves: number; bad: number } | null;
}

/** A reviewed game: the verdict on each move, and a summary of each side. */
export interface GameReview {
  game: PgnGame;
  /** Its positions from the start on, one more than it has moves. */
  positions: readonly Position[];
  opening: GameOpening | null;
  /** Why the rules end the game, and after how many plies; null if they do not. */
  end: { reason: GameEnd; plies: number } | null;
  /** White's win percentage at the start. */
  winAtStart: number;
  /** The moves reviewed so far; fewer than the game has if the review was interrupted. */
  moves: ReviewedMove[];
  sides: [white: SideSummary, black: SideSummary];
  /** Whether all searches were made; otherwise only marks verified by then are given. */
  isComplete: boolean;
}

/**
 * Judges the moves of a game by the values of its positions, as far as they are known. `marks` are those
 * to be given, by the index of the move; the first `bookPlies` moves are not judged.
 */
export function judgeGame(
  line: GameLine,
  values: readonly Value[],
  marks: ReadonlyMap<number, Mark>,
  bookPlies: number,
  isComplete: boolean,
): GameReview {
  const { game, positions, end } = line;
  const opening = findOpeningOf(line);
  const times = readTimes(game);
  const phases = phasesOf(positions);
  const moves = game.moves.slice(0, Math.max(0, values.length - 1)).map(
    (_, i): ReviewedMove => ({
      ...judgeMove(line, values, i, i < bookPlies, marks.get(i)),
      phase: phases[i]!,
      time: times[i]!,
    }),
  );
  const limit = troubleLimit(game, times);
  // What follows the end of the game does not count.
  const counted = moves.slice(0, end);
  return {
    game,
    positions,
    opening,
    end: end < positions.length ? { reason: findGameEnd(positions[end]!)!, plies: end } : null,
    moves,
    isComplete,
    winAtStart: winPercent(values[0]?.score ?? 0),
    sides: [summarize(counted, WHITE, limit), summarize(counted, BLACK, limit)],
  };
}

/** Judges the move with the index `i` by the values of the positions before and after it. */
function judgeMove(
  line: GameLine,
  values: readonly Value[],
  i: number,
  isBook: boolean,
  mark: Mark | undefined,
): Omit<ReviewedMove, 'phase' | 'time'> {
  const [before, after] = [values[i]!, values[i + 1]!];
  const played = line.game.moves[i]!;
  const position = line.positions[i]!;
  const loss = isBook ? 0 : lossAt(line, values, i);
  const isLossless = isBook || before.line[0] === played.move;
  const facts: MoveFacts = {
    position,
    move: played.move,
    previous: line.moves[i - 1],
    better: before.line,
    scoreBefore: before.score,
    reply: after.line,
    score: after.score,
  };
  const centipawns = boundedCentipawns(before.score) - boundedCentipawns(after.score);
  const glyph = mark?.glyph ?? null;
  const isUnclear = mark?.isUnclear ?? false;
  // Of moves without a mark, and where searches disagree, only what concerns mate is certain.
  const explain = glyph === null || isUnclear ? mateReason : reasonFor;
  return {
    played,
    ply: i + 1,
    san: formatSan(position, played.move),
    color: position.turn,
    fullmove: position.fullmove,
    fen: formatFen(position),
    isBook,
    line: before.line.slice(0, MAX_LINE_PLIES),
    best: formatSan(position, before.line[0]!),
    reply: after.line.slice(0, MAX_LINE_PLIES),
    scoreBefore: before.score,
    score: after.score,
    winBefore: winPercent(before.score),
    win: winPercent(after.score),
    loss,
    centipawnLoss: isLossless ? 0 : Math.max(0, forWhite(centipawns, position)),
    accuracy: moveAccuracy(loss),
    glyph,
    isUnclear,
    reason: mark?.reason ?? (isLossless ? null : explain(facts)),
    claimable: findClaimableDraw(line.positions[i + 1]!),
  };
}

function summarize(
  moves: readonly ReviewedMove[],
  color: Color,
  troubleBelow: number | null,
): SideSummary {
  const weights = moveWeights([
    ...moves.slice(0, 1).map(({ winBefore }) => winBefore),
    ...moves.map(({ win }) => win),
  ]);
  const own = moves
    .map((move, i) => ({ ...move, weight: weights[i]! }))
    .filter((move) => move.color === color);
  const judged = own.filter(({ isBook }) => !isBook);
  const count = (glyph: Glyph) => own.filter((move) => move.glyph === glyph).length;
  const accuracyIn = (phase: Phase) => meanAccuracy(judged.filter((move) => move.phase === phase));
  const lost = judged.reduce((sum, { centipawnLoss }) => sum + centipawnLoss, 0);
  const hurried = own.filter((_, i) => isHurried(own[i - 1], troubleBelow));
  const bad = hurried.filter(({ glyph }) => isBad(glyph)).length;
  return {
    accuracy: meanAccuracy(judged),
    phases: Object.fromEntries(
      PHASES.map((phase) => [phase, accuracyIn(phase)]),
    ) as SideSummary['phases'],
    centipawnLoss: judged.length === 0 ? null : lost / judged.length,
    good: count(GLYPHS.GOOD) + count(GLYPHS.BRILLIANT),
    inaccuracies: count(GLYPHS.INACCURACY),
    mistakes: count(GLYPHS.MISTAKE),
    blunders: count(GLYPHS.BLUNDER),
    trouble: troubleBelow === null ? null : { moves: hurried.length, bad },
  };
}

/** Whether a move was made in time trouble, by the clock after the side's previous move. */
const isHurried = (before: ReviewedMove | undefined, limit: number | null): boolean => {
  const clock = before?.time.clock ?? null;
  return clock !== null && limit !== null && clock < limit;
};
