/** Names and descriptions of games, players and moves, for people to read. */
import { BLACK, type Color, sideName, WHITE } from '../chess/board/types.ts';
import { formatMoveNumber, resultFor } from '../chess/notation/pgn.ts';
import type { PgnGame } from '../chess/notation/pgnReader.ts';
import type { GameReview, ReviewedMove } from '../review/judge.ts';
import {
  isBad,
  isFault,
  type LostResult,
  lostResult,
  severityOf,
  unexpectedResult,
} from '../review/marks.ts';
import { isAboutMate, isAllowedMate } from '../review/reasons.ts';
import { percentFor } from '../review/winPercent.ts';
import { formatSeconds } from '../util/durations.ts';
import { visible } from './markup.ts';

/** The maximum number of characters of a tag that are shown. */
const MAX_TAG = 200;

/** A text of any length, truncated. */
export const shorten = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** The text of a tag; empty if it is missing or only a placeholder such as `?`. */
export function tagOf({ tags }: PgnGame, name: string): string {
  const value = visible(shorten(tags.get(name) ?? '', MAX_TAG));
  return /^[?.\s-]*$/.test(value) ? '' : value;
}

/** A player's name from the tags; the colour if there is none. */
export const playerName = (game: PgnGame, color: Color): string =>
  tagOf(game, sideName(color)) || sideName(color);

/** The name of a game without players, such as the chapter of a study: its event; empty if it has players or no event. */
export const nameWithoutPlayers = (game: PgnGame): string =>
  [WHITE, BLACK].some((color) => tagOf(game, sideName(color)) !== '') ? '' : tagOf(game, 'Event');

/** `Carlsen – Karjakin, 1-0`. */
export function gameName(game: PgnGame): string {
  const players = `${playerName(game, WHITE)} – ${playerName(game, BLACK)}`;
  const result = game.result === '*' ? '' : `, ${game.result}`;
  return `${nameWithoutPlayers(game) || players}${result}`;
}

/** `12.` or `12...`, the number before the move. */
export const moveNumber = ({ fullmove, color }: ReviewedMove): string =>
  formatMoveNumber({ fullmove, turn: color });

/** `12... Nf6??` */
export const moveName = (move: ReviewedMove): string =>
  `${moveNumber(move)} ${move.san}${move.glyph?.sign ?? ''}`;

