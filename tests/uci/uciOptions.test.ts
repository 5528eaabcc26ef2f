/** Values that are refused, mistakes of the program, which are something else, and their document. */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { Engine } from '../../src/hosts/node/nodeEngine.ts';
import { describeOptions, setOption } from '../../src/uci/uciOptions.ts';
import { ChessError } from '../../src/util/result.ts';

const engine = new Engine();
afterAll(() => engine.close());

const remark = () => {};
const target = { engine, showWdl: false, log: null, remark };

/** The error of setting an option while a method of the engine fails. */
async function failing(method: keyof Engine, error: Error, name: string, value: string) {
  const broken = Object.assign(Object.create(engine) as Engine, {
    [method]: () => {
      throw error;
    },
  });
  const result = await setOption({ ...target, engine: broken }, name, value);
  return result.ok ? null : result.error.message;
}

describe.each<[keyof Engine, string, string]>([
  ['configure', 'Hash', '8'],
  ['configure', 'SyzygyPath', '/nowhere'],
  ['openLog', 'Debug Log File', '/nowhere'],
  ['readFile', 'EvalFile', '/nowhere'],
  ['setNetwork', 'EvalFile', new URL(import.meta.url).pathname],
  ['setBook', 'BookFile', new URL(import.meta.url).pathname],
])('if %s fails, setting %s', (method, name, value) => {
  test('says why the engine refuses the value', async () => {
    const refusal = new ChessError('it is refused');
    expect(await failing(method, refusal, name, value)).toContain('it is refused');
  });

  test('does not hide a mistake of the program', async () => {
    const mistake = new TypeError('undefined is not a function');
    await expect(failing(method, mistake, name, value)).rejects.toBe(mistake);
  });
});

test.each<[string, string[]]>([
  ['Hash', ['0', '99999', '-1', 'many', '1.5', '1e3', '9'.repeat(20), '']],
  ['UCI_Elo', ['3300']],
  ['UCI_Chess960', ['maybe', '1', '']],
])('%s refuses other values by its name, and stays as it is', async (name, values) => {
  const before = engine.getSettings();
  for (const value of values) {
    const result = await setOption(target, name, value);
    expect(result.ok ? '' : result.error.message).toContain(name);
  }
  expect(engine.getSettings()).toEqual(before);
});

test.each([
  ['Clear Table', null, "'Clear Table'"],
  ['Contempt Level', '3', "'Contempt Level'"],
  ['hash 64', null, "'hash 64'; the word value is missing after Hash"],
  ['Hahs', '64', "'Hahs'; did you mean Hash?"],
])('there is no option %s', async (name, value, message) => {
  expect(await setOption(target, name, value)).toMatchObject({
    error: { message: `no such option: ${message}` },
  });
});

test.each(['EvalFile', 'BookFile'])('%s says in words why a file cannot be read', async (name) => {
  for (const [path, reason] of [
    ['/nowhere/at/all', 'no such file or folder'],
    ['/'.padEnd(5000, 'x'), 'the name is too long'],
    [`${new URL(import.meta.url).pathname}/x`, 'part of the path is not a folder'],
    // Reading a device may never end and take all memory.
    ...(process.platform === 'win32'
      ? []
      : [['/dev/zero', "'/dev/zero' is not a file but a device"]]),
  ] as const) {
    const result = await setOption(target, name, path);
    expect(result.ok ? '' : result.error.message).toContain(`cannot be read (${reason})`);
  }
});

/** The rows of the options in docs/uci.md: names, defaults and meaning. A row may be about several options. */
const ROWS = Array.from(
  readFileSync('docs/uci.md', 'utf8').matchAll(/^\| (`.*?) \| (.*?) ?\| (.*) \|$/gm),
  ([, names, values, meaning]) => ({
    names: names!.replaceAll('`', '').split(', '),
    values: values!.replaceAll('`', '').split(', '),
    meaning: meaning!,
  }),
);

test.each(describeOptions(engine))('docs/uci.md has the default and the range of: %s', (line) => {
  const [, name, value = '', min, max] =
    /^option name (.+?) type \w+(?: default (.+?))?(?: min (\S+) max (\S+))?$/.exec(line)!;
  const rows = ROWS.filter(({ names }) => names.includes(name!));
  expect(rows.map(({ names, values }) => values[names.indexOf(name!)])).toEqual([
    name === 'UCI_EngineAbout' ? 'name and version' : value,
  ]);
  // Those of Hash and Threads depend on the machine, and the last level has a meaning of its own.
  if (min === undefined || ['Hash', 'Threads', 'Skill Level'].includes(name!)) return;
  expect(rows[0]!.meaning.replaceAll(/(?<=\d),(?=\d{3})/g, '')).toContain(`${min} to ${max}`);
});
