/**
 * What axe finds in what opens over the views: dialogs, menus, the choice of a promotion, results; and colours that
 * change, by the pointer or by the system.
 *
 * @module-tag thorough
 */
import { expect, test } from 'vitest';
import {
  choose,
  clickMove,
  expectAccessibleInAllColors,
  listMoves,
  openTab,
  paste,
  resize,
  square,
  waitForMoves,
} from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

test('axe finds no problems in menus and dialogs', async () => {
  const { page } = await site().open();
  await openTab(page, 'Analyse');
  await paste(page, '1. e4 (1. d4 d5) 1... e5 {a comment} 2. Nf3 $1 *\n\n1. d4 d5 *');
  const games = page.getByRole('dialog', { name: 'Games in this file' });
  await games.waitFor();
  await expectAccessibleInAllColors(page);
  await games.getByRole('listitem').first().getByRole('button').click();
  await games.waitFor({ state: 'detached' });
  await expectAccessibleInAllColors(page);
  const opened = page.locator('dialog[open], [popover=auto]:popover-open');
  for (const name of [
    'Load a game or position',
    'Share and export',
    'More',
    'Engine settings',
    'Settings',
  ]) {
    await page.getByRole('button', { name, exact: true }).click();
    await opened.first().waitFor();
    await expectAccessibleInAllColors(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => opened.count()).toBe(0);
  }
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await expectAccessibleInAllColors(page);
  await page.keyboard.press('Escape');
  await choose(page, 'More', 'Game details …');
  await page.getByRole('dialog', { name: 'Game details' }).waitFor();
  await expectAccessibleInAllColors(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await choose(page, 'More', 'Edit e4 …');
  const comment = page.getByRole('menuitem', { name: 'Comment …' });
  await comment.waitFor();
  await expectAccessibleInAllColors(page);
  await comment.click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  await expectAccessibleInAllColors(page);
});

test('axe finds no problems in promotions and results', async () => {
  const { page } = await site().open();
  await openTab(page, 'Analyse');
  await paste(page, '6k1/P4ppp/8/8/8/8/5PPP/6KR w - - 0 1');
  await square(page, 'a7').click();
  await square(page, 'a8').click();
  const queen = page.getByRole('button', { name: 'queen', exact: true });
  await queen.waitFor();
  await expectAccessibleInAllColors(page);
  await queen.click();
  await expect.poll(() => listMoves(page)).toEqual(['a8=Q#']);
  await expectAccessibleInAllColors(page);
  await openTab(page, 'Play');
  await square(page, 'e2').click();
  await square(page, 'e4').click();
  await waitForMoves(page, 2);
  await page.getByRole('button', { name: 'Resign', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await expectAccessibleInAllColors(page);
  await dialog.getByRole('button', { name: 'Resign' }).click();
  await page.locator('.view:visible').getByText('Resignation, Black wins').waitFor();
  await expectAccessibleInAllColors(page);
});

test('hovered and focused controls keep their contrast', async () => {
  const { page } = await site().open('#review');
  // The board stays as it is, and its squares take most of the time.
  const checkControls = () => expectAccessibleInAllColors(page, ['.board']);
  const check = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    await button.hover();
    await checkControls();
    await button.focus();
    await checkControls();
  };
  await check('Paste PGN');
  await page.getByRole('button', { name: 'Paste PGN' }).click();
  await page.getByRole('textbox').fill('1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0');
  await check('Load');
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await openTab(page, 'Analyse');
  await clickMove(page, 'e2e4');
  await choose(page, 'Load a game or position', 'Start over');
  await check('Undo');
  await page.getByRole('tab', { name: 'Review' }).click();
  await check('Review this game');
  // The choice of effort with its time is not cut on phones.
  await resize(page, 390, 664);
  const room = () => page.locator('.review-head select').evaluate((it) => it.clientWidth);
  await expect.poll(room).toBeGreaterThan(300);
  const roomAboveBar = async () => {
    const start = (await page.getByRole('button', { name: 'Review this game' }).boundingBox())!;
    const bar = (await page.locator('.review .bar').boundingBox())!;
    return bar.y - (start.y + start.height);
  };
  await expect.poll(roomAboveBar).toBeGreaterThanOrEqual(0);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem').first().hover();
  await checkControls();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await check('Close');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Wood' }).hover();
  await checkControls();
  // axe does not see through the radio button over the choice.
  const chosen = page.getByText('Slate', { exact: true });
  const color = () => chosen.evaluate((it) => getComputedStyle(it).color);
  const before = await color();
  await page.getByRole('radio', { name: 'Slate' }).hover();
  expect(await color()).toBe(before);
});

/** The contrast of two colours, each of red, green and blue. */
function contrast(...colors: readonly number[][]): number {
  const [a, b] = colors.map((color) => {
    const [red, green, blue] = color.map((x) =>
      x <= 10 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4,
    ) as [number, number, number];
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  }) as [number, number];
  return Math.max(a / b, b / a);
}

test('coordinates and the marks of reviewed moves keep their contrast on all boards', async () => {
  const { page } = await site().open('#review');
  await page.locator('.board .square').first().waitFor();
  /** What is written on the board, and the colours of the letters, of what they are on, and of a mark between them. */
  const readColors = () =>
    page.evaluate(() => {
      const colors: string[][] = [];
      for (const shade of ['light', 'dark']) {
        const cell = document.querySelector(`.square.${shade}`)!;
        const { color } = getComputedStyle(document.querySelector(`.coordinates .on-${shade}`)!);
        const { backgroundColor } = getComputedStyle(cell);
        cell.classList.add('last');
        const last = getComputedStyle(cell, '::before').backgroundColor;
        colors.push([`on ${shade} squares`, color, backgroundColor, 'rgba(0, 0, 0, 0)']);
        colors.push([`on ${shade} squares of the last move`, color, backgroundColor, last]);
      }
      for (const kind of ['brilliant', 'good', 'inaccuracy', 'mistake', 'blunder']) {
        const layer = document.querySelector('.arrows')!;
        layer.innerHTML = `<g class="badge ${kind}"><circle r="9"/><text>!</text></g>`;
        const [circle, text] = layer.querySelectorAll('circle, text');
        const [below, letters] = [getComputedStyle(circle!).fill, getComputedStyle(text!).fill];
        colors.push([kind, letters, below, 'rgba(0, 0, 0, 0)']);
      }
      return colors;
    });
  const findFaint = async () =>
    (await readColors()).flatMap(([name, ...colors]) => {
      const [letters, below, mark] = colors.map((color) => color.match(/[\d.]+/g)!.map(Number)) as [
        number[],
        number[],
        number[],
      ];
      const share = mark[3] ?? 1;
      const shown = below.map((x, i) => x + share * (mark[i]! - x));
      return contrast(letters, shown) < 4.5 ? [name] : [];
    });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const board of ['slate', 'wood', 'green', 'night']) {
      await page.locator('html').evaluate((it, name) => it.setAttribute('data-board', name), board);
      expect(await findFaint(), `${board}, ${colorScheme}`).toEqual([]);
    }
  }
});

