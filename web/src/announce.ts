/**
 * Announcements for screen readers: moves, evaluations, results. They go into the live regions of the
 * dialog on top, if one is open: what is outside it is hidden from screen readers.
 */
import { button, el, liveRegions } from './dom.ts';
import { texts } from './texts.ts';

let turn = 0;
/** What is announced next, together: an announcement takes the place of the one before. */
const pending: string[] = [];
/** Hidden from screen readers: the live regions have the same text. A popover, to be seen above a dialog. */
const toast = el('div', { class: 'toast', popover: 'manual', 'aria-hidden': 'true' });
let toastTimer = 0;
/** A message with a button; toasts do not cover it. */
const offer = el('div', { class: 'offer', role: 'region', hidden: true });
let offerTimer = 0;

/** Adds the regions to the page; earlier announcements are lost. */
export function installAnnouncer(): void {
  document.body.append(...liveRegions(), offer, toast);
}

/** Announces a text; several at once, as a move and the end of the game, are read together. */
export function announce(text: string): void {
  // In a task of its own: a dialog that this ends is closed by then.
  if (pending.push(text) === 1) setTimeout(speak);
}

function speak(): void {
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const regions = place.querySelectorAll(':scope > [aria-live]');
  regions[turn]!.textContent = '';
  turn ^= 1;
  regions[turn]!.replaceChildren(...pending.splice(0).map((text) => el('p', {}, text)));
}

/** Shows a short message for a few seconds, and announces it as `spoken`. */
export function notify(text: string, spoken = text): void {
  announce(spoken);
  showToast(text);
}

/** Says what went wrong. */
export const notifyError = (error: unknown): void =>
  notify(texts.problem((error as Error).message));

/** Shows a short message for a few seconds, such as the next figure of what has been announced. */
export function showToast(text: string): void {
  toast.textContent = text;
  // Shown again, it is on top of what has been opened since.
  toast.hidePopover();
  toast.showPopover();
  toast.classList.add('is-shown');
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(hideToast, 3500);
}

export const hideToast = (): void => toast.classList.remove('is-shown');

/** Milliseconds that an offer stays; while its button has the focus it stays longer. */
const OFFER_TIME = 10_000;

/** Says what has happened, and offers an answer to it. */
export function offerAction(text: string, label: string, action: () => void): void {
  announce(text);
  hideToast();
  const take = button(label, () => {
    withdrawOffer();
    action();
  });
  offer.setAttribute('aria-label', text);
  offer.replaceChildren(el('span', {}, text), take);
  offer.hidden = false;
  clearTimeout(offerTimer);
  offerTimer = window.setTimeout(expireOffer, OFFER_TIME);
}

function expireOffer(): void {
  if (offer.matches(':focus-within')) offerTimer = window.setTimeout(expireOffer, OFFER_TIME);
  else withdrawOffer();
}

/** Withdraws an offer that no longer applies. The board takes the focus from its button. */
export function withdrawOffer(): void {
  const hasFocus = offer.matches(':focus-within');
  offer.hidden = true;
  const board = hasFocus && document.querySelector<HTMLElement>('main > :not([hidden]) .board');
  if (board) board.focus({ preventScroll: true });
}

/** Says what was done, and offers to undo it. */
export const offerUndo = (text: string, onUndo: () => void): void =>
  offerAction(text, texts.undo, onUndo);
