/** The page as a whole: hosts with and without headers, offline, small screens, accessibility. */
import { describe, expect, test } from 'vitest';
import { clickMove, expectAccessible, waitForMoves } from './support/page.ts';
import { serveSite } from './support/site.ts';

describe.each([
  ['that isolates pages', true],
  ['that sets no headers', false],
])('on a host %s', (_, isIsolated) => {
  const site = serveSite({ isIsolated });

  test('threads are available at the latest from the second visit on, even offline', async () => {
    const { page, context } = await site().open('', { serviceWorkers: 'allow' });
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(isIsolated);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    await page.reload();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 2);
    await page.getByRole('tab', { name: 'Analyse' }).click();
    await page.getByRole('button', { name: 'Engine settings' }).click();
    const threads = page.getByRole('combobox', { name: 'Threads' });
    const processors = await page.evaluate(() => navigator.hardwareConcurrency);
    await threads.selectOption(`${processors}`);
    await page.locator('.lines li').waitFor();
  });

  test('the engine plays on the first visit', async () => {
    const { page } = await site().open();
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 2);
  });
});

describe('every tab', () => {
  const site = serveSite();

  test.each(['light', 'dark'] as const)('axe finds no problems, in %s colours', async (scheme) => {
    const { page } = await site().open('', {
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 2);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'New game' }).click();
    await expectAccessible(page);
    await page.locator('.start summary').click();
    await page.getByRole('radio', { name: 'Position' }).check();
    await page.getByRole('button', { name: 'Set up by hand' }).click();
    await page.getByRole('dialog', { name: 'Set up position' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    for (const name of ['Analyse', 'Review']) {
      await page.getByRole('tab', { name }).click();
      if (name === 'Analyse') await page.locator('.lines li').waitFor();
      await expectAccessible(page);
    }
  });

  test('fits on a screen of 360 pixels', async () => {
    const { page } = await site().open('', {
      viewport: { width: 360, height: 640 },
      hasTouch: true,
    });
    for (const name of ['Play', 'Analyse', 'Review']) {
      await page.getByRole('tab', { name }).click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      const board = await page.locator('.board:visible').boundingBox();
      expect(board!.width).toBeGreaterThan(330);
    }
    await page.getByRole('tab', { name: 'Play' }).click();
    await page.locator('.board:visible [data-square="e2"]').tap();
    await page.locator('.board:visible [data-square="e4"]').tap();
    await waitForMoves(page, 2);
  });

  test('on a phone on its side the board is as high as the screen, and beside the moves', async () => {
    const { page } = await site().open('', {
      viewport: { width: 740, height: 360 },
    });
    for (const name of ['Play', 'Analyse', 'Review']) {
      await page.getByRole('tab', { name }).click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(740);
      const board = (await page.locator('.board:visible').boundingBox())!;
      const panel = (await page.locator('.content:visible').boundingBox())!;
      expect(board.y + board.height).toBeLessThanOrEqual(360);
      expect(board.height).toBeGreaterThan(320);
      expect(panel.x).toBeGreaterThan(board.x + board.width);
    }
  });

  test('at most 60 kB are fetched until the board is there', async () => {
    const { page } = await site().open();
    await page.waitForFunction(() => document.readyState === 'complete');
    const sizes = await page.evaluate(() => {
      const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      // What begins after loading does not delay the board.
      const first = files.filter(({ startTime }) => startTime < page!.loadEventStart);
      return [page!, ...first].map(({ encodedBodySize }) => encodedBodySize);
    });
    expect(sizes.length).toBeGreaterThan(10);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
  });

  test('has no layout shift while the page loads and the engine answers', async () => {
    const { page } = await site().open('#analyse');
    await page.locator('.lines li').waitFor();
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
            resolve(shifts.reduce((sum, { value }) => sum + value, 0));
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(0), 500);
        }),
    );
    expect(shift).toBe(0);
  });
});
