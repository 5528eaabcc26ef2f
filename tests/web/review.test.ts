/** Games reviewed in the page. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { choose, expectAccessible, listMoves } from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();
let page: Page;
beforeEach(async () => {
  ({ page } = await site().open('#review'));
});

async function load(pgn: string): Promise<void> {
  await page.getByRole('button', { name: 'Paste PGN' }).click();
  await page.getByRole('textbox').fill(pgn);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
}

/** Reviews a game in a tenth of a second a move. */
async function review(pgn: string): Promise<void> {
  await load(pgn);
  await page.getByRole('combobox', { name: 'Time per move' }).selectOption('100');
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('.summary').waitFor({ timeout: 60_000 });
}

test('a game is reviewed: the blunder is found, shown on the board and saved', async () => {
  await review('1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0');
  await page.getByRole('button', { name: 'Next mistake' }).click();
  expect(await page.locator('.verdict').innerText()).toMatch(/^2… Ke7\?\?/);
  await page.locator('.arrow.better').waitFor();
  expect(await page.locator('.summary .blunder').innerText()).toBe('Blunders\t0\t1');
  const slider = page.getByRole('slider');
  expect(await slider.getAttribute('aria-valuetext')).toContain('king e7');
  await slider.press('ArrowRight');
  expect(await page.locator('.verdict').innerText()).toContain('3. Qxe5#');
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await choose(page, 'Share and export', 'Save PGN');
  expect((await download).suggestedFilename()).toBe('review.pgn');
});

test('variations are not judged, and are kept in the analysis', async () => {
  await review('1. e4 {first} e5 (1... c5 2. Nf3) 2. Qh5 Ke7 3. Qxe5# 1-0');
  await page.locator('.variation .move').nth(1).click();
  expect(await page.locator('.verdict').innerText()).toMatch(/^This is a variation/);
  expect(await page.getByRole('slider').inputValue()).toBe('1');
  await page.getByRole('button', { name: 'Next mistake' }).click();
  expect(await page.locator('.verdict').innerText()).toMatch(/^2… Ke7/);
  await choose(page, 'More', 'Analyse');
  await page.locator('.analyse').waitFor();
  expect(await listMoves(page)).toEqual(['e4', 'e5', 'Qh5', 'Ke7??', 'Qxe5#']);
  expect(await page.locator('.analyse .moves').innerText()).toMatch(/first[\s\S]*c5[\s\S]*Nf3/);
});

test('a game that cannot be reviewed says why', async () => {
  await load('1. e4 -- 2. d4 *');
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('.problem').getByText('A game with null moves is not reviewed').waitFor();
});

test('a review that is stopped says that it is not complete', async () => {
  await load('1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0');
  await page.getByRole('combobox', { name: 'Time per move' }).selectOption('2000');
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.getByText('left').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('.problem').getByText('Review stopped early').waitFor();
});
