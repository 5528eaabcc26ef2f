/**
 * Builds the web page: `npm run web` writes a static site to `dist/web/`. All URLs in it are
 * relative, so it can be served from any folder of any host.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { transform } from 'esbuild';
import { build, type RolldownOutput } from 'rolldown';
import { SHAPES } from '../src/report/pieceShapes.ts';
import { PLAIN_SHAPES } from '../web/pieces/plain.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'web');
const TARGET = join(ROOT, 'dist/web');
/** The engine, built by `npm run build`. */
const WORKER = join(ROOT, 'dist/browser/refrain-worker.js');
/** Browsers of the last three years. */
const BROWSERS = 'es2022';

/** Bundles a script. Modules that are loaded lazily become files next to it. Returns all files. */
async function bundle(
  input: string,
  define: Record<string, string>,
): Promise<RolldownOutput['output']> {
  const { output } = await build({
    input: join(SOURCE, 'src', input),
    platform: 'browser',
    logLevel: 'warn',
    transform: { target: BROWSERS, define: { TUNING: 'false', VALIDATION: 'false', ...define } },
    output: {
      dir: TARGET,
      format: 'esm',
      minify: true,
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      // What three parts import is one file: as files of their own, most modules would be smaller than their headers.
      // The attack tables stay apart, because the page initializes them in a task of their own, and the names
      // of openings, which are larger than the page.
      codeSplitting: {
        groups: [
          { name: 'attacks', test: /[\\/]attacks\.ts$/, priority: 1 },
          { name: 'common', minShareCount: 3, test: (id) => !id.includes('openingNames') },
        ],
      },
    },
  });
  return output;
}

/** Links that let the browser load the modules of the first tab together with the main script. */
function preloads(output: RolldownOutput['output']): string {
  const chunks = output.filter((file) => file.type === 'chunk');
  const play = chunks.find(({ name }) => name === 'playView')!;
  const files = new Set([play.fileName]);
  // The set grows while it is iterated: imports have imports of their own.
  for (const file of files) {
    const { imports } = chunks.find(({ fileName }) => fileName === file)!;
    for (const other of imports) if (other !== 'main.js') files.add(other);
  }
  return [...files].map((file) => `<link rel="modulepreload" href="${file}">`).join('\n');
}

/** The sets of pieces; the style sheet shows one of them. */
const PIECE_SETS = { classic: SHAPES, plain: PLAIN_SHAPES };

/** The piece shapes, once per page; boards refer to them. */
function pieceSymbols(): string {
  const symbols = Object.keys(SHAPES).map((type) => {
    const drawings = Object.entries(PIECE_SETS).map(([name, shapes]) => {
      const { outline, lines } = shapes[Number(type)]!;
      const drawn = lines === '' ? '' : `<path d="${lines}" fill="none" stroke="currentColor"/>`;
      return `<g class="${name}-set"><path d="${outline}"/>${drawn}</g>`;
    });
    return `<symbol id="piece-${type}" viewBox="0 0 100 100">${drawings.join('')}</symbol>`;
  });
  return `<svg class="symbols" width="0" height="0" aria-hidden="true">${symbols.join('')}</svg>`;
}

/** Joins style sheets. */
async function bundleStyles(target: string, names: readonly string[]): Promise<void> {
  const css = names.map((name) => readFileSync(join(SOURCE, 'style', name), 'utf8'));
  const { code } = await transform(css.join('\n'), { loader: 'css', minify: true });
  writeFileSync(join(TARGET, target), code);
}

/** The files of the site, as relative URLs. */
const listFiles = (): string[] =>
  readdirSync(TARGET, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(TARGET, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();

/**
 * Built last: the service worker contains the list of all files and a hash of their contents. Files with
 * a hash in their name are listed apart: they never change.
 */
async function bundleServiceWorker(hashed: ReadonlySet<string>): Promise<void> {
  const files = listFiles();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(TARGET, file)));
  await bundle('serviceWorker.ts', {
    FILES: JSON.stringify(['./', ...files.filter((file) => !hashed.has(file))]),
    HASHED_FILES: JSON.stringify([...hashed]),
    VERSION: JSON.stringify(hash.digest('hex').slice(0, 12)),
  });
}

/** The hash of a file's content, for its name. */
const shortHash = (content: Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 8);

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
const engine = readFileSync(WORKER);
const engineFile = `refrain-worker-${shortHash(engine)}.js`;
writeFileSync(join(TARGET, engineFile), engine);
const output = await bundle('main.ts', { ENGINE_FILE: JSON.stringify(engineFile) });
const chunks = output.map(({ fileName }) => fileName).filter((file) => file !== 'main.js');
for (const name of ['manifest.webmanifest', 'icons']) {
  cpSync(join(SOURCE, name), join(TARGET, name), { recursive: true });
}
// In the order of their names: more specific styles come later. Some are fetched when they are needed.
const styles = readdirSync(join(SOURCE, 'style')).sort();
const later = ['review', 'print', 'editor', 'engine', 'lists'];
const sheetOf = (name: string) => later.find((it) => name.slice(2).startsWith(it)) ?? 'style';
for (const sheet of ['style', ...later]) {
  await bundleStyles(
    `${sheet}.css`,
    styles.filter((name) => sheetOf(name) === sheet),
  );
}
const html = readFileSync(join(SOURCE, 'index.html'), 'utf8');
const page = html
  .replace('<!-- pieces -->', pieceSymbols())
  .replace('<!-- preloads -->', preloads(output));
writeFileSync(join(TARGET, 'index.html'), page);
await bundleServiceWorker(new Set([engineFile, ...chunks]));
console.log(`${relative(process.cwd(), TARGET)}: ${listFiles().length} files`);
