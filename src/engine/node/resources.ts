/**
 * Parts of the program outside its bundle: the code of its threads, and files of the package. They are
 * files beside the bundle, or assets of the single executable (`npm run build:exe`).
 * https://nodejs.org/docs/latest-v20.x/api/single-executable-applications.html
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getAsset, isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { EvaluatorFiles } from '../../eval/newEvaluator.ts';

export const IS_SINGLE_EXECUTABLE = isSea();

/** Whether this runs from `dist`, not from the sources (tests and tools do). */
const IS_BUNDLED = !import.meta.url?.endsWith('.ts');

/** The folder of the package; for the single executable, which has none, where it was started. */
export const PACKAGE_ROOT = IS_SINGLE_EXECUTABLE
  ? process.cwd()
  : fileURLToPath(new URL(IS_BUNDLED ? '..' : '../../..', import.meta.url));

/** What threads run: `engine/worker.ts` and `datagen/selfPlayThread.ts`. Beside this file, once bundled. */
export const THREAD_CODE = {
  search: 'worker.js',
  selfPlay: 'selfPlayThread.js',
  label: 'labelThread.js',
  train: 'trainThread.js',
} as const;

/**
 * A new worker thread; `workerData` is for it to read. It is given none of the options that Node itself
 * was started with, as some of them, such as `--input-type`, are not for files.
 */
export function startThread(what: keyof typeof THREAD_CODE, workerData?: unknown): Worker {
  const code = THREAD_CODE[what];
  const options = { workerData, execArgv: [] };
  if (IS_SINGLE_EXECUTABLE) return new Worker(getAsset(code, 'utf8'), { ...options, eval: true });
  return new Worker(new URL(`./${code}`, import.meta.url), options);
}

/** Compiled kernels in WebAssembly. */
export const KERNELS = { nnue: 'nnue.wasm', train: 'train.wasm' } as const;
/** The built-in network. */
export const BUILT_IN_NETWORK = 'default.nnue';

/** The bytes of compiled kernels. */
export const readKernels = (what: keyof typeof KERNELS): Uint8Array<ArrayBuffer> =>
  readBuilt(KERNELS[what]);

/** What positions are evaluated with unless the user names another network. */
export const readBuiltIn = (): EvaluatorFiles => ({
  network: readBuilt(BUILT_IN_NETWORK),
  kernels: readKernels('nnue'),
});

/** A file that the build puts beside the bundle. */
function readBuilt(name: string): Uint8Array<ArrayBuffer> {
  if (IS_SINGLE_EXECUTABLE) return new Uint8Array(getAsset(name));
  const url = new URL(IS_BUNDLED ? `./${name}` : `../../../dist/${name}`, import.meta.url);
  return new Uint8Array(readFileSync(url));
}

/** Files of the package that commands read, by their path in it. */
export const PACKAGE_FILES = ['positions/bench.epd', 'positions/openings.epd'] as const;

/** The text of a file of the package. */
export function readPackageFile(path: (typeof PACKAGE_FILES)[number]): string {
  if (IS_SINGLE_EXECUTABLE) return getAsset(path, 'utf8');
  return readFileSync(join(PACKAGE_ROOT, path), 'utf8');
}
