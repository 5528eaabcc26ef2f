/** Games reviewed in the page. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { DEFAULT_REVIEW_HASH } from '../../src/review/reviewOptions.ts';
import { formatSignedEval } from '../../src/search/score.ts';
import { timeLeft } from '../../web/src/review/reviewTime.ts';
import {
  finishSearch,
  holdSearches,
  searchAsked,
  shortenSearches,
} from './support/heldSearches.ts';
import {
  choose,
  chooseQuick,
  clickMove,
  cornerSquare,
  expectAccessible,
  listMoves,
  loadForReview,
  openTab,
} from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();
let page: Page;
beforeEach(async () => {
  ({ page } = await site().open('#review'));
});

const LONG = `1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8
10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6 15. a4 c5 16. d5 c4 17. Bg5 h6 18. Be3 Nc5 *`;

/** Reviews a game quickly. */
async function review(pgn: string): Promise<void> {
  await loadForReview(page, pgn);
  await chooseQuick(page);
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('.summary').waitFor();
}

test('a game that is cut at an illegal move, or has an open comment, is loaded with a message', async () => {
  await loadForReview(page, '[White "Anna"]\n\n1. e4 e5 2. Ke3 Nc6 *');
  await page.locator('.toast', { hasText: "Not read: 'Ke3' at move 2 is illegal" }).waitFor();
  await expect.poll(() => listMoves(page)).toEqual(['e4', 'e5']);
  await choose(page, 'More', 'Another game');
  await loadForReview(page, '1. d4 d5 {no end 2. c4 *');
  await page.locator('.toast', { hasText: 'comment' }).waitFor();
  await choose(page, 'More', 'Another game');
  await loadForReview(page, '[White "Anna"]\n\n1. Ke3 *');
  await page.getByRole('alert').getByText("'Ke3' at move 1 is illegal").waitFor();
});

/** Begins a review that takes far longer than a test looks at it. */
async function startLong(): Promise<void> {
  await loadForReview(page, LONG);
  await page.getByRole('combobox', { name: 'How thorough' }).selectOption({ index: 2 });
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.getByText('left').waitFor();
}

