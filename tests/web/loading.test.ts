/** Games on a slow connection: the engine is still loading, or cannot be loaded. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clickMove, listMoves, waitForMoves } from './support/page.ts';
import { serveSite } from './support/site.ts';

declare global {
  /** The clocks that the engine was given, in milliseconds. */
  var clocks: { wtime: number; btime: number }[];
}

const site = serveSite();

const ENGINE = '**/refrain-worker-*.js';

/** Holds the engine's file back. The returned function lets it through. */
async function holdEngine(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(ENGINE, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test('moves can be made before the engine is loaded', async () => {
  const { page } = await site().openBlank();
  const release = await holdEngine(page);
  await page.goto(site().url);
  await clickMove(page, 'e2e4');
  await expect.poll(() => listMoves(page)).toEqual(['e4']);
  await page.getByText('Engine is loading').waitFor();
  release();
  await waitForMoves(page, 2);
});

test('the time that the engine took to load is off the clock by which it plans its move', async () => {
  const { page } = await site().openBlank();
  await page.addInitScript(() => {
    globalThis.clocks = [];
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (order, ...others: never[]) {
      if (order.type === 'go' && order.limits.btime !== undefined) clocks.push(order.limits);
      postMessage.call(this, order, ...others);
    };
  });
  await page.clock.install({ time: 0 });
  const release = await holdEngine(page);
  await page.goto(site().url);
  const form = page.getByRole('form', { name: 'New game' });
  await form.getByLabel('Clock').selectOption('1+0');
  await clickMove(page, 'e2e4');
  await page.getByText('Engine is loading').waitFor();
  await page.clock.runFor(40_000);
  release();
  await waitForMoves(page, 2);
  const [{ btime } = { btime: 0 }] = await page.evaluate(() => clocks);
  expect(btime).toBeGreaterThan(0);
  expect(btime).toBeLessThanOrEqual(20_000);
});

test('a failure to load the engine is shown, and loading can be retried', async () => {
  const { page } = await site().openBlank();
  let attempts = 0;
  let isOffline = true;
  await page.route(ENGINE, (route) => {
    attempts++;
    return isOffline ? route.abort() : route.continue();
  });
  await page.goto(site().url);
  await clickMove(page, 'e2e4');
  const failure = page.locator('.view').getByText('The engine could not be loaded');
  await failure.waitFor();
  const retry = page.getByRole('button', { name: 'Try again' });
  const before = attempts;
  await retry.click();
  await expect.poll(() => attempts).toBeGreaterThan(before);
  await failure.waitFor();
  isOffline = false;
  await retry.click();
  await waitForMoves(page, 2);
  await expect.poll(() => retry.isVisible()).toBe(false);
});

test('an engine that cannot go on is loaded again, and then nothing says that it could not be', async () => {
  const { page } = await site().openBlank();
  let isOffline = false;
  await page.route(ENGINE, (route) => (isOffline ? route.abort() : route.continue()));
  await page.goto(site().url);
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  isOffline = true;
  // As on a phone that needs the memory: the worker dies in its next search.
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (order, ...others: never[]) {
      postMessage.call(this, order, ...others);
      if (order.type !== 'go') return;
      Worker.prototype.postMessage = postMessage;
      setTimeout(() => this.dispatchEvent(new ErrorEvent('error', { message: 'killed' })));
    };
  });
  await clickMove(page, 'a2a3');
  await waitForMoves(page, 4);
  await clickMove(page, 'h2h3');
  const failure = page.locator('.status').getByText(/^The engine could not be loaded$/);
  await failure.waitFor();
  isOffline = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await waitForMoves(page, 6);
  await expect.poll(() => failure.isVisible()).toBe(false);
});