/** `0:12 spent, 4:31 left`, as far as it is known. */
export function describeTimes({ time: { spent, clock } }: ReviewedMove): string {
  const parts = [
    spent === null ? '' : `${formatSeconds(spent)} spent`,
    clock === null ? '' : `${formatSeconds(clock)} left`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

const RESULT_TEXTS: Record<LostResult, string> = {
  win: 'missed win',
  'level position': 'loses a level position',
  'tenable position': 'loses a tenable position',
  'win to loss': 'turns a win into a loss',
  advantage: 'turns an advantage into a loss',
};

/** How a mistake or blunder changed the result, in a few words; null if it did not. */
function describeOutcome(move: ReviewedMove): string | null {
  if (!isBad(move.glyph)) return null;
  const own = (percent: number) => percentFor(move.color, percent);
  const lost = lostResult(own(move.winBefore), own(move.win));
  // A mate says it already, but one that is missed not that the game is lost now.
  const isSaid = lost === 'win' ? isAboutMate(move.reason) : isAllowedMate(move.reason);
  return lost === null || isSaid ? null : RESULT_TEXTS[lost];
}

/**
 * `Blunder: hangs the rook on e5, missed win. Best was Nf3.`; why a loss over the limit has no mark; empty
 * if there is nothing to say.
 */
export function describeMark(move: ReviewedMove): string {
  const { glyph, isUnclear, reason, best, loss } = move;
  if (glyph === null && severityOf(loss) > 0) {
    const said = reason === null ? '' : `${reason}, but `;
    return `Not marked: ${said}the loss of ${loss.toFixed(1)} points is not certain. Best was ${best}.`;
  }
  const words = [reason, describeOutcome(move)].filter((word) => word !== null).join(', ');
  if (glyph === null) return words === '' ? '' : `${capitalize(words)}. Best was ${best}.`;
  // A mate that is allowed is certain, however much there was to lose.
  const mark = isUnclear && !isAllowedMate(reason) ? `${glyph.name} (not clear)` : glyph.name;
  const sentence = words === '' ? `${mark}.` : `${mark}: ${words}.`;
  return isFault(glyph) ? `${sentence} Best was ${best}.` : sentence;
}

const capitalize = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`;

/** Whether a move, given by its index, was made after the rules had ended the game. Such moves are not judged. */
export const isAfterEnd = ({ end }: GameReview, i: number): boolean =>
  end !== null && i >= end.plies;

/**
 * The remark on a move, given by its index, that makes a draw which was not claimed; otherwise empty. It names
 * the opponent, who could have claimed it after the move; or the side that moves, if the draw would have helped
 * that one, which could have claimed it with the move. Of several in a row only the first gets one.
 */
export function describeClaim(review: GameReview, i: number): string {
  const { game, moves } = review;
  const { claimable, color, win } = moves[i]!;
  if (isAfterEnd(review, i) || claimable === null) return '';
  if (moves[i - 2]?.claimable === claimable) return '';
  const isLast = i === game.moves.length - 1;
  if (isLast && game.result === '1/2-1/2') return '';
  const isWorse = severityOf(50 - percentFor(color, win)) > 0;
  return isWorse
    ? `${sideName(color)} could have claimed a draw with this move (${claimable}).`
    : `${sideName(color ^ 1)} could claim a draw (${claimable}).`;
}

/**
 * The remark on the move, given by its index, with which the rules end the game: why, and that the result of the
 * game is another. If they do not, that on the last move. Otherwise empty; also for a mate, which everybody sees,
 * with the right result.
 */
export function describeEnd(review: GameReview, i: number): string {
  const { game, positions, end } = review;
  if (end === null) return i === game.moves.length - 1 ? describeResult(review) : '';
  if (i !== Math.max(0, end.plies - 1)) return '';
  const isMate = end.reason === 'checkmate';
  const result = resultFor(isMate ? positions[end.plies]!.turn ^ 1 : null);
  const isRight = game.result === '*' || game.result === result;
  if (isMate && isRight) return '';
  const words = isRight ? '' : `: the result is ${result}, not ${game.result}`;
  const isPlayedOn = end.plies < game.moves.length;
  return `The game is over (${end.reason})${words}.${isPlayedOn ? ' What follows does not count.' : ''}`;
}

/** How the loser lost, by the tag `Termination` as in the PGN standard, at Lichess and at Chess.com. */
const LOSSES = [
  { tag: /^normal$| by resignation$/i, words: 'resigned' },
  { tag: /^time forfeit$| on time$/i, words: 'lost on time' },
];

/** The remark on a game lost in a position that is not, or drawn in one that is won; otherwise empty. */
function describeResult({ game, moves, isComplete }: GameReview): string {
  const { result, damage } = game;
  if (!isComplete || damage !== null) return '';
  const termination = tagOf(game, 'Termination');
  const lost = LOSSES.find(({ tag }) => tag.test(termination));
  // Games that were abandoned or adjudicated may end in any position.
  if (lost === undefined && termination !== '' && !/ by agreement$/i.test(termination)) return '';
  const { win, claimable } = moves.at(-1)!;
  const unexpected = unexpectedResult(result, win);
  const isDraw = result === '1/2-1/2';
  if (unexpected === null || (isDraw && claimable !== null)) return '';
  const { standing } = unexpected;
  const side = sideName(unexpected.color);
  if (lost !== undefined && !isDraw) return `${side} ${lost.words} in a ${standing} position.`;
  const words = standing === 'level' ? standing : `${standing} for ${side}`;
  return `The result is ${result}, but the position is ${words}.`;
}

/** `C84 Ruy Lopez: Closed`; empty if no position of the game has a name. */
export const describeOpening = ({ opening }: GameReview): string =>
  opening === null ? '' : `${opening.eco} ${opening.name}`;

/** The remark on the first move out of book, given by its index; otherwise empty. */
export const endOfBook = (review: GameReview, i: number): string =>
  i === review.opening?.plies && !isAfterEnd(review, i)
    ? `Leaves the book (${describeOpening(review)}).`
    : '';

/** The remarks on a move, given by its index, besides that on its mark. */
export const remarksOn = (review: GameReview, i: number): string[] =>
  [describeClaim, describeEnd, endOfBook]
    .map((describe) => describe(review, i))
    .filter((text) => text !== '');
