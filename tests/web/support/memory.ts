/** How much memory pages use, by the processes that Chromium runs for them. */
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';

/** Whether memory can be measured here: on Linux. */
export const CAN_MEASURE = process.platform === 'linux';

/** The resident memory of all pages of a browser with their workers, in mebibytes. */
export async function readMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const kibibytes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => {
      const [, resident] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))!;
      return Number(resident);
    });
  return kibibytes.reduce((sum, one) => sum + one, 0) / 1024;
}

/** The memory once it stays below a limit; that of the last of many looks if it does not. */
export async function settledMemory(browser: Browser, limit: number): Promise<number> {
  let memory = await readMemory(browser);
  for (let look = 0; look < 20 && memory > limit; look++) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    memory = await readMemory(browser);
  }
  return memory;
}
