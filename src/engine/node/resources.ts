/**
 * The one place that knows where the program's parts are which are not in its bundle: the code of
 * its threads and the files of the package. Installed, they are files; the single
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

/** What threads run: `engine/worker.ts` and `datagen/selfPlayThread.ts`. Beside this file, once bundled. */
export const THREAD_CODE = {
  search: 'worker.js',
  selfPlay: 'selfPlayThread.js',
  label: 'labelThread.js',
  train: 'trainThread.js',
} as const;

/** A new worker thread; `workerData` is for it to read. */
export function startThread(what: keyof typeof THREAD_CODE, workerData?: unknown): Worker {
  const code = THREAD_CODE[what];
  if (IS_SINGLE_EXECUTABLE) return new Worker(getAsset(code, 'utf8'), { eval: true, workerData });
  return new Worker(new URL(`./${code}`, import.meta.url), { workerData });
}

/** Compiled kernels in WebAssembly, beside this file once built. */
export const KERNELS = { train: 'train.wasm' } as const;

/** The bytes of compiled kernels. */
export function readKernels(what: keyof typeof KERNELS): Uint8Array<ArrayBuffer> {
  const file = KERNELS[what];
  if (IS_SINGLE_EXECUTABLE) return new Uint8Array(getAsset(file));
  return new Uint8Array(readFileSync(new URL(`./${file}`, import.meta.url)));
}

/** Files of the package that commands read, by their path in it. */
export const PACKAGE_FILES = ['positions/bench.epd', 'positions/openings.epd'] as const;

/** The text of a file of the package. */
export function readPackageFile(path: (typeof PACKAGE_FILES)[number]): string {
  if (IS_SINGLE_EXECUTABLE) return getAsset(path, 'utf8');
  return readFileSync(join(PACKAGE_ROOT, path), 'utf8');
}
