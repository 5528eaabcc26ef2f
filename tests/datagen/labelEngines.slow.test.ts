/** `refrain data label` with other engines, good and bad. */
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

test.each([
  ['no-such-engine', /'no-such-engine' does not start: no such program$/],
  ['cmd=cat', /'cat' does not start: no answer within 10\.0 s, 'uci'$/],
  [`${fake('fault=refuse')} name=X`, /'X' does not start: exit code 1, 'licence expired'$/],
  [`${fake('fault=crash at=3')} name=X`, /'X': exit code 3$/],
  [`${fake('')} name=X option.Nope=1`, /'X': no option 'Nope'$/],
  [`${fake('')} name=X option.Hash=65`, /'X': option 'Hash' must be a whole number from 1 to 64/],
  ['self name=X option.EvalFile=nope', /'X': EvalFile 'nope' cannot be read/],
])('with %s it fails with a line', async (engine, message) => {
  expect(await fail(...args(engine))).toMatch(message);
});
