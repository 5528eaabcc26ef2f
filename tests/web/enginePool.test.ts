/** `EnginePool` of pages. */
import { expect, test } from 'vitest';
import { EnginePool } from '../../src/hosts/browser/browserEngine.ts';

test('a pool in a page reports problems, as one in Node does', async () => {
  const problems: string[] = [];
  const pool = new EnginePool({
    settings: { syzygyPath: '/tables' },
    onProblem: (text) => problems.push(text),
  });
  expect(problems).toEqual([expect.stringContaining('a browser has no folders')]);
  await pool.close();
});
