/**
 * Phones whose browser is set to large letters: up to twice the usual 16 pixels.
 *
 * @module-tag thorough
 */
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { launchBrowser, openPage } from './support/browser.ts';
import { choose, openTab, resize, startReview } from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

/** Opens the page in a browser of its own, whose letters have this size. */
async function openWithLetters(size: number): Promise<Page> {
  const browser = await launchBrowser([`--blink-settings=defaultFontSize=${size}`]);
  onTestFinished(() => browser.close());
  const errors: string[] = [];
  onTestFinished(() => expect(errors).toEqual([]));
  return openPage(browser, site().url, errors, { serviceWorkers: 'block' });
}

const VIEWS = ['Play', 'Analyse', 'Review'];

test.each([20, 24, 32])('nothing is beside the window with letters of %d pixels', async (size) => {
  const page = await openWithLetters(size);
  for (const width of [320, 360, 390]) {
    await resize(page, width, 844);
    for (const view of VIEWS) {
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
  }
});

test('the end of a search, a review and the editor fit with letters of 32 pixels', async () => {
  const page = await openWithLetters(32);
  await resize(page, 390, 844);
  await page.goto(`${site().url}#analyse&fen=7k/8/6K1/8/8/8/8/R7_w_-_-_0_1`);
  await page.getByRole('button', { name: 'Go deeper' }).waitFor();
  const shown = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(shown).toBe(390);
  await choose(page, 'Load a game or position', 'Set up a position …');
  for (const part of ['.board', '.palette > div']) {
    const { x, width } = (await page.locator(`dialog ${part}`).first().boundingBox())!;
    const { width: around } = (await page.locator('dialog .editor').boundingBox())!;
    expect(width, part).toBeLessThanOrEqual(around);
    expect(x + width, part).toBeLessThan(390);
  }
  await page.keyboard.press('Escape');
  await openTab(page, 'Review');
  await startReview(page);
  await page.locator('.summary').waitFor();
  await expect.poll(shown).toBe(390);
});

test('with letters of 24 pixels the colours are not cut, and the board is not behind the scroll bar', async () => {
  const page = await openWithLetters(24);
  await resize(page, 390, 844);
  const names = page.getByRole('group', { name: 'You play' }).locator('span');
  await expect.poll(() => names.count()).toBe(3);
  expect(
    await names.evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth).length),
  ).toBe(0);
  await resize(page, 400, 800);
  // Driven by a test, Chromium has none.
  await page.evaluate(() => {
    document.documentElement.style.paddingRight = '15px';
  });
  for (const view of VIEWS) {
    await openTab(page, view);
    const sides = async () => {
      const { x, width } = (await page.locator('.board:visible').boundingBox())!;
      return [x, x + width].map(Math.round);
    };
    await expect.poll(sides).toEqual([view === 'Play' ? 0 : 18, 385]);
    const { height } = (await page.locator('.board:visible').boundingBox())!;
    for (const bar of await page.locator('.eval-bar:visible').all()) {
      expect((await bar.boundingBox())!.height).toBeCloseTo(height);
    }
  }
});
