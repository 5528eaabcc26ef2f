/** Reviews survive a reload: finished, interrupted, not begun, and with the moves that were tried. */
import { expect, test } from 'vitest';
import { VERSION } from '../../src/version.ts';
import { openArchive, readArchive, saved } from './support/archive.ts';
import { holdSearches } from './support/heldSearches.ts';
import {
  choose,
  clickMove,
  cornerSquare,
  listMoves,
  loadForReview,
  readText,
  startReview,
} from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

test('a finished review is there after a reload, without the engine', async () => {
  const { page } = await site().open('#review');
  await startReview(page, '[White "Anna"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0');
  await page.locator('.summary').waitFor();
  const summary = await page.locator('.summary').innerText();
  await saved(page, '"nodes":5000');
  await page.context().route('**/refrain-worker-*.js', (route) => route.abort());
  await page.reload();
  await page.locator('.summary').waitFor();
  await expect.poll(() => page.locator('.summary').innerText()).toBe(summary);
  await expect.poll(() => listMoves(page)).toContain('Ke7??');
  await page.keyboard.press('f');
  await page.reload();
  await page.locator('.summary').waitFor();
  await expect.poll(() => cornerSquare(page)).toBe('h1');
});

test('the moves that were tried in a review are there after a reload, and in its PGN', async () => {
  const { page } = await site().open('#review');
  await startReview(page, '1. e4 {best by test} e5 (1... c5 $5) 2. Qh5 Ke7 *');
  await page.locator('.summary').waitFor();
  await clickMove(page, 'd2d4');
  await clickMove(page, 'g8f6');
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await page.keyboard.press('End');
  await page.locator('.verdict .better .san').first().click();
  const better = (await page.locator('.move[aria-current]').textContent())!;
  const variations = () => page.locator('.variation .move').allTextContents();
  await expect.poll(variations).toEqual(['d4', 'Nf6', 'c5!?', better]);
  // Without the glyphs and the better line of the review, which follow from its searches.
  await saved(page, `{best by test} (1. d4 Nf6) 1... e5 (1... c5 $5) 2. Qh5 Ke7 (2... ${better})`);
  await page.reload();
  await page.locator('.summary').waitFor();
  await expect.poll(variations).toEqual(['d4', 'Nf6', 'c5!?', better]);
  const download = page.waitForEvent('download');
  await choose(page, 'Share and export', 'Save PGN');
  const pgn = (await readText(download)).replace(/\s+/g, ' ');
  expect(pgn).toMatch(/ \(1\. d4 Nf6\) 1\.\.\. e5 .*\(1\.\.\. c5 \$5\)/);
  expect(pgn.split(`(2... ${better}`)).toHaveLength(2);
});

test('a move that was tried in a review can be deleted, and comes back', {
  tags: ['thorough'],
}, async () => {
  const { page } = await site().open('#review');
  await startReview(page);
  await page.locator('.summary').waitFor();
  await clickMove(page, 'd2d4');
  await clickMove(page, 'g8f6');
  await saved(page, '(1. d4 Nf6)');
  const variations = () => page.locator('.variation .move').allTextContents();
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await expect.poll(variations).toEqual(['d4']);
  await saved(page, '(1. d4)');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(variations).toEqual(['d4', 'Nf6']);
  await saved(page, '(1. d4 Nf6)');
});

test('a game that was loaded to be reviewed is there after a reload, and waits', async () => {
  const { page } = await site().open('#review');
  await loadForReview(page, '[White "Anna"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0');
  await page.getByRole('combobox', { name: 'How thorough' }).selectOption('50000');
  await page.keyboard.press('f');
  await page.reload();
  await page.getByRole('button', { name: 'Review this game' }).waitFor();
  await expect.poll(() => listMoves(page)).toEqual(['e4', 'e5', 'Qh5', 'Ke7', 'Qxe5#']);
  await expect.poll(() => cornerSquare(page)).toBe('h1');
  const effort = page.getByRole('combobox', { name: 'How thorough' });
  await expect.poll(() => effort.inputValue()).toBe('50000');
  const dialog = await openArchive(page);
  await dialog.getByRole('button', { name: /^Anna – Black/ }).waitFor();
  await page.keyboard.press('Escape');
  await choose(page, 'More', 'Another game');
  await page.reload();
  await page.getByRole('button', { name: 'Paste PGN' }).waitFor();
});

test('a review that was interrupted shows its game and goes on after a reload', async () => {
  const { page } = await site().openBlank();
  // Three searches are made; after the reload they wait until they are released.
  await page.addInitScript(holdSearches, { limit: 'nodes', allowed: 3 });
  await page.goto(`${site().url}#review`);
  await startReview(page);
  await saved(page, '"nodes":5000');
  await page.reload();
  await page.locator('progress').waitFor();
  await expect.poll(() => listMoves(page)).toEqual(['e4', 'e5', 'Qh5', 'Ke7', 'Qxe5#']);
  await page.evaluate(() => releaseSearches());
  await page.locator('.summary').waitFor();
});

test('a review that another version began is made anew', { tags: ['thorough'] }, async () => {
  const { page } = await site().openBlank();
  // As a page leaves it when it is closed; no engine gives this score.
  const search = { ply: 0, limits: { depth: 5 }, score: 9876, line: ['e2e4'] };
  const state = { nodes: 50_000, below: 0, version: '0.1.0', searches: [search] };
  const work = { tags: {}, plies: 5, pgn: '1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0', state };
  await page.addInitScript(
    (entry) => {
      localStorage.setItem('refrain-unsaved-old', JSON.stringify(entry));
    },
    { id: 'old', kind: 'review', version: 0, work },
  );
  await page.goto(`${site().url}#review`);
  await page.locator('.summary').waitFor();
  await saved(page, `"version":"${VERSION}"`);
  expect((await readArchive(page)).join()).not.toContain('"score":9876');
});
