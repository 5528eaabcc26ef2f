/** The report of a review in a browser: it works without scripts and at every width. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { formatReport } from '../../src/report/htmlReport.ts';
import { reviewGame } from '../../src/review/reviewGame.ts';
import { ShallowEngine } from '../support/reviews.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { newProfile, shareBrowser } from './support/browser.ts';
import { expectAccessibleInAllColors, resize } from './support/page.ts';

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
  browser = await shareBrowser();
  const review = await reviewGame(GAME, { engines: [new ShallowEngine(4)], limits: { depth: 4 } });
  writeFileSync(join(folder, 'one.html'), formatReport([review], 'depth 4'));
  // A last phase that begins near the end, where a phone has no room for its name.
  const phases = [...Array(9).fill('opening'), ...Array(5).fill('middlegame')];
  const moves = review.moves.map((move, i) => ({ ...move, phase: phases[i] ?? 'endgame' }));
  writeFileSync(join(folder, 'late.html'), formatReport([{ ...review, moves }], 'depth 4'));
  writeFileSync(join(folder, 'two.html'), formatReport([review, review], 'depth 4'));
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

async function open(name: string, options = {}): Promise<{ page: Page; errors: string[] }> {
  const page = await (await newProfile(browser, options)).newPage();
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
    await expect.poll(() => page.locator('.view:visible').count()).toBe(1);
    await expect.poll(() => shown(page)).toBe('Start');
    await page.locator('.view:visible').getByTitle('Forward').click();
    await expect.poll(() => shown(page)).toMatch(/^1\. e4/);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => shown(page)).toMatch(/^1\.\.\. e5/);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => shown(page)).toMatch(/^1\. e4/);
    await page.locator('.ply label', { hasText: 'Qxh8' }).click();
    await expect.poll(() => shown(page)).toMatch(/^6\. Qxh8/);
    await page.locator('.strip label').nth(4).click();
    await expect.poll(() => shown(page)).toMatch(/^2\.\.\. f6/);
    await page.locator('.view:visible').getByTitle('To the end').click();
    await expect.poll(() => shown(page)).toMatch(/^9\. Bf1/);
    await expect.poll(() => page.locator('.strip label').count()).toBe(PLIES + 1);
    expect(errors).toEqual([]);
  });

  test('has the focus: arrow keys work without a click', async () => {
    const { page } = await open('one.html', { javaScriptEnabled: false });
    // The browser gives the focus with the first frame, after `load`.
    await page.locator('input:focus').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => shown(page)).toMatch(/^1\. e4/);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => shown(page)).toMatch(/^1\.\.\. e5/);
  });

  test('opens at its title on a phone', async () => {
    const viewport = { width: 390, height: 844 };
    const { page } = await open('one.html', { viewport, isMobile: true, hasTouch: true });
    await expect
      .poll(() => page.locator('.start input').evaluate((it) => getComputedStyle(it).visibility))
      .toBe('visible');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.locator('.view:visible').getByTitle('Forward').click();
    await expect.poll(() => shown(page)).toMatch(/^1\. e4/);
  });

  test('of several games gives arrow keys to the game in view', async () => {
    const { page, errors } = await open('two.html', { viewport: { width: 1280, height: 200 } });
    const titles = () =>
      Promise.all([1, 2].map((i) => page.locator(`#game-${i} .view:visible h3`).textContent()));
    const go = (selector: string) =>
      page.locator(selector).evaluate((element) => element.scrollIntoView());
    const top = () => page.evaluate(() => scrollY);
    // It opens at its contents: no game has the focus, and none is in view.
    await page.keyboard.press('ArrowRight');
    await page.setViewportSize({ width: 1280, height: 700 });
    await go('#game-2 .viewer');
    await page.keyboard.press('ArrowRight');
    await expect.poll(titles).toEqual(['Start', expect.stringMatching(/^1\. e4/)]);
    await page.keyboard.press('ArrowRight');
    await expect.poll(titles).toEqual(['Start', expect.stringMatching(/^1\.\.\. e5/)]);
    // The focus is in the game that was left.
    await go('#game-1 .viewer');
    const before = await top();
    await page.keyboard.press('ArrowLeft');
    await expect
      .poll(titles)
      .toEqual([expect.stringMatching(/^9\. Bf1/), expect.stringMatching(/^1\.\.\. e5/)]);
    expect(await top()).toBe(before);
    // After a click on a button without keys of its own, too.
    await page.locator('#game-1 .view:visible').getByTitle('Turn the board').click();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await titles())[0]).toBe('Start');
    expect(errors).toEqual([]);
  });

  test('of several games needs no script but for the keys of a game without the focus', async () => {
    const { page } = await open('two.html', { javaScriptEnabled: false });
    const second = page.locator('#game-2 .view:visible');
    await second.getByTitle('Forward').click();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => second.locator('h3').textContent()).toMatch(/^1\.\.\. e5/);
  });

  test.each([
    { width: 1280, height: 700 },
    { width: 900, height: 560 },
    { width: 390, height: 664 },
  ])(
    'keeps the board on the screen and the current move in the list, at %j',
    { tags: ['thorough'] },
    async (viewport) => {
      const { page } = await open('one.html', { viewport });
      await page.evaluate(() => document.querySelector('.viewer')!.scrollIntoView());
      for (let ply = 1; ply <= PLIES; ply++) {
        await page.locator('.view:visible').getByTitle('Forward').click();
        const sidesOf = async (selector: string) => {
          const { y, height } = (await page.locator(selector).first().boundingBox())!;
          return [y, y + height] as const;
        };
        const isInSight = async () => {
          const [boardTop, boardBottom] = await sidesOf('.view:visible .board');
          const [listTop, listBottom] = await sidesOf('.moves');
          const [top, bottom] = await sidesOf('.item:has(input:checked)');
          const isBoardOnScreen = boardTop >= 0 && boardBottom <= viewport.height;
          return isBoardOnScreen && top >= listTop - 1 && bottom <= listBottom + 1;
        };
        await expect.poll(isInSight, { message: `ply ${ply}` }).toBe(true);
      }
    },
  );

  test('plays a better line on the board, and goes back to the move played', async () => {
    const { page } = await open('one.html', { javaScriptEnabled: false });
    await page.locator('.card label').first().click();
    const steps = page.locator('.view:visible .step label');
    const covers = page.locator('.view:visible .alternative:visible');
    await expect.poll(() => covers.count()).toBe(0);
    await steps.first().click();
    await expect.poll(() => covers.count()).toBe(1);
    /** By how many pixels the board of the better line misses that of the game. */
    const distance = async () => {
      const [cover, board] = await Promise.all([
        page.locator('.view:visible .alternative:visible .board').boundingBox(),
        page.locator('.view:visible .frame .board').boundingBox(),
      ]);
      const sides = ['x', 'y', 'width'] as const;
      return Math.max(...sides.map((side) => Math.abs(cover![side] - board![side])));
    };
    await expect.poll(distance).toBeLessThan(1.5);
    await steps.last().click();
    await expect.poll(() => covers.count()).toBe(0);
  });

  test('turns the board around, with upright pieces', async () => {
    const { page } = await open('one.html', { javaScriptEnabled: false });
    const king = page.locator('.view:visible .frame .piece').first();
    const topOfKing = async () => (await king.boundingBox())!.y;
    const before = await topOfKing();
    await page.locator('.view:visible').getByTitle('Turn the board').click();
    await expect.poll(topOfKing).toBeLessThan(before);
    const turn = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).transform);
    await expect.poll(() => turn('.view:visible .frame .board')).toBe('matrix(-1, 0, 0, -1, 0, 0)');
    await expect.poll(() => turn('.view:visible .frame .piece')).toBe('matrix(-1, 0, 0, -1, 0, 0)');
    await expect.poll(() => page.locator('.view:visible .from-white:visible').count()).toBe(0);
  });

  test('shows foreign text as text, and nothing that its policy forbids', async () => {
    const { page, errors } = await open('one.html');
    await expect.poll(() => page.locator('h1').textContent()).toContain('Ann <b>Onymous</b>');
    await expect.poll(() => page.locator('script').count()).toBe(0);
    await page.locator('.strip label').nth(4).click();
    await expect
      .poll(() => page.locator('.view:visible .text').textContent())
      .toContain('<script>x</script>');
    await expect
      .poll(() => page.locator('.view:visible .time').textContent())
      .toBe('Black: 0:39 spent, 4:20 left');
    expect(errors).toEqual([]);
  });

  test.each(['one.html', 'two.html'])('is never wider than the window: %s', async (name) => {
    const { page } = await open(name);
    for (const width of [360, 768, 1280]) {
      await resize(page, width, 800);
      const message = `${width} pixels`;
      const content = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(content, { message }).toBeLessThanOrEqual(width);
      // The board and the buttons below it fit into the window together.
      const buttons = page.locator('.view:visible .buttons').first();
      const widthOfButtons = async () => (await buttons.boundingBox())!.width;
      await expect.poll(widthOfButtons, { message }).toBeGreaterThan(200);
    }
  });

  test('names the phases within the chart', async () => {
    const { page } = await open('late.html');
    const names = page.locator('.phase b');
    await expect.poll(() => names.count()).toBe(2);
    for (const width of [360, 1280]) {
      await resize(page, width, 800);
      const areApart = async () => {
        const plot = (await page.locator('.plot').boundingBox())!;
        const boxes = await Promise.all([0, 1].map((i) => names.nth(i).boundingBox()));
        const [first, last] = boxes.toSorted((a, b) => a!.x - b!.x);
        return first!.x + first!.width <= last!.x && last!.x + last!.width <= plot.x + plot.width;
      };
      await expect.poll(areApart, { message: `${width} pixels` }).toBe(true);
    }
  });

  test('does not scroll the page of a phone when a button is tapped', async () => {
    const { page } = await open('one.html', {
      viewport: { width: 360, height: 700 },
      hasTouch: true,
    });
    const forward = page.locator('.view:visible').getByTitle('Forward');
    await forward.scrollIntoViewIfNeeded();
    const top = () => page.evaluate(() => scrollY);
    const before = await top();
    for (let i = 0; i < 5; i++) await forward.tap();
    await expect.poll(() => shown(page)).toMatch(/^3\. Nxe5/);
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(5);
  });

  test.each(['one.html', 'two.html'])(
    'is accessible in all colours: %s',
    { tags: ['thorough'] },
    async (name) => {
      const { page } = await open(name, { bypassCSP: true });
      await expectAccessibleInAllColors(page);
    },
  );

  test('prints without the controls', async () => {
    const { page } = await open('one.html');
    await page.emulateMedia({ media: 'print' });
    for (const name of ['.view', '.buttons', '.now']) {
      await expect.poll(() => page.locator(`${name}:visible`).count()).toBe(0);
    }
    await expect.poll(() => page.locator('.moves').isVisible()).toBe(true);
    const lineOf = async (selector: string) =>
      (await page.locator(`.moves li ${selector}`).first().boundingBox())!.y;
    const distance = async () => Math.abs((await lineOf('.number')) - (await lineOf('label b')));
    await expect.poll(distance).toBeLessThan(1.5);
    await expect.poll(() => page.locator('.card').first().isVisible()).toBe(true);
  });
});