test('a draw that nobody claims is named, and what is no `!` is not called a good move', {
  tags: ['thorough'],
}, async () => {
  await review('1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. a3 e5 *');
  const verdict = () => page.locator('.verdict').innerText();
  const step = (ply: number) =>
    page
      .locator('.moves:visible .move-row .move')
      .nth(ply - 1)
      .click();
  await step(8);
  await expect.poll(verdict).toMatch(/^4\.\.\. Ng8.*White could claim a draw \(threefold/s);
  await step(9);
  await expect.poll(verdict).toMatch(/^5\. a3/);
  expect(await verdict()).not.toContain('good move');
});

test('a game is reviewed: the blunder is found, shown on the board and saved', async () => {
  await review(
    '[TimeControl "60"]\n\n1. e4 {[%clk 0:00:58]} e5 {[%clk 0:00:59]} 2. Qh5 Ke7 {[%clk 0:00:56]} 3. Qxe5# 1-0',
  );
  // The start position too has the value that the chart shows.
  await page.locator('.eval-bar[title^="White wins"]').waitFor();
  await page.getByRole('button', { name: 'Next moment' }).click();
  await expect.poll(() => page.locator('.verdict').innerText()).toMatch(/^2\.\.\. Ke7\?\?/);
  expect(await page.locator('.verdict .time').textContent()).toBe('0:03 spent, 0:56 left');
  await page.locator('.arrow.better').waitFor();
  await expect
    .poll(() => page.locator('.summary tbody tr').allInnerTexts())
    .toEqual([
      expect.stringMatching(/^White\t[\d.]+%\t0\t0\t0\t0\t0$/),
      expect.stringMatching(/^Black\t[\d.]+%\t0\t0\t0\t0\t1$/),
    ]);
  // Safari stretches with the chart what has no length.
  const lengths = await page
    .locator('.chart .dot')
    .evaluateAll((dots) => dots.map((it) => (it as SVGPathElement).getTotalLength()));
  expect(lengths).toEqual([expect.closeTo(0.01, 3)]);
  const moments = () => page.locator('.moment strong').allTextContents();
  await expect.poll(moments).toContain((await page.locator('.verdict strong').textContent())!);
  await expect.poll(() => page.locator('.badge.blunder').textContent()).toBe('??');
  const slider = page.getByRole('slider');
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain('king e7');
  await slider.press('ArrowRight');
  await expect.poll(() => page.locator('.verdict').innerText()).toContain('3. Qxe5#');
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await choose(page, 'Share and export', 'Save PGN');
  expect((await download).suggestedFilename()).toBe('review.pgn');
});

test('Space presses the focused button, and goes from one key moment in the list to the next', {
  tags: ['thorough'],
}, async () => {
  await review('1. e4 e5 2. Qh5 Ke7 3. a3 Nc6 *');
  await page.locator('.moment strong', { hasText: 'Ke7' }).click();
  const focused = (move: string) =>
    page.locator('.moment[aria-current]:focus strong', { hasText: move });
  await focused('Ke7').waitFor();
  await page.keyboard.press('Space');
  await focused('a3').waitFor();
  await page.getByRole('button', { name: 'First position' }).focus();
  await page.keyboard.press('Space');
  await page.locator('.review.is-at-start').waitFor();
});

test('a review is the same every time, and that of the library', async () => {
  const pgn = '1. d4 Nf6 2. Nf3 d5 3. Ne5 e6 *';
  const { Engine } = await import('refrain');
  const { reviewGame } = await import('refrain/review');
  const engine = new Engine();
  engine.configure({ hash: DEFAULT_REVIEW_HASH });
  const options = { engines: [engine], limits: { nodes: 5000 } };
  const [{ moves }] = await Promise.all([reviewGame(pgn, options), review(pgn)]);
  await engine.close();
  for (const { san, score } of moves) {
    await page.keyboard.press('ArrowRight');
    const verdict = page.locator('.verdict .head', { hasText: san });
    await expect.poll(() => verdict.locator('.score').textContent()).toBe(formatSignedEval(score));
  }
});

test('variations are not judged, and are kept in the analysis', async () => {
  await review('1. e4 {first} e5 (1... c5 2. Nf3) 2. Qh5 Ke7 3. Qxe5# 1-0');
  await page.locator('.variation .move').nth(1).click();
  await expect.poll(() => page.locator('.verdict').innerText()).toMatch(/^This is a variation/);
  await expect.poll(() => page.getByRole('slider').inputValue()).toBe('1');
  await page.getByRole('button', { name: 'Next moment' }).click();
  await expect.poll(() => page.locator('.verdict').innerText()).toMatch(/^2\.\.\. Ke7/);
  await choose(page, 'More', 'Analyse');
  await page.locator('.analyse').waitFor();
  await expect.poll(() => listMoves(page)).toEqual(['e4', 'e5', 'Qh5', 'Ke7??', 'Qxe5#']);
  await expect
    .poll(() => page.locator('.analyse .moves').innerText())
    .toMatch(/first[\s\S]*c5[\s\S]*Nf3/);
});

test('a game that cannot be reviewed says why', async () => {
  await loadForReview(page, '1. e4 -- 2. d4 *');
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('.problem').getByText('A game with null moves is not reviewed').waitFor();
});

test('why a game could not be reviewed is not said of the one that is opened next', {
  tags: ['thorough'],
}, async () => {
  await loadForReview(page, '[White "Anna"]\n\n1. e4 e5 *');
  await choose(page, 'More', 'Another game');
  await loadForReview(page, '1. e4 -- 2. d4 *');
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('.problem').waitFor();
  await choose(page, 'More', 'My games …');
  await page.getByRole('button', { name: /^Anna/ }).click();
  await expect.poll(() => listMoves(page)).toEqual(['e4', 'e5']);
  await page.getByRole('button', { name: 'Review this game' }).waitFor();
  expect(await page.locator('.problem').count()).toBe(0);
});

test('moves on the board are variations, from the beginning on, and never go on after the last move', async () => {
  await loadForReview(page, '1. e4 e5 2. Qh5 Ke7 3. Qe5# 1-0');
  await clickMove(page, 'd2d4');
  await expect.poll(() => page.locator('.variation .move').allTextContents()).toEqual(['d4']);
  await clickMove(page, 'g8f6');
  await expect
    .poll(() => page.locator('.variation .move').allTextContents())
    .toEqual(['d4', 'Nf6']);
  await choose(page, 'More', 'Another game');
  await page.getByRole('button', { name: 'Paste PGN' }).waitFor();
  // Without a game there is nothing to vary.
  await expect.poll(() => page.locator('.board:visible.is-movable').count()).toBe(0);
  await review('1. e4 e5 2. Qh5 Ke7 *');
  await clickMove(page, 'd2d4');
  await expect.poll(() => page.locator('.verdict').innerText()).toMatch(/^This is a variation/);
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await page.keyboard.press('End');
  await expect.poll(() => page.locator('.verdict').innerText()).toMatch(/^2\.\.\. Ke7/);
  await expect.poll(() => page.locator('.board:visible.is-movable').count()).toBe(0);
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Retry your mistakes' }).click();
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await page.locator('.retry').waitFor({ state: 'detached' });
  await page.locator('.board:visible.is-movable').waitFor();
  await page.keyboard.press('End');
  await expect.poll(() => page.locator('.board:visible.is-movable').count()).toBe(0);
});

test('glyphs of the file stay beside those of the review, which come first', {
  tags: ['thorough'],
}, async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await review('1. e4 $14 e5 2. Qh5 $5 $36 Ke7 $2 $16 3. Qxe5# $40 1-0');
  await expect.poll(() => listMoves(page)).toContain('Ke7?? ±');
  await choose(page, 'More', 'Analyse');
  await page.locator('.analyse').waitFor();
  await choose(page, 'Share and export', 'Copy PGN');
  await page.locator('.toast', { hasText: 'Copied' }).waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text.replace(/\s+/g, ' ')).toMatch(
    /1\. e4 \$14 e5 2\. Qh5 (\$\d )?\$5 \$36 Ke7 \$4 \$2 \$16 3\. Qxe5# (\$\d )?\$40/,
  );
});

