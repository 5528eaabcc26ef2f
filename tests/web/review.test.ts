/** Games reviewed in the page. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { DEFAULT_REVIEW_HASH } from '../../src/review/reviewGame.ts';
import { formatSignedEval } from '../../src/search/score.ts';
import { timeLeft } from '../../web/src/review/reviewTime.ts';
import { choose, clickMove, expectAccessible, listMoves } from './support/page.ts';
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

/** Reviews a game quickly. */
async function review(pgn: string): Promise<void> {
  await load(pgn);
  await page.getByRole('combobox', { name: 'How thorough' }).selectOption({ index: 0 });
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('.summary').waitFor({ timeout: 60_000 });
}

test('a game is reviewed: the blunder is found, shown on the board and saved', async () => {
  await review('1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0');
  await page.getByRole('button', { name: 'Next moment' }).click();
  expect(await page.locator('.verdict').innerText()).toMatch(/^2\.\.\. Ke7\?\?/);
  await page.locator('.arrow.better').waitFor();
  expect(await page.locator('.summary tbody tr').allInnerTexts()).toEqual([
    expect.stringMatching(/^White\t[\d.]+%\t0\t0\t0\t0\t0$/),
    expect.stringMatching(/^Black\t[\d.]+%\t0\t0\t0\t0\t1$/),
  ]);
  expect(await page.locator('.moment strong').allTextContents()).toContain(
    (await page.locator('.verdict strong').textContent())!,
  );
  expect(await page.locator('.badge.blunder').textContent()).toBe('??');
  const slider = page.getByRole('slider');
  expect(await slider.getAttribute('aria-valuetext')).toContain('king e7');
  await slider.press('ArrowRight');
  expect(await page.locator('.verdict').innerText()).toContain('3. Qxe5#');
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await choose(page, 'Share and export', 'Save PGN');
  expect((await download).suggestedFilename()).toBe('review.pgn');
});

test('a review is the same every time, and that of the library', async () => {
  const pgn = '1. d4 Nf6 2. Nf3 d5 3. Ne5 e6 *';
  await review(pgn);
  const { Engine } = await import('refrain');
  const { reviewGame } = await import('refrain/review');
  const engine = new Engine();
  engine.configure({ hash: DEFAULT_REVIEW_HASH });
  const { moves } = await reviewGame(pgn, { engines: [engine], limits: { nodes: 50_000 } });
  await engine.close();
  const scores = moves.map(({ score }) => formatSignedEval(score));
  const shown: string[] = [];
  for (const _ of moves) {
    await page.keyboard.press('ArrowRight');
    shown.push((await page.locator('.verdict .score').textContent())!);
  }
  expect(shown).toEqual(scores);
});

test('variations are not judged, and are kept in the analysis', async () => {
  await review('1. e4 {first} e5 (1... c5 2. Nf3) 2. Qh5 Ke7 3. Qxe5# 1-0');
  await page.locator('.variation .move').nth(1).click();
  expect(await page.locator('.verdict').innerText()).toMatch(/^This is a variation/);
  expect(await page.getByRole('slider').inputValue()).toBe('1');
  await page.getByRole('button', { name: 'Next moment' }).click();
  expect(await page.locator('.verdict').innerText()).toMatch(/^2\.\.\. Ke7/);
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
  await page.getByRole('combobox', { name: 'How thorough' }).selectOption({ index: 2 });
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.getByText('left').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('.problem').getByText('Review stopped early').waitFor();
});

test('the chart grows during the review', async () => {
  await load('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *');
  await page.getByRole('combobox', { name: 'How thorough' }).selectOption({ index: 2 });
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('.chart .curve[d*="L"]').waitFor();
  const curve = () => page.locator('.chart .curve').getAttribute('d');
  const before = await curve();
  await expect.poll(curve, { timeout: 30_000 }).not.toBe(before);
  expect(await page.locator('.summary').count()).toBe(0);
});

test('the better line is played on the board, and leads back to the game', async () => {
  await review('1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0');
  await page.getByRole('button', { name: 'Next moment' }).click();
  const line = page.locator('.verdict .better .san');
  const second = (await line.nth(1).textContent())!;
  await line.nth(1).click();
  expect(await page.locator('.variation .move').allTextContents()).toHaveLength(2);
  expect(await page.locator('.move[aria-current]').textContent()).toBe(second);
  await page.getByRole('button', { name: 'Back to the game' }).click();
  expect(await page.locator('.move[aria-current]').textContent()).toBe('Qh5');
});

test('mistakes are retried: a bad move is refused, the best one accepted', async () => {
  await review('1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0');
  await page.getByRole('button', { name: 'Retry your mistakes' }).click();
  await page.locator('.toast', { hasText: 'White made no mistakes' }).waitFor();
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Retry your mistakes' }).click();
  const words = page.locator('.retry .words');
  expect(await words.textContent()).toContain('Find a better move for Black');
  expect(await page.locator('.arrow').count()).toBe(0);
  // The list of key moments and the verdict say what was best.
  expect(await page.locator('.view:visible').innerText()).not.toContain('was best');
  await expectAccessible(page);
  await clickMove(page, 'e8e7');
  await words.getByText('Ke7 is what was played').waitFor();
  await clickMove(page, 'g7g6');
  await words.getByText('g6 is not good enough').waitFor();
  await clickMove(page, 'b8c6');
  await words.getByText(/^Nc6 is (the best move|good too)/).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await words.getByText('1 of 1 found.').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  expect(await page.locator('.retry').count()).toBe(0);
});

test('the time left is that of the label at first, and that of the searches later', () => {
  const stage = 'first pass';
  expect(timeLeft({ stage, done: 0, left: null }, 60_000)).toBe(60_000);
  expect(timeLeft({ stage, done: 0.01, left: 400_000 }, 60_000)).toBeLessThan(80_000);
  expect(timeLeft({ stage, done: 0.5, left: 20_000 }, 60_000)).toBe(20_000);
});

test('the label says how long a review takes, learnt from the last one', async () => {
  await page.evaluate(() => localStorage.setItem('refrain-review-speed', '100'));
  await load('1. e4 e5 *');
  const options = page.getByRole('combobox', { name: 'How thorough' }).getByRole('option');
  // Three positions of 50,000, 200,000 and 800,000 nodes at 100 a millisecond.
  expect(await options.allTextContents()).toEqual([
    'Quick · about 2 s',
    'Standard · about 6 s',
    'Thorough · about 24 s',
  ]);
});
