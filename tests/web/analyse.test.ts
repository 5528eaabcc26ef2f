/** Positions and games analysed in the page. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  choose,
  clickMove,
  drop,
  listedMove,
  listMoves,
  paste,
  readAnnounced,
  readBoard,
  readText,
  recordAnnounced,
  square,
} from './support/page.ts';
import { serveSite } from './support/site.ts';

/** Markup in a tag and in a comment must stay text. */
const PGN = `[White "<img src=x onerror=alert(1)>"]
[Black "Spassky"]
[Result "1-0"]

1. e4 e5 2. Nf3 {<b>bold</b> [%clk 0:01:00]} Nc6 3. Bb5 a6?! 1-0
`;

const site = serveSite();
let page: Page;
beforeEach(async () => {
  ({ page } = await site().open('#analyse'));
});

describe('with the engine on', () => {
  beforeEach(() => page.getByRole('switch').click());

  test('a PGN is shown as text, and its positions are evaluated', async () => {
    await paste(page, PGN);
    await expect.poll(() => listMoves(page)).toEqual(['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6?!']);
    await expect
      .poll(() => page.locator('.game-title').textContent())
      .toContain('<img src=x onerror=alert(1)>');
    await expect.poll(() => page.locator('.comment').textContent()).toBe('<b>bold</b>');
    await expect.poll(() => page.locator('main img').count()).toBe(0);
    await page.keyboard.press('End');
    await expect
      .poll(() => readBoard(page))
      .toBe('r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R');
    await page.locator('.lines li').first().waitFor();
    await page.locator('.arrow.best').waitFor();
    await expect.poll(() => page.locator('.evaluation').textContent()).toMatch(/^[+-]?\d\.\d\d$/);
    // It changes many times a second, which screen readers should not read out.
    expect(await page.locator('.engine').getByRole('status').count()).toBe(0);
    const sumOfChances = async () => {
      const chances = await page.locator('.eval-bar').getAttribute('aria-label');
      const percents = chances?.match(/\d+/g)?.map(Number) ?? [];
      return percents.reduce((sum, x) => sum + x, 0);
    };
    await expect.poll(sumOfChances).toBe(100);
  });

  test('clicking a move of a line plays the line up to it as a variation', async () => {
    await paste(page, PGN);
    await listedMove(page, 'Bb5').waitFor();
    await clickMove(page, 'd2d4');
    await expect.poll(() => page.locator('.variation').textContent()).toBe('(1.d4)');
    const line = page.locator('.lines li').first();
    // The line of the new position: moves of the one before are not played.
    await line.locator('.number').first().getByText('1…').waitFor();
    await line.locator('.san').nth(2).click();
    await expect.poll(() => page.locator('.variation .move').count()).toBe(4);
    await listedMove(page, 'd4').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Make main line' }).click();
    await expect.poll(async () => (await listMoves(page))[0]).toBe('d4');
    await page.keyboard.press('Home');
    await page.locator('.moves:visible .move').first().click();
    await choose(page, 'More', 'Edit d4 …');
    await page.getByRole('menuitem', { name: 'Delete from here' }).click();
    await expect.poll(() => listMoves(page)).toEqual(['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6?!']);
  });

  test('a line can be scrolled and clicked while the engine runs', async () => {
    const line = page.locator('.lines .line').first();
    // Where it is scrolled to after an update, if the line was long enough before and after it.
    const scrolled = await line.evaluate(
      (element) =>
        new Promise<number>((resolve) => {
          let isScrolled = false;
          new MutationObserver((_, observer) => {
            if (element.scrollWidth < element.clientWidth + 20) {
              isScrolled = false;
            } else if (isScrolled) {
              observer.disconnect();
              resolve(element.scrollLeft);
            } else {
              element.scrollLeft = 20;
              isScrolled = true;
            }
          }).observe(element, { childList: true });
        }),
    );
    expect(scrolled).toBe(20);
    // While a mouse button is pressed, the move stays where it is.
    const move = await page.waitForFunction(() => {
      const second = document.querySelector('.lines .line')?.querySelectorAll('.san')[1];
      second?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      return second as HTMLElement | undefined;
    });
    await waitForProgress();
    await expect.poll(() => move.evaluate((element) => element?.isConnected)).toBe(true);
    await move.evaluate((element) => {
      element?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
      element?.click();
    });
    await expect.poll(() => listMoves(page)).toHaveLength(2);
  });

  test('a line of an earlier position is not played', async () => {
    const first = page.locator('.lines .san').first();
    await first.waitFor();
    await first.evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await expect.poll(() => listMoves(page)).toHaveLength(1);
  });

  test('a line can be played by keyboard, move by move', async () => {
    await page.locator('.lines .san').first().waitFor();
    // Firefox would stop at what scrolls.
    expect(await page.locator('.lines .line').first().getAttribute('tabindex')).toBe('-1');
    // From the switch over the settings to the line. The focus that a key gives is seen, and the line kept.
    for (const key of ['Tab', 'Tab']) await page.keyboard.press(key);
    await page.locator('.lines .san:focus-visible').waitFor();
    for (const count of [1, 2, 3]) {
      await page.keyboard.press('Enter');
      await expect.poll(() => listMoves(page)).toHaveLength(count);
      const number = count % 2 === 1 ? '1…' : '2.';
      if (count < 3) await page.locator('.lines .number').first().getByText(number).waitFor();
    }
  });

  test('shows the chosen number of lines, and none when the engine is off', async () => {
    await page.getByRole('button', { name: 'Engine settings' }).click();
    await page.getByRole('combobox', { name: 'Lines' }).selectOption('5');
    await expect.poll(() => page.locator('.lines li').count()).toBe(5);
    await page.keyboard.press('Escape');
    await page.getByRole('switch').click();
    await expect.poll(() => page.locator('.lines li').count()).toBe(0);
    await expect
      .poll(() => page.locator('.engine .message').textContent())
      .toBe('The engine is off');
  });
});

