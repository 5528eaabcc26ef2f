/**
 * The one place that knows where the program's parts are which are not in its bundle: the code of
 * the search threads and the files of the package. Installed, they are files; the single
 * executable (`npm run build:exe`) carries them inside itself.
 * https://nodejs.org/docs/latest-v20.x/api/single-executable-applications.html
 */
import { readFileSync } from 'node:fs';
import { getAsset, isSea } from 'node:sea';
import { Worker } from 'node:worker_threads';

/** Beside this file, once bundled. */
export const THREAD_CODE = 'worker.js';

/** A new worker thread that runs `engine/worker.ts`. */
export function startThread(): Worker {
  if (isSea()) return new Worker(getAsset(THREAD_CODE, 'utf8'), { eval: true });
  return new Worker(new URL(`./${THREAD_CODE}`, import.meta.url));
}

/** Files of the package that commands read, by their path in it. */
export const PACKAGE_FILES = ['positions/bench.epd'] as const;

/** The text of a file of the package. */
export function readPackageFile(path: (typeof PACKAGE_FILES)[number]): string {
  if (isSea()) return getAsset(path, 'utf8');
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
}
