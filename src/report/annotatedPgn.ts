/**
 * A reviewed game as PGN: the evaluation after each move (`[%eval 0.34]`), glyphs for faults and praise,
 * remarks, and the line that should have been played.
 *
 * Everything in the file stays: tags, comments with their commands, glyphs and variations. What the
 * review adds is recognisable: remarks are in brackets, `[Refrain: …]`, better lines end the list of
 * variations and begin with such a remark, and the tag `RefrainReview` says that evaluations at the beginning of
 * comments are ours. So it can be removed again, and a game that is reviewed again has only the new one. A better
 * line to which somebody has added something is theirs from then on.
 * Where the file has a glyph for a move, ours is in the remark; where it has evaluations, ours are too.
 */
import { formatPgn, MOVE_SIGNS, type PgnMove } from '../chess/notation/pgn.ts';
import type { PgnGame } from '../chess/notation/pgnReader.ts';
import type { GameReview, ReviewedMove } from '../review/judge.ts';
import { GLYPHS, isFault } from '../review/marks.ts';
import { formatEval, isMateOnBoard } from '../search/score.ts';
import { NAME, VERSION } from '../version.ts';
import { describeMark, remarksOn, tagOf } from './reviewText.ts';

/** The length of a better line, in plies. */
export const BETTER_PLIES = 10;

/** The tag that says that the file has a review of ours, and its name in earlier versions. */
const TAG = 'RefrainReview';
const EARLIER_TAG = 'Reviewer';

/** In the tag, where the file has evaluations. */
const IN_REMARKS = ', evaluations in remarks';

/** What we write into the tag, with the version: not the name of a person who annotated the game. */
const OUR_VALUE = new RegExp(`^${NAME} \\d+\\.\\d+\\.\\d+\\S*(?:${IN_REMARKS})?$`);

const EVAL = /\[%eval [^\][]*\] ?/;
/** A remark, with the sign of its mark if that is no glyph. */
const REMARK = new RegExp(`\\[${NAME}([^\\][:]*): ?([^\\][]*)\\] ?`);
/** Our comment on a better line: an evaluation, and a remark with the number of its plies if they are few. */
const BETTER = new RegExp(
  `(?:\\[%eval [^\\][]*\\] )?\\[${NAME}: better(?:, (\\d+) (?:ply|plies))?\\] ?`,
);

/** The game as PGN with its review. */
export function formatAnnotated(review: GameReview): string {
  const { moves, opening } = review;
  const game = removeReview(review.game);
  const hasEvals = game.moves.some(({ comments }) => comments.some((text) => EVAL.test(text)));
  const found = opening === null ? [] : Object.entries({ ECO: opening.eco, Opening: opening.name });
  const tags = {
    ...Object.fromEntries(found),
    ...Object.fromEntries(game.tags),
    // Some programs write `?` where they do not know it.
    ...Object.fromEntries(found.filter(([name]) => tagOf(game, name) === '')),
    [TAG]: `${NAME} ${VERSION}${hasEvals ? IN_REMARKS : ''}`,
  };
  const annotated = game.moves.map((played, i) =>
    i < moves.length ? annotate(review, i, played, hasEvals) : played,
  );
  const comments = inOne(game.comments);
  return formatPgn({ ...game, moves: annotated.map(withOneComment), comments, tags });
}

/** Comments as one: some parsers, such as chess.js, do not accept two in a row. */
const inOne = (comments: readonly string[]): readonly string[] =>
  comments.length > 1 ? [comments.join(' ')] : comments;

function withOneComment(move: PgnMove): PgnMove {
  const { comments, startingComments, variations } = move;
  return {
    ...move,
    comments: inOne(comments),
    ...(startingComments && { startingComments: inOne(startingComments) }),
    ...(variations && { variations: variations.map((line) => line.map(withOneComment)) }),
  };
}

