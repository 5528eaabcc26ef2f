/** The layout at the sizes of docs/web-page.md and below: nothing of the main flow is hidden or cut. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  choose,
  chooseQuick,
  clickMove,
  loadForReview,
  openTab,
  resign,
  resize,
  SIZES,
  scrollsSideways,
  waitForMoves,
} from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

/** Of the first phones with a touch screen. */
const SMALL = [
  [568, 320],
  [480, 320],
] as const;

/** Phones upright, and a tablet. */
const UPRIGHT = [
  [320, 568],
  [360, 640],
  [390, 664],
  [768, 1024],
] as const;

const VIEWS = ['Play', 'Analyse', 'Review'];

/** What sticks out of the window, or is covered, of the board, the clocks and the bar. */
const findHidden = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const visible = document.querySelector<HTMLElement>('[role="tabpanel"]:not([hidden])')!;
    const main =
      '.board, .player:not(:has(.clock:empty)) .clock, .start-buttons button, .result button, .bar button';
    return [...visible.querySelectorAll<HTMLElement>(main)]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const at = document.elementFromPoint(x, y);
        const isInside =
          left >= 0 && right <= innerWidth + 1 && top >= 0 && bottom <= innerHeight + 1;
        const panel = element.closest('.bar, .start')?.getBoundingClientRect();
        const isInPanel = panel === undefined || (left >= panel.left && right <= panel.right + 1);
        return !isInside || !isInPanel || !(element.contains(at) || at?.contains(element));
      })
      .map((element) => `${element.className} ${element.textContent}`);
  });

/** Words of the panel that are cut off, wrapped though they stand on a button, or too close together. */
const findCramped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const visible = document.querySelector<HTMLElement>('[role="tabpanel"]:not([hidden])')!;
    const [words, buttons, captions] = [
      '.player .name, .chances',
      '.start-buttons button, .result button',
      '.bar .caption',
    ].map((selector) =>
      [...visible.querySelectorAll<HTMLElement>(selector)].filter((it) => it.checkVisibility()),
    ) as [HTMLElement[], HTMLElement[], HTMLElement[]];
    const cut = words.filter((element) => element.scrollWidth > element.clientWidth);
    const rows = new Set(buttons.map((button) => button.getBoundingClientRect().top));
    const lineHeight = 24;
    const wrapped = buttons.filter((button) => {
      const range = document.createRange();
      range.selectNodeContents(button);
      return rows.size > 1 || range.getBoundingClientRect().height > 1.5 * lineHeight;
    });
    const close = captions.filter((caption, i) => {
      const before = captions[i - 1]?.getBoundingClientRect().right ?? Number.NEGATIVE_INFINITY;
      return caption.getBoundingClientRect().left < before + 5;
    });
    return [...cut, ...wrapped, ...close].map(({ textContent }) => textContent!);
  });

/** Words of controls that are cut off. */
const findCut = (page: Page): Promise<string[]> =>
  page
    .locator('.view button, .view legend, .view label, header button')
    .evaluateAll((controls: HTMLElement[]) =>
      controls
        .filter((it) => it.checkVisibility() && it.scrollWidth > it.clientWidth + 1)
        .filter((it) => getComputedStyle(it).display !== 'inline')
        .map(({ textContent }) => textContent!),
    );

/** Which of the visible elements are not in sight from side to side. */
const findPartly = (page: Page, selector: string): Promise<string[]> =>
  page.locator(`${selector} >> visible=true`).evaluateAll((all) => {
    const partly = all.filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const sides = [
        [x, top + 2],
        [x, bottom - 2],
        [left + 2, y],
        [right - 2, y],
      ] as const;
      return !sides.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
    });
    return partly.map(({ textContent }) => textContent!);
  });

test('board, clocks and actions are visible at all sizes, in every view, during and after a game', async () => {
  const { page } = await site().open('', { isEngineOn: true, isBrief: true });
  await page.getByLabel('Clock').selectOption('5+3');
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  const check = async (state: string, views: readonly string[]) => {
    for (const view of views) {
      await openTab(page, view);
      for (const [width, height] of [...SIZES, ...SMALL]) {
        await resize(page, width, height);
        const options = { message: `${view}, ${state}, ${width}×${height}` };
        await expect.poll(() => findHidden(page), options).toEqual([]);
        await expect.poll(() => findCramped(page), options).toEqual([]);
        await expect.poll(() => scrollsSideways(page), options).toBe(false);
      }
    }
    await openTab(page, 'Play');
  };
  // The game changes only its own view.
  await check('in a game', VIEWS);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.locator('.start').waitFor();
  await check('before the next one', ['Play']);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await resign(page);
  await page.getByRole('button', { name: 'Rematch' }).waitFor();
  await check('after it', ['Play']);
});

