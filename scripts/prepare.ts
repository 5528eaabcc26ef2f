/**
 * `npm run prepare`: builds, unless `dist` is newer than all of its sources. npm runs this after
 * `npm ci`, before the tests, and silently each time `npx refrain` is called in the repository; a build
 * takes half a minute.
 */
import { spawnSync } from 'node:child_process';
import { isUpToDate } from './upToDate.ts';

if (!isUpToDate()) {
  const { status } = spawnSync('npm run build', { shell: true, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
