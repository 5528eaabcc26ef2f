/** Whether the build is newer than its sources, by the times of the files. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const BUILT = 'dist/cli.js';
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

/** Whether `dist` in the folder `root` is there, and newer than all of its sources. */
export function isUpToDate(root = '.'): boolean {
  /** When a file was last changed, in milliseconds; null if it does not exist. */
  const changed = (path: string): number | null =>
    statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? null;
  const built = changed(BUILT);
  if (built === null) return false;
  // Folders too: they change when a file in them is removed.
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const all = [...FILES, 'src', ...sources.map((name) => `src/${name}`)];
  return all.every((path) => (changed(path) ?? 0) < built);
}
