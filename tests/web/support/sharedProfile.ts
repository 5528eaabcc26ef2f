/** A profile of the browser that tests share. */
import type { Browser, Page } from 'playwright-core';
import { newProfile } from './browser.ts';

/** In a page: deletes what it stores. */
async function clearStorage(): Promise<void> {
  localStorage.clear();
  for (const { name } of await indexedDB.databases()) {
    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name!);
      request.onsuccess = resolve;
      request.onerror = () => reject(request.error);
    });
  }
}

/**
 * One profile without service workers for tests of one origin that run one after the other, emptied between them.
 * Its pages have an opener, and therefore run in the process of that: to start one takes longer than to
 * load the page.
 */
export class SharedProfile {
  private readonly browser: Browser;
  /** The address of a document of the origin that does nothing. */
  private readonly url: string;
  private opener: Page | undefined;

  constructor(browser: Browser, url: string) {
    this.browser = browser;
    this.url = url;
  }

  /** Opens an empty page. */
  async openPage(): Promise<Page> {
    if (this.opener === undefined) {
      const context = await newProfile(this.browser, { serviceWorkers: 'block' });
      this.opener = await context.newPage();
      await this.opener.goto(this.url);
    }
    const opening = this.opener.waitForEvent('popup');
    await this.opener.evaluate(() => void open());
    return opening;
  }

  /** Closes the pages, and forgets what they stored, were allowed, and what was done to their requests. */
  async empty(): Promise<void> {
    if (this.opener === undefined) return;
    const context = this.opener.context();
    for (const page of context.pages()) if (page !== this.opener) await page.close();
    try {
      // Playwright installs a clock in all pages, for good.
      if (await this.opener.evaluate(() => 'isFake' in Date)) return await this.close();
      await context.unrouteAll();
      await context.clearPermissions();
      await this.opener.evaluate(clearStorage);
    } catch (error) {
      // It has crashed with a page.
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.opener?.context().close();
    this.opener = undefined;
  }
}
