/** Keys, focus and what goes on while nobody looks. */
import { expect, test } from 'vitest';
import {
  choose,
  clickMove,
  cornerSquare,
  listedMove,
  listMoves,
  openTab,
  paste,
  readBoard,
  resize,
  waitForMoves,
} from './support/page.ts';
import { serveSite } from './support/site.ts';

declare global {
  /** Draws what waits for a frame, and frames as usual from then on. */
  var drawFrames: () => void;
}

const site = serveSite();

test('after a click on a tab the arrow keys step through the moves', async () => {
  const { page } = await site().open('#analyse&moves=e2e4,e7e5');
  await openTab(page, 'Play');
  await openTab(page, 'Analyse');
  await page.keyboard.press('ArrowLeft');
  await expect
    .poll(() => page.getByRole('tab', { name: 'Analyse' }).getAttribute('aria-selected'))
    .toBe('true');
  await expect.poll(() => readBoard(page)).toBe('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR');
  // A tab chosen by key keeps the focus.
  await page.getByRole('tab', { name: 'Analyse' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => page.getByRole('tab', { name: 'Review' }).getAttribute('aria-selected'))
    .toBe('true');
});

test('a button that leads to another tab, or hides with what it belongs to, leaves the focus in sight', async () => {
  const { page } = await site().open();
  await page.getByRole('button', { name: 'Start game' }).click();
  const square = page.locator('.play [data-square="e2"]');
  await square.focus();
  await page.keyboard.press('m');
  await page.getByRole('textbox', { name: 'Type a move' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.play [data-square="e2"]:focus').waitFor();
  await page.getByRole('button', { name: 'More', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Analyse' }).press('Enter');
  await page.locator('.analyse .board:focus').waitFor();
});

test('the list of moves is one stop of the tab key, and its focus follows the current move', async () => {
  const { page } = await site().open('#analyse');
  await paste(page, '1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 Nc6 3. Bb5 a6 *');
  await listedMove(page, 'Bb5').waitFor();
  const stops = page.locator('.moves:visible .move[tabindex="0"]');
  await expect.poll(() => stops.count()).toBe(1);
  await stops.focus();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(focused).toBe('e5');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(focused).toBe('e4');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe('c5');
  await expect.poll(() => readBoard(page)).toBe('rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR');
  await expect.poll(() => stops.count()).toBe(1);
});

test('f flips the board, l switches the engine, x shows the threat, ? lists the keys', async () => {
  const { page } = await site().open('#analyse&moves=e2e4,e7e5,d1h5,b8c6', { isEngineOn: true });
  await page.locator('.arrow.best').waitFor();
  await expect.poll(() => cornerSquare(page)).toBe('a8');
  await page.keyboard.press('f');
  await expect.poll(() => cornerSquare(page)).toBe('h1');
  await page.keyboard.press('x');
  await page.locator('.arrow.threat').waitFor();
  // Its line can be played, after a null move.
  await page.locator('.lines .san').first().click();
  await expect
    .poll(() => listMoves(page))
    .toEqual(['e4', 'e5', 'Qh5', 'Nc6', '--', expect.any(String)]);
  await page.keyboard.press('l');
  await page.locator('.engine').getByText('The engine is off').waitFor();
  await page.keyboard.press('x');
  await page.locator('.toast', { hasText: 'The engine is off' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('f');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => cornerSquare(page)).toBe('h1');
});

test('Space presses the focused button, and plays the best move from the list of moves', {
  tags: ['thorough'],
}, async () => {
  const { page } = await site().open('#analyse&moves=e2e4,e7e5');
  await listedMove(page, 'e5').waitFor();
  await page.getByRole('button', { name: 'First position' }).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => readBoard(page)).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR');
  await page.getByRole('switch').focus();
  await page.keyboard.press('Space');
  await expect.poll(() => page.getByRole('switch').isChecked()).toBe(true);
  await listedMove(page, 'e5').focus();
  await page.keyboard.press('Space');
  await expect.poll(() => readBoard(page)).toBe('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR');
  await page.locator('.arrow.best').waitFor();
  await page.keyboard.press('Space');
  await expect.poll(() => listMoves(page)).toHaveLength(3);
});

test('the analysis pauses while the page is hidden, and ends after the time for a position', {
  tags: ['thorough'],
}, async () => {
  const { page } = await site().open('#analyse', { isEngineOn: true });
  await page.locator('.lines li').waitFor();
  const hide = (state: string) =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await hide('hidden');
  await page.getByText('Paused while the page is hidden').waitFor();
  await expect.poll(() => page.locator('.lines li').count()).toBe(0);
  await hide('visible');
  await page.locator('.lines li').waitFor();
  await page.getByRole('button', { name: 'Engine settings' }).click();
  // The last lines and the end of the search come together: no frame is drawn between them.
  await page.evaluate(() => {
    const draw = requestAnimationFrame;
    const waiting: FrameRequestCallback[] = [];
    globalThis.requestAnimationFrame = (callback) => waiting.push(callback);
    globalThis.drawFrames = () => {
      globalThis.requestAnimationFrame = draw;
      for (const callback of waiting) callback(performance.now());
    };
  });
  // The searches of ten seconds began nine seconds ago.
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (order, ...others: never[]) {
      const isTimed = order.type === 'go' && order.limits.movetime === 10_000;
      const sent = isTimed ? { ...order, started: order.started - 9000 } : order;
      postMessage.call(this, sent, ...others);
    };
  });
  await page.getByLabel('Time per position').selectOption('10');
  await page.keyboard.press('Escape');
  const goOn = page.getByRole('button', { name: 'Go deeper' });
  await goOn.waitFor();
  await page.evaluate(() => drawFrames());
  await expect.poll(() => page.locator('.lines li').count()).toBe(1);
  await goOn.click();
  await goOn.waitFor({ state: 'hidden' });
  await page.locator('.lines li').waitFor();
});

test('starting over can be undone', async () => {
  const { page } = await site().open('#analyse&moves=e2e4,e7e5');
  await choose(page, 'Load a game or position', 'Start over');
  await expect.poll(() => listMoves(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => listMoves(page)).toEqual(['e4', 'e5']);
});

test('a new game leaves the one that is played until it is started', async () => {
  const { page } = await site().open();
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  const before = await listMoves(page);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByRole('radio', { name: 'Black' }).check();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => listMoves(page)).toEqual(before);
  await clickMove(page, 'd2d4');
  await waitForMoves(page, 4);
});

test('n asks for another game: Enter starts it, Escape goes back to the one that is played', async () => {
  const { page } = await site().open();
  const form = page.getByRole('form', { name: 'New game' });
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  await page.keyboard.press('n');
  await form.locator('input:focus').waitFor();
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'hidden' });
  await page.locator('.board:focus-within').waitFor();
  await expect.poll(async () => (await listMoves(page))[0]).toBe('e4');
  await page.keyboard.press('n');
  await form.locator('input:focus').waitFor();
  await page.keyboard.press('Enter');
  await form.waitFor({ state: 'hidden' });
  await expect.poll(() => listMoves(page)).toEqual([]);
});

test('the colour that was played stays at the bottom in the analysis and the review', {
  tags: ['thorough'],
}, async () => {
  const { page } = await site().open();
  await page.getByRole('radio', { name: 'Black' }).check();
  await page.getByRole('button', { name: 'Start game' }).click();
  await waitForMoves(page, 1);
  await clickMove(page, 'a7a6');
  await waitForMoves(page, 3);
  await choose(page, 'More', 'Analyse');
  await page.locator('.analyse').waitFor();
  await expect.poll(() => cornerSquare(page)).toBe('h1');
  await choose(page, 'More', 'Review game');
  await page.locator('.review').waitFor();
  await expect.poll(() => cornerSquare(page)).toBe('h1');
});

test('what is wrong with a typed move is forgotten when another position is shown', async () => {
  const { page } = await site().open('#analyse&moves=e2e4,e7e5');
  const fill = async (text: string, problem: string) => {
    await page.keyboard.press('m');
    await page.getByRole('textbox', { name: 'Type a move' }).fill(text);
    await page.keyboard.press('Enter');
    await page.getByText(problem).waitFor();
  };
  await fill('Ke6', 'The king on e1 cannot go to e6');
  await page.getByRole('button', { name: 'Previous move' }).click();
  await expect.poll(() => page.locator('.problem:visible').count()).toBe(0);
  await openTab(page, 'Play');
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  await page.keyboard.press('Home');
  await fill('d4', 'It is not your move');
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await expect.poll(() => page.locator('.problem:visible').count()).toBe(0);
});

test('an engine that cannot be loaded is tried again in the analysis', async () => {
  const { page } = await site().openBlank({ isEngineOn: true });
  let isOffline = true;
  await page.route('**/refrain-worker*.js', (route) =>
    isOffline ? route.abort() : route.continue(),
  );
  await page.goto(`${site().url}#analyse`);
  await page.locator('.engine .message', { hasText: /^The engine could not be loaded$/ }).waitFor();
  isOffline = false;
  await page.locator('.engine').getByRole('button', { name: 'Try again' }).click();
  await page.locator('.lines li').waitFor();
});

test('a move gets a mark and a comment', async () => {
  const { page } = await site().open('#analyse&moves=e2e4,e7e5');
  const move = page.locator('.moves:visible .move').first();
  await move.click({ button: 'right' });
  await page.getByRole('menuitemcheckbox', { name: '!! Brilliant' }).click();
  await choose(page, 'More', 'Edit e4 …');
  await page.getByRole('menuitem', { name: 'Comment …' }).click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('best by {test}');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => move.textContent()).toBe('e4!!');
  await expect
    .poll(() => page.locator('.moves:visible .comment').textContent())
    .toBe('best by (test)');
  // Escape keeps what was typed; only Cancel discards it.
  const edit = async (text: string) => {
    await choose(page, 'More', 'Edit e4 …');
    await page.getByRole('menuitem', { name: 'Comment …' }).click();
    await page.getByRole('textbox', { name: 'Comment' }).fill(text);
  };
  const comment = () => page.locator('.moves:visible .comment').textContent();
  await edit('typed for long');
  await page.keyboard.press('Escape');
  await expect.poll(comment).toBe('typed for long');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(comment).toBe('best by (test)');
  await edit('discarded');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(comment).toBe('best by (test)');
});

