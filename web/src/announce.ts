/**
 * Announcements for screen readers: moves, evaluations, results. Two polite live regions alternate, so
 * that a repeated text is read again.
 */
import { el } from './dom.ts';

const regions = [0, 1].map(() => el('div', { class: 'visually-hidden', 'aria-live': 'polite' }));
let turn = 0;
/** Hidden from screen readers: the live regions have the same text. */
const toast = el('div', { class: 'toast', 'aria-hidden': 'true' });
let toastTimer = 0;

/** Adds the regions to the page; earlier announcements are lost. */
export function installAnnouncer(): void {
  document.body.append(...regions, toast);
}

export function announce(text: string): void {
  regions[turn]!.textContent = '';
  turn ^= 1;
  regions[turn]!.textContent = text;
}

/** Shows a short message for a few seconds, and announces it as `spoken`. */
export function notify(text: string, spoken = text): void {
  toast.textContent = text;
  announce(spoken);
  toast.classList.add('is-shown');
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(() => toast.classList.remove('is-shown'), 3500);
}
