/** Whether `dist` is newer than all of its sources. */
import { readdirSync, statSync } from 'node:fs';

const BUILT = 'dist/cli.js';
const FILES = [
  'package.json',
  'package-lock.json',
  'rolldown.config.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/declarations.ts',
  'scripts/slicedTwins.ts',
];

/** When a file was last changed, in milliseconds; null if it does not exist. */
const changed = (path: string): number | null =>
  statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;

export function isUpToDate(): boolean {
  const built = changed(BUILT);
  if (built === null) return false;
  // Folders too: they change when a file in them is removed.
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const all = [...FILES, 'src', ...sources.map((name) => `src/${name}`)];
  return all.every((path) => (changed(path) ?? 0) < built);
}
