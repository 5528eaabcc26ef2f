/** Nothing is lost: games, analyses and settings survive a reload, and are listed. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdSaves, openArchive, readArchive, saved } from './support/archive.ts';
import {
  choose,
  clickMove,
  cornerSquare,
  expectAccessible,
  listedMove,
  listMoves,
  openTab,
  paste,
  readText,
  resign,
  square,
  waitForMoves,
} from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

const PGN = `[White "Anna"]
[Black "Ben"]

1. e4 {best by test} e5 ({sharp} 1... c5 2. Nf3 $1) 2. Nf3 *`;

const analysisText = (page: Page) =>
  page
    .locator('.analyse .moves')
    .evaluate((it) => (it as HTMLElement).innerText.replace(/\s+/g, ' '));

test('an analysis with comments, glyphs and variations is there after a reload, and in a new tab', async () => {
  const { page, context } = await site().open('#analyse');
  await paste(page, PGN);
  await listedMove(page, 'Nf3!').click();
  await clickMove(page, 'd7d6');
  await expect.poll(() => analysisText(page)).toMatch(/best by test.* sharp 1…c5 2.Nf3! d6/);
  const before = await analysisText(page);
  // At once: what has not been saved yet is saved when the page goes.
  await page.reload();
  await listedMove(page, 'd6').waitFor();
  await expect.poll(() => analysisText(page)).toBe(before);
  await expect.poll(() => listedMove(page, 'd6').getAttribute('aria-current')).toBe('step');
  await expect.poll(() => page.locator('.analyse .game-title').textContent()).toContain('Anna');
  const other = await context.newPage();
  await other.goto(`${site().url}#analyse`);
  await listedMove(other, 'd6').waitFor();
  await expect.poll(() => analysisText(other)).toBe(before);
});

test("a study's chapter, which has no players, is named by its event", async () => {
  const { page } = await site().open('#analyse');
  await paste(page, '[Event "Endgames: Lucena"]\n\n1. e4 *');
  await page.locator('.toast', { hasText: 'Loaded: Endgames: Lucena' }).waitFor();
  await page.keyboard.press('End');
  await clickMove(page, 'e7e5');
  await (await openArchive(page)).getByRole('button', { name: /^Endgames: Lucena/ }).waitFor();
});

test('an analysis is there after a reload with which the browser loses the state of its history', async () => {
  const { page } = await site().open('#analyse');
  await paste(page, PGN);
  await saved(page, 'best by test');
  // As a reload at once may do, on a busy machine.
  await page.evaluate(() => history.replaceState(null, ''));
  await page.reload();
  await listedMove(page, 'e5').waitFor();
  await expect.poll(() => analysisText(page)).toContain('best by test');
});

test('an analysis is there after a reload with which the browser goes back to the address before the last', async () => {
  const { page } = await site().open('#analyse');
  await clickMove(page, 'e2e4');
  await page.waitForURL(/moves=e2e4$/);
  await clickMove(page, 'e7e5');
  await page.waitForURL(/moves=e2e4,e7e5$/);
  // As a reload at once may do, on a busy machine.
  await page.evaluate(() => history.replaceState(null, '', '#analyse&moves=e2e4'));
  await page.reload();
  await expect.poll(() => listMoves(page)).toEqual(['e4', 'e5']);
});

test('an analysis whose moves were all deleted is empty after a reload', async () => {
  const { page } = await site().open('#analyse');
  await clickMove(page, 'e2e4');
  await saved(page, '1. e4');
  await choose(page, 'More', 'Edit e4 …');
  await page.getByRole('menuitem', { name: 'Delete from here' }).click();
  await page.locator('.analyse .moves .empty').waitFor();
  // The address follows with a delay; the one before would be opened as a link.
  await page.waitForURL(/#analyse$/);
  await page.reload();
  await page.locator('.analyse .moves .empty').waitFor();
  expect(await page.locator('.analyse .game-title').isHidden()).toBe(true);
});

test('a game that is opened to be analysed is kept once it is changed, and shown after a reload', async () => {
  const { page } = await site().open();
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  await resign(page);
  for (let i = 0; i < 2; i++) {
    await page.getByRole('tab', { name: 'Play' }).click();
    await choose(page, 'More', 'Analyse');
    await listedMove(page, 'e4').click();
  }
  const moves = await listMoves(page);
  await page.reload();
  await listedMove(page, 'e4').waitFor();
  await expect.poll(() => listMoves(page)).toEqual(moves);
  await expect.poll(() => page.locator('.analyse .game-title').textContent()).toContain('You');
  const dialog = await openArchive(page);
  await expect.poll(() => dialog.getByRole('listitem').allInnerTexts()).toHaveLength(1);
  await page.keyboard.press('Escape');
  const reply = moves[1] === 'a6' ? 'h7h6' : 'a7a6';
  await clickMove(page, reply);
  await saved(page, `1... ${reply.slice(2)}`);
  expect(await readArchive(page)).toHaveLength(2);
});

test('a board that was flipped is so after a reload', async () => {
  const { page } = await site().open('#analyse');
  await clickMove(page, 'e2e4');
  await saved(page, '1. e4');
  await page.keyboard.press('f');
  await page.reload();
  await listedMove(page, 'e4').waitFor();
  await expect.poll(() => cornerSquare(page)).toBe('h1');
});

test('two tabs with the same analysis do not overwrite each other', async () => {
  const { page, context } = await site().open('#analyse');
  await paste(page, PGN);
  await saved(page, 'best by test');
  const other = await context.newPage();
  await other.goto(`${site().url}#analyse`);
  await listedMove(other, 'Nf3').first().waitFor();
  await clickMove(other, 'd2d4');
  await saved(other, '1. d4');
  await clickMove(page, 'c2c4');
  await page.locator('.toast', { hasText: 'changed in another tab' }).waitFor();
  await saved(page, '1. c4');
  const dialog = await openArchive(page);
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(2);
  await page.keyboard.press('Escape');
  for (const [tab, move] of [
    [page, 'c4'],
    [other, 'd4'],
  ] as const) {
    await tab.reload();
    await listedMove(tab, move).waitFor();
  }
});

test('starting over keeps the analysis before, which can be undone', async () => {
  const { page } = await site().open('#analyse');
  await paste(page, PGN);
  await choose(page, 'Load a game or position', 'Start over');
  await page.getByRole('button', { name: 'Undo' }).click();
  await listedMove(page, 'e5').waitFor();
  await choose(page, 'Load a game or position', 'Start over');
  await page.reload();
  await page.locator('.analyse .moves .empty').waitFor();
  await expect.poll(() => listMoves(page)).toEqual([]);
  const dialog = await openArchive(page);
  await dialog
    .getByRole('button', { name: /Anna – Ben/ })
    .first()
    .click();
  await listedMove(page, 'e5').waitFor();
  // The undone analysis is the same record, not a second one.
  const again = await openArchive(page);
  await expect.poll(() => again.getByRole('listitem').count()).toBe(1);
});

test('a game without a move is there after reloads, and is not listed', {
  tags: ['thorough'],
}, async () => {
  const { page } = await site().open();
  const form = page.getByRole('form', { name: 'New game' });
  await form.locator('summary').click();
  await form.getByRole('radio', { name: 'Position' }).check();
  await form.getByRole('textbox', { name: 'FEN' }).fill('k7/7P/8/8/8/8/8/7K w - - 0 1');
  await form.getByLabel('Clock').selectOption('5+3');
  await form.getByRole('button', { name: 'Start game' }).click();
  await clickMove(page, 'h7h8');
  for (let i = 0; i < 2; i++) {
    await page.reload();
    await square(page, 'h7').and(page.getByLabel('white pawn')).waitFor();
  }
  expect(await readArchive(page)).toEqual([]);
  await clickMove(page, 'h7h8q');
  await saved(page, '1. h8=Q+');
});

test('moves that were taken back do not return after a reload', async () => {
  const { page } = await site().open();
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  await saved(page, '1. e4');
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.locator('.play .moves .empty').waitFor();
  await page.reload();
  await page.locator('.play .moves .empty').waitFor();
});

test('a game that was resigned is shown after a reload, listed, exported and deleted', async () => {
  const { page } = await site().open();
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  await resign(page);
  await page.getByText('Resignation, Black wins').first().waitFor();
  await page.reload();
  await page.getByText('Resignation, Black wins').first().waitFor();
  await expect.poll(async () => (await listMoves(page))[0]).toBe('e4');
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.locator('.result').waitFor({ state: 'hidden' });
  await waitForMoves(page, 1);
  await expect.poll(async () => (await readArchive(page)).length).toBe(2);
  const dialog = await openArchive(page);
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(2);
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export all as PGN' }).click();
  const text = await readText(download);
  expect(text.match(/^\[Event /gm)).toHaveLength(2);
  expect(text).toContain('[Result "0-1"]');
  await dialog.getByRole('searchbox').fill('0-1');
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1);
  const remove = dialog.getByRole('button', { name: /^Delete/ });
  await remove.click();
  await dialog.getByText('Deleted: You – Refrain (1200)').waitFor();
  // Undone, it is there again; without that it is not when the list is opened again.
  await page.keyboard.press('Enter');
  await dialog.locator('.record .plain:focus').waitFor();
  await remove.click();
  await dialog.getByRole('button', { name: 'Undo' }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  const again = await openArchive(page);
  await expect.poll(() => again.getByRole('listitem').count()).toBe(1);
});

test('the list says what was played and what is unfinished, and exports only if there is something', async () => {
  const { page } = await site().open('#analyse');
  const exportAll = page.getByRole('button', { name: 'Export all as PGN' });
  const empty = await openArchive(page);
  await empty.getByText('Nothing yet').waitFor();
  await expect.poll(() => exportAll.isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await paste(page, '[White "Anna"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 *');
  await saved(page, 'Bc4');
  await openTab(page, 'Play');
  await clickMove(page, 'a2a3');
  await waitForMoves(page, 2);
  await saved(page, '1. a3');
  const dialog = await openArchive(page);
  const rows = dialog.getByRole('listitem');
  await expect.poll(() => rows.nth(0).innerText()).toMatch(/Anderssen[\s\S]*1 move · unfinished/);
  await expect.poll(() => rows.nth(1).innerText()).toMatch(/Italian Game[\s\S]*3 moves/);
  await dialog.getByRole('button', { name: /^Delete Anna/ }).click();
  await dialog.getByRole('button', { name: /^Delete You/ }).click();
  await expect.poll(() => exportAll.isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Undo' }).first().click();
  await expect.poll(() => exportAll.isDisabled()).toBe(false);
});

test('Escape empties the field of the list, then closes the list; Enter opens the only hit', async () => {
  const { page } = await site().open('#analyse');
  await paste(page, PGN);
  await saved(page, 'best by test');
  const dialog = await openArchive(page);
  const field = dialog.getByRole('searchbox');
  await field.fill('nobody');
  await field.press('Escape');
  await dialog.getByText('Anna').waitFor();
  // Safari does nothing by itself then, nor does any browser for the event of a script.
  await field.dispatchEvent('keydown', { key: 'Escape' });
  await dialog.waitFor({ state: 'detached' });
  await openArchive(page);
  await field.press('Enter');
  await dialog.waitFor({ state: 'detached' });
});

test('the list shows more on request, and the focus goes to the first of them', async () => {
  const { page } = await site().open('#analyse');
  await page.evaluate(() => {
    for (let i = 0; i < 150; i++) {
      const work = { tags: { White: `W${i}` }, plies: 1, pgn: '1. e4 *', state: {} };
      const entry = { id: `many-${i}`, kind: 'analysis', version: 0, work };
      localStorage.setItem(`refrain-unsaved-${entry.id}`, JSON.stringify(entry));
    }
  });
  await page.reload();
  await expect.poll(async () => (await readArchive(page)).length).toBe(150);
  const dialog = await openArchive(page);
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(100);
  await dialog.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(150);
  await dialog.locator('li:nth-child(101) .plain:focus').waitFor();
});

test('the review offers the game that was just played', async () => {
  const { page } = await site().open('#review', { isBrief: true });
  await page.getByRole('button', { name: 'Paste PGN' }).waitFor();
  const last = page.getByRole('button', { name: 'Review your last game' });
  await openTab(page, 'Play');
  await page.getByRole('radio', { name: 'Black' }).check();
  await page.getByRole('button', { name: 'Start game' }).click();
  await waitForMoves(page, 1);
  await clickMove(page, 'a7a6');
  await waitForMoves(page, 3);
  await openTab(page, 'Review');
  await page.getByRole('button', { name: 'My games …' }).waitFor();
  await expect.poll(() => last.count()).toBe(0);
  await openTab(page, 'Play');
  const moves = await listMoves(page);
  await resign(page);
  await page.getByText('Resignation, White wins').first().waitFor();
  await openTab(page, 'Review');
  await last.click();
  await page.locator('.summary').waitFor();
  await expect
    .poll(async () => (await listMoves(page)).map((san) => san.replace(/[?!]+$/, '')))
    .toEqual(moves);
  await expect.poll(() => cornerSquare(page)).toBe('h1');
});

test('a game whose end is still being saved is offered to the review, and listed as finished', {
  tags: ['thorough'],
}, async () => {
  const { page } = await site().open('#review');
  await page.getByRole('button', { name: 'Paste PGN' }).waitFor();
  await openTab(page, 'Play');
  await clickMove(page, 'a2a3');
  await waitForMoves(page, 2);
  await saved(page, '1. a3');
  const release = await holdSaves(page);
  await page.getByRole('button', { name: 'Take back' }).click();
  await clickMove(page, 'h2h3');
  await waitForMoves(page, 2);
  // The move is being saved when the game ends.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await resign(page);
  await page.getByText('Resignation, Black wins').first().waitFor();
  await openTab(page, 'Review');
  await page.getByRole('button', { name: 'My games', exact: true }).click();
  await release();
  const dialog = page.getByRole('dialog', { name: 'My games' });
  await expect.poll(() => dialog.getByRole('listitem').innerText()).toMatch(/1 move|2 moves/);
  expect(await dialog.getByRole('listitem').innerText()).not.toContain('unfinished');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Review your last game' }).waitFor();
});

test('a game that cannot be read is not opened, and stays as it is', async () => {
  const { page } = await site().openBlank();
  // As another version of the page may have left it.
  const work = { tags: { White: 'Anna' }, plies: 1, pgn: '[White "Anna"]\n\n1. c4 *', state: {} };
  await page.addInitScript(
    (entry) => {
      localStorage.setItem('refrain-unsaved-odd', JSON.stringify(entry));
    },
    { id: 'odd', kind: 'game', version: 0, work },
  );
  await page.goto(site().url);
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  const [, reply] = await listMoves(page);
  const dialog = await openArchive(page);
  await dialog.getByRole('button', { name: /^Anna/ }).click();
  await page.locator('.toast', { hasText: 'cannot be read' }).waitFor();
  await expect.poll(() => listMoves(page)).toEqual(['e4', reply]);
  await clickMove(page, reply === 'd5' ? 'h2h4' : 'd2d4');
  await saved(page, `1. e4 ${reply} 2. `);
  await saved(page, '1. c4');
  expect(await readArchive(page)).toHaveLength(2);
});

test('a reload gives no time back, and the date of the game stays', async () => {
  const { page } = await site().open();
  await page.clock.install({ time: new Date('2026-01-31T12:00:00') });
  const form = page.getByRole('form', { name: 'New game' });
  await form.getByLabel('Clock').selectOption('5+3');
  await form.getByRole('button', { name: 'Start game' }).click();
  await clickMove(page, 'e2e4');
  await page.clock.runFor(2000);
  await waitForMoves(page, 2);
  await page.clock.runFor(100_000);
  const seconds = async () => {
    const time = (await page.locator('.clock:visible').last().textContent()) ?? '';
    const [minutes, rest] = time.split(':').map(Number) as [number, number];
    return 60 * minutes + rest;
  };
  await expect.poll(seconds).toBeLessThan(210);
  const before = await seconds();
  await page.clock.setSystemTime(new Date('2026-02-01T12:00:00'));
  await page.reload();
  await waitForMoves(page, 2);
  await expect.poll(seconds).toBeLessThanOrEqual(before);
  await expect.poll(() => page.evaluate(() => new Date().getMonth())).toBe(1);
  const download = page.waitForEvent('download');
  await choose(page, 'More', 'Save PGN');
  expect(await readText(download)).toContain('[Date "2026.01.31"]');
});

test('another game that is opened or begun meanwhile gives no time back', async () => {
  const { page } = await site().open();
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(3_600_000);
  await page.getByLabel('Clock').selectOption('5+3');
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  const clock = page.locator('.play .below .clock');
  const openAgain = async () => {
    await (await openArchive(page)).getByRole('button', { name: /^You – / }).click();
    await waitForMoves(page, 2);
    const last = page.locator('.play .moves .move').last();
    await expect.poll(() => last.getAttribute('aria-current')).toBe('step');
  };
  await page.clock.runFor(60_000);
  // Its last position shows when it is open again: no time may pass before.
  await listedMove(page, 'e4').click();
  await openAgain();
  await expect.poll(() => clock.textContent()).toBe('4:03');
  await page.clock.runFor(60_000);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.locator('.play .moves .empty').waitFor();
  await openAgain();
  await expect.poll(() => clock.textContent()).toBe('3:03');
});

test.each([
  ['an installed app asks', true],
  ['a tab does not ask', false],
])('%s the browser to keep everything', async (_, isInstalled) => {
  const { page } = await site().openBlank();
  await page.addInitScript((isInstalled) => {
    const asked = Object.assign(globalThis, { asked: 0 });
    StorageManager.prototype.persist = () => Promise.resolve(++asked.asked > 0);
    const { matchMedia } = globalThis;
    globalThis.matchMedia = (query) =>
      query === '(display-mode: standalone)'
        ? matchMedia(isInstalled ? 'all' : 'not all')
        : matchMedia(query);
  }, isInstalled);
  await page.goto(site().url);
  // Comes later.
  await page.waitForFunction(() => document.querySelector('link[href="print.css"]'));
  await page.locator('.board').waitFor();
  const asked = () => page.evaluate(() => (globalThis as unknown as { asked: number }).asked);
  await expect.poll(asked).toBe(isInstalled ? 1 : 0);
});

test('settings of the engine are kept', async () => {
  const { page } = await site().open('#analyse', { isEngineOn: true, isBrief: true });
  await page.getByRole('button', { name: 'Engine settings' }).click();
  await page.getByRole('combobox', { name: 'Lines' }).selectOption('3');
  await page.getByRole('combobox', { name: 'Memory' }).selectOption('32');
  await page.reload();
  await expect.poll(() => page.locator('.lines li').count()).toBe(3);
  await page.getByRole('button', { name: 'Engine settings' }).click();
  await expect.poll(() => page.getByRole('combobox', { name: 'Memory' }).inputValue()).toBe('32');
});
