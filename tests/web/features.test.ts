/** Sounds, tablebases, memory. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdSearches } from './support/heldSearches.ts';
import { CAN_MEASURE, readMemory } from './support/memory.ts';
import { clickMove, listedMove, listMoves, openTab, paste, waitForMoves } from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

declare global {
  /** What made the last sound. */
  var audio: BaseAudioContext;
  /** What the audio did. */
  var audioSteps: string[];
}

/** The number of sounds that were started. */
const countSounds = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { sounds: number }).sounds);

async function switchSounds(page: Page, name: 'On' | 'Off'): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('radio', { name, exact: true }).check();
  await page.keyboard.press('Escape');
}

test('moves sound, unless sounds are off', { tags: ['thorough'] }, async () => {
  const { page } = await site().openBlank();
  await page.addInitScript(() => {
    const counter = globalThis as unknown as { sounds: number };
    counter.sounds = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      counter.sounds++;
      globalThis.audio = this.context;
      start.call(this, when);
    };
  });
  await page.goto(`${site().url}#analyse`);
  await clickMove(page, 'e2e4');
  await expect.poll(() => countSounds(page)).toBe(1);
  // After the sound nothing is computed.
  await expect.poll(() => page.evaluate(() => audio.state)).toBe('suspended');
  // A move that sounds shows that the one before it did not.
  await switchSounds(page, 'Off');
  await clickMove(page, 'e7e5');
  await switchSounds(page, 'On');
  await clickMove(page, 'g1f3');
  await expect.poll(() => countSounds(page)).toBe(2);
  await expect.poll(() => page.evaluate(() => audio.state)).toBe('running');
  await switchSounds(page, 'Off');
  await page.reload();
  await clickMove(page, 'g8f6');
  await switchSounds(page, 'On');
  await clickMove(page, 'f1e2');
  await expect.poll(() => countSounds(page)).toBe(1);
});

test('a sound is heard to its end where audio starts slowly', { tags: ['thorough'] }, async () => {
  const { page } = await site().openBlank();
  await page.addInitScript(() => {
    globalThis.audioSteps = [];
    const { resume, suspend } = AudioContext.prototype;
    AudioContext.prototype.resume = async function () {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await resume.call(this);
      audioSteps.push('runs');
    };
    AudioContext.prototype.suspend = function () {
      audioSteps.push('rests');
      return suspend.call(this);
    };
  });
  await page.goto(`${site().url}#analyse`);
  await clickMove(page, 'e2e4');
  await expect.poll(() => page.evaluate(() => audioSteps)).toEqual(['runs', 'rests']);
});

test('a sound that the browser does not let through, as after a call in Safari, is tried once more and no problem', async () => {
  const { page } = await site().openBlank();
  await page.addInitScript(() => {
    const tried = Object.assign(globalThis, { sounds: 0 });
    Object.defineProperties(AudioContext.prototype, {
      state: { value: 'interrupted' },
      resume: {
        async value() {
          tried.sounds++;
          throw new DOMException('no sound now', 'InvalidStateError');
        },
      },
    });
  });
  await page.goto(`${site().url}#analyse`);
  await clickMove(page, 'e2e4');
  await expect.poll(() => countSounds(page)).toBe(1);
  await clickMove(page, 'e7e5');
  await expect.poll(() => countSounds(page)).toBe(2);
  expect(await page.locator('.toast').textContent()).toBe('');
});

