/**
 * What screen readers are told without being asked: moves, evaluations, results. Two polite live
 * regions take turns, so that the same text is read again when it happens again.
 */
import { el } from './dom.ts';

const regions = [0, 1].map(() => el('div', { class: 'visually-hidden', 'aria-live': 'polite' }));
let turn = 0;
/** For the eye alone: the live regions say the same. */
const toast = el('div', { class: 'toast', 'aria-hidden': 'true' });
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

/** Shows a short message for a few seconds, and announces it in words fit to be read aloud. */
export function notify(text: string, spoken = text): void {
  toast.textContent = text;
  announce(spoken);
  toast.classList.add('is-shown');
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(() => toast.classList.remove('is-shown'), 3500);
}
