/**
 * A game that is to be reviewed once more is shown with the review that it has.
 *
 * @module-tag thorough
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readArchive, saved } from './support/archive.ts';
import {
  choose,
  clickMove,
  clickTwice,
  listedMove,
  openTab,
  paste,
  resign,
  waitForMoves,
} from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

/** The reviews that are kept. */
const reviews = async (page: Page): Promise<string[]> =>
  (await readArchive(page)).filter((record) => record.includes('"searches"'));

/** Reviews the game of the analysis. */
async function review(page: Page): Promise<void> {
  await openTab(page, 'Analyse');
  await choose(page, 'More', 'Review game');
  await page.locator('.summary').waitFor();
}

test('a game that was reviewed already is shown with its review, unless it has changed', async () => {
  const { page } = await site().open('#analyse', { isBrief: true });
  await paste(page, '[White "Anna"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0');
  await listedMove(page, 'Ke7').waitFor();
  await review(page);
  await clickMove(page, 'd2d4');
  await saved(page, '(1. d4)');
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    await review(page);
    await page.locator('.variation:visible .move', { hasText: 'd4' }).waitFor();
    expect(await reviews(page)).toHaveLength(1);
  }
  // Another one has been opened meanwhile.
  await choose(page, 'More', 'Another game');
  await page.getByRole('button', { name: 'Paste PGN' }).waitFor();
  await review(page);
  await page.locator('.variation:visible .move', { hasText: 'd4' }).waitFor();
  expect(await reviews(page)).toHaveLength(1);
  await openTab(page, 'Analyse');
  await listedMove(page, 'e4').click();
  await clickMove(page, 'c7c5');
  await review(page);
  await page.locator('.variation:visible .move', { hasText: 'c5' }).waitFor();
  await saved(page, '(1... c5)');
  await expect.poll(async () => (await reviews(page)).length).toBe(2);
});

test('a double click reviews the last game once', async () => {
  const { page } = await site().open('', { isBrief: true });
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  await resign(page);
  await openTab(page, 'Review');
  await page.getByRole('button', { name: 'Review your last game' }).evaluate(clickTwice);
  await page.locator('.summary').waitFor();
  expect(await reviews(page)).toHaveLength(1);
});
