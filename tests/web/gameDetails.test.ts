/** Names, event, date and result of an analysed game, and the side at the bottom. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { readPgnGame } from '../../src/chess/notation/pgnReader.ts';
import { openArchive, readArchive, saved } from './support/archive.ts';
import { choose, clickMove, cornerSquare, paste, readText } from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();
let page: Page;
beforeEach(async () => {
  ({ page } = await site().open('#analyse'));
});

/** Opens the dialog. */
async function openDetails() {
  await choose(page, 'More', 'Game details …');
  return page.getByRole('dialog', { name: 'Game details' });
}

/** The tags of the PGN that is saved. */
async function readTags() {
  const download = page.waitForEvent('download');
  await choose(page, 'Share and export', 'Save PGN');
  return Object.fromEntries(readPgnGame(await readText(download)).tags);
}

test('the details of a game that was entered are shown, listed, saved and exported', async () => {
  await clickMove(page, 'e2e4');
  const details = await openDetails();
  await details.getByLabel('White').fill(' Anna "Ace" Ólafs ');
  await details.getByLabel('Event').fill('Club');
  await details.getByLabel('Date').fill('2026-11-29');
  await details.getByLabel('Result').selectOption('½-½');
  await details.getByRole('button', { name: 'Save' }).click();
  const name = 'Anna "Ace" Ólafs – Black, 1/2‑1/2, 2026.11.29';
  await page.locator('.game-title', { hasText: name }).waitFor();
  expect(await readTags()).toMatchObject({
    White: 'Anna "Ace" Ólafs',
    Black: '?',
    Event: 'Club',
    Date: '2026.11.29',
    Result: '1/2-1/2',
  });
  await saved(page, 'Club');
  await page.reload();
  await page.locator('.game-title', { hasText: name }).waitFor();
  await (await openArchive(page)).getByText(name).waitFor();
});

test('details that are not changed stay as they are in the file, whatever the dialog shows', async () => {
  await paste(page, '[White "Anna"]\n[Date "1858.??.??"]\n[Opera "Norma"]\n\n1. e4 *');
  const details = await openDetails();
  await details.getByLabel('Black').fill('Ben');
  await details.getByLabel('White').fill('');
  await page.keyboard.press('Enter');
  await page.locator('.game-title', { hasText: 'White – Ben, 1858' }).waitFor();
  expect(await readTags()).toMatchObject({
    White: '?',
    Black: 'Ben',
    Date: '1858.??.??',
    Opera: 'Norma',
  });
});

test('a chapter of a study is seen from the side that it names', async () => {
  await paste(page, '[Event "Sicilian"]\n[Orientation "black"]\n\n1. e4 c5 *');
  await expect.poll(() => cornerSquare(page)).toBe('h1');
  // A game that names none leaves the board as it is.
  await paste(page, '[Event "Club"]\n\n1. d4 *');
  await page.locator('.game-title', { hasText: 'Club' }).waitFor();
  expect(await cornerSquare(page)).toBe('h1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await paste(page, '[Event "Study"]\n[Orientation "white"]\n\n1. c4 *');
  await expect.poll(() => cornerSquare(page)).toBe('a8');
});

test('what was typed survives Escape, which can be undone, but not Cancel', async () => {
  await paste(page, '[White "Anna"]\n\n1. e4 *');
  const details = await openDetails();
  await details.getByLabel('Black').fill('Ben');
  await details.getByRole('button', { name: 'Cancel' }).click();
  await openDetails();
  await details.getByLabel('Black').fill('Cleo');
  await page.keyboard.press('Escape');
  await page.locator('.game-title', { hasText: 'Anna – Cleo' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator('.game-title', { hasText: 'Anna – Black' }).waitFor();
  await expect.poll(() => readArchive(page)).toEqual([expect.not.stringContaining('Cleo')]);
});
