/** Setting up a position by hand: what interrupts a drag, and what Escape takes back. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choose, readBoard, resize } from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** The editor on a phone, and what touches it: all fingers on the screen, at the end those that are lifted. */
async function openEditor() {
  const { page, context } = await site().open('#analyse', {
    hasTouch: true,
    viewport: { width: 390, height: 844 },
  });
  await choose(page, 'Load a game or position', 'Set up a position …');
  const dialog = page.getByRole('dialog', { name: 'Set up position' });
  const client = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Finger[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  return { page, dialog, touch };
}

interface Finger {
  x: number;
  y: number;
  /** Tells several fingers apart. */
  id: number;
}

/** A finger at the centre of a square. */
async function finger(page: Page, name: string, id: number): Promise<Finger> {
  const square = page.locator(`dialog [data-square="${name}"]`);
  const { x, y, width, height } = (await square.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2, id };
}

/** How many squares have no drawing of their piece. */
const countMisplaced = (page: Page): Promise<number> =>
  page.locator('dialog .board').evaluate((board) => {
    const cells = [...board.querySelectorAll('[data-square]')].filter((it) =>
      it.getAttribute('aria-label')?.includes(' '),
    );
    const pieces = [...board.querySelectorAll('.pieces > *')].map((it) =>
      it.getBoundingClientRect(),
    );
    return cells.filter((cell) => {
      const { left, top } = cell.getBoundingClientRect();
      return !pieces.some((it) => Math.abs(it.left - left) + Math.abs(it.top - top) < 4);
    }).length;
  });

test('a second finger on the board changes nothing while the first one drags a piece', async () => {
  const { page, dialog, touch } = await openEditor();
  const at = (name: string, id = 0) => finger(page, name, id);
  const resting = await at('a6', 1);
  await touch('touchStart', [await at('e2')]);
  await touch('touchMove', [await at('e3')]);
  await dialog.locator('.is-dragged').waitFor();
  await touch('touchStart', [await at('e3'), resting]);
  await touch('touchMove', [await at('e4'), resting]);
  await touch('touchEnd', [await at('e4')]);
  await touch('touchEnd', []);
  const moved = START.replace('PPPPPPPP', 'PPPP1PPP').replace('8/8/8/8', '8/8/4P3/8');
  await expect.poll(() => dialog.getByLabel('FEN').inputValue()).toBe(moved);
  await expect.poll(() => countMisplaced(page)).toBe(0);
});

test('a position that is loaded during a drag stays as it is', async () => {
  const { page, dialog, touch } = await openEditor();
  const at = (name: string) => finger(page, name, 0);
  await touch('touchStart', [await at('e2')]);
  await touch('touchMove', [await at('e4')]);
  await touch('touchEnd', []);
  await touch('touchStart', [await at('e4')]);
  await touch('touchMove', [await at('e6')]);
  await dialog.locator('.is-dragged').waitFor();
  await dialog.getByRole('button', { name: 'Start position' }).press('Enter');
  await touch('touchMove', [await at('d8')]);
  await touch('touchEnd', []);
  await dialog.getByRole('checkbox', { name: 'White O-O', exact: true }).press('Space');
  await expect.poll(() => dialog.getByLabel('FEN').inputValue()).toBe(START.replace('KQkq', 'Qkq'));
  await expect.poll(() => countMisplaced(page)).toBe(0);
});

test('castling can be chosen only while king and rook stand where they castle from, also in Chess960', async () => {
  const { dialog } = await openEditor();
  const fen = dialog.getByLabel('FEN');
  const rights = async () => (await fen.inputValue()).split(' ')[2];
  const move = async (from: string, to: string) => {
    for (const square of [from, to])
      await dialog.locator(`[data-square="${square}"]`).press('Enter');
  };
  const short = dialog.getByRole('checkbox', { name: 'White O-O', exact: true });
  const use = dialog.getByRole('button', { name: 'Use this position' });
  await move('h1', 'h3');
  await expect.poll(rights).toBe('Qkq');
  expect(await short.isDisabled()).toBe(true);
  // Not as in Chess960, from where it stands now.
  await move('e1', 'e3');
  await expect.poll(rights).toBe('kq');
  expect(await use.isEnabled()).toBe(true);
  await move('e3', 'e1');
  await move('h3', 'h1');
  await expect.poll(rights).toBe('KQkq');
  expect(await short.isChecked()).toBe(true);
  await fen.fill('bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1');
  await move('f1', 'f3');
  await expect.poll(rights).toBe('Hhf');
  await move('f3', 'f1');
  await expect.poll(rights).toBe('HFhf');
});

test('Escape puts back a piece that was picked up, and only then closes', async () => {
  const { page, dialog } = await openEditor();
  await dialog.getByRole('radio', { name: 'Remove pieces' }).check();
  await dialog.locator('[data-square="d2"]').press('Enter');
  await dialog.getByRole('radio', { name: 'Move pieces', exact: true }).check();
  await dialog.locator('[data-square="e2"]').press('Enter');
  await dialog.locator('.selected').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog.locator('.selected').count()).toBe(0);
  expect(await dialog.getByLabel('FEN').inputValue()).toContain('PPP1PPPP');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a changed position that Escape has closed can be edited again, as it was', async () => {
  const { page, dialog } = await openEditor();
  const again = page.getByRole('button', { name: 'Edit again' });
  await dialog.locator('[data-square="e2"]').press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await choose(page, 'Load a game or position', 'Set up a position …');
  expect(await again.count()).toBe(0);
  await dialog.getByRole('radio', { name: 'Remove pieces' }).check();
  for (const square of ['e8', 'd8']) await dialog.locator(`[data-square="${square}"]`).click();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await again.press('Enter');
  const problem = dialog.getByRole('alert');
  await expect.poll(() => problem.textContent()).toContain('king');
  // Not below what is in sight of a phone.
  const isInSight = () =>
    problem.evaluate((it) => {
      const { left, top, height } = it.getBoundingClientRect();
      return document.elementFromPoint(left + 1, top + height / 2) === it;
    });
  await expect.poll(isInSight).toBe(true);
  await dialog.getByRole('radio', { name: 'Black king' }).check();
  await dialog.locator('[data-square="e8"]').click();
  await dialog.getByRole('button', { name: 'Use this position' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => readBoard(page)).toBe('rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR');
});

test('nothing lies on the board while the dialog scrolls in a low window', {
  tags: ['thorough'],
}, async () => {
  const { page, dialog } = await openEditor();
  /** The squares that a part of the form covers, wherever the dialog is scrolled to. */
  const findCovered = () =>
    dialog.evaluate((element) => {
      const covered = new Set<string>();
      for (let top = 0; top < element.scrollHeight; top += 20) {
        element.scrollTop = top;
        for (const square of element.querySelectorAll<HTMLElement>('[data-square]')) {
          const { left, top, width, height } = square.getBoundingClientRect();
          const shown = document.elementFromPoint(left + width / 2, top + height / 2);
          if (shown?.closest('.editor .form') != null) covered.add(square.dataset.square!);
        }
      }
      return [...covered];
    });
  for (const [width, height] of [
    [320, 480],
    [568, 320],
    [600, 400],
    [844, 390],
  ] as const) {
    await resize(page, width, height);
    expect(await findCovered(), `${width}×${height}`).toEqual([]);
  }
});
