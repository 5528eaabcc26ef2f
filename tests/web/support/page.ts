/** Uses the page like a person: squares, moves, tabs. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { Game } from '../../../src/chess/game/game.ts';

/** A square of the visible board. */
export const square = (page: Page, name: string) =>
  page.locator(`.board:visible [data-square="${name}"]`);

/** Clicks from one square to another, `e2e4`; a promotion's letter chooses the piece. */
export async function clickMove(page: Page, uci: string): Promise<void> {
  await square(page, uci.slice(0, 2)).click();
  await square(page, uci.slice(2, 4)).click();
  const names: Record<string, string> = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };
  const piece = names[uci[4] ?? ''];
  if (piece !== undefined) await page.getByRole('button', { name: piece, exact: true }).click();
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

/** Waits until the list has this many moves. */
export async function waitForMoves(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (count) => {
      const lists = [...document.querySelectorAll<HTMLElement>('.moves')];
      const list = lists.find((element) => element.offsetParent !== null);
      return (list?.querySelectorAll('.move-row .move').length ?? 0) >= count;
    },
    count,
    { timeout: 60_000 },
  );
}

/** The game in the visible list, from the usual start or a FEN. */
export async function readGame(page: Page, fen?: string): Promise<Game> {
  const game = new Game(fen);
  for (const san of await listMoves(page)) game.play(san);
  return game;
}

/** The pieces on the visible board, as in the first field of a FEN. */
export async function readBoard(page: Page): Promise<string> {
  const letters: Record<string, string> = {
    pawn: 'p',
    knight: 'n',
    bishop: 'b',
    rook: 'r',
    queen: 'q',
    king: 'k',
  };
  const ranks: string[] = [];
  for (let rank = 8; rank >= 1; rank--) {
    let text = '';
    for (const file of 'abcdefgh') {
      const label = (await square(page, `${file}${rank}`).getAttribute('aria-label')) ?? '';
      const [, color, piece] = /, (white|black) (\w+)/.exec(label) ?? [];
      const letter = piece === undefined ? '1' : letters[piece]!;
      text += color === 'white' ? letter.toUpperCase() : letter;
    }
    ranks.push(text.replace(/1+/g, (empty) => `${empty.length}`));
  }
  return ranks.join('/');
}

/** Fails if axe finds problems in the page, or in what is not excluded of it. */
export async function expectAccessible(page: Page, exclude: string[] = []): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axe.source);
  }
  const violations = await page.evaluate(async (exclude) => {
    const { violations } = await (
      globalThis as unknown as { axe: typeof import('axe-core') }
    ).axe.run({ exclude });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  }, exclude);
  expect(violations).toEqual([]);
}