test('variations of a PGN are shown, and come back in the export', async () => {
  const moves = '1. e4 (1. d4 d5 (1... Nf6 2. c4)) 1... e5 2. -- Nf6';
  await paste(page, `[White "A"]\n\n${moves} *`);
  await expect.poll(() => page.locator('.variation').textContent()).toBe('(1.d4 d5 (1…Nf6 2.c4))');
  await listedMove(page, 'c4').click();
  await expect.poll(() => readBoard(page)).toBe('rnbqkb1r/pppppppp/5n2/8/2PP4/8/PP2PPPP/RNBQKBNR');
  await page.getByRole('button', { name: 'Last position' }).click();
  const download = page.waitForEvent('download');
  await choose(page, 'Share and export', 'Save PGN');
  expect(await readText(download)).toContain(moves);
});

/** Waits until the engine shows what it has found since now. */
async function waitForProgress(): Promise<void> {
  const depth = await page.locator('.effort').textContent();
  await expect.poll(() => page.locator('.effort').textContent()).not.toBe(depth);
}

test('offers only threads and memory that the browser has', async () => {
  const openSettings = () => page.getByRole('button', { name: 'Engine settings' }).click();
  const choices = (name: string) =>
    page.getByRole('combobox', { name }).getByRole('option').allTextContents();
  const processors = await page.evaluate(() => navigator.hardwareConcurrency);
  await openSettings();
  await expect.poll(async () => (await choices('Threads')).at(-1)).toBe(`${processors}`);
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
    Object.defineProperty(navigator, 'deviceMemory', { value: 0.25 });
  });
  await page.reload();
  await openSettings();
  await expect.poll(() => choices('Threads')).toEqual(['1']);
  await expect.poll(() => choices('Memory')).toEqual(['16', '32', '64']);
});

test('a result that only stands after the moves is kept', async () => {
  await paste(page, '1. f3 e5 2. g4 Nf6 1/2-1/2');
  await expect.poll(() => page.locator('.game-title').textContent()).toContain('1/2');
  const download = page.waitForEvent('download');
  await choose(page, 'Share and export', 'Save PGN');
  const text = await readText(download);
  expect(text).toContain('[Result "1/2-1/2"]');
  expect(text).toMatch(/Nf6 1\/2-1\/2\s*$/);
});

test('a game without players is called a game', async () => {
  await paste(page, '1. e4 e5 *');
  await expect.poll(() => page.locator('.toast').textContent()).toBe('Loaded: Game');
});

