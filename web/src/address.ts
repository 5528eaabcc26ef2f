/**
 * The part of the address behind `#`. Every tab that is opened is an entry of the browser's history;
 * steps within the analysis change the entry that is there, so that Back leads to the tab before.
 */

/** Safari throws at more than 100 changes in 30 seconds: an arrow key that is held makes as many. */
const LEAST_INTERVAL = 350;
/** Marks entries that the page has made, unlike those of a link that was followed or typed. */
const MADE_HERE = { madeHere: true };

let wanted = '';
let timer = 0;
let lastChange = -LEAST_INTERVAL;

/** Whether the current entry was made by {@link pushAddress} or {@link replaceAddress}. */
export const isAddressMadeHere = (): boolean => history.state?.madeHere === true;

/** Begins a new entry. */
export function pushAddress(hash: string): void {
  cancel();
  history.pushState(MADE_HERE, '', hash);
}

/** Changes the current entry, a moment later if it has just been changed. */
export function replaceAddress(hash: string): void {
  wanted = hash;
  const wait = lastChange + LEAST_INTERVAL - performance.now();
  if (wait <= 0) replaceNow();
  else if (timer === 0) timer = window.setTimeout(replaceNow, wait);
}

function replaceNow(): void {
  cancel();
  lastChange = performance.now();
  history.replaceState(MADE_HERE, '', wanted);
}

/** A change that still waits belongs to an entry that was left. */
function cancel(): void {
  clearTimeout(timer);
  timer = 0;
}
