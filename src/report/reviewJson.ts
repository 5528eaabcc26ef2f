/** A review as plain data for other programs. */
import { sideName } from '../chess/board/types.ts';
import { formatUciMove } from '../chess/notation/uciMove.ts';
import type { GameReview } from '../review/judge.ts';
import { isFault } from '../review/marks.ts';
import { isMateScore, mateInMoves } from '../search/score.ts';
import { describeClaim, describeEnd, describeMark } from './reviewText.ts';

/** Scores are White's: `{ cp: 34 }` or `{ mate: -3 }`, where 0 is a mate on the board. */
const scoreOf = (score: number) => {
  if (!isMateScore(score)) return { cp: score };
  return { mate: score < 0 ? 0 - mateInMoves(score) : mateInMoves(score) };
};

const round = (x: number | null, digits: number): number | null =>
  x === null ? null : Number(x.toFixed(digits));

/**
 * What {@link reviewGame} found, for `JSON.stringify`. Scores and win percentages are White's, times in seconds;
 * moves are in SAN, lines in UCI notation.
 */
export function reviewToJson(review: GameReview) {
  const { game, opening, end, winAtStart, moves, sides, isComplete } = review;
  const chess960 = game.start.chess960;
  return {
    tags: Object.fromEntries(game.tags),
    result: game.result,
    opening,
    end,
    isComplete,
    winAtStart: round(winAtStart, 1),
    sides: sides.map((side, color) => ({
      ...side,
      color: sideName(color),
      accuracy: round(side.accuracy, 1),
      centipawnLoss: round(side.centipawnLoss, 0),
      phases: Object.fromEntries(
        Object.entries(side.phases).map(([phase, accuracy]) => [phase, round(accuracy, 1)]),
      ),
    })),
    moves: moves.map((move, i) => ({
      ply: move.ply,
      fen: move.fen,
      san: move.san,
      phase: move.phase,
      isBook: move.isBook,
      before: scoreOf(move.scoreBefore),
      after: scoreOf(move.score),
      winBefore: round(move.winBefore, 1),
      win: round(move.win, 1),
      loss: round(move.loss, 1),
      accuracy: round(move.accuracy, 1),
      mark: move.glyph?.sign ?? null,
      isUnclear: move.isUnclear,
      best: move.best,
      line: move.line.map((step) => formatUciMove(step, chess960)),
      remark: [describeMark(move), describeClaim(review, i), describeEnd(review, i)]
        .filter((text) => text !== '')
        .join(' '),
      isFault: isFault(move.glyph),
      ...move.time,
    })),
  };
}