test('Back leads to the previous tab and keeps the game', async () => {
  await paste(page, '1. e4 {best by test} e5 (1... c5) *');
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('tab', { name: 'Play' }).click();
  await page.goBack();
  await page.locator('.review').waitFor();
  await page.goBack();
  await page.getByText('best by test').waitFor();
  await expect.poll(() => page.locator('.variation').textContent()).toBe('(1…c5)');
  await page.goForward();
  await page.locator('.review').waitFor();
});

test('Back closes a dialog or menu of the tab that it leaves, and a comment is kept as by Escape', async () => {
  await page.getByRole('tab', { name: 'Play' }).click();
  await page.getByRole('tab', { name: 'Analyse' }).click();
  await clickMove(page, 'e2e4');
  await choose(page, 'More', 'Edit e4 …');
  await page.getByRole('menuitem', { name: 'Comment …' }).click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('best by test');
  await page.goBack();
  await page.locator('.play').waitFor();
  await expect.poll(() => page.locator('dialog').count()).toBe(0);
  await page.goForward();
  await page.getByText('best by test').waitFor();
  await page.getByRole('button', { name: 'Share and export' }).click();
  await page.getByRole('menu').waitFor();
  await page.goBack();
  await page.locator('.play').waitFor();
  await expect.poll(() => page.locator('[popover=auto]').count()).toBe(0);
});

test('arrow keys step through the game after a move by mouse', async () => {
  await clickMove(page, 'e2e4');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => readBoard(page)).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => readBoard(page)).toBe('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR');
});

test('invalid input is explained and changes nothing', async () => {
  await clickMove(page, 'e2e4');
  await paste(page, '8/8/8/8/8/8/8/8 w - - 0 1');
  const alert = page.getByRole('dialog').getByRole('alert');
  await expect.poll(() => alert.textContent()).toContain('king');
  for (const [text, problem] of [
    [
      '8/8/8/8/8/8/8/k1K5 w',
      "Missing after 'w': castling rights (KQkq or -), an en passant square (or -)",
    ],
    [
      '8/8/8/8/8/8/8/k1K5',
      "Missing after '8/8/8/8/8/8/8/k1K5': the side to move (w or b), castling rights (KQkq or -), an en passant square (or -)",
    ],
    ['1. Ke3 e5 *', "This cannot be read as a game: 'Ke3' at move 1 is illegal"],
    ['hello world', "This cannot be read as a game: 'hello' at move 1 is not a move"],
    [
      'https://lichess.org/abcd1234',
      'This is only the address of a page: paste the game itself (PGN) or a position (FEN)',
    ],
    [
      '[Variant "Crazyhouse"]\n\n1. e4 *',
      "This cannot be read as a game: the variant 'Crazyhouse' is not supported",
    ],
  ] as const) {
    await page.getByRole('textbox', { name: 'PGN or FEN' }).fill(text);
    await page.getByRole('button', { name: 'Load', exact: true }).click();
    await expect.poll(() => alert.textContent()).toBe(problem);
  }
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => listMoves(page)).toEqual(['e4']);
});

test('the field of a file is in the document until the user has chosen, so that it is not collected as garbage', async () => {
  const choosing = page.waitForEvent('filechooser');
  await choose(page, 'Load a game or position', 'Open a file …');
  const chooser = await choosing;
  const isThere = () => chooser.element().evaluate((it) => it.isConnected);
  expect(await isThere()).toBe(true);
  const buffer = Buffer.from('1. e4 e5 *');
  await chooser.setFiles({ name: 'game.pgn', mimeType: 'text/plain', buffer });
  await expect.poll(() => listMoves(page)).toEqual(['e4', 'e5']);
  expect(await isThere()).toBe(false);
});

