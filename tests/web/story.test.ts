/**
 * The whole story: a person plays and loses, reviews the game, retries a mistake, reloads the page, and
 * goes on with another game on a screen of a phone's size.
 *
 * @module-tag thorough
 */
import { expect, test } from 'vitest';
import {
  clickMove,
  listMoves,
  openTab,
  readGame,
  resign,
  resize,
  square,
  waitForMoves,
} from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

/** A position in which White's next moves lose quickly: the queen is given away. */
const FEN = 'rnb1k2r/pppp1ppp/5n2/4p3/1b2P2q/2N2Q2/PPPP1PPP/R1B1KBNR w KQkq - 0 5';

test('play, lose, review, retry, reload, and play on a phone-sized screen', async () => {
  const { page } = await site().open('', { serviceWorkers: 'allow', isBrief: true });

  // Plays and loses.
  await page.locator('.start summary').click();
  await page.getByRole('radio', { name: 'Position' }).check();
  await page.getByLabel('FEN').fill(FEN);
  await page.getByRole('button', { name: 'Start game' }).click();
  await clickMove(page, 'f3f6');
  await waitForMoves(page, 2);
  await resign(page);
  await page.locator('.result', { hasText: 'You lost' }).waitFor();

  // Reviews the game.
  await page.locator('.result').getByRole('button', { name: 'Review' }).click();
  await page.locator('.summary').waitFor();
  await page.getByRole('button', { name: 'Next moment' }).click();
  await expect.poll(() => page.locator('.badge').textContent()).toBe('??');
  const accuracy = await page.locator('.summary .accuracy').first().textContent();

  // Retries the mistake.
  await page.getByRole('button', { name: 'Retry your mistakes' }).click();
  await page.locator('.retry', { hasText: 'Find a better move for White' }).waitFor();
  await clickMove(page, 'f3f6');
  await page.locator('.retry', { hasText: 'is what was played' }).waitFor();
  await page.getByRole('button', { name: 'Show the move' }).click();
  await page.locator('.badge.good').waitFor();
  await page.getByRole('button', { name: 'End', exact: true }).click();

  // The review is there after a reload, on a phone.
  await resize(page, 390, 664);
  await page.reload();
  await expect.poll(() => page.locator('.summary .accuracy').first().textContent()).toBe(accuracy);
  const roomAboveBar = async () => {
    const summary = (await page.locator('.summary').boundingBox())!;
    const bar = (await page.locator('.review .bar').boundingBox())!;
    return bar.y - (summary.y + summary.height);
  };
  await expect.poll(roomAboveBar).toBeGreaterThanOrEqual(0);

  // Goes on with another game.
  await openTab(page, 'Play');
  await page.locator('.result', { hasText: 'You lost' }).waitFor();
  await page.getByRole('button', { name: 'New game' }).click();
  await page.locator('.start details').evaluate((it: HTMLDetailsElement) => (it.open = true));
  await page.getByRole('radio', { name: 'Standard' }).check();
  await page.getByRole('button', { name: 'Start game' }).click();
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  const moves = await listMoves(page);
  await page.reload();
  await waitForMoves(page, 2);
  await expect.poll(() => listMoves(page)).toEqual(moves);
  expect((await readGame(page)).isOver()).toBe(false);
  await expect.poll(() => square(page, 'e4').getAttribute('aria-label')).toContain('white pawn');
});
