/**
 * What phones have besides a small screen: a camera in it, rounded edges, keyboards of their own, a bar in the colours of
 * the page, and a browser that zooms in on small letters.
 */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { choose, openTab, resize, SIZES, scrollsSideways } from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

test('a phone on its side leaves free what is behind its camera and its edges', async () => {
  const { page, context } = await site().open('', { viewport: { width: 844, height: 390 } });
  const insets = { left: 47, right: 47, bottom: 21 };
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setSafeAreaInsetsOverride', { insets });
  for (const view of ['Play', 'Analyse', 'Review']) {
    await openTab(page, view);
    const parts = page.locator('header button, .board, .bar button, .start >> visible=true');
    const boxes = await Promise.all((await parts.all()).map((it) => it.boundingBox()));
    for (const { x, width } of boxes.map((it) => it!)) {
      expect(x).toBeGreaterThanOrEqual(47);
      expect(x + width).toBeLessThanOrEqual(844 - 47);
    }
    expect(await scrollsSideways(page)).toBe(false);
  }
});

test('the settings of a phone are above what the system has at the bottom of its screen', async () => {
  const { page, context } = await site().open('', { viewport: { width: 390, height: 844 } });
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34 } });
  await page.getByRole('button', { name: 'Settings' }).click();
  const bottoms = () =>
    page
      .locator('.settings label')
      .evaluateAll((labels) => labels.map((it) => it.getBoundingClientRect().bottom));
  await expect.poll(async () => (await bottoms()).length).toBeGreaterThan(0);
  expect(Math.max(...(await bottoms()))).toBeLessThanOrEqual(844 - 34);
});

test('settings and dialogs of a phone on its side are beside its camera', {
  tags: ['thorough'],
}, async () => {
  const viewport = { width: 844, height: 390 };
  const { page, context } = await site().open('#analyse', { viewport });
  const client = await context.newCDPSession(page);
  const check = async (selector: string) => {
    await page.locator(selector).waitFor();
    for (const [left, right] of [
      [47, 47],
      [0, 47],
      [47, 0],
    ] as const) {
      await client.send('Emulation.setSafeAreaInsetsOverride', { insets: { left, right } });
      // A phone that is turned.
      await page.evaluate(() => dispatchEvent(new Event('resize')));
      const isBeside = async () => {
        const { x, width } = (await page.locator(selector).boundingBox())!;
        return x >= left && x + width <= viewport.width - right;
      };
      await expect.poll(isBeside, { message: `${selector}, ${left}, ${right}` }).toBe(true);
    }
    await page.keyboard.press('Escape');
    await page.locator(selector).waitFor({ state: 'detached' });
  };
  for (const name of ['Settings', 'Engine settings', 'More']) {
    await page.getByRole('button', { name, exact: true }).click();
    await check('[popover=auto]');
  }
  await choose(page, 'Load a game or position', 'Set up a position …');
  await check('dialog');
});

test('fields have letters of 16 pixels, below which iPhones zoom in on them', async () => {
  const { page } = await site().open('#analyse&moves=e2e4');
  const findSmall = () =>
    page
      .locator('select, textarea, input:not([type="radio"], [type="range"], [type="checkbox"])')
      .evaluateAll((fields) =>
        fields
          .filter((it) => Number.parseFloat(getComputedStyle(it).fontSize) < 16)
          .map((it) => it.outerHTML),
      );
  await page.getByRole('button', { name: 'Engine settings' }).click();
  expect(await findSmall()).toEqual([]);
  await page.keyboard.press('Escape');
  await choose(page, 'More', 'Edit e4 …');
  await page.getByRole('menuitem', { name: 'Comment' }).click();
  await page.locator('textarea').waitFor();
  expect(await findSmall()).toEqual([]);
  await page.keyboard.press('Escape');
  await choose(page, 'Load a game or position', 'Set up a position …');
  await page.locator('.editor').waitFor();
  expect(await findSmall()).toEqual([]);
  await page.keyboard.press('Escape');
  await choose(page, 'Load a game or position', 'Paste PGN or FEN …');
  await page.locator('.paste').waitFor();
  await page.locator('.paste').fill('1. e4 *\n\n1. d4 *');
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await page.getByRole('searchbox').waitFor();
  expect(await findSmall()).toEqual([]);
});

