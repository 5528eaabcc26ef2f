/** Names and comments in Arabic and Hebrew: they are read from right to left, what is beside them is not. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { formatReport } from '../../src/report/htmlReport.ts';
import { reviewGame } from '../../src/review/reviewGame.ts';
import { ShallowEngine } from '../support/reviews.ts';
import { choose, clickMove, listedMove, paste } from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

/** Where parts of a text begin, from the left; the parts come in this order in it. */
const readLefts = (text: Locator, parts: readonly string[]): Promise<number[]> =>
  text.evaluate((element, parts) => {
    const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const lefts: number[] = [];
    let node = nodes.nextNode();
    let from = 0;
    while (node !== null && lefts.length < parts.length) {
      const part = parts[lefts.length]!;
      const at = node.textContent!.indexOf(part, from);
      if (at >= 0) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + part.length);
        lefts.push(range.getBoundingClientRect().left);
        from = at + part.length;
      } else {
        node = nodes.nextNode();
        from = 0;
      }
    }
    return lefts;
  }, parts);

/** Expects parts of a text to be shown from left to right. */
async function expectInOrder(text: Locator, ...parts: string[]): Promise<void> {
  const lefts = await readLefts(text, parts);
  expect(lefts, parts.join(' ')).toHaveLength(parts.length);
  expect(lefts, parts.join(' ')).toEqual(lefts.toSorted((a, b) => a - b));
}

/** A comment, and what is expected of it: that its parts are shown from right to left. */
const COMMENT = 'טוב! 1. d4';
async function expectComment(text: Locator): Promise<void> {
  const lefts = await readLefts(text, ['טוב', '1', 'd4']);
  expect(lefts).toHaveLength(3);
  expect(lefts).toEqual(lefts.toSorted((a, b) => b - a));
}

test('names stay in their order, and do not turn the result round', async () => {
  const { page } = await site().open('#analyse');
  for (const [white, black] of [
    ['علي', 'محمد'],
    ['דוד', 'יעקב'],
  ] as const) {
    await paste(page, `[White "${white}"]\n[Black "${black}"]\n\n1. e4 e5 1-0`);
    const title = page.locator('.game-title', { hasText: white });
    await expectInOrder(title, white, black, '1', '0');
  }
});

test('comments do not turn round the moves between them, and are read from right to left', async () => {
  const { page } = await site().open('#analyse');
  await paste(page, `1. e4 {${COMMENT}} (1. d4 {جيد} d5 {جيد} 2. c4 {جيد} e6 {جيد}) *`);
  await listedMove(page, 'd5').waitFor();
  await expectInOrder(page.locator('.variation'), 'd4', 'd5', 'c4', 'e6');
  await expectComment(page.locator('.comment').first());
});

test('a comment is written from right to left too', async () => {
  const { page } = await site().open('#analyse');
  await clickMove(page, 'e2e4');
  await choose(page, 'More', 'Edit e4 …');
  await page.getByRole('menuitem', { name: 'Comment …' }).click();
  const field = page.getByRole('textbox', { name: 'Comment' });
  const direction = () => field.evaluate((it) => getComputedStyle(it).direction);
  expect(await direction()).toBe('ltr');
  await field.fill(COMMENT);
  expect(await direction()).toBe('rtl');
});

test('in print names, places and comments stay in their order', {
  tags: ['thorough'],
}, async () => {
  const { page } = await site().open('#analyse');
  await paste(
    page,
    `[White "علي"]\n[Black "محمد"]\n[Event "דובאי 1"]\n[Site "חיפה"]\n\n1. e4 {${COMMENT}} e5 (1... c5 {جيد} 2. Nf3) *`,
  );
  await page.locator('.game-title', { hasText: 'علي' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('.sheet');
  // The page prepares for printing some time after it is there: until then nobody hears of it.
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      return sheet.locator('h1').count();
    })
    .toBe(1);
  await expectInOrder(sheet.locator('h1'), 'علي', 'محمد');
  await expectInOrder(sheet.getByText('דובאי'), 'דובאי', 'חיפה');
  await expectInOrder(sheet.getByText('c5'), 'c5', 'جيد', '2', 'Nf3');
  await expectComment(sheet.getByText('d4'));
});

test('in a report names, ratings, places and comments stay in their order', {
  tags: ['thorough'],
}, async () => {
  const pgn = `[White "علي"]\n[Black "محمد"]\n[WhiteElo "2100"]\n[Event "דובאי"]\n[Site "חיפה"]\n\n1. e4 {${COMMENT}} e5 *`;
  const review = await reviewGame(pgn, { engines: [new ShallowEngine(2)], limits: { depth: 2 } });
  const { page } = await site().openBlank();
  await page.setContent(formatReport([review], 'depth 2'));
  await expectInOrder(page.locator('h1'), 'علي', 'محمد');
  await expectInOrder(page.locator('h2').first(), 'علي', '2100');
  await expectInOrder(page.locator('header p').first(), 'דובאי', 'חיפה');
  await page.locator('.ply label', { hasText: 'e4' }).click();
  await expectComment(page.locator('.view:visible p', { hasText: 'טוב' }));
});
