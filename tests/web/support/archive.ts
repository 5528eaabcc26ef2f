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

declare global {
  /** Lets the archive answer. */
  var releaseArchive: () => void;
}

/** For `addInitScript`: after a reload the archive does not answer before `releaseArchive` is called. */
export function holdArchive(): void {
  const [{ type }] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming];
  if (type !== 'reload') return;
  const released = new Promise<void>((resolve) => {
    globalThis.releaseArchive = resolve;
  });
  const { addEventListener } = EventTarget.prototype;
  IDBOpenDBRequest.prototype.addEventListener = function (
    this: IDBOpenDBRequest,
    type: string,
    listener: (event: Event) => void,
  ) {
    addEventListener.call(this, type, (event) => void released.then(() => listener(event)));
  };
}

/** Makes all that is to be saved wait; resolves to what lets it go on. */
export async function holdSaves(page: Page): Promise<() => Promise<void>> {
  const hold = await page.evaluateHandle(async () => {
    const opening = indexedDB.open('refrain');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const db = opening.result;
    const store = db.transaction(['summaries', 'contents'], 'readwrite').objectStore('contents');
    const hold = {
      isOver: false,
      // A transaction lasts as long as it has requests.
      ask() {
        if (hold.isOver) db.close();
        else store.count().addEventListener('success', hold.ask);
      },
    };
    hold.ask();
    return hold;
  });
  return () =>
    hold.evaluate((it) => {
      it.isOver = true;
    });
}
