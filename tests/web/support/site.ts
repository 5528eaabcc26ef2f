/** The built site on a local server, with a browser to open it in. */
import type { Server } from 'node:http';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { serveFolder } from '../../../scripts/serveWeb.ts';
import { newProfile, shareBrowser } from './browser.ts';
import { shortenSearches } from './heldSearches.ts';
import { SharedProfile } from './sharedProfile.ts';

interface OpenedPage {
  page: Page;
  context: BrowserContext;
}

interface ProfileOptions extends BrowserContextOptions {
  /**
   * Whether the analysis begins by itself, as it does for users (default: false, it waits until it is
   * switched on). A search takes a processor from the tests, as long as the page is open.
   */
  isEngineOn?: boolean;
  /** Whether no search takes longer than a moment (default: false): what it finds stays, and the processor is free. */
  isBrief?: boolean;
  /** Whether its process may have had pages of other tests (default: true). */
  isShared?: boolean;
}

/** In a page: switches the analysis off, unless a choice is stored. */
function switchEngineOff(): void {
  if (location.protocol === 'http:') localStorage['refrain-engine'] ??= '{"isOn":false}';
}

class Site {
  readonly browser: Browser;
  private readonly contexts: BrowserContext[] = [];
  /** The profile of all tests that need no options of their own. */
  private readonly shared: SharedProfile;
  /** Errors that pages reported, with violations of their Content-Security-Policy. */
  private readonly errors: string[] = [];
  /** The address of its page. */
  readonly url: string;
  /** Emits `request` for every request that arrives. */
  readonly server: Server;

  constructor(browser: Browser, url: string, server: Server) {
    this.browser = browser;
    this.url = url;
    this.server = server;
    this.shared = new SharedProfile(browser, `${url}icons/icon.svg`);
  }

  /**
   * Opens the page in a profile that stores nothing yet, so that tests share no state; `hash` starts with `#`.
   * There is no service worker, which would fetch the whole site each time, unless `serviceWorkers` is `allow`.
   */
  async open(hash = '', options: ProfileOptions = {}): Promise<OpenedPage> {
    const blank = await this.openBlank(options);
    const response = await blank.page.goto(`${this.url}${hash}`);
    if (response?.status() === 404) throw new Error('the page is not built: npm run web');
    await blank.page.locator('.view').waitFor();
    return blank;
  }

  /** An empty page in such a profile, whose requests can be intercepted before it loads the site. */
  async openBlank({
    isEngineOn = false,
    isBrief = false,
    isShared = true,
    ...options
  }: ProfileOptions = {}): Promise<OpenedPage> {
    const page =
      isShared && Object.keys(options).length === 0
        ? await this.shared.openPage()
        : await this.openAlone(options);
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    if (!isEngineOn) await page.addInitScript(switchEngineOff);
    if (isBrief) await page.addInitScript(shortenSearches);
    return { page, context: page.context() };
  }

  /** In a profile of its own. */
  private async openAlone(options: BrowserContextOptions): Promise<Page> {
    const context = await newProfile(this.browser, { serviceWorkers: 'block', ...options });
    this.contexts.push(context);
    return context.newPage();
  }

  /** Closes what was opened, and empties the shared profile. Returns the errors of all pages, and forgets them. */
  async close(): Promise<string[]> {
    for (const context of this.contexts.splice(0)) await context.close();
    await this.shared.empty();
    return this.errors.splice(0);
  }

  dispose(): Promise<void> {
    return this.shared.close();
  }
}

/**
 * Serves the site during the tests of a file or `describe`. After each test its pages are closed, and
 * the test fails if one reported an error. The returned function gives the site within a test.
 */
export function serveSite({
  folder = 'dist/web',
  ...options
}: {
  isIsolated?: boolean;
  folder?: string;
} = {}): () => Site {
  let server: Awaited<ReturnType<typeof serveFolder>>;
  let site: Site;
  beforeAll(async () => {
    server = await serveFolder(folder, options);
    site = new Site(await shareBrowser(), server.url, server.server);
  });
  afterAll(async () => {
    await site.dispose();
    server.server.close();
  });
  afterEach(async () => {
    expect(await site.close()).toEqual([]);
  });
  return () => site;
}