test('what is wrong with a position to play from is in sight when the game is started', async () => {
  const { page } = await site().open('', { viewport: { width: 390, height: 664 } });
  const form = page.getByRole('form', { name: 'New game' });
  await form.getByText('Start from').first().click();
  await form.getByRole('radio', { name: 'Position' }).check();
  await form.getByLabel('FEN').fill('8/8/8/8/8/8/8/k1K5 w');
  await form.getByRole('button', { name: 'Start game' }).click();
  const isInSight = () =>
    form.getByRole('alert').evaluate((it) => {
      const { left, bottom } = it.getBoundingClientRect();
      return it.contains(document.elementFromPoint(left + 1, bottom - 1));
    });
  await expect.poll(isInSight).toBe(true);
});

test.each([
  ['#analyse', 'The engine is off'],
  ['#analyse&fen=8/8/8/8/8/5k2/8/5K2_w_-_-_0_1', 'Game over: insufficient material'],
])('on a phone on its side nothing is cut of what the engine says: %s', async (hash, text) => {
  const { page } = await site().open(hash);
  const message = page.locator('.engine').getByText(text);
  for (const [width, height] of [
    [568, 320],
    [667, 375],
    [844, 390],
  ] as const) {
    await resize(page, width, height);
    const isWhole = () =>
      message.evaluate((it) => {
        const head = it.closest('.engine-head')!.getBoundingClientRect();
        const { top, bottom } = it.getBoundingClientRect();
        return it.scrollHeight <= it.clientHeight && top >= head.top && bottom <= head.bottom;
      });
    await expect.poll(isWhole, { message: `${width} × ${height}`, timeout: 5000 }).toBe(true);
  }
});

test('an evaluation of more than ten pawns does not run into the depth beside it', async () => {
  const { page } = await site().open('#analyse');
  await page.locator('.message', { hasText: 'The engine is off' }).waitFor();
  for (const [width, height] of SIZES) {
    await resize(page, width, height);
    const gap = await page.locator('.evaluation').evaluate((it) => {
      const range = document.createRange();
      it.textContent = '+22.53';
      range.selectNodeContents(it);
      const { right } = range.getBoundingClientRect();
      return document.querySelector('.facts')!.getBoundingClientRect().left - right;
    });
    expect(gap, `${width}×${height}`).toBeGreaterThan(4);
  }
});

test('the keyboard of a phone gives no capital letter to moves and positions, in which it has a meaning', async () => {
  const { page } = await site().open();
  const capitals = (field: Locator) => field.getAttribute('autocapitalize');
  await page.locator('.start summary').click();
  await page.getByRole('radio', { name: 'Position', exact: true }).check();
  expect(await capitals(page.getByLabel('FEN'))).toBe('off');
  await page.getByRole('button', { name: 'Set up by hand' }).click();
  expect(await capitals(page.getByRole('dialog').getByLabel('FEN'))).toBe('off');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await openTab(page, 'Analyse');
  await page.keyboard.press('m');
  expect(await capitals(page.getByRole('textbox', { name: 'Type a move' }))).toBe('off');
  await choose(page, 'Load a game or position', 'Paste PGN or FEN …');
  expect(await capitals(page.getByRole('textbox', { name: 'PGN or FEN' }))).toBe('off');
});

test('an installed page has the colour of the page while it starts', async () => {
  const { page } = await site().open();
  const [manifest, color] = await page.evaluate(async () => {
    const { href } = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')!;
    const style = getComputedStyle(document.documentElement);
    return [await (await fetch(href)).json(), style.getPropertyValue('--page')] as const;
  });
  expect(color).toContain(`light-dark(${manifest.background_color}, `);
  expect(manifest.theme_color).toBe(manifest.background_color);
});

test('the bar of the browser has the colours that were chosen for the page', async () => {
  const { page } = await site().open('', { colorScheme: 'light' });
  const barColors = () =>
    page
      .locator('meta[name="theme-color"]')
      .evaluateAll((metas: HTMLMetaElement[]) =>
        metas.filter(({ media }) => matchMedia(media).matches).map(({ content }) => content),
      );
  const pick = async (name: string) => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name }).check();
    await page.keyboard.press('Escape');
  };
  expect(await barColors()).toEqual(['#eceff2']);
  await pick('Dark');
  expect(await barColors()).toEqual(['#14171b']);
  await page.reload();
  await page.locator('.view').waitFor();
  expect(await barColors()).toEqual(['#14171b']);
  await pick('System');
  expect(await barColors()).toEqual(['#eceff2']);
});
