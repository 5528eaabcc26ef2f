/** `npm run web:serve`, which people call before there is anything to serve. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a folder that does not exist is an error, which says how the page is built', () => {
  const words = ['--import', 'tsx', 'scripts/serveWeb.ts', '--port', '0', '/no/such'];
  const { status, stderr } = spawnSync(process.execPath, words, {
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect(stderr).toBe("no such folder: '/no/such'; npm run web builds the page\n");
  expect(status).toBe(1);
});
