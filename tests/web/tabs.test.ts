/**
 * The page in two tabs: what one of them only shows is no change for the other.
 *
 * @module-tag thorough
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readArchive, saved } from './support/archive.ts';
import { holdSearches } from './support/heldSearches.ts';
import {
  clickMove,
  listedMove,
  listMoves,
  paste,
  resign,
  startReview,
  waitForMoves,
} from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

/** Waits until a record has this text; fails if there is another record by then. */
async function savedInOne(page: Page, text: string): Promise<void> {
  await saved(page, text);
  expect(await readArchive(page)).toHaveLength(1);
}

/** Starts a game with a clock and plays a move, which the engine answers. */
async function startOnClock(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'New game' });
  await form.getByLabel('Clock').selectOption('5+3');
  await form.getByRole('button', { name: 'Start game' }).click();
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  await savedInOne(page, '1. e4');
}

/** Plays a second move, which is possible whatever the engine has played. */
async function playOn(page: Page): Promise<void> {
  const reply = (await listMoves(page))[1] === 'd5' ? 'h2h4' : 'd2d4';
  await clickMove(page, reply);
  await waitForMoves(page, 4);
  await savedInOne(page, `2. ${reply.slice(2)}`);
}

/** As when the user goes to another tab. */
const leave = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('an analysis that is opened in a second tab, and looked through, goes on in the first one', async () => {
  const { page, context } = await site().open('#analyse');
  await paste(page, '[White "Anna"]\n\n1. e4 e5 2. Nf3 *');
  await savedInOne(page, '"at":[]');
  const other = await context.newPage();
  await other.goto(`${site().url}#analyse`);
  await listedMove(other, 'e5').click();
  await savedInOne(page, '"at":[0,0]');
  await listedMove(page, 'Nf3').click();
  await clickMove(page, 'b8c6');
  await savedInOne(page, 'Nc6');
});

test('a game with a clock that is opened in a second tab goes on in the first one', async () => {
  const { page, context } = await site().open();
  await startOnClock(page);
  await leave(page);
  const other = await context.newPage();
  await other.goto(site().url);
  await waitForMoves(other, 2);
  await leave(other);
  await playOn(page);
});

test('a flag that falls in a second tab does not make a lost game beside that of the first one', async () => {
  const { page, context } = await site().open();
  await startOnClock(page);
  const other = await context.newPage();
  await other.goto(site().url);
  await waitForMoves(other, 2);
  await playOn(page);
  await other.evaluate(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 360_000;
  });
  await other.getByRole('region', { name: 'Result' }).getByText('Time is up').waitFor();
  await leave(other);
  await resign(page);
  await savedInOne(page, '[Termination "normal"]');
});

test('a running review that is opened in a second tab goes on in the first one', async () => {
  const { page, context } = await site().openBlank();
  await page.addInitScript(holdSearches, { limit: 'nodes', allowed: 3 });
  await page.goto(`${site().url}#review`);
  await startReview(page);
  await savedInOne(page, '"ply":');
  const searches = async () => (await readArchive(page)).join().split('"ply":').length;
  const before = await searches();
  const other = await context.newPage();
  await other.addInitScript(holdSearches, { limit: 'nodes', allowed: 2 });
  await other.goto(`${site().url}#review`);
  await expect.poll(searches).toBeGreaterThan(before);
  for (const tab of [page, other]) {
    await tab.evaluate(() => releaseSearches());
    await tab.locator('.summary').waitFor();
    await leave(tab);
  }
  await page.reload();
  await page.locator('.summary').waitFor();
  await savedInOne(page, '"ply":');
});

test('two tabs with the same review do not overwrite the moves that were tried in each other', async () => {
  const { page, context } = await site().openBlank();
  await page.goto(`${site().url}#review`);
  await startReview(page);
  await page.locator('.summary').waitFor();
  await savedInOne(page, '"ply":');
  const other = await context.newPage();
  await other.goto(`${site().url}#review`);
  await other.locator('.summary').waitFor();
  await clickMove(page, 'd2d4');
  await savedInOne(page, '(1. d4)');
  // What the other tab shows is not saved over it; what is tried there is kept in a copy.
  await other.keyboard.press('f');
  await leave(other);
  await clickMove(other, 'c2c4');
  await saved(page, '(1. c4)');
  await saved(page, '(1. d4)');
  expect(await readArchive(page)).toHaveLength(2);
});