function annotate(review: GameReview, i: number, played: PgnMove, hasEvals: boolean): PgnMove {
  const move = review.moves[i]!;
  const { line, scoreBefore, score, glyph } = move;
  const evaluation = isMateOnBoard(score) ? '' : formatEval(score);
  const isMarked = played.nags.some((nag) => MOVE_SIGNS[nag]);
  const sign = glyph !== null && isMarked ? ` ${glyph.sign}` : '';
  const remarks = [
    hasEvals && evaluation !== '' ? `${evaluation}.` : '',
    describeMark(move),
    ...remarksOn(review, i),
  ].filter((text) => text !== '');
  const comment = [
    evaluation !== '' && !hasEvals ? `[%eval ${evaluation}]` : '',
    remarks.length > 0 ? `[${NAME}${sign}: ${remarks.join(' ')}]` : '',
    ...played.comments,
  ].filter((text) => text !== '');
  const better = isFault(glyph) ? [betterLine(line, scoreBefore)] : [];
  const variations = [...(played.variations ?? []), ...better];
  return {
    ...played,
    nags: glyph === null || isMarked ? played.nags : [glyph.nag, ...played.nags],
    comments: comment,
    ...(variations.length > 0 && { variations }),
  };
}

function betterLine(line: ReviewedMove['line'], score: number): PgnMove[] {
  const shown = line.slice(0, BETTER_PLIES);
  const length = shown.length === 1 ? ', 1 ply' : `, ${shown.length} plies`;
  const remark = `[${NAME}: better${shown.length === BETTER_PLIES ? '' : length}]`;
  return shown.map((move, i) => ({
    move,
    nags: [],
    comments: i === 0 ? [`[%eval ${formatEval(score)}] ${remark}`] : [],
  }));
}

/** The game without the review that {@link formatAnnotated} has added; the tags of the opening stay. */
export function removeReview(game: PgnGame): PgnGame {
  const tags = new Map(game.tags);
  const ours = [TAG, EARLIER_TAG].filter((name) => OUR_VALUE.test(tags.get(name) ?? ''));
  if (ours.length === 0) return game;
  const hasEvals = tags.get(ours[0]!)!.endsWith(IN_REMARKS);
  for (const name of ours) tags.delete(name);
  return { ...game, tags, moves: game.moves.map((move) => withoutReview(move, hasEvals)) };
}

/** The same review, of a game that has no earlier one. */
export function withoutEarlierReview(review: GameReview): GameReview {
  const game = removeReview(review.game);
  if (game === review.game) return review;
  const moves = review.moves.map((move, i) => ({ ...move, played: game.moves[i]! }));
  return { ...review, game, moves };
}

function withoutReview(
  { move, nags, comments, variations = [], ...others }: PgnMove,
  hasEvals: boolean,
): PgnMove {
  const [, sign = '', remark = ''] = firstMatch(comments, REMARK);
  // A remark with a sign leaves the glyph to the file.
  const glyph = Object.values(GLYPHS).find(({ name }) => remarkNames(remark, name));
  const ours = sign === '' && glyph !== undefined ? glyph.nag : null;
  const kept = variations.map(withoutBetterLine).filter(({ length }) => length > 0);
  return {
    ...others,
    move,
    nags: nags.filter((nag) => nag !== ours),
    comments: without(hasEvals ? comments : without(comments, EVAL), REMARK),
    ...(kept.length > 0 && { variations: kept }),
  };
}

/** Somebody may have written before or after what is ours, in the same comment or another one. */
const firstMatch = (comments: readonly string[], pattern: RegExp): readonly string[] =>
  comments.map((text) => pattern.exec(text)).find((found) => found !== null) ?? [];

const without = (comments: readonly string[], pattern: RegExp): string[] =>
  comments
    .map((text) => (pattern.test(text) ? text.replace(pattern, '').trimEnd() : text))
    .filter((text) => text !== '');

/** A variation without our comment; empty if nothing was added to our better line. */
function withoutBetterLine(line: readonly PgnMove[]): readonly PgnMove[] {
  const [first, ...next] = line;
  if (first === undefined) return line;
  const [ours, plies = BETTER_PLIES] = firstMatch(first.comments, BETTER);
  if (ours === undefined) return line;
  const kept = [{ ...first, comments: without(first.comments, BETTER) }, ...next];
  return kept.length > Number(plies) || kept.some(isAnnotated) ? kept : [];
}

/** Whether a move has any annotation. */
export const isAnnotated = ({ nags, comments, startingComments = [], variations = [] }: PgnMove) =>
  [nags, comments, startingComments, variations].some(({ length }) => length > 0);

/** Whether a remark gives a mark of this name. Version 0.2.0 wrote a comma after it. */
const remarkNames = (remark: string, name: string): boolean =>
  new RegExp(`^(?:[-+#\\d.]+ )?${name}(?:[.:,]| \\()`).test(remark);
