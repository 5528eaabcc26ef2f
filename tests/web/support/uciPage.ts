/** A UCI worker in a page. */
import type { Page } from 'playwright-core';

export class UciPage {
  private readonly page: Page;
  private readonly index: number;

  constructor(page: Page, index: number) {
    this.page = page;
    this.index = index;
  }

  /** Sends each text as a message. */
  async send(...texts: string[]): Promise<void> {
    await this.page.evaluate(
      ([index, texts]) => {
        for (const text of texts) globalThis.uciWorkers[index]!.worker.postMessage(text);
      },
      [this.index, texts] as const,
    );
  }

  /** Waits for a line that matches. Resolves to the unread lines up to it. */
  async until(pattern: RegExp): Promise<string[]> {
    const { page, index } = this;
    await page.waitForFunction(
      ([index, source]) => {
        const { lines, seen } = globalThis.uciWorkers[index]!;
        return lines.slice(seen).some((line) => new RegExp(source).test(line));
      },
      [index, pattern.source] as const,
      { polling: 10 },
    );
    return page.evaluate(
      ([index, source]) => {
        const uci = globalThis.uciWorkers[index]!;
        const from = uci.seen;
        const at = uci.lines.findIndex((line, i) => i >= from && new RegExp(source).test(line));
        uci.seen = at + 1;
        return uci.lines.slice(from, at + 1);
      },
      [index, pattern.source] as const,
    );
  }
}

declare global {
  /** The blob URLs that workers were started from. */
  var uciBlobs: string[];
  var uciWorkers: { worker: Worker; lines: string[]; seen: number }[];
}

/** Starts `new Worker(url)` in the page. */
export async function startUci(page: Page, url: string): Promise<UciPage> {
  const index = await page.evaluate((url) => {
    const worker = new Worker(url);
    globalThis.uciBlobs ??= [];
    globalThis.uciBlobs.push(url);
    const uci = { worker, lines: [] as string[], seen: 0 };
    worker.onmessage = ({ data }) => uci.lines.push(data);
    globalThis.uciWorkers ??= [];
    return globalThis.uciWorkers.push(uci) - 1;
  }, url);
  return new UciPage(page, index);
}
