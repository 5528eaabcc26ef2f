/** The page in two tabs: what one of them only shows is no change for the other. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clickMove, listedMove, listMoves, paste, waitForMoves } from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

/** The number of records, and the PGN of all of them. */
const readArchive = (page: Page): Promise<{ count: number; text: string }> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('refrain');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('contents').objectStore('contents').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            const records = reading.result.map(({ pgn, state }) => pgn + JSON.stringify(state));
            resolve({ count: records.length, text: records.join('\n') });
          };
        };
      }),
  );

/** Waits until a record has this text; fails if there is another record by then. */
async function savedInOne(page: Page, text: string): Promise<void> {
  await expect.poll(async () => (await readArchive(page)).text).toContain(text);
  expect((await readArchive(page)).count).toBe(1);
}

/** As when the user goes to another tab. */
const leave = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('an analysis that is opened in a second tab, and looked through, goes on in the first one', async () => {
  const { page, context } = await site().open('#analyse', { isEngineOff: true });
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
  const form = page.getByRole('form', { name: 'New game' });
  await form.getByLabel('Clock').selectOption('5+3');
  await form.getByRole('button', { name: 'Start game' }).click();
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  await savedInOne(page, '1. e4');
  await leave(page);
  const other = await context.newPage();
  await other.goto(site().url);
  await waitForMoves(other, 2);
  await leave(other);
  const reply = (await listMoves(page))[1] === 'd5' ? 'h2h4' : 'd2d4';
  await clickMove(page, reply);
  await waitForMoves(page, 4);
  await savedInOne(page, `2. ${reply.slice(2)}`);
});
