/** The page as a whole: hosts with and without headers, offline, small screens, accessibility. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  choose,
  clickMove,
  expectAccessibleInAllColors,
  openTab,
  paste,
  square,
  startReview,
  waitForMoves,
} from './support/page.ts';
import { serveSite } from './support/site.ts';

declare global {
  /** The shifts of the layout so far. */
  var readShifts: () => unknown[];
  /** Whether its style sheets were there when the review was shown first. */
  var areSheetsThere: boolean;
  /** The working copies that the page has made. */
  var copies: number;
}

/** The width of what the window shows, with what is scrolled to sideways. */
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

describe.each([
  ['that isolates pages', true, ['thorough']],
  ['that sets no headers', false, []],
])('on a host %s', (_, isIsolated, tags) => {
  const site = serveSite({ isIsolated });

  test('threads are available at the latest from the second visit on, even offline', {
    tags,
  }, async () => {
    const { page, context } = await site().open('', { serviceWorkers: 'allow' });
    // A document is isolated or not from its beginning on.
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(isIsolated);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    await page.reload();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 2);
    await openTab(page, 'Analyse');
    await page.getByRole('button', { name: 'Engine settings' }).click();
    const threads = page.getByRole('combobox', { name: 'Threads' });
    const processors = await page.evaluate(() => navigator.hardwareConcurrency);
    await threads.selectOption(`${processors}`);
    await page.keyboard.press('Escape');
    await page.getByRole('switch').click();
    await page.locator('.lines li').waitFor();
  });

  test('the engine plays on the first visit', { tags }, async () => {
    const { page } = await site().open();
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 2);
  });
});

