/**
 * What screen readers are told without being asked: moves, evaluations, results. Two polite live
 * regions take turns, so that the same text is read again when it happens again.
 */
import { el } from './dom.ts';

const regions = [0, 1].map(() => el('div', { class: 'visually-hidden', 'aria-live': 'polite' }));
let turn = 0;
const toast = el('div', { class: 'toast', role: 'status' });
let toastTimer = 0;

/** Puts the regions on the page; texts announced before are lost. */
export function installAnnouncer(): void {
  document.body.append(...regions, toast);
}

export function announce(text: string): void {
  regions[turn]!.textContent = '';
  turn ^= 1;
  regions[turn]!.textContent = text;
}

/** A short message that everybody sees, for a few seconds. */
export function notify(text: string): void {
  toast.textContent = text;
  toast.classList.add('is-shown');
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(() => toast.classList.remove('is-shown'), 3500);
}
