/** The form for a new game: it can be left for the game before. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clickMove, listMoves, resign, waitForMoves } from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

const formOf = (page: Page) => page.getByRole('form', { name: 'New game' });
const newGame = (page: Page) => page.getByRole('button', { name: 'New game' }).click();

test('a new game can be cancelled after a finished one, whose result is shown again', async () => {
  const { page } = await site().open();
  const form = formOf(page);
  await form.getByLabel('Clock').selectOption('5+3');
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  await resign(page);
  const result = page.getByRole('region', { name: 'Result' });
  await result.waitFor();
  const moves = await listMoves(page);
  await newGame(page);
  await result.waitFor({ state: 'hidden' });
  // The clocks of that game have stopped.
  expect(await form.locator('.clock').textContent()).toBe('');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await result.getByText('You lost').waitFor();
  expect(await listMoves(page)).toEqual(moves);
  await newGame(page);
  await form.getByLabel('Clock').press('Escape');
  await result.waitFor();
});

test('on the first visit there is nothing to go back to', async () => {
  const { page } = await site().open();
  await formOf(page).waitFor();
  expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
});
