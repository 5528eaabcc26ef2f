/** Games against the engine, on the page's own board. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chess960Fen } from '../../src/chess/game/chess960.ts';
import { readPgnGame } from '../../src/chess/notation/pgnReader.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';
import { readTimes } from '../../src/review/moveTimes.ts';
import { MAX_ELO, MIN_ELO } from '../../src/search/levels.ts';
import { ELO_STEP, levelName } from '../../web/src/play/settings.ts';
import { texts } from '../../web/src/texts.ts';
import { freshSearch } from '../support/search.ts';
import { finishSearch, holdSearches, searchAsked } from './support/heldSearches.ts';
import {
  choose,
  clickMove,
  cornerSquare,
  listMoves,
  openTab,
  readBoard,
  readGame,
  readText,
  resign,
  square,
  waitForMoves,
} from './support/page.ts';
import { serveSite } from './support/site.ts';

const site = serveSite();

/** The form for a new game. */
const startForm = (page: Page) => page.getByRole('form', { name: 'New game' });

/** Starts a game with these settings, in the form for a new game; others keep their values. */
async function startGame(
  page: Page,
  { color, elo, fen, clock }: { color?: string; elo?: number; fen?: string; clock?: string },
): Promise<void> {
  const form = startForm(page);
  if (color !== undefined) await form.getByRole('radio', { name: color }).check();
  if (elo !== undefined) await form.getByRole('slider').fill(`${elo}`);
  if (clock !== undefined) await form.getByLabel('Clock').selectOption(clock);
  if (fen !== undefined) {
    await openStarts(page);
    await form.getByRole('radio', { name: 'Position' }).check();
    await form.getByLabel('FEN').fill(fen);
  }
  await form.getByRole('button', { name: 'Start game' }).click();
  await form.waitFor({ state: 'detached' });
}

/** Shows the choice of starting positions. */
async function openStarts(page: Page): Promise<void> {
  const details = startForm(page).locator('details');
  await details.evaluate((it: HTMLDetailsElement) => (it.open = true));
}

/** The first move in the list. */
const firstMove = async (page: Page): Promise<string | undefined> => (await listMoves(page))[0];

/** The result, or whose move it is. */
const readStatus = async (page: Page): Promise<string> => {
  const result = page.locator('.result:visible p, .play .note:not(:empty)').first();
  return (await result.innerText()).trim().replace(/\s+/g, ' ');
};

/** The page reacts to a dialog, and to an engine that is loading, a moment later. */
const expectStatus = (page: Page, text: string): Promise<void> =>
  expect.poll(() => readStatus(page)).toBe(text);

test('a whole game against the lowest level, on the board, to its end', async () => {
  const { page } = await site().open();
  // Without Black's pieces it is over in a dozen moves.
  const fen = '4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1';
  await startGame(page, { elo: 600, fen });
  const { search } = freshSearch();
  let game = await readGame(page, fen);
  while (!game.isOver() && game.claimableDraw() === null) {
    const position = game.getPosition();
    const { best } = search.run(position, { depth: 5 });
    await clickMove(page, formatUciMove(best!.move));
    const played = game.moves().length + 1;
    game.play(formatUciMove(best!.move));
    await waitForMoves(page, game.isOver() ? played : played + 1);
    game = await readGame(page, fen);
  }
  await expectStatus(page, 'You won · 1–0 Checkmate, White wins');
  expect(game.end()).toBe('checkmate');
  await page.getByRole('button', { name: 'Rematch' }).click();
  // The colours have changed: the engine moves first.
  await waitForMoves(page, 1);
});

