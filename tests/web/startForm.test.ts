/** The form for a new game: it can be left, and what was chosen in it stays. */
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

test('what was chosen for the next game is still chosen after Cancel and after a reload', async () => {
  const { page } = await site().open();
  const form = formOf(page);
  await form.getByLabel('Strength').fill('1900');
  await form.getByRole('radio', { name: 'Random' }).check();
  await page.reload();
  await expect.poll(() => form.getByLabel('Strength').inputValue()).toBe('1900');
  expect(await form.getByRole('radio', { name: 'Random' }).isChecked()).toBe(true);
  await form.getByRole('radio', { name: 'White' }).check();
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  await newGame(page);
  await form.getByLabel('Clock').selectOption('10+5');
  await form.getByRole('radio', { name: 'Black' }).check();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await waitForMoves(page, 2);
  await newGame(page);
  expect(await form.getByLabel('Clock').inputValue()).toBe('10+5');
  expect(await form.getByRole('radio', { name: 'Black' }).isChecked()).toBe(true);
  expect(await form.getByLabel('Strength').inputValue()).toBe('1900');
});