test('a review that is stopped says that it is not complete', async () => {
  await startLong();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('.problem').getByText('Review stopped early').waitFor();
});

test('a review ends when another game is to be loaded', { tags: ['thorough'] }, async () => {
  await startLong();
  await choose(page, 'More', 'Another game');
  // Its engines are gone.
  await expect.poll(() => page.workers().length).toBe(0);
  await loadForReview(page, '1. d4 d5 *');
  await expect.poll(() => listMoves(page)).toEqual(['d4', 'd5']);
});

test('a review without enough memory says so, and leaves no engines', async () => {
  await page.evaluate((hash) => {
    WebAssembly.Memory = undefined as never;
    globalThis.SharedArrayBuffer = class extends SharedArrayBuffer {
      constructor(bytes: number) {
        if (bytes >= hash * 2 ** 20) throw new RangeError('Array buffer allocation failed');
        super(bytes);
      }
    } as SharedArrayBufferConstructor;
  }, DEFAULT_REVIEW_HASH);
  await loadForReview(page, '1. d4 d5 *');
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.getByRole('alert').getByText('not enough memory').waitFor();
  await expect.poll(() => page.workers().length).toBe(0);
});

test('the chart grows during the review', async () => {
  await startLong();
  await page.locator('.chart .curve[d*="L"]').waitFor();
  const curve = () => page.locator('.chart .curve').getAttribute('d');
  const before = await curve();
  await expect.poll(curve).not.toBe(before);
  await expect.poll(() => page.locator('.summary').count()).toBe(0);
});