test('deleted moves can be put back', async () => {
  const { page } = await site().open('#analyse&moves=e2e4,e7e5,g1f3');
  await page.locator('.moves:visible .move', { hasText: 'e5' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete from here' }).click();
  await expect.poll(() => listMoves(page)).toEqual(['e4']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => listMoves(page)).toEqual(['e4', 'e5', 'Nf3']);
});

test('the offer to undo does not keep from a click what it lies on', async () => {
  const { page } = await site().open('#analyse&moves=e2e4,e7e5', {
    viewport: { width: 700, height: 600 },
  });
  await page.locator('.moves:visible .move', { hasText: 'e5' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete from here' }).click();
  const offer = page.locator('.offer');
  await offer.waitFor();
  const text = (await offer.boundingBox())!;
  const tab = (await page.getByRole('tab', { name: 'Review' }).boundingBox())!;
  // Where both are.
  const at = { x: Math.max(text.x, tab.x) + 8, y: Math.max(text.y, tab.y) + 8 };
  for (const { x, y, width, height } of [text, tab]) {
    expect(at.x).toBeLessThan(x + width);
    expect(at.y).toBeLessThan(y + height);
  }
  expect(await offer.isVisible()).toBe(true);
  await page.mouse.click(at.x, at.y);
  await page.locator('#view-review .view').waitFor();
});

test('the field for typed moves fits into the panel beside the board of a small phone', async () => {
  const { page } = await site().open('#analyse');
  for (const [width, height] of [
    [480, 320],
    [568, 320],
    [640, 360],
  ] as const) {
    await resize(page, width, height);
    if (width === 480) await page.keyboard.press('m');
    const overhang = async () => {
      const { x, width: own } = (await page
        .getByRole('button', { name: 'Play the typed move' })
        .boundingBox())!;
      return x + own - width;
    };
    await expect.poll(overhang, { message: `${width}×${height}` }).toBeLessThanOrEqual(0);
  }
});

test('what is reached by keys is not behind the bar, or the buttons of a dialog', {
  tags: ['thorough'],
}, async () => {
  const { page } = await site().open('#analyse');
  /** Presses a key some times; returns what was then covered. */
  const findCovered = async (key: string, times: number) => {
    const covered: string[] = [];
    for (let i = 0; i < times; i++) {
      await page.keyboard.press(key);
      covered.push(...(await page.evaluate(namesOfCovered)));
    }
    return covered;
  };
  const namesOfCovered = () => {
    const focused = document.activeElement!;
    const { left, top, width, height } = focused.getBoundingClientRect();
    const shown = document.elementFromPoint(left + width / 2, top + height / 2);
    const isShown =
      shown?.contains(focused) === true || (focused.closest('label') ?? focused).contains(shown);
    return isShown ? [] : [focused.ariaLabel ?? focused.textContent ?? ''];
  };
  const games = Array.from({ length: 30 }, (_, i) => `[White "Player ${i}"]\n\n1. e4 e5 *\n`);
  for (const [width, height] of [
    [320, 256],
    [320, 480],
    [1280, 800],
  ] as const) {
    await resize(page, width, height);
    const size = `${width}×${height}`;
    await paste(page, games.join('\n'));
    await page.getByRole('searchbox').waitFor();
    expect(await findCovered('Tab', 25), `games, ${size}`).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').first().waitFor({ state: 'detached' });
    await page.locator('.analyse [data-square="e8"]').focus();
    expect(await findCovered('ArrowDown', 7), `board, ${size}`).toEqual([]);
    expect(await findCovered('Tab', 10), `page, ${size}`).toEqual([]);
    await choose(page, 'Load a game or position', 'Set up a position …');
    await page.locator('dialog [data-square="e8"]').focus();
    expect(await findCovered('ArrowDown', 7), `board to set up, ${size}`).toEqual([]);
    expect(await findCovered('Tab', 10), `editor, ${size}`).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

test('a text that was typed survives Escape, and gives way to what is pasted then', async () => {
  const { page } = await site().open('#analyse');
  const field = page.getByRole('textbox', { name: 'PGN or FEN' });
  const open = () => choose(page, 'Load a game or position', 'Paste PGN or FEN …');
  await open();
  await field.fill('1. e4 e5');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await open();
  expect(await field.inputValue()).toBe('1. e4 e5');
  await page.keyboard.insertText('1. d4');
  expect(await field.inputValue()).toBe('1. d4');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await open();
  expect(await field.inputValue()).toBe('');
});