test('forced colours leave in sight what is on or chosen, whose turn it is, who is better, and progress', async () => {
  const mate = (winner: string) => `#analyse&fen=${winner}_-_-_0_1`;
  const white = mate('R5k1/5ppp/8/8/8/8/8/6K1_b');
  const { page } = await site().open(white, { forcedColors: 'active' });
  const look = async (selector: string): Promise<string> =>
    (await page.locator(selector).first().screenshot({ animations: 'disabled' })).toString(
      'base64',
    );
  const better = await look('.eval-bar');
  await page.evaluate((hash) => location.assign(hash), mate('6k1/8/8/8/8/8/5PPP/r5K1_w'));
  await expect.poll(() => look('.eval-bar')).not.toBe(better);
  const off = await look('.switch');
  await page.locator('.switch').click();
  await expect.poll(() => look('.switch')).not.toBe(off);
  await openTab(page, 'Play');
  const border = (card: string) =>
    page.locator(`.player.${card}`).evaluate((it) => getComputedStyle(it).borderLeftColor);
  const outline = (color: string) =>
    page
      .locator('.segments label', { hasText: color })
      .locator('span')
      .evaluate((it) => getComputedStyle(it).outlineStyle);
  expect([await outline('White'), await outline('Black')]).toEqual(['solid', 'none']);
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.locator('.player.below.is-turn').waitFor();
  expect(await border('below')).not.toBe(await border('above'));
  await openTab(page, 'Review');
  await page.evaluate(() => document.body.append(document.createElement('progress')));
  const progress = (value: number) =>
    page
      .locator('body > progress')
      .evaluate((it, value) => it.setAttribute('value', value), `${value}`);
  await progress(0);
  const begun = await look('body > progress');
  await progress(1);
  await expect.poll(() => look('body > progress')).not.toBe(begun);
});
