/**
 * A game on a page that the browser freezes, or keeps for Back and Forward.
 *
 * @module-tag thorough
 */
import { expect, test } from 'vitest';
import { holdSearches, searchAsked } from './support/heldSearches.ts';
import { clickMove, waitForMoves } from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

test.each([
  ['freeze', 'resume'],
  ['pagehide', 'pageshow'],
])('a game goes on after %s and %s as if no time had passed', async (begin, end) => {
  const { page } = await site().open();
  await page.evaluate(holdSearches, { limit: 'btime', allowed: 0 });
  await page.clock.install({ time: 0 });
  await page.getByLabel('Clock').selectOption('1+0');
  const tell = (type: string) =>
    page.evaluate((type) => {
      const options = { bubbles: true, persisted: true };
      document.dispatchEvent(new PageTransitionEvent(type, options));
    }, type);
  const freeze = async () => {
    await tell(begin);
    await page.clock.runFor(61_000);
    await tell(end);
  };
  await clickMove(page, 'e2e4');
  await searchAsked(page);
  await freeze();
  await page.evaluate(() => releaseSearches());
  await waitForMoves(page, 2);
  await freeze();
  await clickMove(page, 'a2a3');
  await waitForMoves(page, 4);
  // From now on it runs.
  await page.clock.runFor(61_000);
  await expect
    .poll(() => page.locator('.result').textContent())
    .toContain('Time is up, Black wins');
});
