/** Starting an engine: what counts as a rejected option, and what does not. */
import { expect, test } from 'vitest';
import { UciClient } from '../../src/client/uciClient.ts';

/** Starts the fake engine under this name; it answers `setoption` with this remark. */
async function start(name: string, remark: string): Promise<string> {
  const args = [`name=${name}`, `remark=${remark}`].map(encodeURI);
  const client = await UciClient.start({
    file: process.execPath,
    args: ['tests/support/fakeEngine.mjs', ...args],
    folder: null,
    options: [['Hash', '2']],
  });
  await client.quit();
  return client.name;
}

test('a remark that nobody knows yet is no rejection, also from Refrain', async () => {
  expect(await start('Refrain 9.9', 'using a network of tomorrow')).toBe('Refrain 9.9');
  expect(await start('Refrain 9.9', '0 WDL and 0 DTZ tables')).toBe('Refrain 9.9');
});

test('what Refrain reports as an error is a rejection', async () => {
  await expect(start('Refrain 9.9', "error: EvalFile 'x' cannot be read")).rejects.toThrow(
    "EvalFile 'x' cannot be read",
  );
});

test('other engines may mean anything by the same words', async () => {
  expect(await start('Refrainer', 'error: 0.3 pawns')).toBe('Refrainer');
});
