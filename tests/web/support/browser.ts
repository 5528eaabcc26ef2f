/**
 * Starts Chromium for tests, driven by playwright-core. CHROMIUM is the path of the program, if it is
 * not in one of the usual places.
 */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of the browser. If there is none, throws an Error that says how to get one. */
function findBrowser(): string {
  const named = process.env.CHROMIUM;
  const found = named ?? PLACES.find((place) => existsSync(place));
  if (found !== undefined && existsSync(found)) return found;
  throw new Error(
    `${named === undefined ? 'no Chromium found' : `no such file: ${named}`}. ` +
      'Install one (Debian: apt-get install chromium) or name its program: CHROMIUM=… npm run test:web',
  );
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser(), args: FLAGS });
}

/** Opens a page that fails the test if it reports an error. */
export async function openPage(browser: Browser, url: string, errors: string[]): Promise<Page> {
  const page = await browser.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(url);
  return page;
}
