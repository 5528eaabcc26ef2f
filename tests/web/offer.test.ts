/** Messages with a button, such as what can be undone: they stay for ten seconds. */
import { expect, test } from 'vitest';
import { openArchive } from './support/archive.ts';
import { choose, listMoves, openTab, paste, resize } from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

test('an offer to undo covers neither a tab nor the bar', async () => {
  const { page } = await site().open('#analyse&moves=e2e4');
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [768, 1024],
    [844, 390],
    [1280, 800],
  ] as const) {
    await resize(page, width, height);
    await paste(page, '1. d4 *');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.locator('.offer', { hasText: 'Loaded' }).waitFor();
    const covered = await page
      .locator(':is([role="tab"], .bar button):visible')
      .evaluateAll((buttons) =>
        buttons.flatMap((it) => {
          const { left, top, width, height } = it.getBoundingClientRect();
          const at = document.elementFromPoint(left + width / 2, top + height / 2);
          return it.contains(at) ? [] : [it.textContent];
        }),
      );
    expect(covered, `${width}×${height}`).toEqual([]);
  }
});

test('an offer to undo stays while its button has the focus, which then goes to the board', async () => {
  const { page } = await site().openBlank();
  await page.clock.install();
  await page.goto(`${site().url}#analyse&moves=e2e4`);
  const offer = page.locator('.offer');
  const undo = offer.getByRole('button', { name: 'Undo' });
  await paste(page, '1. d4 *');
  await undo.focus();
  await page.clock.fastForward(11_000);
  await undo.press('Enter', { timeout: 5000 });
  await expect.poll(() => listMoves(page)).toEqual(['e4']);
  await page.locator('.analyse .board:focus').waitFor();
  await paste(page, '1. d4 *');
  await offer.waitFor();
  await page.clock.fastForward(11_000);
  await offer.waitFor({ state: 'hidden' });
});

test('an offer to undo goes with the tab that shows what it would undo', async () => {
  const { page } = await site().open('#analyse&moves=e2e4');
  await paste(page, '1. d4 *');
  const offer = page.locator('.offer', { hasText: 'Loaded' });
  await offer.waitFor();
  await openTab(page, 'Play');
  await offer.waitFor({ state: 'hidden', timeout: 5000 });
});

test('an offer to undo stays in sight when another message comes', async () => {
  const { page } = await site().open('#analyse&moves=e2e4');
  for (const [width, height] of [
    [320, 568],
    [1280, 800],
  ] as const) {
    await resize(page, width, height);
    await paste(page, '1. d4 *');
    const offer = page.locator('.offer', { hasText: 'Loaded' });
    await offer.waitFor();
    await choose(page, 'Share and export', 'Copy FEN');
    const toast = page.locator('.toast.is-shown');
    await toast.waitFor();
    // It slides to its place.
    const isApart = async () => {
      const [one, other] = [(await offer.boundingBox())!, (await toast.boundingBox())!];
      return one.y + one.height <= other.y || other.y + other.height <= one.y;
    };
    await expect.poll(isApart, { message: `${width}×${height}` }).toBe(true);
    await offer.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => listMoves(page)).toEqual(['e4']);
  }
});

test('what goes wrong is shown above an open dialog', async () => {
  const { page } = await site().open('#analyse');
  await openArchive(page);
  const toast = page.locator('.toast');
  await page.evaluate(() => {
    const reason = new Error('the disk is full');
    dispatchEvent(
      new PromiseRejectionEvent('unhandledrejection', { promise: Promise.resolve(), reason }),
    );
  });
  await expect.poll(() => toast.textContent()).toContain('The disk is full');
  expect(await toast.evaluate((it) => it.matches(':popover-open'))).toBe(true);
  // It slides to its place.
  await expect.poll(async () => (await toast.boundingBox())!.y).toBe(8);
  const { x, width, height } = (await toast.boundingBox())!;
  expect(Math.abs(x + width / 2 - page.viewportSize()!.width / 2)).toBeLessThan(1);
  expect(height).toBeLessThan(100);
});
