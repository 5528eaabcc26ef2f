/** Sounds, tablebases, memory. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CAN_MEASURE, readMemory, settledMemory } from './support/memory.ts';
import { choose, clickMove, listedMove, listMoves, waitForMoves } from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

/** The number of sounds that were started. */
const countSounds = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { sounds: number }).sounds);

test('moves sound, unless sounds are off', async () => {
  const { page } = await site().openBlank({ isEngineOff: true });
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

test('the opening is named, and its named continuations can be played', async () => {
  const { page } = await site().open('#analyse', { isEngineOff: true });
  await page.locator('.analyse .opening summary').click();
  await page.getByRole('button', { name: "e4 B00 King's Pawn Game" }).click();
  await page.getByRole('button', { name: 'c5 B20 Sicilian Defense' }).click();
  await page.locator('.opening summary', { hasText: 'B20 Sicilian Defense' }).first().waitFor();
  expect(await listMoves(page)).toEqual(['e4', 'c5']);
  await page.getByRole('tab', { name: 'Play' }).click();
  await clickMove(page, 'e2e4');
  await page.locator('.play .opening summary', { hasText: 'B00' }).waitFor();
});

test('the game is printed, not the interface', async () => {
  const { page } = await site().open('#analyse', { isEngineOff: true });
  await choose(page, 'Load a game or position', 'Paste PGN or FEN …');
  const pgn = '[White "Anna"]\n\n1. e4 {best by test} e5 2. Nf3 ({or} 2. f4 exf4) Nc6? *';
  await page.getByRole('textbox', { name: 'PGN or FEN' }).fill(pgn);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await listedMove(page, 'Nc6?').waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const text = (await page.locator('body').innerText()).replace(/\s+/g, ' ').trim();
  expect(text).toMatch(
    /^Anna – Black .*1\. e4 best by test 1… e5 2\. Nf3 \(or 2\. f4 exf4\) 2… Nc6\?$/,
  );
  for (const part of ['header', '.view', '.toast']) {
    expect(await page.locator(part).first().isVisible(), part).toBe(false);
  }
  expect(await page.locator('.sheet .board').isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  expect(await page.locator('.view').isVisible()).toBe(true);
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
