/** The board: input by mouse, touch and keys, drawings, moves made in advance, and its looks. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  choose,
  clickMove,
  cornerSquare,
  listedMove,
  listMoves,
  paste,
  readBoard,
  readText,
  square,
  waitForMoves,
} from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

const PROMOTION = '#analyse&fen=8/P6k/8/8/8/8/8/7K_w_-_-_0_1';

/** Holds the engine back until it is released. */
async function openWithSlowEngine(): Promise<{ page: Page; release: () => void }> {
  const { page } = await site().openBlank();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/refrain-worker*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(site().url);
  return { page, release };
}

/** The centre of a square, once it stays where it is. */
async function centre(page: Page, name: string): Promise<{ x: number; y: number }> {
  await square(page, name).scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await square(page, name).boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

interface Finger {
  x: number;
  y: number;
  /** Tells several fingers apart. */
  id?: number;
}

/** An analysis on a phone, and what touches it: all fingers on the screen, at the end those that are lifted. */
async function openOnPhone() {
  const { page, context } = await site().open('#analyse', {
    hasTouch: true,
    viewport: { width: 390, height: 844 },
  });
  const client = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Finger[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  return { page, touch };
}

/** The squares of a move made in advance: two, or none. */
const countPremove = (page: Page) => page.locator('.square.premove').count();

/** Presses a mouse button on one square and releases it on another. */
async function drag(page: Page, from: string, to: string, button: 'left' | 'right'): Promise<void> {
  const [start, end] = [await centre(page, from), await centre(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up({ button });
}

describe('a promotion', () => {
  test('by two taps asks for the piece, and does not take the second tap for the answer', async () => {
    const { page } = await site().open(PROMOTION, {
      hasTouch: true,
      viewport: { width: 390, height: 844 },
    });
    await square(page, 'a7').tap();
    await square(page, 'a8').tap();
    const knight = page.getByRole('button', { name: 'knight', exact: true });
    await knight.waitFor();
    await expect.poll(() => listMoves(page)).toEqual([]);
    await knight.tap();
    await expect.poll(() => listMoves(page)).toEqual(['a8=N']);
  });

  test('by mouse leaves the focus at the board, where the keys step through the moves', async () => {
    const { page } = await site().open(PROMOTION);
    await clickMove(page, 'a7a8');
    await page.locator('.promotion').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.promotion').count()).toBe(0);
    await expect.poll(() => listMoves(page)).toEqual([]);
    await clickMove(page, 'a7a8r');
    await expect.poll(() => listMoves(page)).toEqual(['a8=R']);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.className))
      .toContain('board');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => readBoard(page)).toBe('8/P6k/8/8/8/8/8/7K');
  });

  test('at the lower edge is chosen by the arrow keys in the direction in which they point', async () => {
    const { page } = await site().open('#analyse&fen=7k/8/8/8/8/8/p7/7K_b_-_-_0_1');
    await clickMove(page, 'a2a1');
    await page.locator('.promotion').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(() => listMoves(page)).toEqual(['a1=N']);
  });

  test('keeps the keys of the page to itself while it asks', async () => {
    const { page } = await site().open(PROMOTION);
    await clickMove(page, 'a7a8');
    await page.locator('.promotion').waitFor();
    for (const key of ['m', 'f', 'Enter']) await page.keyboard.press(key);
    await expect.poll(() => listMoves(page)).toEqual(['a8=Q']);
    expect(await cornerSquare(page)).toBe('a8');
    expect(await page.getByRole('textbox', { name: 'Type a move' }).count()).toBe(0);
  });

  test('by keys returns the focus to the square', async () => {
    const { page } = await site().open(PROMOTION);
    await square(page, 'a7').focus();
    for (const key of ['Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    await page.locator('.promotion').waitFor();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await expect.poll(() => listMoves(page)).toEqual(['a8=N']);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-square'));
    await expect.poll(focused).toBe('a8');
  });
});

describe('a move made in advance', () => {
  test('is played as soon as it is legal', async () => {
    const { page, release } = await openWithSlowEngine();
    await clickMove(page, 'e2e4');
    await clickMove(page, 'g1f3');
    await expect.poll(() => countPremove(page)).toBe(2);
    await expect.poll(() => listMoves(page)).toEqual(['e4']);
    release();
    await waitForMoves(page, 3);
    await expect.poll(async () => (await listMoves(page))[2]).toBe('Nf3');
    await expect.poll(() => countPremove(page)).toBe(0);
  });

  test('is forgotten on a right click, on Escape, and when it is not legal', async () => {
    const { page, release } = await openWithSlowEngine();
    await clickMove(page, 'e2e4');
    await clickMove(page, 'g1f3');
    await expect.poll(() => countPremove(page)).toBe(2);
    await square(page, 'a5').click({ button: 'right' });
    await expect.poll(() => countPremove(page)).toBe(0);
    await square(page, 'g1').focus();
    for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'ArrowRight', 'Enter'])
      await page.keyboard.press(key);
    await expect.poll(() => countPremove(page)).toBe(2);
    await page.keyboard.press('Escape');
    await expect.poll(() => countPremove(page)).toBe(0);
    // The rook's way is closed.
    await clickMove(page, 'a1a5');
    await expect.poll(() => countPremove(page)).toBe(2);
    release();
    await waitForMoves(page, 2);
    await expect.poll(() => countPremove(page)).toBe(0);
    await expect.poll(() => listMoves(page)).toHaveLength(2);
  });

  test.each(['e1h1', 'e1g1'])('castles in Chess960: %s', async (castling) => {
    const { page, release } = await openWithSlowEngine();
    const form = page.getByRole('form', { name: 'New game' });
    await form.locator('details').evaluate((it: HTMLDetailsElement) => (it.open = true));
    await form.getByRole('radio', { name: 'Position' }).check();
    await form.getByLabel('FEN').fill('1k6/p7/8/8/8/8/P7/4K2R w H - 0 1');
    await clickMove(page, 'a2a3');
    await clickMove(page, castling);
    await expect.poll(() => countPremove(page)).toBe(2);
    release();
    await waitForMoves(page, 3);
    await expect.poll(async () => (await listMoves(page))[2]).toBe('O-O');
  });

  test('does not survive taking back', async () => {
    const { page } = await openWithSlowEngine();
    await clickMove(page, 'e2e4');
    await clickMove(page, 'g1f3');
    await expect.poll(() => countPremove(page)).toBe(2);
    await page.getByRole('button', { name: 'Take back' }).click();
    await expect.poll(() => countPremove(page)).toBe(0);
    await expect.poll(() => listMoves(page)).toEqual([]);
  });

  test('is not played as the first move of another game', async () => {
    const { page } = await openWithSlowEngine();
    await clickMove(page, 'e2e4');
    await clickMove(page, 'd2d4');
    await expect.poll(() => countPremove(page)).toBe(2);
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => listMoves(page)).toEqual(['e4']);
    await expect.poll(() => countPremove(page)).toBe(0);
  });
});