test('tablebases of a folder are used in the analysis', async () => {
  const { page } = await site().open(
    `#analyse&fen=${encodeURIComponent('8/8/8/4k3/8/4K3/4P3/8_b_-_-_0_1')}`,
    { isEngineOn: true },
  );
  await page.getByRole('button', { name: 'Engine settings' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a folder …' }).click();
  await (await chooser).setFiles('tests/syzygy/tablebases');
  await page.getByText(/\d WDL and \d DTZ tablebase files, up to 3 pieces/).waitFor();
  await page.keyboard.press('Escape');
  // Won by the tablebases; without them the score is that of a pawn for long.
  await expect.poll(() => page.locator('.evaluation').textContent()).toMatch(/^\+200/);
});

test('the opening is named, and its named continuations can be played', async () => {
  const { page } = await site().open('#analyse');
  await page.locator('.analyse .opening summary').click();
  await page.getByRole('button', { name: "e4 B00 King's Pawn Game" }).click();
  await page.getByRole('button', { name: 'c5 B20 Sicilian Defense' }).click();
  await page.locator('.opening summary', { hasText: 'B20 Sicilian Defense' }).first().waitFor();
  await expect.poll(() => listMoves(page)).toEqual(['e4', 'c5']);
  // The list keeps the focus of the button that was pressed.
  await page.locator('.analyse .opening-moves button:focus').waitFor();
  await openTab(page, 'Play');
  // The reply of the engine has another name.
  await page.evaluate(holdSearches, { limit: 'movetime', allowed: 0 });
  await clickMove(page, 'e2e4');
  const opening = page.locator('.play .opening summary', { hasText: 'B00' });
  await opening.click();
  await page.getByRole('button', { name: 'c5 B20 Sicilian Defense' }).click();
  await page.locator('.toast', { hasText: 'It is not your move' }).waitFor();
  expect(await listMoves(page)).toEqual(['e4']);
});

test('an opening whose name takes two lines is listed beside its move', async () => {
  const { page } = await site().open('#analyse&moves=e2e4,e7e5', {
    viewport: { width: 1920, height: 1080 },
  });
  const item = page.locator('.opening-moves button', { hasText: 'Wayward Queen Attack' });
  await item.waitFor();
  const { move, name, lines } = await item.evaluate((button) => {
    const range = document.createRange();
    range.selectNodeContents(button.lastChild!);
    return {
      move: button.querySelector('strong')!.getBoundingClientRect().right,
      name: range.getBoundingClientRect().left,
      lines: new Set(Array.from(range.getClientRects(), ({ top }) => top)).size,
    };
  });
  expect(lines).toBe(2);
  expect(name).toBeGreaterThan(move);
});

test('the time that both sides had left is beside the name of the game', async () => {
  const { page } = await site().open('#analyse');
  await paste(
    page,
    '[White "Anna"]\n\n1. e4 {[%clk 1:30:00]} e5 {[%clk 0:00:09.5]} 2. Nf3 {good [%clk 0:00:07]} (2. d4) *',
  );
  const clocks = page.locator('.analyse .clocks');
  for (const [san, text] of [
    ['Nf3', '0:07 – 0:09.5'],
    ['e5', '1:30:00 – 0:09.5'],
    ['d4', ''],
    ['Nf3', '0:07 – 0:09.5'],
    ['e4', ''],
  ] as const) {
    await listedMove(page, san).click();
    await expect.poll(() => clocks.textContent()).toBe(text);
  }
});

test('the game is printed, not the interface', async () => {
  const { page } = await site().open('#analyse');
  await paste(
    page,
    '[Site "-"]\n[White "Anna"]\n\n1. e4 {best by test} e5 2. Nf3 ({or} 2. f4 exf4) Nc6? $16 $1 *',
  );
  await listedMove(page, 'Nc6? ±').waitFor();
  await page.emulateMedia({ media: 'print' });
  // The page prepares for printing some time after it is there: until then nobody hears of it.
  const printed = async () => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    return (await page.locator('body').innerText()).replace(/\s+/g, ' ').trim();
  };
  await expect
    .poll(printed)
    .toMatch(
      /^Anna – Black (?!-).*1\. e4 best by test 1… e5 2\. Nf3 \(or 2\. f4 exf4\) 2… Nc6\? ±$/,
    );
  for (const part of ['header', '.view', '.toast']) {
    await expect.poll(() => page.locator(part).first().isVisible(), { message: part }).toBe(false);
  }
  const board = page.locator('.sheet .board');
  await expect.poll(() => board.isVisible()).toBe(true);
  // With its squares, which are backgrounds, and in light colours also where dark ones were chosen.
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  const styles = await board.evaluate((it) => {
    const { colorScheme, printColorAdjust } = getComputedStyle(it);
    return [colorScheme, printColorAdjust];
  });
  expect(styles).toEqual(['light', 'exact']);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect.poll(() => page.locator('.view').isVisible()).toBe(true);
});

test.runIf(CAN_MEASURE)(
  'six switches of tabs with 256 MB leave no memory behind',
  { tags: ['thorough'] },
  async () => {
    const { page } = await site().open('#analyse', { isEngineOn: true, isShared: false });
    const { browser } = site();
    await page.getByRole('button', { name: 'Engine settings' }).click();
    await page.getByRole('combobox', { name: 'Memory' }).selectOption('256');
    await page.keyboard.press('Escape');
    const depth = async () => {
      const effort = await page.locator('.effort').textContent();
      return Number(/depth (\d+)/.exec(effort ?? '')?.[1] ?? 0);
    };
    const think = async () => {
      // What an earlier search has shown does not count.
      await page.locator('.effort').evaluate((it) => it.replaceChildren());
      await openTab(page, 'Analyse');
      await expect.poll(depth).toBeGreaterThanOrEqual(10);
      await openTab(page, 'Play');
    };
    await openTab(page, 'Play');
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 2);
    const before = await readMemory(browser);
    for (let i = 0; i < 3; i++) await think();
    await expect.poll(() => readMemory(browser)).toBeLessThan(before + 64);
  },
);
