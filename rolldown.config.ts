/**
 * How the program is bundled by `npm run build`. With `--environment KIND:tune` the parameters of the search become
 * UCI options, with `KIND:debug` the search checks itself; these builds contain only the program.
 *
 * The search and all that it calls are in one file, or one chunk: V8 treats the constants of the same module as
 * constants, but looks up those of an imported one. That makes a search 4 to 8% faster.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig, type Plugin, type RolldownOptions } from 'rolldown';
import { slicedTwins } from './scripts/slicedTwins.ts';
import { noticePlugin, ownCodeOnly } from './scripts/thirdParty.ts';

const kind = process.env.KIND ?? 'release';
// The build moves `dist-new` to `dist` when all of it is done.
const dir = kind === 'release' ? 'dist-new' : `dist-${kind}`;

/** What all bundles have in common. */
const common: RolldownOptions = {
  logLevel: 'warn',
  transform: { define: { TUNING: `${kind === 'tune'}`, VALIDATION: `${kind === 'debug'}` } },
};

const node: RolldownOptions = { ...common, platform: 'node', plugins: [ownCodeOnly] };

/** A file with everything in it, for a thread. */
const thread = (input: string, file: string): RolldownOptions => ({
  ...node,
  input,
  output: { file: `${dir}/${file}`, codeSplitting: false },
});

/** Where the built-in network is kept. */
const NETWORK = 'src/eval/nnue/default.nnue';

/** Puts the built-in network beside the program. */
const emitNetwork: Plugin = {
  name: 'emit-network',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: basename(NETWORK), source: readFileSync(NETWORK) });
  },
};

const program: RolldownOptions[] = [
  {
    ...node,
    input: 'src/cli.ts',
    plugins: [emitNetwork, noticePlugin],
    output: {
      dir,
      // What is needed at once is one chunk; commands are loaded when they are called.
      codeSplitting: { groups: [{ name: 'core', test: /\/src\//, tags: ['$initial'] }] },
    },
  },
  thread('src/hosts/node/nodeWorker.ts', 'worker.mjs'),
  thread('src/selfplay/selfPlayThread.ts', 'selfPlayThread.js'),
  thread('src/datagen/labelThread.ts', 'labelThread.js'),
  thread('src/train/trainThread.ts', 'trainThread.js'),
];

const entries = {
  index: 'src/index.ts',
  chess: 'src/chess.ts',
  engine: 'src/engine.ts',
  review: 'src/review.ts',
};

const library: RolldownOptions[] = [
  {
    ...node,
    // One build: a Position of `refrain/chess` is one of `refrain/browser`.
    input: { ...entries, 'browser/index': 'src/browser.ts' },
    output: { dir, chunkFileNames: 'shared-[hash].js' },
  },
  {
    ...node,
    input: entries,
    output: {
      dir,
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: 'shared-[hash].cjs',
    },
  },
];

/** The text of a constant that holds a file; null where there is no such file. */
const base64 = (path: string) =>
  existsSync(path) ? `"${readFileSync(path).toString('base64')}"` : 'null';

const browser = (): RolldownOptions => ({
  ...common,
  input: 'src/hosts/browser/browserWorker.ts',
  platform: 'browser',
  plugins: [ownCodeOnly, slicedTwins()],
  transform: {
    define: {
      ...common.transform!.define,
      NETWORK_BASE64: base64(NETWORK),
      KERNELS_BASE64: base64(`${dir}/nnue.wasm`),
    },
  },
  output: {
    file: `${dir}/browser/refrain-worker.js`,
    format: 'iife',
    codeSplitting: false,
    minify: true,
    // With any other character V8 would take two bytes for each, those of the network too.
    charset: 'ascii',
  },
});

export default defineConfig(kind === 'release' ? [...program, ...library, browser()] : program);
