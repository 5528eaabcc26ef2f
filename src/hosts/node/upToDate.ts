/** Whether a build is newer than its sources, by the times of the files. */
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const FILES = [
  'package.json',
  'package-lock.json',
  'rolldown.config.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/declarations.ts',
  'scripts/slicedTwins.ts',
  'scripts/thirdParty.ts',
];

/**
 * Whether the program `built` in the folder `root` is there, and newer than all of its sources. An
 * installed package has no sources, so it always is.
 */
export function isUpToDate(root = '.', built = 'dist/cli.js'): boolean {
  /** When a file was last changed, in milliseconds; null if it does not exist. */
  const changed = (path: string): number | null =>
    statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? null;
  const age = changed(built);
  if (age === null) return false;
  if (changed('src') === null) return true;
  // Folders too: they change when a file in them is removed.
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const all = [...FILES, 'src', ...sources.map((name) => `src/${name}`)];
  return all.every((path) => (changed(path) ?? 0) < age);
}

/** A warning if a program such as `dist/cli.js` is older than its sources; null if it is not. */
export function staleBuildWarning(program: string): string | null {
  const folder = dirname(program);
  const root = dirname(folder);
  if (isUpToDate(root, relative(root, program))) return null;
  const script = basename(folder).replace('dist', 'build').replace('-', ':');
  return `${program} is older than its sources: npm run ${script}`;
}
