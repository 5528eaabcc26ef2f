/**
 * Builds the single executable: a copy of the running Node with the engine in it.
 * `npm run build:exe [-- FILE]` builds the package, and then writes `build/refrain` or the given file;
 * network and kernels come from `dist`. With KIND=tune in the environment, the parameters of the search
 * are UCI options.
 *
 * At start, Node looks for a blob in its own executable and runs the script in it, a single CommonJS
 * file. All other files are assets of the blob (see `builtResources.ts`). The executable runs on the
 * operating system and processor type that it was built on.
 * https://nodejs.org/docs/latest-v20.x/api/single-executable-applications.html
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join, resolve } from 'node:path';
import { build } from 'rolldown';
import {
  BUILT_IN_NETWORK,
  KERNELS,
  PACKAGE_FILES,
  THREAD_CODE,
} from '../src/hosts/node/builtResources.ts';

const ROOT = resolve(import.meta.dirname, '..');
const POSTJECT = join(ROOT, 'node_modules/postject/dist/cli.js');
/** The sentinel by which Node knows whether it has a blob; injecting the blob flips it. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const isWindows = process.platform === 'win32';
const isMac = process.platform === 'darwin';

/** Bundles a module into one file, including everything that is loaded lazily. */
async function bundle(input: string, file: string): Promise<void> {
  await build({
    input: join(ROOT, input),
    platform: 'node',
    logLevel: 'silent',
    transform: { define: { TUNING: `${process.env.KIND === 'tune'}`, VALIDATION: 'false' } },
    output: { file, format: 'cjs', codeSplitting: false },
  });
}

/** The entry of each kind of thread. */
const THREAD_SOURCES: Record<keyof typeof THREAD_CODE, string> = {
  search: 'src/hosts/node/nodeWorker.ts',
  selfPlay: 'src/selfplay/selfPlayThread.ts',
  label: 'src/datagen/labelThread.ts',
  train: 'src/train/trainThread.ts',
};

/** Writes the blob that Node will run. Returns its path. */
async function makeBlob(folder: string): Promise<string> {
  const main = join(folder, 'main.cjs');
  const output = join(folder, 'refrain.blob');
  await bundle('src/cli.ts', main);
  const threads: Record<string, string> = {};
  for (const [what, source] of Object.entries(THREAD_SOURCES)) {
    const file = join(folder, `${what}.cjs`);
    await bundle(source, file);
    threads[THREAD_CODE[what as keyof typeof THREAD_CODE]] = file;
  }
  const files = Object.fromEntries(PACKAGE_FILES.map((path) => [path, join(ROOT, path)]));
  const built = Object.fromEntries(
    [...Object.values(KERNELS), BUILT_IN_NETWORK].map((file) => [file, join(ROOT, 'dist', file)]),
  );
  const assets = { ...threads, ...built, ...files };
  const config = join(folder, 'sea.json');
  writeFileSync(
    config,
    JSON.stringify({ main, output, assets, disableExperimentalSEAWarning: true }),
  );
  execFileSync(process.execPath, ['--experimental-sea-config', config]);
  return output;
}

function inject(blob: string, exe: string): void {
  mkdirSync(dirname(exe), { recursive: true });
  // A running executable can be replaced, but not written to.
  rmSync(exe, { force: true });
  copyFileSync(process.execPath, exe);
  chmodSync(exe, 0o755);
  // macOS does not start a program that was changed after it was signed. Windows only warns.
  if (isMac) execFileSync('codesign', ['--remove-signature', exe]);
  const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : [];
  // Its output is discarded: on Linux it warns about .note sections for no reason.
  execFileSync(
    process.execPath,
    [POSTJECT, exe, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE, ...segment],
    { stdio: 'pipe' },
  );
  if (isMac) execFileSync('codesign', ['--sign', '-', exe]);
}

const wanted = resolve(process.argv[2] ?? join(ROOT, 'build/refrain'));
const exe = isWindows && extname(wanted) !== '.exe' ? `${wanted}.exe` : wanted;
const folder = mkdtempSync(join(tmpdir(), 'refrain-'));
try {
  inject(await makeBlob(folder), exe);
} finally {
  rmSync(folder, { recursive: true });
}
console.log(exe);