test('the end of an analysis leaves its depth and chances whole, at any size', async () => {
  const { page } = await site().open('#analyse', { isEngineOn: true, isBrief: true });
  await page.getByRole('button', { name: 'Go deeper' }).waitFor();
  for (const [width, height] of [...SIZES, ...UPRIGHT]) {
    await resize(page, width, height);
    const options = { message: `${width}×${height}`, timeout: 5000 };
    await expect.poll(() => findPartly(page, '.facts .link'), options).toEqual([]);
    const findShort = () =>
      page
        .locator('.effort, .chances')
        .evaluateAll((all) =>
          all.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent),
        );
    await expect.poll(findShort, options).toEqual([]);
  }
});

test('after a game a phone and a tablet show the result, what to do next, and the moves', async () => {
  const { page } = await site().open();
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  await resign(page);
  const buttons = page.locator('.result button:visible');
  for (const [width, height] of [...UPRIGHT, ...SMALL]) {
    await resize(page, width, height);
    for (const key of ['End', 'ArrowLeft']) {
      await page.keyboard.press(key);
      const options = { message: `${width}×${height}, ${key}` };
      await expect.poll(() => buttons.allTextContents()).toEqual(['Review', 'Rematch', 'Analyse']);
      const parts = '.result p, .result button, .move[aria-current]';
      await expect.poll(() => findPartly(page, parts), options).toEqual([]);
    }
  }
});

test('the form of a new game shows all of its fields, and never covers its start', {
  tags: ['thorough'],
}, async () => {
  const { page } = await site().open();
  const check = async (state: string, parts: string) => {
    for (const [width, height] of [...UPRIGHT, ...SMALL]) {
      await resize(page, width, height);
      const options = { message: `${state}, ${width}×${height}` };
      await expect.poll(() => findPartly(page, parts), options).toEqual([]);
    }
  };
  const fields = '.start .segments, .start .field, .start summary, .start-buttons button';
  await check('first game', fields);
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  await check('another game', fields);
  await page.locator('.start summary').click();
  await page.getByRole('radio', { name: 'Position' }).check();
  await check('from a position', '.start-buttons button');
  await page.locator('.start').evaluate((it) => it.scrollIntoView());
  await resize(page, 1280, 720);
  await expect.poll(() => findPartly(page, `${fields}, .start .row button:visible`)).toEqual([]);
});

test('menus list their items below each other, all of them within the window', async () => {
  const { page } = await site().open('#analyse&moves=e2e4');
  for (const [width, height] of SIZES) {
    await resize(page, width, height);
    for (const menu of ['Load a game or position', 'More']) {
      await page.getByRole('button', { name: menu, exact: true }).click();
      const items = page.locator('.menu button');
      const message = `${menu}, ${width}×${height}`;
      await expect.poll(() => items.count(), { message }).toBeGreaterThanOrEqual(5);
      /** The texts of items that overlap the one above, or stick out of the window. */
      const findBad = () =>
        items.evaluateAll((all) => {
          const boxes = all.map((item) => item.getBoundingClientRect());
          const bad = boxes.flatMap(({ left, right, top, bottom }, i) => {
            const isBelow = top >= (boxes[i - 1]?.bottom ?? 0);
            const isInside = left >= 0 && right <= innerWidth && bottom <= innerHeight;
            return isBelow && isInside ? [] : [all[i]!.textContent];
          });
          return bad;
        });
      await expect.poll(findBad, { message }).toEqual([]);
      await page.keyboard.press('Escape');
      await items.first().waitFor({ state: 'detached' });
    }
  }
});

test('dialogs keep their buttons in sight, whatever they hold', async () => {
  const { page } = await site().open('#analyse');
  const check = async (button: string, ...others: string[]) => {
    const sidesOf = async (selector: string) => {
      const box = await page.locator('dialog').last().locator(selector).boundingBox();
      return [box!.y, box!.y + box!.height] as const;
    };
    for (const [width, height] of SIZES.slice(0, 3)) {
      await resize(page, width, height);
      const isInSight = async () => {
        const [top, bottom] = await sidesOf(`button:text-is("${button}")`);
        const sides = await Promise.all(others.map(sidesOf));
        const isAbove = sides.every(([top_, bottom_]) => top_ >= 0 && bottom_ <= top);
        return bottom <= height && isAbove;
      };
      await expect.poll(isInSight, { message: `${button}, ${width}×${height}` }).toBe(true);
    }
  };
  await choose(page, 'Load a game or position', 'Set up a position …');
  await check('Use this position', '.board');
  await page.keyboard.press('Escape');
  await choose(page, 'Load a game or position', 'Paste PGN or FEN …');
  await check('Load');
  await page.getByRole('textbox').fill('[White "A"]\n\n1. e4 *\n\n'.repeat(50));
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await page.getByText('50 games').waitFor();
  await check('Cancel');
});

