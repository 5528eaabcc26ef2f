/**
 * What axe finds in what opens over the views: dialogs, menus, the choice of a promotion, results.
 *
 * @module-tag thorough
 */
import { expect, test } from 'vitest';
import {
  choose,
  expectAccessibleInAllColors,
  listMoves,
  openTab,
  paste,
  square,
  waitForMoves,
} from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

test('axe finds no problems in menus and dialogs', async () => {
  const { page } = await site().open();
  await openTab(page, 'Analyse');
  await paste(page, '1. e4 (1. d4 d5) 1... e5 {a comment} 2. Nf3 $1 *\n\n1. d4 d5 *');
  const games = page.getByRole('dialog', { name: 'Games in this file' });
  await games.waitFor();
  await expectAccessibleInAllColors(page);
  await games.getByRole('listitem').first().getByRole('button').click();
  await games.waitFor({ state: 'detached' });
  await expectAccessibleInAllColors(page);
  const opened = page.locator('dialog[open], [popover=auto]:popover-open');
  for (const name of [
    'Load a game or position',
    'Share and export',
    'More',
    'Engine settings',
    'Settings',
  ]) {
    await page.getByRole('button', { name, exact: true }).click();
    await opened.first().waitFor();
    await expectAccessibleInAllColors(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => opened.count()).toBe(0);
  }
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await expectAccessibleInAllColors(page);
  await page.keyboard.press('Escape');
  await choose(page, 'More', 'Game details …');
  await page.getByRole('dialog', { name: 'Game details' }).waitFor();
  await expectAccessibleInAllColors(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await choose(page, 'More', 'Edit e4 …');
  const comment = page.getByRole('menuitem', { name: 'Comment …' });
  await comment.waitFor();
  await expectAccessibleInAllColors(page);
  await comment.click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  await expectAccessibleInAllColors(page);
});

test('axe finds no problems in promotions and results', async () => {
  const { page } = await site().open();
  await openTab(page, 'Analyse');
  await paste(page, '6k1/P4ppp/8/8/8/8/5PPP/6KR w - - 0 1');
  await square(page, 'a7').click();
  await square(page, 'a8').click();
  const queen = page.getByRole('button', { name: 'queen', exact: true });
  await queen.waitFor();
  await expectAccessibleInAllColors(page);
  await queen.click();
  await expect.poll(() => listMoves(page)).toEqual(['a8=Q#']);
  await expectAccessibleInAllColors(page);
  await openTab(page, 'Play');
  await square(page, 'e2').click();
  await square(page, 'e4').click();
  await waitForMoves(page, 2);
  await page.getByRole('button', { name: 'Resign', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await expectAccessibleInAllColors(page);
  await dialog.getByRole('button', { name: 'Resign' }).click();
  await page.locator('.view:visible').getByText('Resignation, Black wins').waitFor();
  await expectAccessibleInAllColors(page);
});
