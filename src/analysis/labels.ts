/** How a game, its players and its moves are called where people read of them. */

import { BLACK, type Color, colorName, WHITE } from '../chess/board/types.ts';
import type { PgnGame } from '../chess/notation/pgnReader.ts';
import type { AnalyzedMove } from './analyzeGame.ts';
import { visible } from './markup.ts';

/** What a tag says, or an empty text if that is nothing. */
export function tagOf({ tags }: PgnGame, name: string): string {
  const value = visible(tags.get(name) ?? '');
  return /^[?.\s-]*$/.test(value) ? '' : value;
}

/** A player as the tags have it; the colour if they do not. */
export const playerName = (game: PgnGame, color: Color): string =>
  tagOf(game, colorName(color)) || colorName(color);

/** `Carlsen – Karjakin, 1-0`. */
export const gameName = (game: PgnGame): string =>
  `${playerName(game, WHITE)} – ${playerName(game, BLACK)}${game.result === '*' ? '' : `, ${game.result}`}`;

/** `12.` or `12...`, as it stands before the move. */
export const moveNumber = ({ before: { fullmove, turn } }: AnalyzedMove): string =>
  `${fullmove}${turn === BLACK ? '...' : '.'}`;

/** `12... Nf6??` */
export const moveName = (move: AnalyzedMove): string =>
  `${moveNumber(move)} ${move.san}${move.glyph?.sign ?? ''}`;
