/** Searches that wait, so that a test decides what happens before they begin; and searches that are short. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

declare global {
  /** The searches that were asked for, and those of them that have ended. */
  var searches: { asked: number; ended: number };
  /** Lets the engine begin the searches that were held back, and all others. */
  var releaseSearches: () => void;
}

/**
 * For `evaluate` and `addInitScript`: from now on searches with this limit are held back; except, before
 * the page is reloaded, the first `allowed` ones.
 */
export function holdSearches({ limit, allowed }: { limit: string; allowed: number }): void {
  const [{ type }] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming];
  let left = type === 'reload' ? 0 : allowed;
  const held: (() => void)[] = [];
  const { postMessage } = Worker.prototype;
  globalThis.searches = { asked: 0, ended: 0 };
  Worker.prototype.postMessage = function (order, ...others: never[]) {
    const isCounted = order.type === 'go' && order.limits[limit] !== undefined;
    if (isCounted) {
      searches.asked++;
      this.addEventListener('message', ({ data }) => {
        if (data.type === 'best') searches.ended++;
      });
    }
    if (isCounted && --left < 0) held.push(() => postMessage.call(this, order, ...others));
    else postMessage.call(this, order, ...others);
  };
  globalThis.releaseSearches = () => {
    left = Number.POSITIVE_INFINITY;
    for (const send of held.splice(0)) send();
  };
}

/** For `evaluate` and `addInitScript`: from now on no search takes longer than a moment. */
export function shortenSearches(): void {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (order, ...others: never[]) {
    const { movetime, nodes } = order.limits ?? {};
    const limits = { ...order.limits };
    if (movetime !== undefined) limits.movetime = Math.min(movetime, 200);
    if (nodes !== undefined) limits.nodes = Math.min(nodes, 5000);
    postMessage.call(this, order.type === 'go' ? { ...order, limits } : order, ...others);
  };
}

/** Waits until the page has asked for a search. */
export const searchAsked = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => searches.asked)).toBe(1);

/** Lets the search begin, and waits until it has ended. */
export async function finishSearch(page: Page): Promise<void> {
  await page.evaluate(() => releaseSearches());
  await expect.poll(() => page.evaluate(() => searches.ended)).toBe(1);
}
