/**
 * What screen readers are told, besides moves: steps through a game, draws, failures.
 *
 * @module-tag thorough
 */
import { expect, test } from 'vitest';
import { holdSearches, searchAsked } from './support/heldSearches.ts';
import {
  clickMove,
  loadForReview,
  paste,
  readAnnounced,
  recordAnnounced,
  startReview,
  waitForMoves,
} from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

test('steps through a game that is played are announced, and that a move is taken back', async () => {
  const { page } = await site().open();
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  await recordAnnounced(page);
  const expectSpoken = (text: string) =>
    expect.poll(async () => (await readAnnounced(page)).at(-1)).toBe(text);
  await page.keyboard.press('Home');
  await expectSpoken('Start position');
  await page.keyboard.press('ArrowRight');
  await expectSpoken('e4');
  await page.keyboard.press('End');
  await page.keyboard.press('u');
  await expectSpoken('Move taken back');
});

test('a step beyond the end of a reviewed game says nothing, and sounds like nothing', async () => {
  const { page } = await site().open('#review');
  await loadForReview(page, '1. e4 e5');
  await page.getByRole('button', { name: 'Review this game' }).waitFor();
  await recordAnnounced(page);
  for (const key of ['End', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home']) {
    await page.keyboard.press(key);
    // Announcements of one task are read together: each step has its own.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  }
  await expect.poll(() => readAnnounced(page)).toEqual(['e5', 'e4', 'Start position']);
});

test('the strength has a name, and is told in words', async () => {
  const { page } = await site().open();
  const strength = page.getByRole('slider', { name: 'Strength', exact: true });
  await strength.fill('1500');
  await expect.poll(() => strength.getAttribute('aria-valuetext')).toBe('Elo 1500 · club player');
});

test('a move in advance is announced', async () => {
  const { page } = await site().openBlank();
  // The engine never comes: its turn lasts.
  await page.route('**/refrain-worker*.js', () => {});
  await page.goto(site().url);
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 1);
  await recordAnnounced(page);
  await clickMove(page, 'd2d4');
  await expect.poll(() => readAnnounced(page)).toEqual(['Move in advance: d2 to d4']);
});

test('a draw on the board of the analysis is announced', async () => {
  const { page } = await site().open('#analyse');
  await paste(page, '7k/8/6K1/8/8/8/5Q2/8 w - - 0 1');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await recordAnnounced(page);
  await clickMove(page, 'f2f7');
  await expect.poll(() => readAnnounced(page)).toEqual(['queen f7', 'Game over: stalemate']);
});

test.each(['play', 'analyse'])(
  'an engine that cannot be loaded is announced in #%s',
  async (view) => {
    const { page } = await site().openBlank({ isEngineOn: true });
    await page.route('**/refrain-worker*.js', (route) => route.abort());
    await page.goto(`${site().url}#${view}`);
    await page.locator('.view').waitFor();
    await recordAnnounced(page);
    await clickMove(page, 'e2e4');
    await page.locator('.view:visible').getByRole('button', { name: 'Try again' }).waitFor();
    await expect.poll(() => readAnnounced(page)).toContain('The engine could not be loaded');
  },
);

test('what happens while a dialog is open is announced in it', async () => {
  const { page } = await site().openBlank();
  await page.addInitScript(holdSearches, { limit: 'movetime', allowed: 0 });
  await page.goto(site().url);
  await clickMove(page, 'e2e4');
  await searchAsked(page);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await dialog.waitFor();
  await page.evaluate(() => releaseSearches());
  await dialog.locator('[aria-live]', { hasText: 'Refrain: ' }).waitFor();
});

test('what a dialog has led to is announced on the page when it is closed', async () => {
  const { page } = await site().open('#analyse');
  await recordAnnounced(page);
  await paste(page, '7k/8/6K1/8/8/8/5Q2/8 w - - 0 1');
  await expect.poll(() => readAnnounced(page)).toEqual(['Loaded: Position']);
});

test('a review announces every quarter of its progress, and its end', async () => {
  const { page } = await site().open('#review');
  await recordAnnounced(page);
  await startReview(page);
  await page.locator('.summary').waitFor();
  await expect
    .poll(async () => (await readAnnounced(page)).join(' '))
    .toMatch(/^(Review: \d+% ){1,3}Review finished$/);
});
