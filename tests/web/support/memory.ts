/** How much memory pages use, by the processes that Chromium runs for them. */
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';

/** Whether memory can be measured here: on Linux. */
export const CAN_MEASURE = process.platform === 'linux';

/** The resident memory of a process; 0 if it has ended meanwhile. */
function residentKibibytes(id: number): number {
  try {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** The resident memory of all pages of a browser with their workers, in mebibytes. */
export async function readMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const kibibytes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => residentKibibytes(id));
  return kibibytes.reduce((sum, one) => sum + one, 0) / 1024;
}
