/**
 * The layers of the source: each imports only from layers below it, there are no import cycles, and
 * only the layers for Node use Node. The list is in docs/architecture.md; if a rule prevents a better design,
 * change it there.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** From top to bottom, as docs/architecture.md lists them. Files in `src/` itself are layers of their own. */
const LAYERS = /(?:^\| `.*\n)+/m
  .exec(readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8'))![0]
  .trimEnd()
  .split('\n')
  .flatMap((row) => [...row.split('|')[1]!.matchAll(/`([^`]+?)\/?`/g)].map((name) => name[1]!));

/** The layers that may use Node. */
const USE_NODE = [
  'cli.ts',
  'commands',
  'match',
  'play',
  'train',
  'datagen',
  'selfplay',
  'client',
  'hosts/node',
];

interface SourceFile {
  path: string;
  code: string;
  /** Files of ours, types included. */
  imports: string[];
  /** Modules of Node. */
  nodeModules: string[];
}

const IMPORT =
  /\b(?:import|export)\s+(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

function readSource(path: string): SourceFile {
  const code = readFileSync(join(ROOT, path), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');
  const imports: string[] = [];
  const nodeModules: string[] = [];
  for (const [, from, dynamic] of code.matchAll(IMPORT)) {
    const name = (from ?? dynamic)!;
    if (name.startsWith('node:')) nodeModules.push(name);
    if (!name.startsWith('.')) continue;
    imports.push(normalize(join(dirname(path), name)));
  }
  return { path, code, imports, nodeModules };
}

const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
  .map((path) => readSource(join('src', path)));

/** The layer of a file: its folder in `src/`; the two folders of `hosts/` count separately. */
function layerOf(path: string): string {
  const [, layer, inner, deeper] = path.split('/');
  if (inner === undefined) return layer!;
  return layer === 'hosts' && deeper !== undefined ? `hosts/${inner}` : layer!;
}

test('every folder is a layer, and every layer is there', () => {
  const layers = new Set(files.map(({ path }) => layerOf(path)));
  expect([...layers].sort()).toEqual([...LAYERS].sort());
  expect(files.length).toBeGreaterThan(100);
});

test('nothing imports upward', () => {
  const upward = files.flatMap(({ path, imports }) => {
    const layer = layerOf(path);
    return imports
      .filter((to) => {
        const target = layerOf(to);
        return target !== layer && LAYERS.indexOf(target) <= LAYERS.indexOf(layer);
      })
      .map((to) => `${path} -> ${to}`);
  });
  expect(upward).toEqual([]);
});

test('the two hosts do not know each other', () => {
  const across = files.flatMap(({ path, imports }) =>
    imports
      .filter((to) => [layerOf(path), layerOf(to)].sort().join() === 'hosts/browser,hosts/node')
      .map((to) => `${path} -> ${to}`),
  );
  expect(across).toEqual([]);
});

test('there are no import cycles', () => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, way: string[]): void => {
    const at = way.indexOf(path);
    if (at >= 0) cycles.push([...way.slice(at), path].join(' -> '));
    if (at >= 0 || done.has(path)) return;
    for (const to of byPath.get(path)?.imports ?? []) visit(to, [...way, path]);
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  expect(cycles).toEqual([]);
});

test('rules, evaluation, search, engine and protocol use neither Node nor the DOM', () => {
  const offences = files.flatMap(({ path, code, nodeModules }) => {
    const layer = layerOf(path);
    if (USE_NODE.includes(layer) || path === 'src/index.ts') return [];
    const globals = /\b(?:process|document|window|navigator)\.|\b(?:Buffer|__dirname)\b/.exec(code);
    const isBrowser = layer === 'hosts/browser' || path === 'src/browser.ts';
    const found = [...nodeModules, ...(globals === null || isBrowser ? [] : [globals[0]])];
    return found.map((what) => `${path}: ${what}`);
  });
  expect(offences).toEqual([]);
});
