/** A list with a field to search it. A long one shows its first entries, and more on request. */
import { dismiss } from './dialogs.ts';
import { button, el } from './dom.ts';
import { texts } from './texts.ts';

/** How many entries are shown at first, and then added on request. */
const SHOWN = 100;

/** A text to search in: in lower case and without accents, so that `muller` finds Müller. */
export const searchable = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** A filter for {@link searchable} texts: those with all words of `wanted`. */
export function wordFilter(wanted: string): (text: string) => boolean {
  const words = searchable(wanted).split(/\s+/);
  return (text) => words.every((word) => text.includes(word));
}

interface SearchOptions<T> {
  /** The name of the field: what can be searched for. */
  label: string;
  /** The entries for the text in the field, which is empty at first. */
  find: (text: string) => readonly T[];
  /** An item of the list, with a button. */
  row: (entry: T) => HTMLLIElement;
}

/** Fills a list; returns its field, in which Enter opens the only hit, and the button for more. */
export function searchList<T>(
  list: HTMLElement,
  { label, find, row }: SearchOptions<T>,
): { field: HTMLInputElement; more: HTMLButtonElement } {
  let found: readonly T[] = [];
  const showMore = () => {
    const shown = list.children.length;
    const items = found.slice(shown, shown + SHOWN).map(row);
    list.append(...items);
    more.hidden = list.children.length >= found.length;
    // The button may have been hidden under the focus.
    if (shown > 0) items[0]?.querySelector('button')?.focus();
  };
  const more = button(texts.showMore, showMore);
  const search = () => {
    found = find(field.value);
    list.replaceChildren();
    showMore();
  };
  const field = el('input', {
    class: 'search',
    type: 'search',
    autocomplete: 'off',
    spellcheck: 'false',
    autofocus: true,
    placeholder: label,
    'aria-label': label,
    input: search,
    keydown: (event: KeyboardEvent) => {
      const isOnlyHit = event.key === 'Enter' && found.length === 1;
      if (!isOnlyHit && (event.key !== 'Escape' || field.value !== '')) return;
      // Enter would press what has the focus next; Safari would clear the field and leave the dialog open.
      event.preventDefault();
      if (isOnlyHit) list.querySelector('button')?.click();
      else dismiss(field.closest('dialog')!);
    },
  });
  search();
  return { field, more };
}
