/** Menus, settings and dialogs that buttons open. */
import { expect, test } from 'vitest';
import { choose, clickMove, clickTwice, listedMove, listMoves, resize } from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

test('a second click on the button of a menu or of settings closes it, a third one opens it', async () => {
  const { page } = await site().open('#analyse');
  const popovers = page.locator('[popover=auto]');
  for (const name of ['More', 'Engine settings', 'Settings']) {
    const button = page.getByRole('button', { name, exact: true });
    for (const count of [1, 0, 1]) {
      await button.click();
      const isOpen = `${count === 1}`;
      await expect.poll(() => popovers.count(), { message: name }).toBe(count);
      await expect.poll(() => button.getAttribute('aria-expanded')).toBe(isOpen);
    }
    await page.keyboard.press('Escape');
    await expect.poll(() => popovers.count()).toBe(0);
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
    await button.press('Enter');
    await popovers.locator(':focus').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => popovers.count()).toBe(0);
  }
});

test('a menu that is opened while another one is open takes its place', async () => {
  const { page } = await site().open('#analyse');
  await clickMove(page, 'e2e4');
  const [more, load] = ['More', 'Load a game or position'].map((name) =>
    page.getByRole('button', { name, exact: true }),
  );
  await more!.click();
  await load!.click();
  await page.getByRole('menu', { name: 'Load a game or position' }).waitFor();
  await expect.poll(() => more!.getAttribute('aria-expanded')).toBe('false');
  await expect.poll(() => load!.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Escape');
  // Of the same move, too.
  const move = listedMove(page, 'e4');
  for (let i = 0; i < 2; i++) {
    await move.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete from here' }).waitFor();
  }
  await expect.poll(() => page.locator('[popover=auto]').count()).toBe(1);
  await expect.poll(() => move.getAttribute('aria-expanded')).toBe('true');
});

test('a long press opens the menu of a move, also by a finger that shakes, but not by one that moves away', async () => {
  const { page, context } = await site().open('#analyse&moves=e2e4,e7e5', {
    hasTouch: true,
    viewport: { width: 390, height: 844 },
  });
  const client = await context.newCDPSession(page);
  const { x, y, width, height } = (await listedMove(page, 'e5').boundingBox())!;
  const press = async (distance: number) => {
    const [left, top] = [x + width / 2, y + height / 2];
    await client.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: left, y: top }],
    });
    await client.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: left + distance, y: top }],
    });
    // Longer than a long press.
    await page.waitForTimeout(700);
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const menu = page.getByRole('menu');
  await press(2);
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => menu.count()).toBe(0);
  await press(20);
  expect(await menu.count()).toBe(0);
});

test('a menu or settings that are open while the phone is turned stay within the window', async () => {
  const { page } = await site().open('#analyse&moves=e2e4');
  for (const [width, height] of [
    [844, 390],
    [640, 360],
    [1280, 800],
  ] as const) {
    for (const name of ['Load a game or position', 'Engine settings', 'Settings']) {
      await resize(page, width, height);
      await page.getByRole('button', { name, exact: true }).click();
      const popover = page.locator(':popover-open');
      await popover.waitFor();
      await resize(page, height, width);
      const isInside = async () => {
        const box = (await popover.boundingBox())!;
        const isWide = box.x >= 0 && box.x + box.width <= height;
        return isWide && box.y >= 0 && box.y + box.height <= width;
      };
      await expect.poll(isInside, { message: `${name}, ${width}×${height}` }).toBe(true);
      await page.keyboard.press('Escape');
      await popover.waitFor({ state: 'hidden' });
    }
  }
});

test('a double click on Load loads once, so that it can be undone', async () => {
  const { page } = await site().open('#analyse&moves=e2e4');
  await choose(page, 'Load a game or position', 'Paste PGN or FEN …');
  await page.getByRole('textbox', { name: 'PGN or FEN' }).fill('1. d4 *');
  await page.getByRole('button', { name: 'Load', exact: true }).evaluate(clickTwice);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => listMoves(page)).toEqual(['d4']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => listMoves(page)).toEqual(['e4']);
});

test('a double click opens a dialog once', async () => {
  const { page } = await site().open('#analyse');
  const dialogs = page.getByRole('dialog');
  for (const name of ['My games', 'Keys']) {
    // Now it is fetched, and comes after both clicks.
    await page.getByRole('button', { name }).evaluate(clickTwice);
    await dialogs.first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialogs.count(), { message: name, timeout: 5000 }).toBe(0);
  }
});
