/**
 * Starts Chromium for tests, driven by playwright-core. CHROMIUM is the path of the program, if it is
 * not in one of the usual places.
 */
import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

/** Milliseconds that a test waits for the page, by default: many times what it takes. */
export const PATIENCE = 120_000;

/** The headless shell, which draws no window around a page, takes half the time of Chromium itself. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
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
  // What draws the pages has no process of its own: less than it costs to talk to that.
  '--in-process-gpu',
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
      'Install one (Debian: apt-get install chromium-headless-shell) or name its program: CHROMIUM=… npm run test:web',
  );
}

/** `flags` are those of Chromium's command line. */
export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser(), args: [...FLAGS, ...flags] });
}

let shared: Promise<Browser> | undefined;

/** The browser of all test files that this process runs, which ends with it. */
export function shareBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  return shared;
}

/** A new profile, patient with slow machines. */
export async function newProfile(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  return context;
}

/** Opens a page in a new profile; what it reports as errors is added to `errors`. */
export async function openPage(
  browser: Browser,
  url: string,
  errors: string[],
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await (await newProfile(browser, options)).newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(url);
  return page;
}