test('the list of keys opens at its beginning, although its button is at its end, and breaks no move', async () => {
  const { page } = await site().open();
  await resize(page, 390, 844);
  await page.getByRole('button', { name: 'Keys' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await dialog.waitFor();
  expect(await dialog.evaluate((it) => it.scrollTop)).toBe(0);
  expect(await dialog.getByRole('button').evaluate((it) => it.matches(':focus'))).toBe(true);
  // Castling is not broken at its hyphen.
  const lines = await dialog.getByText('type a move').evaluate(({ firstChild: text }) => {
    const range = document.createRange();
    const start = text!.textContent!.search(/O.O/);
    range.setStart(text!, start);
    range.setEnd(text!, start + 3);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
});

test('the board takes the height of the window, at any size', async () => {
  const { page } = await site().open();
  for (const [width, height] of SIZES.slice(2)) {
    await resize(page, width, height);
    const isInSight = async () => {
      const board = (await page.locator('.board:visible').boundingBox())!;
      const isLarge = board.height > Math.min(height * 0.82, width * 0.6);
      return isLarge && board.y + board.height <= height;
    };
    await expect.poll(isInSight, { message: `${width}×${height}` }).toBe(true);
  }
});

test('the board is square, and the evaluation bar as high, at any size', async () => {
  const { page } = await site().open('#analyse');
  for (const [width, height] of [...SIZES, ...SMALL, ...UPRIGHT, [667, 375], [700, 500]] as const) {
    await resize(page, width, height);
    const readSizes = async () => {
      const board = (await page.locator('.board:visible').boundingBox())!;
      const bar = (await page.locator('.eval-bar:visible').boundingBox())!;
      return [board.height, bar.height].map((it) => Math.round(Math.abs(it - board.width)));
    };
    await expect.poll(readSizes, { message: `${width}×${height}`, timeout: 5000 }).toEqual([0, 0]);
  }
});

test('a small phone on its side has the board beside the panel, and nothing to scroll', {
  tags: ['thorough'],
}, async () => {
  const { page } = await site().open('', { isEngineOn: true, isBrief: true });
  for (const [width, height] of SMALL) {
    await resize(page, width, height);
    for (const view of VIEWS) {
      await openTab(page, view);
      const options = { message: `${view}, ${width}×${height}` };
      const isSideBySide = async () => {
        const board = (await page.locator('.board:visible').boundingBox())!;
        const panel = (await page.locator('.content:visible').boundingBox())!;
        const isWhole = board.y >= 0 && board.y + board.height <= height;
        return isWhole && board.x + board.width <= panel.x && panel.x + panel.width <= width;
      };
      await expect.poll(isSideBySide, options).toBe(true);
      await expect.poll(() => findCut(page), options).toEqual([]);
      const overhang = () => page.evaluate(() => document.body.scrollHeight - innerHeight);
      await expect.poll(overhang, options).toBeLessThanOrEqual(0);
    }
    await openTab(page, 'Play');
  }
});

test('wide windows have a third column: the opening of a game, the story of a review', {
  tags: ['thorough'],
}, async () => {
  const { page } = await site().open();
  await resize(page, 2560, 1440);
  const leftOfBoard = async () => (await page.locator('.play .board').boundingBox())!.x;
  const before = await leftOfBoard();
  await clickMove(page, 'e2e4');
  await page.locator('.play .opening-moves li').first().waitFor();
  const rightOfOpening = async () => {
    const { x, width } = (await page.locator('.play .opening').boundingBox())!;
    return x + width;
  };
  await expect.poll(rightOfOpening).toBeLessThan(before);
  await expect.poll(leftOfBoard).toBe(before);
});

test('below five lines of the engine there is a row of moves, with the current one', {
  tags: ['thorough'],
}, async () => {
  const moves = Array(5).fill('g1f3,g8f6,f3g1,f6g8').join();
  const { page } = await site().open(`#analyse&moves=${moves}`, { isBrief: true });
  await page.getByRole('button', { name: 'Engine settings' }).click();
  await page.getByRole('combobox', { name: 'Lines' }).selectOption('5');
  await page.keyboard.press('Escape');
  await page.getByRole('switch').click();
  await page.locator('.lines[style="--lines: 5;"]').waitFor();
  for (const [width, height] of [...UPRIGHT, ...SMALL]) {
    await resize(page, width, height);
    for (const key of ['End', 'ArrowLeft', 'Home', 'ArrowRight']) {
      await page.keyboard.press(key);
      const message = `${width}×${height}, ${key}`;
      await expect.poll(() => findPartly(page, '.move[aria-current]'), { message }).toEqual([]);
    }
  }
});

test('a game of a file has the others beside its name, at all sizes', {
  tags: ['thorough'],
}, async () => {
  const { page } = await site().open('#analyse', { isBrief: true });
  await page.getByRole('switch').click();
  const game = (n: number) => `[White "Player ${n}"]\n\n1. e4 *\n\n`;
  const text = Array.from({ length: 3000 }, (_, i) => game(i + 1)).join('');
  const chooser = page.waitForEvent('filechooser');
  await choose(page, 'Load a game or position', 'Open a file …');
  const file = { name: 'games.pgn', mimeType: 'text/plain', buffer: Buffer.from(text) };
  await (await chooser).setFiles(file);
  await page.getByRole('searchbox').fill('player 2999');
  await page.keyboard.press('Enter');
  await page.getByText('Game 2999 of 3000').waitFor();
  await page.keyboard.press('End');
  for (const [width, height] of [...UPRIGHT, ...SMALL, ...SIZES]) {
    await resize(page, width, height);
    const parts = '.pager button, .move[aria-current]';
    const options = { message: `${width}×${height}` };
    await expect.poll(() => findPartly(page, parts), options).toEqual([]);
  }
});

test('nothing is cut at 320 pixels and at twice the size', async () => {
  const { page } = await site().open();
  // 640×360 is 1280×720 at 200%, 320×256 is 1280×1024 at 400%.
  for (const [width, height] of [
    [320, 568],
    [640, 360],
    [320, 256],
  ] as const) {
    await resize(page, width, height);
    for (const view of VIEWS) {
      await openTab(page, view);
      const options = { message: `${view}, ${width}×${height}` };
      await expect.poll(() => scrollsSideways(page), options).toBe(false);
      await expect.poll(() => findCut(page), options).toEqual([]);
    }
  }
  await openTab(page, 'Play');
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.locator('.start').waitFor({ state: 'hidden' });
  await resize(page, 640, 360);
  await expect.poll(() => scrollsSideways(page)).toBe(false);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByRole('button', { name: 'Start game' }).waitFor();
});

test('a phone shows the whole choice of colours and My games before a game, and does not scroll', async () => {
  const { page } = await site().open();
  const overhang = () =>
    page.evaluate(
      () => document.documentElement.scrollHeight - document.documentElement.clientHeight,
    );
  const cut = () =>
    page
      .locator('.start .segments span:visible')
      .evaluateAll((spans) =>
        spans.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent),
      );
  for (const [width, height] of [
    [320, 568],
    [360, 640],
    [390, 844],
  ] as const) {
    await resize(page, width, height);
    for (const color of ['Random', 'Black', 'White']) {
      await page.getByRole('radio', { name: color }).check();
      await expect.poll(cut, { message: `${color}, ${width}×${height}` }).toEqual([]);
    }
    for (const view of VIEWS) {
      await openTab(page, view);
      await expect.poll(overhang, { message: `${view}, ${width}×${height}` }).toBe(0);
      await expect.poll(() => scrollsSideways(page)).toBe(false);
    }
    await openTab(page, 'Play');
    await page.getByRole('button', { name: 'My games' }).click();
    await page.getByRole('dialog', { name: 'My games' }).waitFor();
    await page.keyboard.press('Escape');
  }
});

test('a phone shows the row of moves below the question what would have been better', {
  tags: ['thorough'],
}, async () => {
  const { page } = await site().open('#review');
  await resize(page, 360, 640);
  await loadForReview(page, '1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0');
  await chooseQuick(page);
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('.summary').waitFor();
  await choose(page, 'More', 'Flip board');
  await page.getByRole('button', { name: 'Retry your mistakes' }).click();
  await page.locator('.retry').waitFor();
  const roomAboveBar = async () => {
    const moves = (await page.locator('.review .moves').boundingBox())!;
    const bar = (await page.locator('.review .bar').boundingBox())!;
    return bar.y - (moves.y + moves.height);
  };
  await expect.poll(roomAboveBar).toBeGreaterThanOrEqual(0);
});