test('the better line is played on the board, and leads back to the game', async () => {
  await review('1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0');
  await page.getByRole('button', { name: 'Next moment' }).click();
  const line = page.locator('.verdict .better .san');
  const second = (await line.nth(1).textContent())!;
  await line.nth(1).click();
  await expect.poll(() => page.locator('.variation .move').count()).toBe(2);
  await expect.poll(() => page.locator('.move[aria-current]').textContent()).toBe(second);
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await expect.poll(() => page.locator('.move[aria-current]').textContent()).toBe('Qh5');
});

test('mistakes are retried: a bad move is refused, the best one accepted', async () => {
  await page.evaluate(shortenSearches);
  await review('1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0');
  await page.getByRole('button', { name: 'Retry your mistakes' }).click();
  const offer = page.getByRole('region', { name: 'White made no mistakes to retry' });
  await offer.getByRole('button', { name: "Retry Black's mistakes" }).click();
  await expect.poll(() => cornerSquare(page)).toBe('h1');
  const words = page.locator('.retry .words');
  await words.getByText('Find a better move for Black').waitFor();
  await expect.poll(() => page.locator('.arrow').count()).toBe(0);
  // The list of key moments and the verdict say what was best.
  await expect.poll(() => page.locator('.view:visible').innerText()).not.toContain('Best was');
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
  await expect.poll(() => page.locator('.retry').count()).toBe(0);
});

test('castling is right where the king lands', { tags: ['thorough'] }, async () => {
  await review('[FEN "5k2/8/8/8/8/8/ppp1R1R1/4K2R w K - 0 1"]\n\n1. Rg8+ Kxg8 *');
  await page.getByRole('button', { name: 'Retry your mistakes' }).click();
  const words = page.locator('.retry .words');
  await words.getByText('Rg8+?? was played').waitFor();
  await clickMove(page, 'e1g1');
  await words.getByText('O-O# is the best move').waitFor();
  const badge = page.locator('.badge.good circle');
  // In hundredths of a square: the upper right corner of g1.
  await expect
    .poll(() => badge.evaluate((it) => [it.getAttribute('cx'), it.getAttribute('cy')]))
    .toEqual(['692', '708']);
});

test('a move that repeats the position for the third time is judged as the draw that it is', async () => {
  await page.evaluate(shortenSearches);
  // The queen on g3 and the king on h8 have been there twice; 5. Qf7 is stalemate.
  const moves = '1. Qg3 Kh7 2. Qg2 Kh8 3. Qg3 Kh7 4. Qf3 Kh8 5. Qf7 1/2-1/2';
  await review(`[FEN "7k/8/8/8/8/8/6Q1/K7 w - - 0 1"]\n\n${moves}`);
  await page.getByRole('button', { name: 'Retry your mistakes' }).click();
  const words = page.locator('.retry .words');
  await words.getByText('Qf7?? was played').waitFor();
  await clickMove(page, 'f3g3');
  await words.getByText('Qg3 is not good enough').waitFor();
});

test('retrying goes on after a look at other moves, at another tab, and after a reload', async () => {
  await page.evaluate(shortenSearches);
  await review('1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0');
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Retry your mistakes' }).click();
  const words = page.locator('.retry .words');
  const back = page.getByRole('button', { name: 'Back to the question' });
  await words.getByText('Find a better move for Black').waitFor();
  await page.keyboard.press('ArrowLeft');
  await back.waitFor();
  await words.getByText('Find a better move for Black').waitFor();
  // The move itself would show the answer.
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => page.locator('.move[aria-current]').textContent()).toBe('Ke7??');
  await expect.poll(() => page.locator('.arrow, .badge').count()).toBe(0);
  await back.click();
  await expect.poll(() => page.locator('.move[aria-current]').textContent()).toBe('Qh5');
  await expect.poll(() => back.isVisible()).toBe(false);
  await openTab(page, 'Play');
  await openTab(page, 'Review');
  await clickMove(page, 'e8e7');
  await words.getByText('Ke7 is what was played').waitFor();
  await page.reload();
  await words.getByText('Find a better move for Black').waitFor();
  await expect.poll(() => page.locator('.move[aria-current]').textContent()).toBe('Qh5');
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await page.locator('.retry').waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('.summary').waitFor();
  await page.getByRole('button', { name: 'Retry your mistakes' }).waitFor();
  await expect.poll(() => page.locator('.retry').count()).toBe(0);
});