describe('every tab', () => {
  const site = serveSite();

  test('axe finds no problems', { tags: ['thorough'] }, async () => {
    const { page } = await site().open('', { isEngineOn: true, isBrief: true });
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 2);
    await expectAccessibleInAllColors(page);
    await page.getByRole('button', { name: 'New game' }).click();
    await page.locator('.start').waitFor();
    await expectAccessibleInAllColors(page);
    await page.locator('.start summary').click();
    await page.getByRole('radio', { name: 'Position' }).check();
    await page.getByRole('button', { name: 'Set up by hand' }).click();
    await page.getByRole('dialog', { name: 'Set up position' }).waitFor();
    await expectAccessibleInAllColors(page);
    await page.keyboard.press('Escape');
    for (const name of ['Analyse', 'Review']) {
      await openTab(page, name);
      if (name === 'Analyse') await page.locator('.lines li').waitFor();
      await expectAccessibleInAllColors(page);
    }
  });

  test('the current move keeps its contrast whatever its mark', {
    tags: ['thorough'],
  }, async () => {
    const { page } = await site().open('#analyse');
    await paste(page, '1. e4!! e5! 2. Nf3?! Nc6? 3. Bb5?? a6!? *');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    for (const move of ['e4!!', 'e5!', 'Nf3?!', 'Nc6?', 'Bb5??', 'a6!?']) {
      await page.keyboard.press('ArrowRight');
      await page.locator('.move[aria-current]', { hasText: move }).waitFor();
      await expectAccessibleInAllColors(page, ['.board']);
    }
    // A review adds the key moment, with its reason.
    await openTab(page, 'Review');
    await startReview(page);
    await page.locator('.summary').waitFor();
    await page.keyboard.press('Space');
    await page.locator('.moment[aria-current]').waitFor();
    await expectAccessibleInAllColors(page, ['.board']);
  });

  test('forced colours leave in sight which key moment is on the board', {
    tags: ['thorough'],
  }, async () => {
    const { page } = await site().open('#review', { forcedColors: 'active' });
    await startReview(page);
    await page.locator('.summary').waitFor();
    const moment = page.locator('.moment').first();
    const outline = () => moment.evaluate((it) => getComputedStyle(it).outlineStyle);
    await page.keyboard.press('Home');
    await expect.poll(outline).toBe('none');
    await page.keyboard.press('Space');
    await expect.poll(outline).toBe('solid');
  });

  test('fits on a screen of 360 pixels', async () => {
    const { page } = await site().open('', {
      viewport: { width: 360, height: 640 },
      hasTouch: true,
      isEngineOn: true,
      isBrief: true,
    });
    for (const name of ['Play', 'Analyse', 'Review']) {
      await openTab(page, name);
      await expect.poll(() => widthOf(page)).toBe(360);
      const board = async () => (await page.locator('.board:visible').boundingBox())!.width;
      await expect.poll(board).toBeGreaterThan(330);
    }
    await openTab(page, 'Play');
    await square(page, 'e2').tap();
    await square(page, 'e4').tap();
    await waitForMoves(page, 2);
  });

  test('on a phone held upright the buttons of the bar and the tabs are 44 pixels wide and high to touch', async () => {
    const { page } = await site().open();
    for (const width of [360, 390, 430]) {
      await page.setViewportSize({ width, height: 740 });
      for (const view of ['Play', 'Analyse', 'Review']) {
        await openTab(page, view);
        if (view === 'Play' && width === 360) {
          await page.getByRole('button', { name: 'Start game' }).click();
        }
        const tooSmall = () =>
          page.locator('.bar:visible .icon, [role="tab"]').evaluateAll((buttons) =>
            buttons
              .filter((button) => button.checkVisibility())
              .filter((button) => {
                const { left, right, top, bottom } = button.getBoundingClientRect();
                const [x, y] = [(left + right) / 2, (top + bottom) / 2];
                return [-21, 21]
                  .flatMap((d) => [
                    document.elementFromPoint(x + d, y),
                    document.elementFromPoint(x, y + d),
                  ])
                  .some((hit) => !button.contains(hit));
              })
              .map((button) => button.getAttribute('aria-label') ?? button.textContent),
          );
        await expect.poll(tooSmall, { message: `${view}, ${width}` }).toEqual([]);
        await expect.poll(() => widthOf(page)).toBe(width);
      }
    }
  });

  test('on a phone on its side the board is as high as the screen, and beside the moves', async () => {
    const { page } = await site().open('', {
      viewport: { width: 740, height: 360 },
      isEngineOn: true,
      isBrief: true,
    });
    for (const name of ['Play', 'Analyse', 'Review']) {
      await openTab(page, name);
      await expect.poll(() => widthOf(page)).toBe(740);
      const isSideBySide = async () => {
        const board = (await page.locator('.board:visible').boundingBox())!;
        const panel = (await page.locator('.content:visible').boundingBox())!;
        const isHigh = board.height > 320 && board.y + board.height <= 360;
        return isHigh && panel.x > board.x + board.width;
      };
      await expect.poll(isSideBySide, { message: name }).toBe(true);
    }
  });

  test('waits for its style sheets, also for those that another tab is fetching', async () => {
    const { page } = await site().openBlank();
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('.review') === null) return;
        observer.disconnect();
        const sheets = ['engine', 'review'].map((name) =>
          document.querySelector<HTMLLinkElement>(`link[href="${name}.css"]`),
        );
        globalThis.areSheetsThere = sheets.every((link) => link?.sheet != null);
      }).observe(document, { childList: true, subtree: true });
    });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/engine.css', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${site().url}#analyse`);
    // Both tabs need the sheet that is held back; the second one gets all else that it needs.
    await page.locator('link[href="engine.css"]').waitFor({ state: 'attached' });
    const [script] = await Promise.all([
      page.waitForResponse('**/reviewView-*.js'),
      page.getByRole('tab', { name: 'Review' }).click(),
    ]);
    await script.finished();
    await page.waitForFunction(
      () => document.querySelector<HTMLLinkElement>('link[href="review.css"]')?.sheet != null,
    );
    release();
    await page.locator('.review').waitFor();
    expect(await page.evaluate(() => areSheetsThere)).toBe(true);
  });

  test('that cannot be fetched is fetched again by the next click', async () => {
    const { page } = await site().open();
    // A style sheet: older browsers remember that a script could not be fetched.
    let isOffline = true;
    await page.route('**/engine.css', (route) => (isOffline ? route.abort() : route.continue()));
    await page.getByRole('tab', { name: 'Analyse' }).click();
    await page.locator('.toast', { hasText: 'engine.css could not be loaded' }).waitFor();
    isOffline = false;
    await openTab(page, 'Analyse');
    for (const error of await site().close()) expect(error).toContain('net::ERR_FAILED');
  });

  test('that cannot be fetched is named in words', async () => {
    const { page } = await site().open();
    await page.route('**/*.js', (route) => route.abort());
    await page.getByRole('tab', { name: 'Analyse' }).click();
    await page.locator('.toast', { hasText: 'Part of the page could not be loaded.' }).waitFor();
    for (const error of await site().close()) expect(error).toContain('net::ERR_FAILED');
  });

  test('that cannot be fetched leaves no working copy behind', async () => {
    const { page } = await site().openBlank();
    await page.addInitScript(() => {
      globalThis.copies = 0;
      const { addEventListener } = EventTarget.prototype;
      EventTarget.prototype.addEventListener = function (...listening) {
        // Each of them saves what it holds when the page is left.
        if (listening[0] === 'pagehide') copies++;
        addEventListener.apply(this, listening);
      };
    });
    let isOffline = true;
    await page.route('**/engine.css', (route) => (isOffline ? route.abort() : route.continue()));
    await page.goto(site().url);
    await page.locator('.view').waitFor();
    const before = await page.evaluate(() => copies);
    expect(before).toBeGreaterThan(0);
    const tab = page.getByRole('tab', { name: 'Analyse' });
    for (let attempt = 0; attempt < 2; attempt++) {
      const failed = page.waitForEvent('requestfailed');
      await tab.click();
      await failed;
      await page.locator('.toast', { hasText: 'engine.css could not be loaded' }).waitFor();
    }
    isOffline = false;
    await openTab(page, 'Analyse');
    await expect.poll(() => page.evaluate(() => copies)).toBe(before + 1);
    for (const error of await site().close()) expect(error).toContain('net::ERR_FAILED');
  });

  test('reports that a part of it cannot be fetched, and fetches it when it is asked for again', async () => {
    const { page } = await site().open('#analyse');
    let isOffline = true;
    await page.route('**/editor.css', (route) => (isOffline ? route.abort() : route.continue()));
    const setUp = () => choose(page, 'Load a game or position', 'Set up a position …');
    await setUp();
    await page.locator('.toast', { hasText: 'editor.css could not be loaded' }).waitFor();
    isOffline = false;
    await setUp();
    await page.getByRole('dialog', { name: 'Set up position' }).waitFor();
    // The console has the error too.
    for (const error of await site().close()) {
      expect(error).toMatch(/net::ERR_FAILED|editor\.css could not be loaded/);
    }
  });

  test('at most 63 kB are fetched until the board is there', async () => {
    const { page } = await site().open();
    // Files that are still being fetched are not in the browser's list.
    await page.waitForLoadState('networkidle');
    const sizes = await page.evaluate(() => {
      const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      // What begins after loading does not delay the board.
      const first = files.filter(({ startTime }) => startTime < page!.loadEventStart);
      return [page!, ...first].map(({ encodedBodySize }) => encodedBodySize);
    });
    expect(sizes.length).toBeGreaterThan(5);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(63_000);
  });

  test('has no layout shift while the page loads and the engine answers', async () => {
    const { page } = await site().openBlank({ isEngineOn: true });
    await page.addInitScript(() => {
      const shifts: PerformanceEntryList = [];
      const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
      observer.observe({ type: 'layout-shift' });
      globalThis.readShifts = () => [...shifts, ...observer.takeRecords()].map((it) => it.toJSON());
    });
    await page.goto(`${site().url}#analyse`);
    await page.locator('.lines li').waitFor();
    const shifts = await page.evaluate(async () => {
      // What the lines have moved is known after the next frame.
      for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
      return readShifts();
    });
    expect(shifts).toEqual([]);
  });
});
