/** What the page keeps: the archive, and its list. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The list of what is kept. */
export async function openArchive(page: Page) {
  await page.getByRole('button', { name: 'My games' }).click();
  const dialog = page.getByRole('dialog', { name: 'My games' });
  await dialog.waitFor();
  return dialog;
}

/** What the archive holds: of every record its PGN and the rest, as one text. */
export const readArchive = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('refrain');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('contents').objectStore('contents').getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.map(({ pgn, state }) => `${pgn}\n${JSON.stringify(state)}`));
          };
        };
      }),
  );

/** Resolves when a record with this text has been saved. */
export const saved = (page: Page, text: string): Promise<void> =>
  expect.poll(async () => (await readArchive(page)).join('\n')).toContain(text);
