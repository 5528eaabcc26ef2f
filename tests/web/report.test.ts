/** The report of a review in a browser: it works without scripts and at every width. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatReport } from '../../src/report/htmlReport.ts';
import { reviewGame } from '../../src/review/reviewGame.ts';
import { ShallowEngine } from '../support/reviews.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { launchBrowser } from './support/browser.ts';
import { expectAccessible } from './support/page.ts';

const GAME = `[White "Ann <b>Onymous</b>"]
[Black "Bob"]
[TimeControl "300"]
[Result "1-0"]

1. e4 {[%clk 0:04:58]} e5 {[%clk 0:04:59]} 2. Nf3 {[%clk 0:04:50]} f6 {[%clk 0:04:20] </style><script>x</script>}
3. Nxe5 {[%clk 0:04:30]} fxe5 {[%clk 0:03:20]} 4. Qh5+ {[%clk 0:04:28]} g6 {[%clk 0:00:20]}
5. Qxe5+ {[%clk 0:04:00]} Qe7 {[%clk 0:00:10]} 6. Qxh8 {[%clk 0:03:58]} Qxe4+ {[%clk 0:00:09]} 7. Be2 {[%clk 0:03:30]} Qxg2 8. Qxg8 Qxh1+ 9. Bf1 1-0`;
const PLIES = 17;

let browser: Browser;
const folder = temporaryFolder();
const address = (name: string) => pathToFileURL(join(folder, name)).href;

beforeAll(async () => {
  browser = await launchBrowser();
  const review = await reviewGame(GAME, { engines: [new ShallowEngine(4)], limits: { depth: 4 } });
  writeFileSync(join(folder, 'one.html'), formatReport([review], 'depth 4'));
  // A last phase that begins near the end, where a phone has no room for its name.
  const phases = [...Array(9).fill('opening'), ...Array(5).fill('middlegame')];
  const moves = review.moves.map((move, i) => ({ ...move, phase: phases[i] ?? 'endgame' }));
  writeFileSync(join(folder, 'late.html'), formatReport([{ ...review, moves }], 'depth 4'));
  writeFileSync(join(folder, 'two.html'), formatReport([review, review], 'depth 4'));
});
afterAll(() => browser.close());

async function open(name: string, options = {}): Promise<{ page: Page; errors: string[] }> {
  const page = await (await browser.newContext(options)).newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => errors.push(message.text()));
  await page.goto(address(name));
  return { page, errors };
}

const shown = (page: Page) => page.locator('.view:visible h3').textContent();

describe('the report', () => {
  test('shows one position, and steps by buttons, keys, the list and the chart', async () => {
    const { page, errors } = await open('one.html', { javaScriptEnabled: false });
    expect(await page.locator('.view:visible').count()).toBe(1);
    expect(await shown(page)).toBe('Start');
    await page.locator('.view:visible').getByTitle('Forward').click();
    expect(await shown(page)).toMatch(/^1\. e4/);
    await page.keyboard.press('ArrowRight');
    expect(await shown(page)).toMatch(/^1\.\.\. e5/);
    await page.keyboard.press('ArrowLeft');
    expect(await shown(page)).toMatch(/^1\. e4/);
    await page.locator('.ply label', { hasText: 'Qxh8' }).click();
    expect(await shown(page)).toMatch(/^6\. Qxh8/);
    await page.locator('.strip label').nth(4).click();
    expect(await shown(page)).toMatch(/^2\.\.\. f6/);
    await page.locator('.view:visible').getByTitle('To the end').click();
    expect(await shown(page)).toMatch(/^9\. Bf1/);
    expect(await page.locator('.strip label').count()).toBe(PLIES + 1);
    expect(errors).toEqual([]);
  });

  test('has the focus: arrow keys work without a click', async () => {
    const { page } = await open('one.html', { javaScriptEnabled: false });
    // The browser gives the focus with the first frame, after `load`.
    await page.locator('input:focus').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowRight');
    expect(await shown(page)).toMatch(/^1\. e4/);
    await page.keyboard.press('ArrowDown');
    expect(await shown(page)).toMatch(/^1\.\.\. e5/);
  });

  test.each([
    { width: 1280, height: 700 },
    { width: 900, height: 560 },
    { width: 390, height: 664 },
  ])('keeps the board on the screen and the current move in the list, at %j', async (viewport) => {
    const { page } = await open('one.html', { viewport });
    await page.evaluate(() => document.querySelector('.viewer')!.scrollIntoView());
    for (let ply = 1; ply <= PLIES; ply++) {
      await page.locator('.view:visible').getByTitle('Forward').click();
      const box = (selector: string) => page.locator(selector).first().boundingBox();
      const board = (await box('.view:visible .board'))!;
      expect(board.y).toBeGreaterThanOrEqual(0);
      expect(board.y + board.height).toBeLessThanOrEqual(viewport.height);
      const list = (await box('.moves'))!;
      const current = (await box('.item:has(input:checked)'))!;
      expect(current.y).toBeGreaterThanOrEqual(list.y - 1);
      expect(current.y + current.height).toBeLessThanOrEqual(list.y + list.height + 1);
    }
  });

  test('plays a better line on the board, and goes back to the move played', async () => {
    const { page } = await open('one.html', { javaScriptEnabled: false });
    await page.locator('.card label').first().click();
    const steps = page.locator('.view:visible .step label');
    const covers = page.locator('.view:visible .alternative:visible');
    expect(await covers.count()).toBe(0);
    await steps.first().click();
    expect(await covers.count()).toBe(1);
    const [cover, board] = await Promise.all([
      page.locator('.view:visible .alternative:visible .board').boundingBox(),
      page.locator('.view:visible .frame .board').boundingBox(),
    ]);
    expect(Math.abs(cover!.x - board!.x)).toBeLessThan(1.5);
    expect(Math.abs(cover!.y - board!.y)).toBeLessThan(1.5);
    expect(Math.abs(cover!.width - board!.width)).toBeLessThan(1.5);
    await steps.last().click();
    expect(await covers.count()).toBe(0);
  });

  test('turns the board around, with upright pieces', async () => {
    const { page } = await open('one.html', { javaScriptEnabled: false });
    const king = page.locator('.view:visible .frame .man').first();
    const before = (await king.boundingBox())!;
    await page.locator('.view:visible').getByTitle('Turn the board').click();
    const after = (await king.boundingBox())!;
    expect(after.y).toBeLessThan(before.y);
    const turn = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).transform);
    expect(await turn('.view:visible .frame .board')).toBe('matrix(-1, 0, 0, -1, 0, 0)');
    expect(await turn('.view:visible .frame .man')).toBe('matrix(-1, 0, 0, -1, 0, 0)');
    expect(await page.locator('.view:visible .from-white:visible').count()).toBe(0);
  });

  test('shows foreign text as text, and nothing that its policy forbids', async () => {
    const { page, errors } = await open('one.html');
    expect(await page.locator('h1').textContent()).toContain('Ann <b>Onymous</b>');
    expect(await page.locator('script').count()).toBe(0);
    await page.locator('.strip label').nth(4).click();
    expect(await page.locator('.view:visible .text').textContent()).toContain('<script>x</script>');
    expect(await page.locator('.view:visible .time').textContent()).toBe(
      'Black: 0:39 spent, 4:20 left',
    );
    expect(errors).toEqual([]);
  });

  test.each([360, 768, 1280])('is never wider than a window of %d pixels', async (width) => {
    for (const name of ['one.html', 'two.html']) {
      const { page } = await open(name, { viewport: { width, height: 800 } });
      const content = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(content).toBeLessThanOrEqual(width);
      // The board and the buttons below it fit into the window together.
      const box = await page.locator('.view:visible .buttons').first().boundingBox();
      expect(box!.width).toBeGreaterThan(200);
    }
  });

  test.each([360, 1280])('names the phases within the chart, at %d pixels', async (width) => {
    const { page } = await open('late.html', { viewport: { width, height: 800 } });
    const plot = (await page.locator('.plot').boundingBox())!;
    const names = await page.locator('.phase b').all();
    expect(names.length).toBe(2);
    const boxes = await Promise.all(names.map(async (name) => (await name.boundingBox())!));
    const [middlegame, endgame] = boxes.toSorted((a, b) => a.x - b.x);
    expect(middlegame!.x + middlegame!.width).toBeLessThanOrEqual(endgame!.x);
    expect(endgame!.x + endgame!.width).toBeLessThanOrEqual(plot.x + plot.width);
  });

  test('does not scroll the page of a phone when a button is tapped', async () => {
    const { page } = await open('one.html', {
      viewport: { width: 360, height: 700 },
      hasTouch: true,
    });
    const forward = page.locator('.view:visible').getByTitle('Forward');
    await forward.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    for (let i = 0; i < 5; i++) await page.locator('.view:visible').getByTitle('Forward').tap();
    expect(await shown(page)).toMatch(/^3\. Nxe5/);
    expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(5);
  });

  test.each(['light', 'dark'] as const)('is accessible in %s colours', async (colorScheme) => {
    for (const name of ['one.html', 'two.html']) {
      const { page } = await open(name, { colorScheme, bypassCSP: true });
      await expectAccessible(page);
    }
  });

  test('prints without the controls', async () => {
    const { page } = await open('one.html');
    await page.emulateMedia({ media: 'print' });
    for (const name of ['.view', '.buttons', '.now']) {
      expect(await page.locator(`${name}:visible`).count()).toBe(0);
    }
    expect(await page.locator('.moves').isVisible()).toBe(true);
    const lineOf = async (selector: string) =>
      (await page.locator(`.moves li ${selector}`).first().boundingBox())!.y;
    expect(Math.abs((await lineOf('.number')) - (await lineOf('label b')))).toBeLessThan(1.5);
    expect(await page.locator('.card').first().isVisible()).toBe(true);
  });
});
