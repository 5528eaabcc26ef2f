/** How lists and titles name a game. */
import { texts } from './texts.ts';

/** Keeps `1-0` on one line. */
const NO_BREAK_HYPHEN = '\u2011';

/** A tag; empty if it is missing or unknown. */
export function tagOf(tags: ReadonlyMap<string, string>, name: string): string {
  const value = (tags.get(name) ?? '').trim();
  return /^[?.*\s-]*$/.test(value) ? '' : value;
}

/** Whether the tags name a player. */
export const hasPlayers = (tags: ReadonlyMap<string, string>): boolean =>
  ['White', 'Black'].some((name) => tagOf(tags, name) !== '');

/** `Carlsen – Karjakin, 1-0, 2016.11.30`, without tags that are missing; of unknown players the event, or `Game`. */
export function gameName(tags: ReadonlyMap<string, string>): string {
  const tag = (name: string) => tagOf(tags, name);
  const players = `${tag('White') || texts.white} – ${tag('Black') || texts.black}`;
  return [
    hasPlayers(tags) ? players : tag('Event') || texts.archive.kinds.game,
    tag('Result').replaceAll('-', NO_BREAK_HYPHEN),
    tag('Date').replaceAll('.??', ''),
  ]
    .filter((part) => part !== '')
    .join(', ');
}
