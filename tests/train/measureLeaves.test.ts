/** `npm run measure:leaves`. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.each([
  ['no engine', [], 'npm run measure:leaves -- "cmd=stockfish" [network.nnue …]\n'],
  [
    'a network that does not exist',
    ['cmd=stockfish', 'none.nnue'],
    /^'none.nnue': no such file or folder\n$/,
  ],
])('%s is one line', (_, args, message) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'scripts/measureLeaves.ts', ...args],
    { encoding: 'utf8' },
  );
  expect(status).toBe(1);
  expect(stderr).toMatch(message);
});
