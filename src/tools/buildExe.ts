/**
 * Makes the single executable: a copy of the Node that runs this, with the engine inside it.
 * `npm run build:exe [-- FILE]` writes `build/refrain` or the file named, after a build: what is not
 * code is taken from `dist`.
 *
 * Node looks for a blob in its own file at start and runs the script in it, which must be one
 * CommonJS file; what else we need travels along as assets (see `resources.ts`). The executable
 * runs on the system and processor it was made on.
 * https://nodejs.org/docs/latest-v20.x/api/single-executable-applications.html
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { BUILT_IN_NETWORK, KERNELS, PACKAGE_FILES, THREAD_CODE } from '../engine/node/resources.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const POSTJECT = join(ROOT, 'node_modules/postject/dist/cli.js');
/** By this Node knows whether it carries a blob; injecting the blob flips it. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const isWindows = process.platform === 'win32';
const isMac = process.platform === 'darwin';

/** One file with everything in it, what is loaded lazily too. */
async function bundle(input: string, file: string): Promise<void> {
  await build({
    input: join(ROOT, input),
    platform: 'node',
    logLevel: 'silent',
    transform: { define: { TUNING: 'false', VALIDATION: 'false' } },
    output: { file, format: 'cjs', codeSplitting: false },
  });
}

/** The entry of each kind of thread. */
const THREAD_SOURCES: Record<keyof typeof THREAD_CODE, string> = {
  search: 'src/engine/node/worker.ts',
  selfPlay: 'src/selfplay/selfPlayThread.ts',
  label: 'src/datagen/labelThread.ts',
  train: 'src/train/trainThread.ts',
};

/** Writes the blob that Node will run. */
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
    [...Object.values(KERNELS), BUILT_IN_NETWORK]
      .filter((file) => file !== null)
      .map((file) => [file, join(ROOT, 'dist', file)]),
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
  // An executable that is running can be replaced, but not written to.
  rmSync(exe, { force: true });
  copyFileSync(process.execPath, exe);
  chmodSync(exe, 0o755);
  // macOS starts no program that has changed since it was signed. Windows does: it only warns.
  if (isMac) execFileSync('codesign', ['--remove-signature', exe]);
  const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : [];
  // What it says of sections named .note on Linux is noise.
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
