/** The games of a file in the analysis: chosen, changed, and gone through. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { openArchive } from './support/archive.ts';
import { choose, clickMove, listedMove, listMoves, paste } from './support/page.ts';
import { serveSite } from './support/site.ts';

const FIRST = '[White "Fischer"]\n[Black "Spassky"]\n\n1. e4 e5 2. Nf3 *\n';

const site = serveSite();
let page: Page;
beforeEach(async () => {
  ({ page } = await site().open('#analyse'));
});

test('one of several games can be chosen', async () => {
  await paste(page, `${FIRST}\n[White "Second"]\n\n1. c4 *\n\n[White "Bad"]\n\n1. c5 *`);
  await page.getByRole('button', { name: /Second/ }).click();
  await expect.poll(() => listMoves(page)).toEqual(['c4']);
  await page.keyboard.press('End');
  await clickMove(page, 'e7e5');
  await page.getByText('Game 2 of 3').waitFor();
  await page.getByRole('button', { name: 'Next game in the file' }).click();
  await page.locator('.game-title', { hasText: 'Bad' }).waitFor();
  await page.getByText('Game 3 of 3').waitFor();
  expect(await page.getByRole('button', { name: 'Next game in the file' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Previous game in the file' }).click();
  // With the move that was added.
  await expect.poll(() => listMoves(page)).toEqual(['c4', 'e5']);
  await page.getByRole('button', { name: 'Game 2 of 3' }).click();
  const dialog = page.getByRole('dialog', { name: 'Games in this file' });
  await dialog.getByRole('searchbox').fill('spassky');
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1);
  await dialog.getByRole('button', { name: /Spassky/ }).click();
  await expect.poll(() => listMoves(page)).toEqual(['e4', 'e5', 'Nf3']);
});

test('of the games that are gone through only those that were changed are in My games', async () => {
  await paste(page, `${FIRST}\n[White "Clara"]\n\n1. c4 *\n\n[White "Dora"]\n\n1. d4 *`);
  await page.getByRole('button', { name: /Fischer/ }).click();
  const next = page.getByRole('button', { name: 'Next game in the file' });
  await next.click();
  await listedMove(page, 'c4').click();
  await clickMove(page, 'e7e5');
  await next.click();
  await listedMove(page, 'd4').waitFor();
  const dialog = await openArchive(page);
  await dialog.getByRole('button', { name: /^Clara – Black/ }).waitFor();
  expect(await dialog.getByRole('listitem').count()).toBe(1);
  await page.keyboard.press('Escape');
  // What is only looked at is there again after Undo and after a reload.
  await page.getByRole('button', { name: 'Previous game in the file' }).click();
  await listedMove(page, 'e5').waitFor();
  await choose(page, 'Load a game or position', 'Start over');
  await page.getByRole('button', { name: 'Undo' }).click();
  await listedMove(page, 'e5').waitFor();
  await next.click();
  await listedMove(page, 'd4').waitFor();
  await page.reload();
  await listedMove(page, 'd4').waitFor();
});

test('after a reload the page says once that the other games of a file are gone', async () => {
  await paste(page, '[White "Clara"]\n\n1. c4 *\n\n[White "Dora"]\n\n1. d4 *');
  await page.getByRole('button', { name: /Clara/ }).click();
  await page.getByText('Game 1 of 2').waitFor();
  await page.reload();
  await page.locator('.toast', { hasText: 'Open the file again' }).waitFor();
  await expect.poll(() => page.locator('.pager').isHidden()).toBe(true);
  await page.keyboard.press('End');
  await clickMove(page, 'e7e5');
  await page.reload();
  await listedMove(page, 'e5').waitFor();
  expect(await page.locator('.toast').textContent()).toBe('');
});
