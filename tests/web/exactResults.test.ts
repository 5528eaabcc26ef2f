/** The bar beside the board shows what is certain exactly: mates, and draws by the rules. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chooseQuick, clickMove, loadForReview, paste } from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

const chances = (page: Page): Promise<string | null> =>
  page.locator('.eval-bar:visible').getAttribute('aria-label');

const WHITE_WINS = 'White wins 100%, draw 0%, Black wins 0%';
const DRAW = 'White wins 0%, draw 100%, Black wins 0%';
const BLACK_WINS = 'White wins 0%, draw 0%, Black wins 100%';

test('the analysis shows the result where the game is over', async () => {
  const { page } = await site().open('#analyse', { isEngineOn: true });
  for (const [end, fen, result] of [
    ['checkmate', '7k/5KQ1/8/8/8/8/8/8 b - - 0 1', WHITE_WINS],
    ['checkmate', '8/8/8/8/8/8/5kq1/7K w - - 0 1', BLACK_WINS],
    ['stalemate', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', DRAW],
    ['insufficient material', '7k/8/5N2/8/8/8/8/K7 b - - 0 1', DRAW],
    ['dead position', '4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1', DRAW],
    ['seventy-five-move rule', '7k/8/8/8/8/8/8/KR6 w - - 150 90', DRAW],
  ] as const) {
    await paste(page, fen);
    await page.locator('.engine').getByText(`Game over: ${end}`).waitFor();
    await expect.poll(() => chances(page), { message: fen }).toBe(result);
  }
});

test('the analysis shows a draw where the best move makes one by the rules', async () => {
  const { page } = await site().open('#analyse', { isEngineOn: true });
  // After any move a draw by the fifty-move rule can be claimed.
  await paste(page, 'k6r/pppp4/8/8/8/8/8/RRRQ3K w - - 99 80');
  await expect.poll(() => chances(page)).toBe(DRAW);
});

test('a review shows a draw where the game has ended in one', async () => {
  const { page } = await site().open('#review');
  const pgn = '[FEN "7k/8/4Q1K1/8/8/8/8/RRRR4 w - - 0 1"]\n\n1. Qf7 1/2-1/2';
  await loadForReview(page, pgn);
  await chooseQuick(page);
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('.summary').waitFor();
  await page.keyboard.press('End');
  await expect.poll(() => chances(page)).toBe(DRAW);
});

test('a review does not judge moves after the end of the game', {
  tags: ['thorough'],
}, async () => {
  const { page } = await site().open('#review');
  await loadForReview(page, '[FEN "8/8/4k3/8/8/3rK3/8/8 w - - 0 1"]\n\n1. Kxd3 Kd5 *');
  await chooseQuick(page);
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('.summary').waitFor();
  await page.keyboard.press('End');
  const verdict = () => page.locator('.verdict').innerText();
  await expect.poll(verdict).toMatch(/^1\.\.\. Kd5.*\s+After the end of the game\.$/s);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(verdict).toMatch(/The game is over \(insufficient material\)/);
});

test('where the other side would have no move there is no threat, rather than the end of the game', async () => {
  const { page } = await site().open('#analyse', { isEngineOn: true });
  await paste(page, '7k/5Q2/6K1/8/8/8/8/8 w - - 0 1');
  await page.locator('.lines li').waitFor();
  await page.keyboard.press('x');
  await page.locator('.toast', { hasText: 'no threat' }).waitFor();
  expect(await page.locator('.engine').innerText()).not.toContain('Game over');
  await clickMove(page, 'f7g7');
  await expect.poll(() => chances(page)).toBe(WHITE_WINS);
});