test('a file that takes a while shows how much of it has been read', {
  tags: ['thorough'],
}, async () => {
  const game = `[Event "Open"]\n[White "Anna"]\n\n1. c4 {${'words '.repeat(100)}} *\n\n`;
  // On any machine: the page's clock advances by a second whenever it is read, and no toast is too short.
  const toasts = await page.evaluateHandle(() => {
    const now = performance.now.bind(performance);
    let reads = 0;
    performance.now = () => now() + 1000 * reads++;
    const seen: string[] = [];
    const toast = document.querySelector('.toast')!;
    new MutationObserver(() => seen.push(toast.textContent)).observe(toast, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return seen;
  });
  await drop(page, game.repeat(10_000));
  const dialog = page.getByRole('dialog', { name: 'Games in this file' });
  await dialog.getByText('10000 games').waitFor();
  expect(await toasts.jsonValue()).toContainEqual(
    expect.stringMatching(/^Reading the file: \d+%$/),
  );
  await expect.poll(() => page.locator('.toast.is-shown').count()).toBe(0);
});

test('all games of a large file can be reached', async () => {
  const games = Array.from(
    { length: 1200 },
    (_, i) => `[Event "${i}"]\n[White "W${i}"]\n\n1. c4 *\n\n`,
  );
  await drop(page, games.join(''));
  const dialog = page.getByRole('dialog', { name: 'Games in this file' });
  await dialog.getByText('1200 games').waitFor();
  const count = () => dialog.getByRole('listitem').count();
  await expect.poll(count).toBe(100);
  await dialog.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(count).toBe(200);
  await dialog.getByRole('searchbox').fill('W1199');
  await dialog.getByText('1 of 1200 games').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.game-title', { hasText: 'W1199' }).waitFor();
});

test('an illegal move ends the game there, and an open comment is named', async () => {
  await paste(page, '1. e4 e5 2. Ke3 Nf6 *');
  await page.locator('.toast', { hasText: "Not read: 'Ke3' at move 2 is illegal" }).waitFor();
  await expect.poll(() => listMoves(page)).toEqual(['e4', 'e5']);
  await paste(page, '1. d4 {open d5');
  await page.getByText('the comment after 1. d4 is not closed').first().waitFor();
  await expect.poll(() => listMoves(page)).toEqual(['d4']);
  await paste(page, '1. e4 (1. c4 Ke4) e5');
  await page.getByText("Not read: 'Ke4' at move 1 of a variation is illegal").first().waitFor();
});

test('of several dropped files all games are listed', async () => {
  // A file may end without a result or a line break, and the next begin with a byte order mark.
  await drop(page, [
    '[White "Ä"]\n\n1. e4',
    '\ufeff[White "B"]\n\n1. d4 *\n\n[White "C"]\n\n1. c4 *',
  ]);
  const dialog = page.getByRole('dialog', { name: 'Games in this file' });
  await dialog.getByText('3 games').waitFor();
  await dialog.getByRole('button', { name: 'B – Black' }).click();
  await expect.poll(() => listMoves(page)).toEqual(['d4']);
});

test('a dropped file is opened if it contains a game', async () => {
  await drop(page, PGN);
  await listedMove(page, 'Bb5').waitFor();
  for (const text of ['', '\0\x01\x02\xff'.repeat(1000), 'lorem ipsum dolor '.repeat(20_000)]) {
    await page.locator('.toast').evaluate((toast) => toast.replaceChildren());
    await drop(page, text);
    await page.locator('.toast', { hasText: /No game or position|cannot be read/ }).waitFor();
    await expect.poll(() => listMoves(page)).toHaveLength(6);
  }
});

test('a file that is dropped on the dialog for pasting is loaded by it', async () => {
  await choose(page, 'Load a game or position', 'Paste PGN or FEN …');
  const dialog = page.getByRole('dialog', { name: 'Paste PGN or FEN' });
  await dialog.waitFor();
  await drop(page, 'lorem ipsum', 'dialog');
  await expect.poll(() => dialog.getByRole('alert').textContent()).toContain('cannot be read');
  await drop(page, PGN, 'dialog');
  await listedMove(page, 'Bb5').waitFor();
  await expect.poll(() => dialog.count()).toBe(0);
  // The page takes files again.
  await drop(page, '1. d4 *');
  await listedMove(page, 'd4').waitFor();
});

test('a text that is dragged into a field goes there', async () => {
  await paste(page, '1. e4 {Nf6} *');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('m');
  const comment = page.locator('.comment');
  await comment.evaluate((it) => getSelection()!.selectAllChildren(it));
  const field = page.getByRole('textbox', { name: 'Type a move' });
  // Its words are indented.
  await comment.dragTo(field, { sourcePosition: { x: 60, y: 10 } });
  await expect.poll(() => field.inputValue()).toBe('Nf6');
});

test('a position can be set up by hand, and an impossible one is rejected', async () => {
  await choose(page, 'Load a game or position', 'Set up a position …');
  const dialog = page.getByRole('dialog', { name: 'Set up position' });
  await dialog.getByRole('button', { name: 'Clear board' }).click();
  const use = dialog.getByRole('button', { name: 'Use this position' });
  await expect.poll(() => use.isDisabled()).toBe(true);
  const put = async (piece: string, name: string) => {
    await dialog.getByRole('radio', { name: piece }).check();
    await dialog.locator(`[data-square="${name}"]`).click();
  };
  await put('White king', 'e1');
  await put('Black king', 'e8');
  await put('White queen', 'h5');
  await expect.poll(() => dialog.getByRole('alert').textContent()).toContain('check');
  await dialog.getByRole('radio', { name: 'Black', exact: true }).check();
  await use.click();
  await expect.poll(() => readBoard(page)).toBe('4k3/8/8/7Q/8/8/8/4K3');
});

test('a drag that the browser cancels puts the piece back in the set-up', async () => {
  await choose(page, 'Load a game or position', 'Set up a position …');
  const dialog = page.getByRole('dialog', { name: 'Set up position' });
  const before = await dialog.getByLabel('FEN').inputValue();
  const centre = async (name: string): Promise<[number, number]> => {
    const { x, y, width, height } = (await dialog
      .locator(`[data-square="${name}"]`)
      .boundingBox())!;
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...(await centre('e2')));
  await page.mouse.down();
  const [clientX, clientY] = await centre('e5');
  await page.mouse.move(clientX, clientY);
  await dialog.locator('.is-dragged').waitFor();
  const cancelled = { bubbles: true, pointerId: 1, clientX, clientY };
  await dialog.locator('.board').dispatchEvent('pointercancel', cancelled);
  await page.mouse.up();
  await expect.poll(() => dialog.locator('.is-dragged, .selected').count()).toBe(0);
  expect(await dialog.getByLabel('FEN').inputValue()).toBe(before);
});

test('castling rights, en passant and clocks of a set-up stay until changed', async () => {
  const chess960 = '1rk2r2/8/8/8/8/8/8/1RK2R2 w Bf - 7 30';
  await choose(page, 'Load a game or position', 'Set up a position …');
  const dialog = page.getByRole('dialog', { name: 'Set up position' });
  const fen = dialog.getByLabel('FEN');
  await fen.fill('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9');
  await fen.fill(chess960);
  const rights = () =>
    dialog
      .getByRole('checkbox')
      .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked));
  await expect.poll(rights).toEqual([false, true, true, false]);
  await dialog.getByRole('button', { name: 'Use this position' }).click();
  await expect.poll(() => decodeURIComponent(page.url())).toContain(chess960.replaceAll(' ', '_'));
  await choose(page, 'Load a game or position', 'Set up a position …');
  await expect.poll(() => fen.inputValue()).toBe(chess960);
  await dialog.getByRole('checkbox').nth(1).uncheck();
  await expect.poll(() => fen.inputValue()).toBe(chess960.replace('Bf - 7 30', 'f - 0 1'));
  await fen.fill('8/8/8/8/8/8/8/8 w - - 0 1');
  await expect.poll(() => dialog.getByRole('alert').textContent()).toBe('White has no king');
});

test('moves can be made by keyboard, on the board and typed', async () => {
  await square(page, 'a1').focus();
  for (const key of ['ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) {
    await page.keyboard.press(key);
  }
  await expect.poll(() => square(page, 'e4').getAttribute('aria-label')).toBe('e4, possible move');
  for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await expect.poll(() => listMoves(page)).toEqual(['e4']);
  await page.keyboard.press('m');
  const field = page.getByRole('textbox', { name: 'Type a move' });
  await page.keyboard.type('Ke6');
  await page.keyboard.press('Enter');
  const problem = page.locator('.move-field:visible .problem');
  await expect.poll(() => problem.textContent()).toBe('The king on e8 cannot go to e6');
  // The evaluation, announced soon after the move, takes its place.
  await recordAnnounced(page);
  await field.fill('nc6');
  await page.keyboard.press('Enter');
  await expect.poll(() => listMoves(page)).toEqual(['e4', 'Nc6']);
  await expect.poll(() => readAnnounced(page)).toContain('knight c6');
});
