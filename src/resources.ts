/**
 * The one place that knows where the program's parts are which are not in its bundle: the code of
 * the search threads and the files of the package. Installed, they are files; the single
 * executable (`npm run build:exe`) carries them inside itself.
 * https://nodejs.org/docs/latest-v20.x/api/single-executable-applications.html
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getAsset, isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

export const IS_SINGLE_EXECUTABLE = isSea();

/** The folder of the package; for the single executable, which has none, where it was started. */
export const PACKAGE_ROOT = IS_SINGLE_EXECUTABLE
  ? process.cwd()
  : fileURLToPath(new URL('..', import.meta.url));

/** Beside this file, once bundled. */
export const THREAD_CODE = 'worker.js';

/** A new worker thread that runs `engine/worker.ts`. */
export function startThread(): Worker {
  if (IS_SINGLE_EXECUTABLE) return new Worker(getAsset(THREAD_CODE, 'utf8'), { eval: true });
  return new Worker(new URL(`./${THREAD_CODE}`, import.meta.url));
}

/** Files of the package that commands read, by their path in it. */
export const PACKAGE_FILES = ['positions/bench.epd', 'positions/openings.epd'] as const;

/** The text of a file of the package. */
export function readPackageFile(path: (typeof PACKAGE_FILES)[number]): string {
  if (IS_SINGLE_EXECUTABLE) return getAsset(path, 'utf8');
  return readFileSync(join(PACKAGE_ROOT, path), 'utf8');
}
