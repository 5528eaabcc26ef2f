/**
 * Elements made by calls instead of markup: text is always set as text, so what comes from a PGN or
 * a FEN can never become markup, and no style attribute is written (the page's
 * Content-Security-Policy allows none).
 */

type Listener = (event: never) => void;
type Value = string | number | boolean | null | undefined | Listener;
export type Child = Node | string | null | false;

/**
 * An element with its attributes, listeners and children. `true` gives an attribute without a value;
 * `false`, null and undefined leave it out; a function is a listener for the event of that name.
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
  element.append(...children.filter((child) => child !== null && child !== false));
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** The same for SVG, without listeners. */
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

/** Sets an attribute, or removes it for `false`, null and undefined. */
export function setAttribute(
  element: Element,
  name: string,
  value: string | number | boolean | null | undefined,
): void {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
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

/** Choices that are all in sight, one of which holds. `name` must be the only one of its kind. */
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
            ...{ type: 'radio', name, value: key, checked: key === value },
            change: () => onChange(key),
          }),
          el('span', {}, text),
        ),
      ),
    ),
  );
}

/** A button with a text, and a sign before it that only the eye needs. */
export const button = (
  text: string,
  onClick: (event: MouseEvent) => void,
  attributes: Readonly<Record<string, Value>> = {},
): HTMLButtonElement => el('button', { type: 'button', click: onClick, ...attributes }, text);

/** Offers a text as a file to save. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = el('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Puts a text on the clipboard; false where the browser does not allow it. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The date as PGN has it, `2026.11.21`. */
export function today(): string {
  const now = new Date();
  const two = (n: number) => String(n).padStart(2, '0');
  return `${now.getFullYear()}.${two(now.getMonth() + 1)}.${two(now.getDate())}`;
}

/** Asks a question that is answered by a button with this text, or by Cancel. */
export async function confirm(question: string, yes: string, no: string): Promise<boolean> {
  const answer = await showDialog<true>(question, (close) => [
    el(
      'div',
      { class: 'dialog-buttons' },
      button(no, () => close(null)),
      button(yes, () => close(true), { class: 'primary' }),
    ),
  ]);
  return answer === true;
}

/**
 * Shows a dialog until it is closed; the promise gives what `close` was called with, null when the
 * dialog was left by Escape or its close button.
 */
export function showDialog<T>(
  title: string,
  build: (close: (value: T | null) => void) => Child[],
): Promise<T | null> {
  return new Promise((resolve) => {
    let answer: T | null = null;
    const close = (value: T | null) => {
      answer = value;
      dialog.close();
    };
    // One dialog may open another: the name is not looked up by an id that both would have.
    const dialog = el('dialog', { 'aria-label': title }, el('h2', {}, title));
    dialog.append(...build(close).filter((child) => child !== null && child !== false));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
