/** Positions in FEN and EPD, and several files at once. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { choose, drop, listMoves, paste, readBoard, readText } from './support/page.ts';
import { serveSite } from './support/site.ts';

const WAC = '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1';
const MATE = '4k3/8/4K3/8/8/8/8/7R';

const site = serveSite();
let page: Page;
beforeEach(async () => {
  ({ page } = await site().open('#analyse'));
});

const gameList = () => page.getByRole('dialog', { name: 'Games in this file' });

test.each([
  `${WAC} w - - bm Qg6; id "WAC.001";`,
  `${WAC} w - - 0 1 bm Qg6; c0 "${'long '.repeat(300)}"; id "WAC.001"`,
  `${WAC} w - - bm Qg6;id "WAC.001";\r\n`,
])('a line of EPD opens as a position with its name: %#', async (line) => {
  await paste(page, line);
  await expect.poll(() => readBoard(page)).toBe(WAC);
  await page.locator('.game-title', { hasText: 'WAC.001' }).waitFor();
});

test('a FEN may be broken into lines', async () => {
  await paste(page, `  ${MATE}\n w - -\n\n3 40\n`);
  await expect.poll(() => readBoard(page)).toBe(MATE);
});

test('what is wrong with a position is said in words, in a file of several with its line', async () => {
  const alert = page.getByRole('dialog').getByRole('alert');
  await paste(page, `${WAC} x - - bm Qg6;`);
  await expect.poll(() => alert.textContent()).toBe("Side to move is w or b, not 'x'");
  await page.keyboard.press('Escape');
  await paste(page, `${WAC} w - -\n# none\n\n${MATE} w`);
  await expect.poll(() => alert.textContent()).toContain('Line 4: FEN: missing after');
});

test('the positions of a file are listed by their names or their FENs', async () => {
  await drop(page, `# Two positions\n${WAC} w - - bm Qg6; id "WAC.001";\n${MATE} w - - 3 40\n`);
  await gameList().getByRole('button', { name: '1. WAC.001' }).waitFor();
  await gameList()
    .getByRole('button', { name: `2. ${MATE} w - - 3 40` })
    .click();
  await expect.poll(() => readBoard(page)).toBe(MATE);
  await page.locator('.toast', { hasText: 'Loaded: Position' }).waitFor();
  await page.getByText('Game 2 of 2').waitFor();
  const download = page.waitForEvent('download');
  await choose(page, 'Share and export', 'Save PGN');
  expect(await readText(download)).toContain(`[FEN "${MATE} w - - 3 40"]`);
});

/** Bytes in UTF-16 with a byte order mark, as the Windows editor may write them. */
const utf16 = (text: string): number[] =>
  Array.from(`\ufeff${text}`, (letter) => letter.charCodeAt(0)).flatMap((code) => [
    code & 0xff,
    code >> 8,
  ]);

test('positions and games, in whatever encoding, can be dropped together', async () => {
  await drop(page, [
    `${MATE} w - - 0 1`,
    utf16('[White "Müller"]\r\n\r\n1. d4 *\r\n'),
    utf16(`${WAC} w - - 0 1\r\n`),
    '[White "Ada"]\n\n1. c4 *',
  ]);
  await gameList().getByText('4 games').waitFor();
  await gameList()
    .getByRole('button', { name: `3. ${WAC}` })
    .waitFor();
  await gameList().getByRole('button', { name: '4. Ada' }).waitFor();
  await gameList().getByRole('button', { name: '2. Müller' }).click();
  await expect.poll(() => listMoves(page)).toEqual(['d4']);
});
