/**
 * The floors of the source: each room imports only from those below it, no files import each other
 * in a circle, and only the rooms that are for Node know Node. Where a rule stands in the way of a
 * better design, change the list here with it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** From the top to the bottom. Files that stand in `src/` itself are rooms of their own. */
const FLOORS = [
  'cli.ts',
  'commands',
  'match',
  'index.ts',
  'review.ts',
  'analysis',
  'play',
  'train',
  'tuning',
  'datagen',
  'selfplay',
  'atomicFile.ts',
  'client',
  'engine.ts',
  'browser.ts',
  'engine/node',
  'engine/browser',
  'uci',
  'engine',
  'search',
  'syzygy',
  'eval',
  'book',
  'chess.ts',
  'chess',
  'version.ts',
];

/** Programs for developers: they may import anything, and nothing imports them. */
const TOOLS = 'tools';

/** The lowest rooms that may know Node, and those that may know a browser. */
const KNOW_NODE = [
  'cli.ts',
  'commands',
  'match',
  'play',
  'train',
  'tuning',
  'datagen',
  'selfplay',
  'atomicFile.ts',
  'client',
  'engine/node',
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

/** The room of a file: its folder in `src/`, the two in `engine/` by themselves. */
function roomOf(path: string): string {
  const [, room, inner, deeper] = path.split('/');
  if (inner === undefined) return room!;
  return room === 'engine' && deeper !== undefined ? `engine/${inner}` : room!;
}

test('every room has its floor', () => {
  const rooms = new Set(files.map(({ path }) => roomOf(path)));
  expect([...rooms].filter((room) => room !== TOOLS && !FLOORS.includes(room))).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});

test('nothing imports upward', () => {
  const upward = files.flatMap(({ path, imports }) => {
    const room = roomOf(path);
    if (room === TOOLS) return [];
    return imports
      .filter((to) => {
        const target = roomOf(to);
        return target !== room && FLOORS.indexOf(target) <= FLOORS.indexOf(room);
      })
      .map((to) => `${path} -> ${to}`);
  });
  expect(upward).toEqual([]);
});

test('no files import each other in a circle', () => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, way: string[]): void => {
    const at = way.indexOf(path);
    if (at >= 0) circles.push([...way.slice(at), path].join(' -> '));
    if (at >= 0 || done.has(path)) return;
    for (const to of byPath.get(path)?.imports ?? []) visit(to, [...way, path]);
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  expect(circles).toEqual([]);
});

test('rules, evaluation, search, engine and protocol know neither Node nor a page', () => {
  const offences = files.flatMap(({ path, code, nodeModules }) => {
    const room = roomOf(path);
    if (room === TOOLS || KNOW_NODE.includes(room) || path === 'src/index.ts') return [];
    const globals = /\b(?:process|document|window|navigator)\.|\b(?:Buffer|__dirname)\b/.exec(code);
    const isBrowser = room === 'engine/browser' || path === 'src/browser.ts';
    const found = [...nodeModules, ...(globals === null || isBrowser ? [] : [globals[0]])];
    return found.map((what) => `${path}: ${what}`);
  });
  expect(offences).toEqual([]);
});
