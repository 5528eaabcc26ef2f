/** The list of moves, laid out: in rows of two, or running on where the window is upright. */
import { expect, test } from 'vitest';
import { listedMove, listMoves, paste, resize, SIZES, waitForMoves } from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

test('a number stays with its move where the moves run on', async () => {
  const { page } = await site().open('#analyse');
  await paste(
    page,
    '1. e4 e5 2. Nf3 Nc6 3. Bb5 {Spanish} a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3',
  );
  await waitForMoves(page, 13);
  for (const width of [320, 360, 375, 390, 412, 768]) {
    await resize(page, width, 844);
    /** The numbers that are at the end of the line above their move. */
    const findApart = () =>
      page.locator('.number:visible').evaluateAll((numbers) =>
        numbers.flatMap((number) => {
          const move = number.parentElement!.querySelector('.move')!.getBoundingClientRect();
          return number.getBoundingClientRect().bottom > move.top ? [] : [number.textContent];
        }),
      );
    await expect.poll(findApart, { message: `${width}` }).toEqual([]);
  }
});

test('closing brackets of variations do not cover what stands before them', async () => {
  const { page } = await site().open('#analyse');
  await paste(page, '1. e4 e5 (1... c5 2. Nf3 (2. c3 {Alapin}) 2... d6 3. d4 (3. Bb5+)) 2. Nf3');
  await resize(page, 390, 844);
  await waitForMoves(page, 3);
  /** What each bracket follows, if it is to the left of its end. */
  const findCovered = () =>
    page.locator('.closing:visible').evaluateAll((brackets) =>
      brackets.flatMap((bracket) => {
        const before = document.createRange();
        before.selectNodeContents(bracket.previousSibling!);
        const isClear =
          bracket.getBoundingClientRect().left >= before.getBoundingClientRect().right;
        return isClear ? [] : [before.toString()];
      }),
    );
  await expect.poll(() => page.locator('.closing:visible').count()).toBe(3);
  await expect.poll(findCovered).toEqual([]);
});

test('the comment at the beginning of a variation is still there once that is the main line', async () => {
  const { page } = await site().open('#analyse');
  await paste(page, '1. e4 {open} ({closed} 1. d4 d5) 1... e5 *');
  const comments = () => page.locator('.comment:visible').allTextContents();
  await expect.poll(comments).toEqual(['open', '(closed']);
  await listedMove(page, 'e4').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete from here' }).click();
  await expect.poll(() => listMoves(page)).toEqual(['d4', 'd5']);
  expect(await comments()).toEqual(['closed']);
});

test('the current move stays in sight when the window changes', async () => {
  const moves = Array(5).fill('g1f3,g8f6,f3g1,f6g8').join();
  const { page } = await site().open(`#analyse&moves=${moves}`, {
    viewport: { width: 1440, height: 900 },
  });
  await waitForMoves(page, 20);
  for (const [width, height] of SIZES) {
    await resize(page, width, height);
    const isInSight = () =>
      page.evaluate(() => {
        const list = document.querySelector('.analyse .moves')!.getBoundingClientRect();
        const move = document.querySelector('.analyse .move[aria-current]')!;
        const { top, bottom, left, right } = move.getBoundingClientRect();
        const isInList = top >= list.top - 1 && bottom <= list.bottom + 1;
        return isInList && left >= list.left - 1 && right <= list.right + 1;
      });
    await expect.poll(isInSight, { message: `${width}×${height}` }).toBe(true);
  }
});