describe('a game', () => {
  test('can be taken back, resigned and continued after a reload', async () => {
    const { page } = await site().open();
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 2);
    await page.getByRole('button', { name: 'Take back' }).click();
    await expect.poll(() => listMoves(page)).toEqual([]);
    await expect.poll(() => readBoard(page)).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR');
    await clickMove(page, 'd2d4');
    await waitForMoves(page, 2);
    const before = await listMoves(page);
    await page.reload();
    await waitForMoves(page, 2);
    await expect.poll(() => listMoves(page)).toEqual(before);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expectStatus(page, 'Your move');
    await resign(page);
    await expectStatus(page, 'You lost · 0–1 Resignation, Black wins');
  });

  test('gives the focus of a button that is gone to the board', async () => {
    const { page } = await site().open();
    const board = page.locator('.play .board:focus');
    await startForm(page).getByRole('button', { name: 'Start game' }).focus();
    await page.keyboard.press('Enter');
    await startForm(page).waitFor({ state: 'detached' });
    await board.waitFor();
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 2);
    await page.keyboard.press('Home');
    const back = page.getByRole('button', { name: 'Back to the game' });
    await back.focus();
    await page.keyboard.press('Enter');
    await back.waitFor({ state: 'hidden' });
    await board.waitFor();
  });

  test('can be taken back and resigned while the engine thinks', async () => {
    const { page } = await site().open();
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 2);
    const before = await listMoves(page);
    await clickMove(page, 'd2d4');
    await page.getByRole('button', { name: 'Take back' }).click();
    await expect.poll(() => listMoves(page)).toEqual(before);
    await clickMove(page, 'd2d4');
    await resign(page);
    await expectStatus(page, 'You lost · 0–1 Resignation, Black wins');
    await page.keyboard.press('m');
    const field = page.getByRole('textbox', { name: 'Type a move' });
    await field.fill('h4');
    await field.press('Enter');
    await page.getByText('It is not your move').waitFor();
    await page.getByRole('button', { name: 'Rematch' }).click();
    await waitForMoves(page, 1);
    await expect.poll(() => page.getByText('It is not your move').count()).toBe(0);
  });

  test('is final once it has ended, and offers what comes next', async () => {
    const { page } = await site().open();
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 2);
    const before = await listMoves(page);
    await resign(page);
    await expectStatus(page, 'You lost · 0–1 Resignation, Black wins');
    const takeBack = page.getByRole('button', { name: 'Take back' });
    await expect.poll(() => takeBack.isDisabled()).toBe(true);
    await page.keyboard.press('u');
    for (const name of ['Review', 'Rematch', 'Analyse']) {
      await page.locator('.result').getByRole('button', { name }).waitFor();
    }
    await page.getByRole('button', { name: 'New game' }).waitFor();
    await expectStatus(page, 'You lost · 0–1 Resignation, Black wins');
    await expect.poll(() => listMoves(page)).toEqual(before);
  });

  test('after one whose colour was drawn has a random colour again', async () => {
    const { page } = await site().open();
    await startGame(page, { color: 'Random' });
    await page.getByRole('button', { name: 'New game' }).click();
    const random = startForm(page).getByRole('radio', { name: 'Random' });
    await expect.poll(() => random.isChecked()).toBe(true);
  });

  test('in which Black begins can be taken back from the first move on', async () => {
    const { page } = await site().open();
    await startGame(page, { color: 'Black', fen: '4k3/8/8/8/8/8/4r3/K7 b - - 0 1', elo: 600 });
    await clickMove(page, 'e2e3');
    await page.getByRole('button', { name: 'Take back' }).click();
    await expect.poll(() => listMoves(page)).toEqual([]);
  });

  test('is played by drag or click, and an illegal move snaps back', async () => {
    const { page } = await site().open();
    await square(page, 'g1').dragTo(square(page, 'g4'));
    await expect.poll(() => listMoves(page)).toEqual([]);
    await square(page, 'g1').dragTo(square(page, 'f3'));
    await waitForMoves(page, 2);
    await expect.poll(() => firstMove(page)).toBe('Nf3');
  });

  test('asks for the promotion piece', async () => {
    const { page } = await site().open();
    await startGame(page, { fen: '8/P6k/8/8/8/8/7p/7K w - - 0 1', elo: 600 });
    await clickMove(page, 'a7a8r');
    await waitForMoves(page, 1);
    await expect.poll(() => firstMove(page)).toBe('a8=R');
    await page.getByRole('button', { name: 'New game' }).click();
    await startGame(page, { fen: '8/P6k/8/8/8/8/8/7K w - - 0 1' });
    await clickMove(page, 'a7a8');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('f');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await clickMove(page, 'a7a8q');
    await expect.poll(() => firstMove(page)).toBe('a8=Q');
  });

  test('can begin from a Chess960 position by a valid number, and offers another one after it', async () => {
    const { page } = await site().open();
    const form = startForm(page);
    const number = form.getByLabel('Number, 0–959');
    const start = form.getByRole('button', { name: 'Start game' });
    await openStarts(page);
    await form.getByRole('radio', { name: 'Chess960' }).check();
    await number.fill('960');
    await start.click();
    await expect.poll(() => form.getByRole('alert').textContent()).toContain('0 to 959');
    await number.fill('0');
    await start.click();
    await expect.poll(() => readBoard(page)).toMatch(/BBQNNRKR$/);
    await page.evaluate(() => {
      Math.random = () => 0.5;
    });
    await page.getByRole('button', { name: 'New game' }).click();
    await expect.poll(() => form.getByRole('radio', { name: 'Chess960' }).isChecked()).toBe(true);
    await expect.poll(() => number.inputValue()).toBe('480');
    // The contents of a hidden field do not matter.
    await number.fill('2000');
    await form.getByRole('radio', { name: 'Standard' }).check();
    await start.click();
    await expect.poll(() => readBoard(page)).toMatch(/RNBQKBNR$/);
  });

  test.each([
    [
      'the usual one with Black to move',
      'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1',
    ],
    ['one of Chess960', chess960Fen(0)],
  ])('begins from the very position of the analysis, also if it is %s', async (_, fen) => {
    const hash = `#analyse&fen=${fen.replaceAll(' ', '_')}`;
    const { page } = await site().open(hash);
    await choose(page, 'More', 'Play from here');
    const form = startForm(page);
    await expect.poll(() => form.getByRole('radio', { name: 'Position' }).isChecked()).toBe(true);
    await expect.poll(() => form.getByLabel('FEN').inputValue()).toBe(fen);
    await expect.poll(() => readBoard(page)).toBe(fen.split(' ')[0]);
  });

  test.each([
    ['garbage', /^Not a position such as rnbqkbnr\/.*: 'garbage'$/],
    ['8/8/8/8/8/8/8/k1K5 w', /^Missing after 'w': castling rights \(KQkq or -\), an en passant/],
  ])('says in words what is wrong with the FEN %s', async (fen, problem) => {
    const { page } = await site().open();
    await openStarts(page);
    await startForm(page).getByRole('radio', { name: 'Position' }).check();
    await startForm(page).getByLabel('FEN').fill(fen);
    await expect.poll(() => startForm(page).getByRole('alert').textContent()).toMatch(problem);
  });

  test('after one without castling begins without castling', async () => {
    const { page } = await site().open();
    const fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1';
    await startGame(page, { fen });
    await page.getByRole('button', { name: 'New game' }).click();
    const form = startForm(page);
    await expect.poll(() => form.getByRole('radio', { name: 'Position' }).isChecked()).toBe(true);
    await expect.poll(() => form.getByLabel('FEN').inputValue()).toBe(fen);
  });

  test('castles in Chess960 by king takes rook', async () => {
    const { page } = await site().open();
    await startGame(page, { fen: '7k/8/8/8/8/8/8/1R3KR1 w GB - 0 1', elo: 600 });
    await clickMove(page, 'f1g1');
    await waitForMoves(page, 1);
    await expect.poll(() => firstMove(page)).toBe('O-O');
  });

  test('offers a draw that can be claimed with its rule, and announces it', async () => {
    const { page } = await site().open();
    await startGame(page, { color: 'White', fen: '4k2r/8/8/8/8/8/8/4K3 w - - 100 100' });
    const said = page.locator('[aria-live]', { hasText: 'You can claim a draw: fifty-move rule' });
    await said.waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Claim draw: fifty-move rule' }).click();
    await expectStatus(page, 'Draw · ½–½ You claimed a draw: fifty-move rule');
  });

  test('offers the claim of a draw with the move that makes it', async () => {
    const { page } = await site().open();
    await startGame(page, { color: 'White', fen: '4k2r/8/8/8/8/8/8/4K3 w - - 99 100' });
    const said = page.locator('[aria-live]', { hasText: 'You can claim a draw: fifty-move rule' });
    await said.waitFor({ state: 'attached' });
    await page.getByRole('button', { name: /^Claim draw with K..: fifty-move rule$/ }).click();
    await expectStatus(page, 'Draw · ½–½ You claimed a draw: fifty-move rule');
    await expect.poll(async () => (await listMoves(page)).length).toBe(1);
  });

  test('ends in a draw if the engine accepts the offer, as it does when it is behind', async () => {
    const { page } = await site().open();
    await startGame(page, { color: 'White', fen: '7k/8/8/8/8/8/8/K2Q4 w - - 0 1' });
    await choose(page, 'More', 'Offer draw');
    await page.locator('.toast', { hasText: 'Refrain declines the draw' }).waitFor();
    await clickMove(page, 'd1d2');
    await waitForMoves(page, 2);
    await choose(page, 'More', 'Offer draw');
    await expectStatus(page, 'Draw · ½–½ Draw by agreement');
  });

  test.each([
    ['that its move makes, and announces both', 98, 2],
    ['that the move before has made', 99, 1],
  ])('ends when the engine claims a draw %s', async (_, halfmoves, moves) => {
    const { page } = await site().open();
    // Nobody is ahead.
    const fen = `4k3/p7/P7/8/8/8/8/4K3 w - - ${halfmoves} 100`;
    await startGame(page, { fen, elo: 600 });
    await clickMove(page, 'e1d1');
    await expectStatus(page, 'Draw · ½–½ Refrain claimed a draw: fifty-move rule');
    await expect.poll(async () => (await listMoves(page)).length).toBe(moves);
    const said = page.locator('[aria-live]', { hasText: 'Refrain claimed a draw' });
    if (moves === 2)
      await expect.poll(() => said.textContent()).toMatch(/^Refrain: king .*Refrain claimed/);
  });

  test('shows a hint as an arrow and in words', async () => {
    const { page } = await site().open();
    await startGame(page, { fen: '4k3/8/8/8/8/8/q7/3QK2R w K - 0 1' });
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.arrow.hint').waitFor();
    const toast = page.locator('.toast', { hasText: 'Hint: ' });
    const shown = (await toast.textContent())!;
    const spoken = texts.hintSpoken(shown.replace('Hint: ', ''));
    expect(spoken).not.toBe(shown);
    await expect.poll(() => page.locator('[aria-live]').allTextContents()).toContain(spoken);
    // It is none for another game.
    await page.getByRole('button', { name: 'New game' }).click();
    await expect.poll(() => page.locator('.arrow.hint').count()).toBe(0);
  });

  test('has a field for moves that the menu opens and closes', async () => {
    const { page } = await site().open();
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 2);
    const field = page.getByRole('textbox', { name: 'Type a move' });
    for (const isShown of [true, false]) {
      await choose(page, 'More', 'Type a move');
      await expect.poll(() => field.isVisible()).toBe(isShown);
    }
  });

  test('gets no hint while a new one is offered', async () => {
    const { page } = await site().open();
    await startGame(page, { fen: '4k3/8/8/8/8/8/q7/3QK2R w K - 0 1' });
    await page.evaluate(holdSearches, { limit: 'movetime', allowed: 0 });
    await page.getByRole('button', { name: 'Hint' }).click();
    await searchAsked(page);
    await page.getByRole('button', { name: 'New game' }).click();
    await startForm(page).waitFor();
    await finishSearch(page);
    await expect.poll(() => page.locator('.arrow.hint').count()).toBe(0);
  });

  test('runs clocks, and the flag falls', async () => {
    const { page } = await site().open();
    // No time passes but the test's.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(3_600_000);
    await startGame(page, { clock: '1+0' });
    await page.clock.runFor(30_000);
    await expect.poll(() => page.locator('.clock:visible').last().textContent()).toBe('0:30');
    await page.clock.runFor(31_000);
    await expectStatus(page, 'You lost · 0–1 Time is up, Black wins');
    await expect
      .poll(() => page.getByRole('button', { name: 'Take back' }).isDisabled())
      .toBe(true);
  });

  test('gives no time back to who takes back', async () => {
    const { page } = await site().open();
    await page.clock.install({ time: 0 });
    await startGame(page, { clock: '5+3' });
    await clickMove(page, 'e2e4');
    await page.clock.runFor(1000);
    await waitForMoves(page, 2);
    await page.clock.runFor(100_000);
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.locator('.play .moves .empty').waitFor();
    await page.clock.runFor(1000);
    const clock = page.locator('.clock:visible').last();
    await expect.poll(() => clock.textContent()).toMatch(/^3:[12]\d$/);
  });

  test('says on another tab that it has ended', async () => {
    const { page } = await site().open();
    await page.clock.install({ time: 0 });
    await startGame(page, { clock: '1+0' });
    await openTab(page, 'Analyse');
    await page.clock.runFor(61_000);
    await page.locator('.toast.is-shown', { hasText: 'Time is up, Black wins' }).waitFor();
  });

  test('closes the question whether to resign when it ends', { tags: ['thorough'] }, async () => {
    const { page } = await site().open();
    await page.clock.install({ time: 0 });
    await startGame(page, { clock: '1+0' });
    await clickMove(page, 'e2e4');
    await page.clock.runFor(1000);
    await waitForMoves(page, 2);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').waitFor();
    await page.clock.runFor(61_000);
    await expectStatus(page, 'You lost · 0–1 Time is up, Black wins');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test('is lost on time by a move that comes just after the flag has fallen', async () => {
    const { page } = await site().open();
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(3_600_000);
    await startGame(page, { clock: '1+0' });
    // The clock is looked at every 100 ms from the beginning of a turn: 50 ms after the flag falls.
    await page.clock.runFor(50);
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 2);
    await page.clock.runFor(59_970);
    await clickMove(page, 'd2d4');
    await expectStatus(page, 'You lost · 0–1 Time is up, Black wins');
    expect(await listMoves(page)).toHaveLength(2);
  });

  test('with a clock says in its PGN how it was played and ended, also after a reload', async () => {
    const { page } = await site().open();
    await page.clock.install({ time: 0 });
    await startGame(page, { clock: '3+2', elo: 600 });
    await page.clock.runFor(5000);
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 2);
    await page.reload();
    await waitForMoves(page, 2);
    await page.clock.runFor(200_000);
    await expectStatus(page, 'You lost · 0–1 Time is up, Black wins');
    const download = page.waitForEvent('download');
    await choose(page, 'More', 'Save PGN');
    const game = readPgnGame(await readText(download));
    expect(Object.fromEntries(game.tags)).toMatchObject({
      White: 'You',
      Black: 'Refrain (600)',
      BlackElo: '600',
      TimeControl: '180+2',
      Termination: 'time forfeit',
      Result: '0-1',
    });
    const [white, black] = readTimes(game).map(({ clock }) => clock!);
    expect(white).toBeLessThanOrEqual(177);
    expect(white).toBeGreaterThan(120);
    expect(black).toBeLessThanOrEqual(182);
  });

  test('runs on in sight while a new one is offered, and may end without closing the form', {
    tags: ['thorough'],
  }, async () => {
    const { page } = await site().open();
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(3_600_000);
    await startGame(page, { clock: '1+0' });
    await page.getByRole('button', { name: 'New game' }).click();
    await startForm(page).getByRole('radio', { name: 'Black' }).check();
    await page.clock.runFor(30_000);
    const timer = startForm(page).getByRole('timer');
    await expect.poll(() => timer.textContent()).toBe('0:30');
    await page.clock.runFor(31_000);
    await page.locator('.toast.is-shown', { hasText: 'Time is up, Black wins' }).waitFor();
    await expect.poll(() => cornerSquare(page)).toBe('h1');
    await startForm(page).getByRole('button', { name: 'Cancel' }).click();
    await expectStatus(page, 'You lost · 0–1 Time is up, Black wins');
    await expect.poll(() => cornerSquare(page)).toBe('a8');
  });
});

test('every strength that can be chosen has a name', () => {
  for (let elo = MIN_ELO; elo <= MAX_ELO; elo += ELO_STEP) expect(levelName(elo)).not.toBe('');
});
