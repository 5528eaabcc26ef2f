/** The page where it cannot store anything. */
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { openArchive } from './support/archive.ts';
import { choose, clickMove, listedMove, paste, waitForMoves } from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

/** The page in a browser that does not let it store anything. */
async function openBlocked(hash: string): Promise<Page> {
  const { page } = await site().openBlank();
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
  });
  await page.goto(`${site().url}${hash}`);
  await page.locator('.toast', { hasText: 'does not let the page store' }).waitFor();
  return page;
}

test('the page works where storage is blocked, and says that nothing is kept', async () => {
  const page = await openBlocked('#play');
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
});

test('where storage is blocked, My games says so in words', async () => {
  const page = await openBlocked('#play');
  await page.locator('.toast').evaluate((toast) => toast.replaceChildren());
  await page.getByRole('button', { name: 'My games' }).click();
  await page.locator('.toast', { hasText: 'does not let the page store' }).waitFor();
});

test('a full storage is called full, also by My games, until there is room again', async () => {
  const { page } = await site().openBlank();
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...written) {
      if ('hasRoom' in globalThis) return put.apply(this, written);
      throw new DOMException('no room', 'QuotaExceededError');
    };
  });
  await page.goto(`${site().url}#analyse`);
  await clickMove(page, 'e2e4');
  await page.locator('.toast', { hasText: "This browser's storage is full" }).waitFor();
  const dialog = await openArchive(page);
  await dialog.getByText("This browser's storage is full").waitFor();
  await page.keyboard.press('Escape');
  await page.evaluate(() => Object.assign(globalThis, { hasRoom: true }));
  await clickMove(page, 'e7e5');
  await openArchive(page);
  await dialog.getByText('are kept in this browser').waitFor();
});

test('where storage is blocked, analyses that were left can be gone back to', async () => {
  const page = await openBlocked('#analyse');
  await paste(page, '1. e4 e5 2. Nf3 *');
  await choose(page, 'Load a game or position', 'Start over');
  await page.getByRole('button', { name: 'Undo' }).click();
  await listedMove(page, 'e5').waitFor();
  await paste(page, '[White "Clara"]\n\n1. c4 *\n\n[White "Dora"]\n\n1. d4 *');
  await page.getByRole('button', { name: /Clara/ }).click();
  await listedMove(page, 'c4').waitFor();
  await page.getByRole('button', { name: 'Next game in the file' }).click();
  await listedMove(page, 'd4').waitFor();
  await page.getByRole('button', { name: 'Previous game in the file' }).click();
  await listedMove(page, 'c4').waitFor();
});
