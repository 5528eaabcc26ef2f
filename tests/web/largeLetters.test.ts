/** Phones whose browser is set to large letters: up to twice the usual 16 pixels. */
import { expect, test } from 'vitest';
import { launchBrowser, openPage } from './support/browser.ts';
import { openTab } from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

test.each([20, 24, 32])('nothing is beside the window with letters of %d pixels', async (size) => {
  const browser = await launchBrowser([`--blink-settings=defaultFontSize=${size}`]);
  const errors: string[] = [];
  try {
    for (const width of [320, 360, 390]) {
      const viewport = { width, height: 844 };
      const options = { viewport, serviceWorkers: 'block' } as const;
      const page = await openPage(browser, site().url, errors, options);
      for (const view of ['Play', 'Analyse', 'Review']) {
        await openTab(page, view);
        const right = () =>
          page
            .locator(':is(header, .bar):visible :is(button, a):visible')
            .evaluateAll((all) => Math.max(...all.map((it) => it.getBoundingClientRect().right)));
        const message = `${view}, ${width}`;
        await expect.poll(right, { message }).toBeLessThanOrEqual(width);
        const shown = () => page.evaluate(() => document.documentElement.scrollWidth);
        await expect.poll(shown, { message }).toBe(width);
      }
      await page.context().close();
    }
  } finally {
    await browser.close();
  }
  expect(errors).toEqual([]);
});

test('the colours are not cut with letters of 24 pixels', async () => {
  const browser = await launchBrowser(['--blink-settings=defaultFontSize=24']);
  try {
    const options = { viewport: { width: 390, height: 844 }, serviceWorkers: 'block' } as const;
    const page = await openPage(browser, site().url, [], options);
    const names = page.getByRole('group', { name: 'You play' }).locator('span');
    await expect.poll(() => names.count()).toBe(3);
    expect(
      await names.evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth).length),
    ).toBe(0);
  } finally {
    await browser.close();
  }
});

test('the board is not behind the scroll bar that letters of 24 pixels bring with them', async () => {
  const browser = await launchBrowser(['--blink-settings=defaultFontSize=24']);
  try {
    const options = { viewport: { width: 400, height: 800 }, serviceWorkers: 'block' } as const;
    const page = await openPage(browser, site().url, [], options);
    // Driven by a test, Chromium has none.
    await page.evaluate(() => {
      document.documentElement.style.paddingRight = '15px';
    });
    for (const view of ['Play', 'Analyse', 'Review']) {
      await openTab(page, view);
      const { x, width, height } = (await page.locator('.board:visible').boundingBox())!;
      expect([x, x + width].map(Math.round)).toEqual([view === 'Play' ? 0 : 18, 385]);
      for (const bar of await page.locator('.eval-bar:visible').all()) {
        expect((await bar.boundingBox())!.height).toBeCloseTo(height);
      }
    }
  } finally {
    await browser.close();
  }
});
