/**
 * What was deleted does not come back by itself.
 *
 * @module-tag thorough
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openArchive, readArchive, saved } from './support/archive.ts';
import { holdSearches } from './support/heldSearches.ts';
import {
  clickMove,
  listedMove,
  listMoves,
  paste,
  resign,
  startReview,
  waitForMoves,
} from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

/** Deletes the only record that is listed. */
async function deleteRecord(page: Page): Promise<void> {
  const dialog = await openArchive(page);
  await dialog.getByRole('button', { name: /^Delete/ }).click();
  await dialog.getByText(/^Deleted/).waitFor();
  await page.keyboard.press('Escape');
}

/** Deletes what is listed, and reloads the page when nothing is left to be saved. */
async function deleteAndReload(page: Page): Promise<void> {
  await deleteRecord(page);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.reload();
}

test('a game that was deleted while it is open does not come back, unless it is played on', async () => {
  const { page } = await site().open();
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  await saved(page, 'e4');
  await deleteAndReload(page);
  await page.getByRole('form', { name: 'New game' }).waitFor();
  expect(await readArchive(page)).toEqual([]);
  await clickMove(page, 'd2d4');
  await waitForMoves(page, 2);
  await saved(page, 'd4');
  await deleteRecord(page);
  await resign(page);
  await saved(page, '"result":"0-1"');
  expect(await page.locator('.toast', { hasText: 'another tab' }).count()).toBe(0);
});

test('what was deleted can be put back after a search', async () => {
  const { page } = await site().open('#analyse');
  await paste(page, '[White "Anna"]\n\n1. e4 e5 *');
  await saved(page, 'Anna');
  const dialog = await openArchive(page);
  await dialog.getByRole('button', { name: /^Delete/ }).click();
  await dialog.getByRole('searchbox').fill('bert');
  await dialog.getByText(/^Deleted/).waitFor({ state: 'detached' });
  await dialog.getByRole('searchbox').fill('ann');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await dialog.getByText('King').waitFor();
  await saved(page, 'Anna');
});

test('an analysis that was deleted while it is open is not kept again until it is changed', async () => {
  const { page } = await site().open('#analyse');
  await paste(page, '1. e4 {best by test} e5 2. Nf3 *');
  await saved(page, 'best by test');
  await deleteRecord(page);
  await listedMove(page, 'e5').click();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await listedMove(page, 'Nf3').first().click();
  // Another record is saved after them.
  await page.getByRole('tab', { name: 'Play' }).click();
  await clickMove(page, 'a2a3');
  await saved(page, 'a3');
  expect((await readArchive(page)).join()).not.toContain('best by test');
  await page.getByRole('tab', { name: 'Analyse' }).click();
  await clickMove(page, 'h7h6');
  await saved(page, 'h6');
});

test('a review that was deleted while it is running does not come back', async () => {
  const { page } = await site().openBlank();
  await page.addInitScript(holdSearches, { limit: 'nodes', allowed: 3 });
  await page.goto(`${site().url}#review`);
  await startReview(page);
  await saved(page, '"nodes":5000');
  await deleteRecord(page);
  await page.evaluate(() => releaseSearches());
  await page.locator('.summary').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Paste PGN' }).waitFor();
  expect(await readArchive(page)).toEqual([]);
});

test('a new game can be started after one that turned out to be deleted', async () => {
  const { page, context } = await site().open();
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  await saved(page, '1. e4');
  await page.getByRole('button', { name: 'New game' }).click();
  const dialog = await openArchive(page);
  const other = await context.newPage();
  await other.goto(`${site().url}#analyse`);
  const list = await openArchive(other);
  await list.getByRole('button', { name: /^Delete/ }).click();
  await list.getByText(/^Deleted/).waitFor();
  await dialog.getByRole('button', { name: /^You – Refrain/ }).click();
  await page.locator('.toast', { hasText: 'deleted in the meantime' }).waitFor();
  await page.getByRole('button', { name: 'Start game' }).click();
  await clickMove(page, 'd2d4');
  await expect.poll(async () => (await listMoves(page))[0]).toBe('d4');
});
