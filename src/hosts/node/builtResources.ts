/**
 * Parts of the program outside its bundle: the code of its threads, and files of the package. They are
 * files beside the bundle, or assets of the single executable (`npm run build:exe`).
 * https://nodejs.org/docs/latest-v20.x/api/single-executable-applications.html
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { EvaluatorFiles } from '../../eval/newEvaluator.ts';

// Not imported: Bun and Deno do not have it.
const sea = process.getBuiltinModule?.('node:sea');
/** The single executable that this runs in, if it does. */
const executable = sea?.isSea() ? sea : null;
export const IS_SINGLE_EXECUTABLE = executable !== null;

/** This module; bundlers that turn it into CommonJS leave `import.meta` empty. */
const HERE = import.meta.url ?? pathToFileURL(__filename).href;

/** Whether this runs from `dist` rather than from the sources, as in tests and tools. */
const IS_BUNDLED = !HERE.endsWith('.ts');

/** The package's folder; for the single executable, which has none, the working directory. */
export const PACKAGE_ROOT = IS_SINGLE_EXECUTABLE
  ? process.cwd()
  : fileURLToPath(new URL(IS_BUNDLED ? '..' : '../../..', HERE));

/** The program `cli.js` of this build, or of `dist` if this runs from the sources. */
export const ownProgram = (): string =>
  fileURLToPath(new URL(IS_BUNDLED ? './cli.js' : '../../../dist/cli.js', HERE));

/**
 * The files of worker threads, next to this one once bundled. Users may copy that of a search next to a bundle in a
 * CommonJS package, so its extension says that it is an ES module.
 */
export const THREAD_CODE = {
  search: 'worker.mjs',
  selfPlay: 'selfPlayThread.js',
  label: 'labelThread.js',
  train: 'trainThread.js',
} as const;

/**
 * Starts a worker thread with `workerData`. Node's own options are not passed on, since some of
 * them, such as `--input-type`, are invalid for files.
 */
export function startThread(what: keyof typeof THREAD_CODE, workerData?: unknown): Worker {
  const code = THREAD_CODE[what];
  const options = { workerData, execArgv: [] };
  if (executable !== null) {
    return new Worker(executable.getAsset(code, 'utf8'), { ...options, eval: true });
  }
  return new Worker(new URL(`./${code}`, HERE), options);
}

/** Compiled kernels in WebAssembly. */
export const KERNELS = { nnue: 'nnue.wasm', train: 'train.wasm' } as const;
/** The built-in network. */
export const BUILT_IN_NETWORK = 'default.nnue';

/** What a search needs beside the bundle. */
export const SEARCH_FILES = [THREAD_CODE.search, BUILT_IN_NETWORK, KERNELS.nnue] as const;

/** The bytes of compiled kernels. */
export const readKernels = (what: keyof typeof KERNELS): Uint8Array<ArrayBuffer> =>
  readBuilt(KERNELS[what]);

/** The network and kernels used unless the user selects another network. */
export const readBuiltIn = (): EvaluatorFiles => ({
  network: readBuilt(BUILT_IN_NETWORK),
  kernels: readKernels('nnue'),
});

/** Reads a file that the build places next to the bundle. */
function readBuilt(name: string): Uint8Array<ArrayBuffer> {
  if (executable !== null) return new Uint8Array(executable.getAsset(name));
  const url = new URL(IS_BUNDLED ? `./${name}` : `../../../dist/${name}`, HERE);
  return new Uint8Array(readFileSync(url));
}

/** Files of the package that commands read, by path. */
export const PACKAGE_FILES = ['positions/bench.epd', 'positions/openings.epd'] as const;

/** The text of a file of the package. */
export function readPackageFile(path: (typeof PACKAGE_FILES)[number]): string {
  if (executable !== null) return executable.getAsset(path, 'utf8');
  return readFileSync(join(PACKAGE_ROOT, path), 'utf8');
}
