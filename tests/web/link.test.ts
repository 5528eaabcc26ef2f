/** Links: the address of a position with its line, opened in another browser, broken, or followed within the page. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { saved } from './support/archive.ts';
import { choose, clickMove, listedMove, listMoves, paste, readBoard } from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();
let page: Page;

beforeEach(async () => {
  ({ page } = await site().open('#analyse'));
});

test('a link contains the position with its moves', async () => {
  await clickMove(page, 'e2e4');
  await clickMove(page, 'c7c5');
  await expect.poll(() => page.url()).toContain('#analyse&moves=e2e4,c7c5');
  await page.getByRole('tab', { name: 'Play' }).click();
  await page.goBack();
  await expect.poll(() => page.url()).toContain('#analyse&moves=e2e4,c7c5');
  const link = new URL(page.url()).hash;
  const other = await site().open(link);
  await expect
    .poll(() => readBoard(other.page))
    .toBe('rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR');
});

test('a copied link has the whole line, and the position on the board', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copyLink = async () => {
    await choose(page, 'Share and export', 'Copy link');
    await page.locator('.toast', { hasText: 'Copied' }).waitFor();
    return new URL(await page.evaluate(() => navigator.clipboard.readText())).hash;
  };
  await paste(page, '1. e4 e5 2. Nf3 (2. Bc4 Nf6 3. d3) Nc6 *');
  await page.locator('.toast', { hasText: 'Loaded' }).waitFor();
  await expect.poll(copyLink).toBe('#analyse&moves=e2e4,e7e5,g1f3,b8c6&at=0');
  await page.keyboard.press('End');
  await expect.poll(copyLink).toBe('#analyse&moves=e2e4,e7e5,g1f3,b8c6');
  await listedMove(page, 'Bc4').click();
  await expect.poll(copyLink).toBe('#analyse&moves=e2e4,e7e5,f1c4,g8f6,d2d3&at=3');
  const other = await site().open(await copyLink());
  await expect.poll(() => listMoves(other.page)).toEqual(['e4', 'e5', 'Bc4', 'Nf6', 'd3']);
  await expect
    .poll(() => readBoard(other.page))
    .toBe('rnbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR');
});

test('an invalid link is reported and changes nothing', async () => {
  await clickMove(page, 'e2e4');
  await page.evaluate(() => {
    location.hash = '#analyse&moves=e2e5';
  });
  await expect
    .poll(() => page.locator('.toast').textContent())
    .toMatch(/^This link cannot be opened: .*e2e5/);
  await expect.poll(() => listMoves(page)).toEqual(['e4']);
  await page.evaluate(() => {
    location.hash = '#analyse&moves=d2d4';
  });
  await expect.poll(() => listMoves(page)).toEqual(['d4']);
});

test('a link to a position that its line does not have is explained in words', async () => {
  for (const at of ['2', '-1', 'x', '']) {
    await page.evaluate((at) => {
      location.hash = `#analyse&moves=e2e4&at=${at}`;
    }, at);
    const reason = `This link cannot be opened: Its line has no move '${at}'`;
    await expect.poll(() => page.locator('.toast').textContent()).toBe(reason);
  }
});

test('an invalid position in a link is explained in words', async () => {
  await page.evaluate(() => {
    location.hash = '#analyse&fen=8/8/8/8/8/8/8/8_w_-_-_0_1';
  });
  const reason = 'This link cannot be opened: White has no king';
  await expect.poll(() => page.locator('.toast').textContent()).toBe(reason);
});

test('a broken link says so, and shows the analysis that was there before', {
  tags: ['thorough'],
}, async () => {
  await paste(page, '1. e4 e5 2. Nf3 *');
  await saved(page, '2. Nf3');
  for (const link of ['moves=e2e4,e7e', 'fen=8/8/8/8/8/8/8/8_w_-_-_0_1', 'moves=e2e4&at=7']) {
    const other = await page.context().newPage();
    await other.goto(`${site().url}#analyse&${link}`);
    await other.locator('.toast', { hasText: 'This link cannot be opened' }).waitFor();
    await expect.poll(() => listMoves(other)).toEqual(['e4', 'e5', 'Nf3']);
    await expect.poll(() => other.url()).toContain('#analyse&moves=e2e4,e7e5,g1f3');
  }
});

test('a link is opened even while the address of the last move is still to be written', async () => {
  await clickMove(page, 'e2e4');
  await listedMove(page, 'e4').waitFor();
  const follow = (hash: string) =>
    page.evaluate((hash) => {
      // The second change of the address is delayed. Both it and the link are due when this task ends, so
      // that it comes after the link, but before the page hears of it.
      for (const key of ['ArrowLeft', 'ArrowRight']) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      }
      setTimeout(() => {
        location.hash = hash;
      }, 1);
      const start = performance.now();
      while (performance.now() < start + 500);
    }, hash);
  await follow('#analyse&moves=e2e5');
  await page.locator('.toast', { hasText: 'This link cannot be opened' }).waitFor();
  await expect.poll(() => page.url()).toContain('#analyse&moves=e2e4');
  await follow('#analyse&moves=d2d4');
  await expect.poll(() => listMoves(page)).toEqual(['d4']);
});
