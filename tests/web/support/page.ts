/**
 * Uses the page like a person: squares, moves, tabs. The page changes by itself, so a test never reads it
 * just once: it waits with `expect.poll`, or for an element with `waitFor`. Before it expects that something
 * is not there, it waits for what comes later.
 */
import axe from 'axe-core';
import type { Download, Page } from 'playwright-core';
import { expect } from 'vitest';
import { Game } from '../../../src/chess/game/game.ts';

declare global {
  /** The texts that were put into live regions. */
  var announced: string[];
}

/** A square of the visible board. */
export const square = (page: Page, name: string) =>
  page.locator(`.board:visible [data-square="${name}"]`);

/** The square in the top left corner of the visible board. */
export const cornerSquare = (page: Page): Promise<string | null> =>
  page.locator('.board:visible [data-square]').first().getAttribute('data-square');

/** Clicks from one square to another, `e2e4`; a promotion's letter chooses the piece. */
export async function clickMove(page: Page, uci: string): Promise<void> {
  await square(page, uci.slice(0, 2)).click();
  await square(page, uci.slice(2, 4)).click();
  const names: Record<string, string> = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };
  const piece = names[uci[4] ?? ''];
  if (piece !== undefined) await page.getByRole('button', { name: piece, exact: true }).click();
}

/** For `evaluate`: a double click on a slow machine, whose clicks both come before anything else. */
export function clickTwice(button: Element): void {
  for (const _ of [1, 2]) button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
}

/** Chooses from a menu. */
export async function choose(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** A move in the visible list; the engine's lines have buttons with the same names. */
export const listedMove = (page: Page, san: string) =>
  page.getByRole('group', { name: 'Moves' }).getByRole('button', { name: san, exact: true });

/** The moves in the visible list, in SAN. */
export const listMoves = (page: Page): Promise<string[]> =>
  page.locator('.moves:visible .move-row .move').allTextContents();

/** From now on {@link readAnnounced} has what screen readers are told. */
export const recordAnnounced = (page: Page): Promise<void> =>
  page.evaluate(() => {
    globalThis.announced = [];
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const { textContent } of addedNodes) announced.push(textContent ?? '');
      }
    });
    for (const region of document.querySelectorAll('[aria-live]')) {
      observer.observe(region, { childList: true });
    }
  });

/** What screen readers were told since {@link recordAnnounced}. */
export const readAnnounced = (page: Page): Promise<string[]> => page.evaluate(() => announced);

/** Waits until the list has this many moves, or more. */
export const waitForMoves = (page: Page, count: number): Promise<void> =>
  expect.poll(async () => (await listMoves(page)).length).toBeGreaterThanOrEqual(count);

/** Opens a tab, and waits for its view, which is created when it is opened first. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await page.locator('.view:visible').waitFor();
}

/** Loads a text in the analysis. The dialog stays open if that fails. */
export async function paste(page: Page, text: string): Promise<void> {
  await choose(page, 'Load a game or position', 'Paste PGN or FEN …');
  await page.getByRole('textbox', { name: 'PGN or FEN' }).fill(text);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
}

/** Drops files with these contents. */
export async function drop(
  page: Page,
  contents: string | readonly (string | number[])[],
  on = 'body',
): Promise<void> {
  const data = await page.evaluateHandle((contents) => {
    const data = new DataTransfer();
    contents.forEach((content, i) => {
      const bytes = typeof content === 'string' ? content : Uint8Array.from(content);
      data.items.add(new File([bytes], `${i}.pgn`));
    });
    return data;
  }, [contents].flat());
  await page.dispatchEvent(on, 'drop', { dataTransfer: data });
}

/** Sizes of windows: of phones, a tablet, a laptop and a large screen. */
export const SIZES = [
  [390, 844],
  [390, 664],
  [844, 390],
  [1024, 768],
  [1440, 900],
  [2560, 1440],
] as const;

/** Resizes the window, and waits until the page knows. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height]);
}

/** The text of a file that the page saves. */
export async function readText(download: Promise<Download>): Promise<string> {
  let text = '';
  for await (const part of await (await download).createReadStream()) text += part;
  return text;
}

/** The game in the visible list, from the usual start or a FEN; nobody may be about to move in it. */
export async function readGame(page: Page, fen?: string): Promise<Game> {
  const game = new Game(fen);
  for (const san of await listMoves(page)) game.play(san);
  return game;
}

const LETTERS: Readonly<Record<string, string>> = {
  pawn: 'p',
  knight: 'n',
  bishop: 'b',
  rook: 'r',
  queen: 'q',
  king: 'k',
};

/** The pieces on the visible board, as in the first field of a FEN. */
export async function readBoard(page: Page): Promise<string> {
  const labels = await page
    .locator('.board:visible [data-square]')
    .evaluateAll((squares) =>
      squares.map((it) => [it.getAttribute('data-square'), it.getAttribute('aria-label')] as const),
    );
  const labelOf = new Map(labels);
  const ranks = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => {
    const letters = [...'abcdefgh'].map((file) => {
      const [, color, piece] =
        /, (white|black) (\w+)/.exec(labelOf.get(`${file}${rank}`) ?? '') ?? [];
      const letter = piece === undefined ? '1' : LETTERS[piece]!;
      return color === 'white' ? letter.toUpperCase() : letter;
    });
    return letters.join('').replace(/1+/g, (empty) => `${empty.length}`);
  });
  return ranks.join('/');
}

/** Resigns, and confirms it. */
export async function resign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Resign' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Resign' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Fails if axe finds problems in the page, or in what is not excluded of it, that stay. */
export async function expectAccessible(page: Page, exclude: string[] = []): Promise<void> {
  const findViolations = async () => {
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
    return page.evaluate(async (exclude) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run({ exclude }, { resultTypes: ['violations'] });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
      );
    }, exclude);
  };
  // Colours may still be changing.
  await expect.poll(findViolations).toEqual([]);
}

/** As {@link expectAccessible}, in light and in dark colours; without motion, so that all colours are final at once. */
export async function expectAccessibleInAllColors(
  page: Page,
  exclude: string[] = [],
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page, exclude);
  }
}

/** Loads a game to be reviewed. */
export async function loadForReview(page: Page, pgn: string): Promise<void> {
  await page.getByRole('button', { name: 'Paste PGN' }).click();
  await page.getByRole('textbox').fill(pgn);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
}

/** Chooses a review that is even quicker than those on offer: enough for mates and blunders. */
export async function chooseQuick(page: Page): Promise<void> {
  const choice = page.getByRole('combobox', { name: 'How thorough' });
  await choice
    .locator('option')
    .first()
    .evaluate((option: HTMLOptionElement) => {
      option.value = '5000';
    });
  await choice.selectOption('5000');
}

/** Starts a review of a short game, and waits until its chart has begun. */
export async function startReview(
  page: Page,
  pgn = '1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0',
): Promise<void> {
  await loadForReview(page, pgn);
  await chooseQuick(page);
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('.chart .curve[d*="L"]').waitFor();
}

/** Whether the page can be scrolled sideways. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