describe("a move begun in the engine's turn", () => {
  test("by a click can be finished after the engine's move", async () => {
    const { page, release } = await openWithSlowEngine();
    await clickMove(page, 'e2e4');
    await square(page, 'd2').click();
    await expect.poll(() => page.locator('.square.target').count()).toBe(4);
    release();
    await waitForMoves(page, 2);
    await expect.poll(() => page.locator('.square.selected').count()).toBe(1);
    await square(page, 'd3').click();
    await expect.poll(async () => (await listMoves(page))[2]).toBe('d3');
  });

  test("by a drag can be finished after the engine's move", async () => {
    const { page, release } = await openWithSlowEngine();
    await clickMove(page, 'e2e4');
    const [from, to] = [await centre(page, 'd2'), await centre(page, 'd3')];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    release();
    await waitForMoves(page, 2);
    await page.mouse.up();
    await expect.poll(async () => (await listMoves(page))[2]).toBe('d3');
  });

  test('is given up when a move is taken back', async () => {
    const { page } = await openWithSlowEngine();
    await clickMove(page, 'e2e4');
    await square(page, 'd2').click();
    await page.getByRole('button', { name: 'Take back' }).click();
    await expect.poll(() => listMoves(page)).toEqual([]);
    await expect.poll(() => page.locator('.square.selected').count()).toBe(0);
  });
});

