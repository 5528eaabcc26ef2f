/**
 * Creates elements without markup: text is always set as text, so a PGN or FEN can never inject
 * markup, and no style attribute is written (the page's Content-Security-Policy allows none).
 */
import { texts } from './texts.ts';

type Listener = (event: never) => void;
type Value = string | number | boolean | null | Listener;
export type Child = Node | string | null | false;

/**
 * Creates an element with attributes, listeners and children. `true` sets an attribute without a
 * value; `false` and null omit it; a function is a listener for the event of that name.
 */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value as EventListener);
    else setAttribute(element, name, value);
  }
  element.append(...present(children));
  return element;
}

/** The children that are there. */
export const present = (children: readonly Child[]): (Node | string)[] =>
  children.filter((child) => child !== null && child !== false);

/**
 * Replaces the content of an element. If the focus was there, it goes to the first button that is there
 * now, else to the element itself, so that keyboard users keep their place.
 */
export function replaceContent(element: HTMLElement, ...children: Child[]): void {
  const hasFocus = element.contains(document.activeElement);
  element.replaceChildren(...present(children));
  if (hasFocus) (element.querySelector('button') ?? element).focus({ preventScroll: true });
}

const SVG = 'http://www.w3.org/2000/svg';

/** Creates an SVG element, without listeners. */
export function svg(
  tag: string,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: Node[]
): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
  element.append(...children);
  return element;
}

/** Sets an attribute, or removes it for `false` and null. */
export function setAttribute(
  element: Element,
  name: string,
  value: string | number | boolean | null,
): void {
  if (value === false || value === null) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : `${value}`);
}

/** A labelled choice: the label is shown above the select. */
export function select(
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  value: string,
  onChange: (value: string) => void,
): HTMLLabelElement {
  const box = el(
    'select',
    { change: (event: Event) => onChange((event.target as HTMLSelectElement).value) },
    ...options.map(([key, text]) => el('option', { value: key, selected: key === value }, text)),
  );
  return el('label', { class: 'field' }, el('span', {}, label), box);
}

/** Radio buttons in a row. `name` must be unique in the document. */
export function radios(
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  value: string,
  onChange: (value: string) => void,
): HTMLFieldSetElement {
  return el(
    'fieldset',
    { class: 'segments' },
    el('legend', {}, label),
    el(
      'div',
      {},
      ...options.map(([key, text]) =>
        el(
          'label',
          {},
          el('input', {
            type: 'radio',
            name,
            value: key,
            checked: key === value,
            change: () => onChange(key),
          }),
          el('span', {}, text),
        ),
      ),
    ),
  );
}

/** A button with a text. */
export const button = (
  text: string,
  onClick: () => void,
  attributes: Readonly<Record<string, Value>> = {},
): HTMLButtonElement =>
  el('button', { type: 'button', class: 'plain', click: onClick, ...attributes }, text);

/** The style sheets that were fetched, or are being fetched. */
const styles = new Map<string, Promise<void>>();

/** Fetches a style sheet once. Rejects with the reason if it cannot be fetched; then it can be tried again. */
export function loadStyle(href: string): Promise<void> {
  const loading = styles.get(href) ?? fetchStyle(href);
  styles.set(href, loading);
  return loading;
}

const fetchStyle = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = el('link', {
      rel: 'stylesheet',
      href,
      load: () => resolve(),
      error: () => {
        link.remove();
        styles.delete(href);
        reject(new Error(texts.notLoaded(href)));
      },
    });
    document.head.append(link);
  });

/**
 * Live regions, read by screen readers when their text changes: two, to alternate, so that a repeated text is
 * read again.
 */
export const liveRegions = (): HTMLElement[] =>
  [0, 1].map(() => el('div', { class: 'visually-hidden', 'aria-live': 'polite' }));
