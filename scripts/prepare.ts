/**
 * `npm run prepare`: builds, unless `dist` is newer than all of its sources. npm runs this after
 * `npm ci` and before the tests. Whether `npx refrain` does depends on the version of npm: npm 11 runs it only
 * the first time. A build takes some seconds, on a busy machine half a minute.
 */
import { spawnSync } from 'node:child_process';
import { isUpToDate } from '../src/hosts/node/upToDate.ts';

if (!isUpToDate()) {
  const { status } = spawnSync('npm run build', { shell: true, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
