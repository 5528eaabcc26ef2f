/**
 * Judges the moves and sides of a game by the scores of its positions. Plain arithmetic without
 * searches.
 */
import type { Position } from '../chess/board/position.ts';
import { BLACK, type Color, type Move, WHITE } from '../chess/board/types.ts';
import { type DrawReason, findGameEnd, isAutomatic } from '../chess/game/draws.ts';
import { formatFen } from '../chess/notation/fen.ts';
import type { PgnMove } from '../chess/notation/pgn.ts';
import type { PgnGame } from '../chess/notation/pgnReader.ts';
import { formatSan } from '../chess/notation/san.ts';
import { boundedCentipawns, meanAccuracy, moveAccuracy, moveWeights } from './accuracy.ts';
import { PHASES, type Phase, phasesOf } from './gamePhases.ts';
import { GLYPHS, type Glyph } from './marks.ts';
import { type MoveTime, readTimes, troubleLimit } from './moveTimes.ts';
import { findGameOpening, type GameOpening } from './openingNames.ts';
import { winPercent } from './winPercent.ts';

/** The result for a position. */
export interface Assessment {
  /** White's: centipawns or a mate. */
  score: number;
  /** The best line; empty where the game is over. */
  line: readonly Move[];
}

/** A mark, and whether it is clear. */
export interface Mark {
  glyph: Glyph;
  /** Whether longer searches disagreed: the mark is then the milder of the last two. */
  isUnclear: boolean;
}

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
  /** Book moves are not judged. */
  isBook: boolean;
  /** The better line from the position before the move, and its first move in SAN. */
  line: readonly Move[];
  best: string;
  /** Before and after the move, White's: centipawns or a mate, and the per cent of games won. */
  scoreBefore: number;
  score: number;
  winBefore: number;
  win: number;
  /** The loss of the side that moved, in points of win percentage and in centipawns. */
  loss: number;
  centipawnLoss: number;
  /** Per cent. */
  accuracy: number;
  glyph: Glyph | null;
  isUnclear: boolean;
  /** The draw that the opponent could claim after the move. */
  claimable: DrawReason | null;
  time: MoveTime;
}

export interface SideSummary {
  /** Per cent, of the game and of each phase; null if no move of it was judged. */
  accuracy: number | null;
  phases: Record<Phase, number | null>;
  /** Mean loss per move in centipawns; null if no move was judged. */
  centipawnLoss: number | null;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  /** Moves made in time trouble, and how many of them were mistakes or blunders; null without clocks. */
  trouble: { moves: number; faults: number } | null;
}

export interface GameReview {
  game: PgnGame;
  opening: GameOpening | null;
  /** White's win percentage at the start. */
  winAtStart: number;
  /** The moves reviewed so far; fewer than the game has if the review was interrupted. */
  moves: ReviewedMove[];
  sides: [white: SideSummary, black: SideSummary];
  /** Whether all searches were made; otherwise only marks verified by then are given. */
  isComplete: boolean;
}

/** The positions of a game, beginning with its start. */
export function positionsOf({ start, moves }: PgnGame): Position[] {
  const position = start.clone();
  const positions = [position.clone()];
  for (const { move } of moves) {
    position.make(move);
    positions.push(position.clone());
  }
  return positions;
}

/** Points of win percentage that the side to move gains by its move; negative: loses. */
export function gainOf({ turn }: Position, before: Assessment, after: Assessment): number {
  const gain = winPercent(after.score) - winPercent(before.score);
  return turn === BLACK ? -gain : gain;
}

/**
 * The loss of a move. The engine's best move loses nothing, even if a search of the next position scores
 * it lower.
 */
export function lossOf(
  move: Move,
  position: Position,
  before: Assessment,
  after: Assessment,
): number {
  return before.line[0] === move ? 0 : Math.max(0, -gainOf(position, before, after));
}

/**
 * Judges the moves of a game. `assessments` are of its positions, from the start on, as far as they
 * are known; `marks` those to be given, by the index of the move.
 */
export function judgeGame(
  game: PgnGame,
  positions: readonly Position[],
  assessments: readonly (Assessment | undefined)[],
  marks: ReadonlyMap<number, Mark>,
  isComplete: boolean,
): GameReview {
  const opening = findGameOpening(
    game.start,
    game.moves.map(({ move }) => move),
  );
  const times = readTimes(game);
  const phases = phasesOf(positions);
  const moves: ReviewedMove[] = [];
  for (const [i, played] of game.moves.entries()) {
    const before = assessments[i];
    const after = assessments[i + 1];
    if (before === undefined || after === undefined) break;
    const position = positions[i]!;
    const next = positions[i + 1]!;
    const isBook = i < (opening?.plies ?? 0);
    const mark = marks.get(i);
    const loss = isBook ? 0 : lossOf(played.move, position, before, after);
    const isLossless = isBook || before.line[0] === played.move;
    const lostCentipawns = boundedCentipawns(before.score) - boundedCentipawns(after.score);
    moves.push({
      ...{ played, ply: i + 1, san: formatSan(position, played.move), color: position.turn },
      ...{ fullmove: position.fullmove, fen: formatFen(position), phase: phases[i]!, isBook },
      ...{ line: before.line, best: formatSan(position, before.line[0]!) },
      ...{ scoreBefore: before.score, score: after.score, loss, accuracy: moveAccuracy(loss) },
      winBefore: winPercent(before.score),
      win: winPercent(after.score),
      centipawnLoss: isLossless
        ? 0
        : Math.max(0, position.turn === BLACK ? -lostCentipawns : lostCentipawns),
      ...{ glyph: mark?.glyph ?? null, isUnclear: mark?.isUnclear ?? false },
      claimable: claimableDraw(next),
      time: times[i]!,
    });
  }
  const limit = troubleLimit(game, times);
  return {
    ...{ game, opening, moves, isComplete },
    winAtStart: winPercent(assessments[0]?.score ?? 0),
    sides: [summarize(moves, WHITE, limit), summarize(moves, BLACK, limit)],
  };
}

function claimableDraw(position: Position): DrawReason | null {
  const end = findGameEnd(position);
  return end === null || end === 'checkmate' || isAutomatic(end) ? null : end;
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
  const isGrave = ({ glyph }: ReviewedMove) => glyph === GLYPHS.MISTAKE || glyph === GLYPHS.BLUNDER;
  return {
    accuracy: meanAccuracy(judged),
    phases: Object.fromEntries(
      PHASES.map((phase) => [phase, accuracyIn(phase)]),
    ) as SideSummary['phases'],
    centipawnLoss: judged.length === 0 ? null : lost / judged.length,
    inaccuracies: count(GLYPHS.INACCURACY),
    mistakes: count(GLYPHS.MISTAKE),
    blunders: count(GLYPHS.BLUNDER),
    trouble:
      troubleBelow === null
        ? null
        : { moves: hurried.length, faults: hurried.filter(isGrave).length },
  };
}

/** Whether a move was made in time trouble, by the clock after the side's previous move. */
const isHurried = (before: ReviewedMove | undefined, limit: number | null): boolean => {
  const clock = before?.time.clock ?? null;
  return clock !== null && limit !== null && clock < limit;
};