describe('arrows and circles', () => {
  test('are drawn with the right button, kept with the move, and exported', async () => {
    const { page } = await site().open('#analyse');
    await clickMove(page, 'e2e4');
    await drag(page, 'd7', 'd5', 'right');
    await page.keyboard.down('Shift');
    await square(page, 'e5').click({ button: 'right' });
    await page.keyboard.up('Shift');
    await expect.poll(() => page.locator('.arrow.shape.green').count()).toBe(1);
    await expect.poll(() => page.locator('.circle.shape.red').count()).toBe(1);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.locator('.shape').count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('.shape').count()).toBe(2);
    const download = page.waitForEvent('download');
    await choose(page, 'Share and export', 'Save PGN');
    const text = await readText(download);
    expect(text.replace(/\s+/g, ' ')).toContain('1. e4 {[%csl Re5] [%cal Gd7d5]} *');
    // A left click clears them.
    await square(page, 'a6').click();
    await expect.poll(() => page.locator('.shape').count()).toBe(0);
  });

  test('are drawn by a long press and do not move the piece', async () => {
    const { page, touch } = await openOnPhone();
    const [from, to] = [await centre(page, 'e2'), await centre(page, 'e4')];
    await touch('touchStart', [from]);
    await page.locator('.circle.shape').waitFor();
    await touch('touchMove', [to]);
    await touch('touchEnd', []);
    await expect.poll(() => page.locator('.arrow.shape.green').count()).toBe(1);
    await expect.poll(() => listMoves(page)).toEqual([]);
    // A second one does not take the place of the first.
    await touch('touchStart', [await centre(page, 'd5')]);
    await page.locator('.circle.shape').waitFor();
    await touch('touchEnd', []);
    await expect.poll(() => page.locator('.shape').count()).toBe(2);
    await square(page, 'a6').tap();
    await expect.poll(() => page.locator('.shape').count()).toBe(0);
  });

  test('stay when a move is made, a piece is picked up or the mouse slips', async () => {
    const { page } = await site().open('#analyse');
    const shapes = '[%csl Re5] [%cal Gd7d5]';
    await paste(page, `{${shapes}} 1. e4 *`);
    await listedMove(page, 'e4').waitFor();
    const count = () => page.locator('.shape').count();
    await expect.poll(count).toBe(2);
    // By two clicks, and by dragging the piece.
    for (const makeMove of [() => clickMove(page, 'd2d4'), () => drag(page, 'c2', 'c4', 'left')]) {
      await makeMove();
      await expect.poll(count).toBe(0);
      await page.keyboard.press('ArrowLeft');
      await expect.poll(count).toBe(2);
    }
    // The second click only puts the piece back.
    await square(page, 'g1').click();
    await square(page, 'a6').click();
    await drag(page, 'a6', 'a4', 'left');
    const download = page.waitForEvent('download');
    await choose(page, 'Share and export', 'Save PGN');
    expect((await readText(download)).replace(/\s+/g, ' ')).toContain(`{${shapes}} 1. e4 `);
  });
});

describe('with two fingers', () => {
  const finger = async (page: Page, name: string, id: number): Promise<Finger> => ({
    ...(await centre(page, name)),
    id,
  });

  test('a piece is tapped by one and its square by the other, before the first is lifted', async () => {
    const { page, touch } = await openOnPhone();
    const [from, to] = [await finger(page, 'g1', 0), await finger(page, 'f3', 1)];
    await touch('touchStart', [from]);
    await touch('touchStart', [from, to]);
    await expect.poll(() => listMoves(page)).toEqual(['Nf3']);
    await touch('touchEnd', []);
    await square(page, 'd7').tap();
    await square(page, 'd5').tap();
    await expect.poll(() => listMoves(page)).toEqual(['Nf3', 'd5']);
  });

  test('a drag is not lost where another one rests on the board, nor anything drawn', {
    tags: ['thorough'],
  }, async () => {
    const { page, touch } = await openOnPhone();
    const resting = await finger(page, 'h5', 1);
    const drag = async (from: string, to: string, isFirst: boolean) => {
      const [start, end] = [await finger(page, from, 0), await finger(page, to, 0)];
      const halfway = { ...start, y: (start.y + end.y) / 2 };
      if (isFirst) {
        await touch('touchStart', [start]);
        await touch('touchMove', [halfway]);
        await touch('touchStart', [halfway, resting]);
        // Longer than the long press by which one finger draws.
        await page.waitForTimeout(700);
      } else {
        await touch('touchStart', [resting]);
        await page.locator('.circle.shape').waitFor();
        await touch('touchStart', [start, resting]);
        await touch('touchMove', [halfway, resting]);
      }
      await touch('touchMove', [end, resting]);
      await touch('touchEnd', [end]);
      await touch('touchEnd', []);
    };
    await drag('g1', 'f3', true);
    await expect.poll(() => listMoves(page)).toEqual(['Nf3']);
    await drag('d7', 'd5', false);
    await expect.poll(() => listMoves(page)).toEqual(['Nf3', 'd5']);
    expect(await page.locator('.shape').count()).toBe(0);
  });
});

