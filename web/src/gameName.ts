/** How lists and titles name a game. */
import type { GameResult } from '../../src/chess/notation/pgn.ts';
import { texts } from './texts.ts';

/** The tags of a game, by name. */
export type GameTags = ReadonlyMap<string, string>;

/** The tags of a game, with the result that may only stand after the moves. */
export const tagsWithResult = (tags: GameTags, result: GameResult): Map<string, string> =>
  new Map(result === '*' ? tags : [...tags, ['Result', result]]);

/** Keeps `1-0` on one line. */
const NO_BREAK_HYPHEN = '\u2011';

/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Isolates text written from right to left, which would reorder what follows it: another name, or `1-0`. */
export const isolate = (text: string): string =>
  RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;

/** A tag; empty if it is missing or unknown. */
export function tagOf(tags: GameTags, name: string): string {
  const value = (tags.get(name) ?? '').trim();
  return /^[?.*\s-]*$/.test(value) ? '' : value;
}

/** Whether the tags name a player. */
export const hasPlayers = (tags: GameTags): boolean =>
  ['White', 'Black'].some((name) => tagOf(tags, name) !== '');

/** Whether the tags name a player, or the event, as those of a study's chapter do. */
export const hasName = (tags: GameTags): boolean => hasPlayers(tags) || tagOf(tags, 'Event') !== '';

/** `Carlsen – Karjakin, 1-0, 2016.11.30`, without tags that are missing; of unknown players the event, or `Game`. */
export function gameName(tags: GameTags): string {
  const tag = (name: string) => isolate(tagOf(tags, name));
  const players = `${tag('White') || texts.white} – ${tag('Black') || texts.black}`;
  return [
    hasPlayers(tags) ? players : tag('Event') || texts.archive.kinds.game,
    tag('Result').replaceAll('-', NO_BREAK_HYPHEN),
    tag('Date').replaceAll('.??', ''),
  ]
    .filter((part) => part !== '')
    .join(', ');
}
