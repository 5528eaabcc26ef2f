/** What axe finds in what opens over the views: dialogs, menus, the choice of a promotion, results. */
import { expect, test } from 'vitest';
import {
  choose,
  expectAccessible,
  listMoves,
  openTab,
  paste,
  square,
  waitForMoves,
} from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

const SCHEMES = ['light', 'dark'] as const;

const openIn = (colorScheme: (typeof SCHEMES)[number]) =>
  site().open('', { colorScheme, reducedMotion: 'reduce' });

test.each(SCHEMES)('axe finds no problems in menus and dialogs, in %s colours', async (scheme) => {
  const { page } = await openIn(scheme);
  await openTab(page, 'Analyse');
  await paste(page, '1. e4 (1. d4 d5) 1... e5 {a comment} 2. Nf3 $1 *\n\n1. d4 d5 *');
  const games = page.getByRole('dialog', { name: 'Games in this file' });
  await games.waitFor();
  await expectAccessible(page);
  await games.getByRole('listitem').first().getByRole('button').click();
  await games.waitFor({ state: 'detached' });
  await expectAccessible(page);
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
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => opened.count()).toBe(0);
  }
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await choose(page, 'More', 'Edit e4 …');
  const comment = page.getByRole('menuitem', { name: 'Comment …' });
  await comment.waitFor();
  await expectAccessible(page);
  await comment.click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  await expectAccessible(page);
});

test.each(SCHEMES)(
  'axe finds no problems in promotions and results, in %s colours',
  async (scheme) => {
    const { page } = await openIn(scheme);
    await openTab(page, 'Analyse');
    await paste(page, '6k1/P4ppp/8/8/8/8/5PPP/6KR w - - 0 1');
    await square(page, 'a7').click();
    await square(page, 'a8').click();
    const queen = page.getByRole('button', { name: 'queen', exact: true });
    await queen.waitFor();
    await expectAccessible(page);
    await queen.click();
    await expect.poll(() => listMoves(page)).toEqual(['a8=Q#']);
    await expectAccessible(page);
    await openTab(page, 'Play');
    await square(page, 'e2').click();
    await square(page, 'e4').click();
    await waitForMoves(page, 2);
    await page.getByRole('button', { name: 'Resign', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Resign' }).click();
    await page.locator('.view:visible').getByText('Resignation, Black wins').waitFor();
    await expectAccessible(page);
  },
);
