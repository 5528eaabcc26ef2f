/** Sounds, tablebases, memory. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CAN_MEASURE, readMemory, settledMemory } from './support/memory.ts';
import { clickMove, waitForMoves } from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

/** The number of sounds that were started. */
const countSounds = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { sounds: number }).sounds);

test('moves sound, unless sounds are off', async () => {
  const { page } = await site().openBlank();
  await page.addInitScript(() => {
    const counter = globalThis as unknown as { sounds: number };
    counter.sounds = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      counter.sounds++;
      start.call(this, when);
    };
  });
  await page.goto(`${site().url}#analyse`);
  await clickMove(page, 'e2e4');
  await expect.poll(() => countSounds(page)).toBe(1);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('radio', { name: 'Off' }).check();
  await page.keyboard.press('Escape');
  await clickMove(page, 'e7e5');
  expect(await countSounds(page)).toBe(1);
  await page.reload();
  await clickMove(page, 'g1f3');
  expect(await countSounds(page)).toBe(0);
});

test('tablebases of a folder are used in the analysis', async () => {
  const { page } = await site().open(
    `#analyse&fen=${encodeURIComponent('8/8/8/4k3/8/4K3/4P3/8_b_-_-_0_1')}`,
  );
  await page.getByRole('button', { name: 'Engine settings' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a folder …' }).click();
  await (await chooser).setFiles('tests/syzygy/tablebases');
  await page.getByText(/\d WDL and \d DTZ tables, up to 3 pieces/).waitFor();
  await page.keyboard.press('Escape');
  // Won by the tablebases; without them the score is that of a pawn for long.
  await expect
    .poll(() => page.locator('.evaluation').textContent(), { timeout: 20_000 })
    .toMatch(/^\+200/);
});

test.runIf(CAN_MEASURE)('ten switches of tabs with 256 MB leave no memory behind', async () => {
  const { page } = await site().open('#analyse');
  const { browser } = site();
  await page.getByRole('button', { name: 'Engine settings' }).click();
  await page.getByRole('combobox', { name: 'Memory' }).selectOption('256');
  await page.keyboard.press('Escape');
  const go = (name: string) => page.getByRole('tab', { name }).click();
  const think = async () => {
    await go('Analyse');
    await page.waitForFunction(() => {
      const depth = /depth (\d+)/.exec(document.querySelector('.engine')?.textContent ?? '');
      return Number(depth?.[1] ?? 0) >= 10;
    });
    await go('Play');
  };
  await go('Play');
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  const before = await readMemory(browser);
  for (let i = 0; i < 5; i++) await think();
  expect(await settledMemory(browser, before + 64)).toBeLessThan(before + 64);
});
