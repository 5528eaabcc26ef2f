/**
 * Writes the fragment of the URL. Opening a tab adds an entry to the browser's history; moves in the
 * analysis replace the current entry, so that Back goes to the previous tab.
 */
import { readSession, writeSession } from './stored.ts';

/** Milliseconds. Safari throws after 100 changes in 30 seconds, which a held arrow key exceeds. */
const MIN_INTERVAL = 350;
/** Marks entries made by the page, as opposed to a link that was followed or typed. */
const MADE_HERE = { madeHere: true };
/** Session storage key of the last two fragments made by the page, which have no spaces. */
const LAST = 'refrain-address';

let wanted = '';
/** The fragment of the entry that {@link wanted} replaces. */
let replaced = '';
let timer = 0;
let lastChange = -MIN_INTERVAL;

const lastHashes = (): string[] => (readSession(LAST) ?? '').split(' ');

function rememberHash(): void {
  const [last] = lastHashes();
  if (location.hash !== last) writeSession(LAST, `${location.hash} ${last}`);
}

/**
 * Brings back the newest fragment after a reload. Right after a change, Chromium may reload the entry as it was before,
 * without its mark.
 */
export function restoreAddress(): void {
  const [last, previous] = lastHashes();
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isOld = history.state?.madeHere !== true && location.hash === previous;
  if (navigation?.type === 'reload' && isOld) history.replaceState(MADE_HERE, '', last);
}

/** Whether the current entry was made by {@link pushAddress} or {@link replaceAddress}. */
export const isAddressMadeHere = (): boolean =>
  history.state?.madeHere === true || lastHashes()[0] === location.hash;

/** Adds an entry. */
export function pushAddress(hash: string): void {
  cancel();
  history.pushState(MADE_HERE, '', hash);
  rememberHash();
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
  rememberHash();
}

/** Drops a delayed change: it belongs to an entry that is no longer current. */
function cancel(): void {
  clearTimeout(timer);
  timer = 0;
}
