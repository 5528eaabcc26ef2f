/**
 * A reviewed game as PGN: the evaluation after each move (`[%eval 0.34]`), glyphs for faults and
 * praise, and the line that should have been played.
 *
 * Tags and comments of the file are kept; its glyphs for moves and its evaluations are replaced.
 */

import { formatPgn, type PgnMove } from '../chess/notation/pgn.ts';
import type { GameReview, ReviewedMove } from '../review/judge.ts';
import { isFault } from '../review/marks.ts';
import { formatEval, isMateOnBoard } from '../search/score.ts';
import { NAME, VERSION } from '../version.ts';
import { describeClaim, describeMark } from './reviewText.ts';

/** The length of a better line, in plies. */
export const LINE_LENGTH = 10;

/** The last NAG for moves, `!` to `?!`; higher ones are for positions. */
const LAST_MOVE_GLYPH = 6;

/** The game as PGN with its review. */
export function formatAnnotated(review: GameReview): string {
  const { game, moves, opening } = review;
  const rest = game.moves.slice(moves.length);
  const tags = {
    ...(opening !== null && { ECO: opening.eco, Opening: opening.name }),
    ...Object.fromEntries(game.tags),
    Annotator: `${NAME} ${VERSION}`,
  };
  const said = game.comments.map(withoutEval).filter((text) => text !== '');
  const annotated = moves.map((_, i) => annotate(review, i));
  return formatPgn(game.start, [...annotated, ...rest], game.result, tags, said);
}

function annotate(review: GameReview, i: number): PgnMove {
  const move = review.moves[i]!;
  const { played, line, scoreBefore, score, glyph } = move;
  const said = played.comments.map(withoutEval);
  const evaluation = isMateOnBoard(score) ? '' : `[%eval ${formatEval(score)}]`;
  // In one comment: some parsers, such as chess.js, do not accept two in a row.
  const parts = [evaluation, describeMark(move), describeClaim(review, i), endOfBook(review, i)];
  const comment = [...parts, ...said].filter((text) => text !== '').join(' ');
  const positionGlyphs = played.nags.filter((nag) => nag > LAST_MOVE_GLYPH);
  return {
    move: played.move,
    nags: glyph === null ? positionGlyphs : [glyph.nag, ...positionGlyphs],
    comments: comment === '' ? [] : [comment],
    variations: isFault(glyph) ? [better(line, scoreBefore)] : [],
  };
}

/** The remark on the first move out of book; otherwise empty. */
export function endOfBook({ opening, moves }: GameReview, i: number): string {
  const isFirst = opening !== null && i === opening.plies && moves[i] !== undefined;
  return isFirst ? `Out of the book: ${opening.eco} ${opening.name}.` : '';
}

function better(line: ReviewedMove['line'], score: number): PgnMove[] {
  return line.slice(0, LINE_LENGTH).map((move, i) => ({
    ...{ move, nags: [] },
    comments: i === 0 ? [`[%eval ${formatEval(score)}]`] : [],
  }));
}

const withoutEval = (comment: string): string => comment.replace(/\[%eval [^\][]*\]/g, '').trim();
