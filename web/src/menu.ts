/**
 * Menus: a button that opens a list of actions, above or below it; on phones a sheet at the bottom of the
 * screen. Built on the browser's popovers, which close on Escape, on a click elsewhere and on one on
 * their button.
 * https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/
 */
import { type Child, el } from './dom.ts';
import { iconButton } from './icons.ts';

export interface MenuItem {
  text: string;
  /** Stands before the text, in a column of its own. */
  sign?: string;
  onClick: () => void;
  /** The key that does the same, shown at the end of the line. */
  key?: string;
  /** Shown, but not to be chosen now. */
  isDisabled?: boolean;
  /** For what is on or off. */
  isChecked?: boolean;
}

/** Between a menu and its button, and between a menu and the edge of the screen, in pixels. */
const GAP = 6;

/** A button with an icon that opens a menu; `items` are made anew each time. */
export function menuButton(
  kind: string,
  label: string,
  items: () => readonly MenuItem[],
  caption = '',
): HTMLButtonElement {
  const button = iconButton(kind, label, () => openMenu(button, label, items()), caption);
  button.setAttribute('aria-haspopup', 'menu');
  return button;
}

/** Opens a menu at an element, which gets the focus back. */
export function openMenu(at: Element, label: string, items: readonly MenuItem[]): void {
  const close = openPopover(
    at,
    { class: 'menu', role: 'menu', 'aria-label': label },
    ...items.map((item) => menuItem(item, () => close())),
  );
}

function menuItem(item: MenuItem, close: () => void): HTMLButtonElement {
  const { isChecked } = item;
  return el(
    'button',
    {
      type: 'button',
      tabindex: '-1',
      'aria-disabled': item.isDisabled === true && 'true',
      role: isChecked === undefined ? 'menuitem' : 'menuitemcheckbox',
      'aria-checked': isChecked === undefined ? null : `${isChecked}`,
      click: () => {
        if (item.isDisabled === true) return;
        close();
        item.onClick();
      },
    },
    item.sign === undefined
      ? item.text
      : el('span', {}, el('span', { class: 'sign' }, item.sign), ` ${item.text}`),
    item.key !== undefined && el('kbd', { 'aria-hidden': 'true' }, item.key),
  );
}

/** Shows elements in a popover at an element; returns what closes it. */
export function openPopover(
  at: Element,
  attributes: Readonly<Record<string, string>>,
  ...children: Child[]
): () => void {
  const popover = el('div', { popover: 'auto', ...attributes }, ...children);
  const close = () => popover.hidePopover();
  const closed = new AbortController();
  popover.addEventListener('beforetoggle', (event) => {
    if ((event as ToggleEvent).newState === 'open') return;
    // At once: another one of the same element may open before the event `toggle` comes.
    closed.abort();
    at.setAttribute('aria-expanded', 'false');
  });
  popover.addEventListener('toggle', (event) => {
    if ((event as ToggleEvent).newState === 'open') return;
    const hasFocus = popover.contains(document.activeElement);
    popover.remove();
    if (hasFocus && at instanceof HTMLElement) at.focus({ preventScroll: true });
  });
  popover.addEventListener('keydown', (event) => moveFocus(popover, event));
  // Beside its button in the document, so that it is next in the tab order.
  at.after(popover);
  onceReleased(() => {
    if (!popover.isConnected) return;
    popover.showPopover();
    place(popover, at);
    // A phone that is turned lays the page out anew.
    addEventListener('resize', () => place(popover, at), { signal: closed.signal });
    at.setAttribute('aria-expanded', 'true');
    focusable(popover)[0]?.focus({ preventScroll: true });
    // After the click that opens it, which would close it again.
    if (at instanceof HTMLButtonElement) setTimeout(() => closeByClick(at, popover, closed.signal));
  });
  return close;
}

/**
 * Lets a click on the button close its popover, as browsers do for a popover's target button: a press on it
 * is then not one elsewhere. The button's own listeners would open another popover.
 */
function closeByClick(button: HTMLButtonElement, popover: HTMLElement, closed: AbortSignal): void {
  if (closed.aborted) return;
  button.popoverTargetElement = popover;
  closed.addEventListener('abort', () => (button.popoverTargetElement = null));
  const options = { capture: true, signal: closed };
  button.addEventListener('click', (event) => event.stopImmediatePropagation(), options);
}

/** Whether a mouse button is pressed, or a finger touches the page. */
let isPressed = false;
addEventListener('pointerdown', () => (isPressed = true), true);
for (const type of ['pointerup', 'pointercancel'] as const) {
  addEventListener(type, () => (isPressed = false), true);
}

/**
 * Calls `action` at once, or when the pointer is released. A right click and a long press ask for a menu
 * while it is pressed; browsers close popovers when a pointer that was pressed outside is released.
 */
function onceReleased(action: () => void): void {
  if (!isPressed) {
    action();
    return;
  }
  const released = new AbortController();
  for (const type of ['pointerup', 'pointercancel'] as const) {
    const options = { capture: true, signal: released.signal };
    addEventListener(
      type,
      () => {
        released.abort();
        setTimeout(action);
      },
      options,
    );
  }
}

/** Below its button if there is room, else above; never outside the screen. Sheets are placed by CSS. */
function place(popover: HTMLElement, at: Element): void {
  popover.style.top = '';
  popover.style.left = '';
  if (getComputedStyle(popover).getPropertyValue('--is-sheet') !== '') return;
  const anchor = at.getBoundingClientRect();
  const { width, height } = popover.getBoundingClientRect();
  const below = anchor.bottom + GAP;
  const fits = below + height + GAP <= innerHeight;
  const top = Math.min(fits ? below : anchor.top - GAP - height, innerHeight - height - GAP);
  // On a phone on its side, the page's padding keeps clear of the camera.
  const { paddingLeft, paddingRight } = getComputedStyle(document.body);
  const left = Math.min(anchor.left, innerWidth - Number.parseFloat(paddingRight) - width - GAP);
  popover.style.top = `${Math.max(GAP, top)}px`;
  popover.style.left = `${Math.max(Number.parseFloat(paddingLeft) + GAP, left)}px`;
}

const focusable = (popover: HTMLElement): HTMLElement[] => [
  ...popover.querySelectorAll<HTMLElement>(':is(button, input, select):enabled'),
];

/** Arrow keys, Home and End move between the items of a menu; Tab closes it. */
function moveFocus(popover: HTMLElement, event: KeyboardEvent): void {
  // Keys in a menu do not step through the game.
  event.stopPropagation();
  if (popover.getAttribute('role') !== 'menu') return;
  const items = focusable(popover);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const last = items.length - 1;
  const to = {
    ArrowDown: at === last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  }[event.key];
  if (event.key === 'Tab') popover.hidePopover();
  if (to === undefined) return;
  event.preventDefault();
  items[to]!.focus();
}
