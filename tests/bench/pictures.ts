/**
 * `npm run pictures` takes the pictures of `docs/images` again: the page and a report, as they are. They need a few
 * minutes, and a machine with nothing else to do, since they show how fast the engine searches.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { serveFolder } from '../../scripts/serveWeb.ts';
import { launchBrowser, newProfile } from '../web/support/browser.ts';

const IMAGES = 'docs/images';
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** The depth at which the analysis is taken, in plies. */
const DEPTH = 24;

const OPERA = `[White "Morphy"]\n[Black "Karl / Isouard"]\n[Date "1858.??.??"]\n[Result "1-0"]\n
1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 {The pin.}
b5 $2 (9... Qc7 10. O-O-O) (9... h6 {is met by} 10. Bxf6) 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7
14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0`;
const BARE_OPERA = OPERA.replace(/\{.*?\}|\(.*?\)|\$2/g, '');
/** The moves of a person against a weak engine: legal whatever it answers, as far as one can tell. */
const DEVELOPMENT = ['e2e4', 'g1f3', 'f1e2', 'd2d3'];

const browser = await launchBrowser();
const { server, url } = await serveFolder('dist/web');

async function open(hash: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await newProfile(browser, options)).newPage();
  await page.goto(hash.startsWith('file:') ? hash : `${url}${hash}`);
  return page;
}

async function take(page: Page, name: string, options = {}): Promise<void> {
  const path = join(IMAGES, `${name}.png`);
  await page.screenshot({ path, animations: 'disabled', ...options });
  console.log(path);
  await page.context().close();
}

const listed = (page: Page, san: string) =>
  page.getByRole('group', { name: 'Moves' }).getByRole('button', { name: san }).first();

async function load(page: Page, pgn: string): Promise<void> {
  await page.getByRole('textbox').fill(pgn);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
}

async function takeAnalysis(): Promise<void> {
  const page = await open('#analyse', { viewport: DESKTOP });
  await page.getByRole('button', { name: 'Load a game or position' }).click();
  await page.getByRole('menuitem', { name: 'Paste PGN' }).click();
  await load(page, OPERA);
  await page.getByRole('button', { name: 'Engine settings' }).click();
  await page.getByRole('combobox', { name: 'Lines' }).selectOption('3');
  await page.keyboard.press('Escape');
  await listed(page, 'b5').click();
  await page.getByText(new RegExp(`depth (${DEPTH}|${DEPTH + 1})`)).waitFor();
  await page.locator('.toast:not(.is-shown)').waitFor({ state: 'attached' });
  await take(page, 'page-analyse');
}

async function takeReview(name: string, options: BrowserContextOptions): Promise<void> {
  const page = await open('#review', options);
  await page.getByRole('button', { name: 'Paste PGN' }).click();
  await load(page, BARE_OPERA);
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('.summary').waitFor({ timeout: 600_000 });
  await listed(page, 'b5').click();
  await take(page, name);
}

async function takeGame(): Promise<void> {
  const page = await open('#play', { viewport: PHONE });
  const form = page.getByRole('form', { name: 'New game' });
  await form.getByRole('slider').fill('1200');
  await form.getByLabel('Clock').selectOption('5+3');
  await form.getByRole('button', { name: 'Start game' }).click();
  for (const [i, move] of DEVELOPMENT.entries()) {
    for (const square of [move.slice(0, 2), move.slice(2)])
      await page.locator(`.board:visible [data-square="${square}"]`).click();
    // The reply. It may come at once.
    await page
      .locator('.view:visible .move')
      .nth(2 * i + 1)
      .waitFor({ state: 'attached' });
  }
  await page.getByText('Your move').waitFor();
  await take(page, 'page-play-phone');
}

async function takeReport(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-pictures-'));
  try {
    const [pgn, html] = [join(folder, 'game.pgn'), join(folder, 'game.html')];
    const games = readFileSync('tests/bench/review/masters.pgn', 'utf8').split(/(?=\[Event )/);
    writeFileSync(pgn, games.find((game) => game.includes('Byrne, Donald'))!);
    execFileSync(process.execPath, ['dist/cli.js', 'analyze', pgn, '--html', html]);
    const page = await open(pathToFileURL(html).href, { viewport: DESKTOP });
    await page.getByText('Bxb6').first().click();
    // Down to the chart.
    const clip = { x: 0, y: 0, width: DESKTOP.width, height: 1367 };
    await take(page, 'report-desktop', { fullPage: true, clip });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

try {
  await takeAnalysis();
  await takeReview('page-review', { viewport: DESKTOP });
  await takeReview('page-review-phone', { viewport: PHONE, colorScheme: 'dark' });
  await takeGame();
  await takeReport();
} finally {
  await browser.close();
  server.close();
}
