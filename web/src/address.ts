/**
 * Writes the fragment of the URL. Opening a tab adds an entry to the browser's history; moves in the
 * analysis replace the current entry, so that Back goes to the previous tab.
 */
import { readSession, writeSession } from './stored.ts';

/** Milliseconds. Safari throws after 100 changes in 30 seconds, which a held arrow key exceeds. */
const MIN_INTERVAL = 350;
/** Marks entries made by the page, as opposed to a link that was followed or typed. */
const MADE_HERE = { madeHere: true };
/** Session storage key of the last fragment: after an immediate reload the browser may have lost the entry's mark. */
const LAST = 'refrain-address';

let wanted = '';
/** The fragment of the entry that {@link wanted} replaces. */
let replaced = '';
let timer = 0;
let lastChange = -MIN_INTERVAL;

/** Whether the current entry was made by {@link pushAddress} or {@link replaceAddress}. */
export const isAddressMadeHere = (): boolean =>
  history.state?.madeHere === true || readSession(LAST) === location.hash;

/** Adds an entry. */
export function pushAddress(hash: string): void {
  cancel();
  history.pushState(MADE_HERE, '', hash);
  writeSession(LAST, location.hash);
}

/**
 * Replaces the current entry, with a delay if it has just been replaced. A delayed change is dropped if
 * another entry, of a link or of Back, has become the current one meanwhile.
 */
export function replaceAddress(hash: string): void {
  wanted = hash;
  replaced = location.hash;
  const wait = lastChange + MIN_INTERVAL - performance.now();
  if (wait <= 0) replaceNow();
  else if (timer === 0) timer = window.setTimeout(replaceNow, wait);
}

function replaceNow(): void {
  cancel();
  if (location.hash !== replaced) return;
  lastChange = performance.now();
  history.replaceState(MADE_HERE, '', wanted);
  writeSession(LAST, location.hash);
}

/** Drops a delayed change: it belongs to an entry that is no longer current. */
function cancel(): void {
  clearTimeout(timer);
  timer = 0;
}
