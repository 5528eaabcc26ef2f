/** `refrain data label` with other engines; labelGames.test.ts has those that fail at once. */
import { beforeAll, expect, test } from 'vitest';
import { fakeEngine as fake } from '../support/fakeEngines.ts';
import { fail, succeed } from '../support/runCli.ts';
import { temporaryFiles } from '../support/temporaryFolder.ts';

const file = temporaryFiles();

beforeAll(() =>
  succeed('datagen', file('games'), '--games', '2', '--nodes', '20', '--max-moves', '6'),
);

let files = 0;
const args = (engine: string) => {
  const output = file(`${++files}.labels`);
  return ['data', 'label', file('games'), '-o', output, '--engine', engine];
};

test('an engine that knows only a bound of a score labels with it', async () => {
  const words = args(fake('score=7 bound=lowerbound'));
  await succeed(...words);
  expect((await succeed('data', 'verify', words[4]!))[0]).toMatch(/ [1-9]\d* labels, no errors/);
  // Our own searches of so few nodes often end with a bound.
  await succeed(...args('self'), '--nodes', '50');
});

test('with a program that is no engine it fails with a line', async () => {
  expect(await fail(...args('cmd=cat'))).toMatch(
    /'cat' does not start: no answer within 10\.0 s, 'uci'$/,
  );
});
