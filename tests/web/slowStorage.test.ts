/**
 * A storage that answers late, as on a busy machine: nothing is lost, and nothing overwritten.
 *
 * @module-tag thorough
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdArchive, openArchive, readArchive, saved } from './support/archive.ts';
import { choose, clickMove, listedMove, listMoves, paste, waitForMoves } from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

const PGN = '[White "Anna"]\n[Black "Ben"]\n\n1. e4 {best by test} e5 2. Nf3 *';

const analysisText = (page: Page) => page.locator('.analyse .moves').innerText();

/** A page with a saved game, after a reload that the storage has not answered. */
async function reloadSaved(): Promise<Page> {
  const { page } = await site().open('#analyse');
  await page.addInitScript(holdArchive);
  await paste(page, PGN);
  await saved(page, 'best by test');
  await page.reload();
  // The address has the main line.
  await listedMove(page, 'e5').waitFor();
  return page;
}

test('what is new and empty is so after a reload before a slow storage answers', async () => {
  const { page } = await site().open('#analyse');
  await page.addInitScript(holdArchive);
  await paste(page, PGN);
  await choose(page, 'Load a game or position', 'Start over');
  await page.reload();
  await page.locator('.analyse .moves .empty').waitFor();
  await page.evaluate(() => releaseArchive());
  const dialog = await openArchive(page);
  await dialog.getByRole('button', { name: /^Anna – Ben/ }).waitFor();
  expect(await page.locator('.analyse .moves .empty').isVisible()).toBe(true);
});

test('an old address after a reload does not bring back the moves that were left', async () => {
  const { page } = await site().open('#analyse');
  await page.addInitScript(holdArchive);
  await clickMove(page, 'e2e4');
  await page.waitForURL(/moves=e2e4$/);
  await choose(page, 'Load a game or position', 'Start over');
  await page.waitForURL(/#analyse$/);
  // As a reload at once may do, on a busy machine.
  await page.evaluate(() => history.replaceState(null, '', '#analyse&moves=e2e4'));
  await page.reload();
  await page.locator('.analyse .moves .empty').waitFor();
  expect(new URL(page.url()).hash).toBe('#analyse');
});

test('what a slow storage gives late after a reload is shown then', async () => {
  const page = await reloadSaved();
  expect(await analysisText(page)).not.toContain('best by test');
  await page.evaluate(() => releaseArchive());
  await expect.poll(() => analysisText(page)).toContain('best by test');
  await clickMove(page, 'd2d4');
  await saved(page, '1. d4');
  expect(await readArchive(page)).toEqual([expect.stringMatching(/best by test[\s\S]*1\. d4/)]);
});

test('an analysis that is begun before a slow storage answers stays, and is a record of its own', async () => {
  const page = await reloadSaved();
  await clickMove(page, 'd2d4');
  await listedMove(page, 'd4').waitFor();
  await page.evaluate(() => releaseArchive());
  await saved(page, '1. d4');
  await listedMove(page, 'd4').waitFor();
  expect(await readArchive(page)).toHaveLength(2);
});

test('a game goes on after a reload when a slow storage answers', async () => {
  const { page } = await site().open();
  await page.addInitScript(holdArchive);
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  const moves = await listMoves(page);
  await page.reload();
  await page.getByRole('form', { name: 'New game' }).waitFor();
  await page.evaluate(() => releaseArchive());
  await expect.poll(() => listMoves(page)).toEqual(moves);
});