test('a verdict on an earlier try does not replace that on the last one', {
  tags: ['thorough'],
}, async () => {
  await page.evaluate(shortenSearches);
  await review('1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0');
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Retry your mistakes' }).click();
  const words = page.locator('.retry .words');
  await words.getByText('Find a better move for Black').waitFor();
  await page.evaluate(holdSearches, { limit: 'movetime', allowed: 0 });
  await clickMove(page, 'g7g6');
  await searchAsked(page);
  await clickMove(page, 'e8e7');
  await words.getByText('Ke7 is what was played').waitFor();
  await finishSearch(page);
  await expect.poll(() => words.textContent()).toContain('Ke7 is what was played');
});

/** In a page: whether the outline of an element is within what it scrolls in. */
function isOutlineWhole(element: Element): boolean {
  const { outlineOffset, outlineWidth } = getComputedStyle(element);
  const width = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
  const inner = element.getBoundingClientRect();
  const outer = element.closest('.content')!.getBoundingClientRect();
  return inner.left - width >= outer.left && inner.right + width <= outer.right;
}

test('all of it can be pressed by keys: the focus stays where a button was that is gone', {
  tags: ['thorough'],
}, async () => {
  await page.evaluate(shortenSearches);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await loadForReview(page, '1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0');
  await expect.poll(focused).toBe('Review this game');
  await chooseQuick(page);
  await page.getByRole('button', { name: 'Review this game' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.summary').waitFor();
  const head = page.locator('.review-head:focus');
  await head.waitFor();
  expect(await head.evaluate(isOutlineWhole)).toBe(true);
  await page.keyboard.press('Space');
  await page.locator('.verdict .better .san').first().focus();
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Back to the game');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.move[aria-current]').textContent()).toBe('Qh5');
  const verdict = page.locator('.verdict:focus');
  await verdict.waitFor();
  expect(await verdict.evaluate(isOutlineWhole)).toBe(true);
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Retry your mistakes' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Show the move' }).focus();
  for (const words of ['Best was', '0 of 1 found']) {
    await page.keyboard.press('Enter');
    await page.locator('.retry .words', { hasText: words }).waitFor();
  }
  await page.keyboard.press('Enter');
  await page.locator('.retry').waitFor({ state: 'detached' });
  await page.locator('button[aria-label="Retry your mistakes"]:focus').waitFor();
});

test('the time left is that of the label at first, and that of the searches later', () => {
  const stage = 'first pass';
  expect(timeLeft({ stage, done: 0, left: null }, 60_000)).toBe(60_000);
  expect(timeLeft({ stage, done: 0.01, left: 400_000 }, 60_000)).toBeLessThan(80_000);
  expect(timeLeft({ stage, done: 0.5, left: 20_000 }, 60_000)).toBe(20_000);
});

test('the label says how long a review takes, learnt from the last one', async () => {
  await page.evaluate(() => localStorage.setItem('refrain-review-speed', '100'));
  await loadForReview(page, '1. e4 e5 *');
  const options = page.getByRole('combobox', { name: 'How thorough' }).getByRole('option');
  // Three positions of 50,000, 200,000 and 800,000 nodes at 100 a millisecond.
  await expect
    .poll(() => options.allTextContents())
    .toEqual(['Quick · about 2 s', 'Standard · about 6 s', 'Thorough · about 24 s']);
});