test('the board has its files from left to right on a page from right to left, too', async () => {
  const { page } = await site().open('#analyse');
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  const left = async (name: string) => (await square(page, name).boundingBox())!.x;
  expect(await left('a1')).toBeLessThan(await left('h1'));
});

test('a drag by pen is not lost when the palm that touched first is ignored, or rests on the board', {
  tags: ['thorough'],
}, async () => {
  const { page, context } = await site().open('#analyse', { hasTouch: true });
  const client = await context.newCDPSession(page);
  const palm = (type: 'touchStart' | 'touchCancel' | 'touchEnd', touchPoints: Finger[] = []) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  const pen = async (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', name: string) => {
    const at = await centre(page, name);
    const held = { button: 'left', buttons: 1, pointerType: 'pen' } as const;
    await client.send('Input.dispatchMouseEvent', { ...at, ...held, type, clickCount: 1 });
  };
  await palm('touchStart', [await centre(page, 'h5')]);
  await pen('mousePressed', 'g1');
  await pen('mouseMoved', 'g3');
  await palm('touchCancel');
  await pen('mouseMoved', 'f3');
  await pen('mouseReleased', 'f3');
  await expect.poll(() => listMoves(page)).toEqual(['Nf3']);
  await palm('touchStart', [await centre(page, 'h5')]);
  await page.locator('.circle.shape').waitFor();
  await pen('mousePressed', 'd7');
  await pen('mouseMoved', 'd6');
  await pen('mouseMoved', 'd5');
  await pen('mouseReleased', 'd5');
  await palm('touchEnd');
  await expect.poll(() => listMoves(page)).toEqual(['Nf3', 'd5']);
  expect(await page.locator('.shape').count()).toBe(0);
});

test('castling is marked where the king lands, in Chess960 too', async () => {
  const { page } = await site().open('#analyse&fen=4k3/8/8/8/8/8/8/RK6_w_A_-_0_1');
  await clickMove(page, 'b1a1');
  const marked = () =>
    page
      .locator('.board:visible .last')
      .evaluateAll((squares) => squares.map((it) => it.getAttribute('data-square')));
  await expect.poll(marked).toEqual(['b1', 'c1']);
});

test('the wheel over the board steps through the moves', async () => {
  const { page } = await site().open('#analyse&moves=e2e4,e7e5');
  const { x, y } = await centre(page, 'd4');
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -120);
  await expect.poll(() => readBoard(page)).toContain('4P3');
  await page.mouse.wheel(0, -120);
  await expect.poll(() => readBoard(page)).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR');
  await page.mouse.wheel(0, 120);
  await expect.poll(() => readBoard(page)).toBe('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR');
});

test('board and pieces are chosen in the settings and survive a reload', async () => {
  const { page } = await site().open();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Wood' }).check();
  await page.getByRole('radio', { name: 'Plain' }).check();
  const look = () =>
    page.evaluate(() => {
      const dark = document.querySelector('.square.dark');
      const plain = document.querySelector('.plain-set');
      if (dark === null || plain === null) return [];
      return [getComputedStyle(dark).backgroundColor, getComputedStyle(plain).display];
    });
  const wood = ['rgb(181, 138, 95)', 'inline'];
  await expect.poll(look).toEqual(wood);
  await page.reload();
  await expect.poll(look).toEqual(wood);
});
