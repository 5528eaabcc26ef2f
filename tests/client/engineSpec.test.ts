/** How an engine is described on the command line. */
import { describe, expect, test } from 'vitest';
import {
  isProgramUnused,
  parseEngineSpec,
  rejectMatchWords,
  uniqueName,
} from '../../src/client/engineSpec.ts';
import { unwrap } from '../../src/util/result.ts';

const spec = (text: string, common?: string) => unwrap(parseEngineSpec(text, common));
const problem = (result: { ok: boolean; error?: Error }) =>
  result.ok ? '' : result.error!.message;

describe('an engine', () => {
  test('is described by words like in cutechess-cli', () => {
    expect(
      spec('cmd=./sf name="My Fish" arg=-x arg="two words" dir=/tmp option.Hash=16 nodes=5000'),
    ).toEqual({
      name: 'My Fish',
      command: './sf',
      commit: null,
      args: ['-x', 'two words'],
      folder: '/tmp',
      options: [['Hash', '16']],
      limit: { nodes: 5000 },
    });
  });

  test('restarts for every game if it says so, or all do and it does not object', () => {
    expect(spec('cmd=a').restart).toBeUndefined();
    expect(spec('cmd=a restart=on').restart).toBe(true);
    expect(spec('cmd=a', 'restart=on').restart).toBe(true);
    expect(spec('cmd=a restart=off', 'restart=on')).toEqual(spec('cmd=a'));
  });

  test('of a command without games has no words for matches', () => {
    const rejected = (text: string) => () => rejectMatchWords(spec(text), '--nodes');
    expect(rejected('cmd=a nodes=5')).toThrow('limits cannot be part of --engine; use --nodes');
    expect(rejected('cmd=a restart=on')).toThrow('restart=on is for matches');
    expect(rejected('cmd=a restart=off option.Hash=1')).not.toThrow();
  });

  test('may be a command, this engine, or a commit of it', () => {
    expect(spec('stockfish').command).toBe('stockfish');
    expect(spec('self').command).toBe('self');
    expect(spec('commit=HEAD~1')).toMatchObject({ command: null, commit: 'HEAD~1' });
  });

  test('takes the words for all engines, but prefers its own', () => {
    const common = 'option.Hash=16 option.Threads=1 tc=1+0.01';
    const { options, limit } = spec('x option.Hash=64 nodes=10', common);
    expect(options).toEqual([
      ['Threads', '1'],
      ['Hash', '64'],
    ]);
    expect(limit).toEqual({ nodes: 10 });
    expect(spec('x option.hash=64', 'option.Hash=16').options).toEqual([['hash', '64']]);
    expect(spec('x', common).limit).toEqual({ clock: { moves: 0, base: 1000, increment: 10 } });
    expect(spec('commit=a', 'cmd=x')).toMatchObject({ command: null, commit: 'a' });
    expect(spec('x', 'commit=a')).toMatchObject({ command: 'x', commit: null });
    expect(spec('name=A', 'commit=a')).toMatchObject({ command: null, commit: 'a' });
  });

  test('for all engines is unused if each names its own', () => {
    expect(isProgramUnused('cmd=foo', ['self', 'commit=a'])).toBe(true);
    expect(isProgramUnused('option.Hash=1 commit=a', ['self', 'cmd=b'])).toBe(true);
    expect(isProgramUnused('foo', ['self', 'name=B'])).toBe(false);
    expect(isProgramUnused('option.Hash=1', ['self', 'cmd=b'])).toBe(false);
  });

  test('is never passed to a shell', () => {
    const text = 'cmd=$(reboot) arg=`id` arg=;ls arg=*.ts "option.A B=c d" option.Path=a=b';
    expect(spec(text)).toMatchObject({
      command: '$(reboot)',
      args: ['`id`', ';ls', '*.ts'],
      options: [
        ['A B', 'c d'],
        ['Path', 'a=b'],
      ],
    });
  });

  test.each([
    ['', /needs a cmd or a commit/],
    ['cmd=a commit=b', /needs a cmd or a commit/],
    ['stockfish option.Hash', /'option.Hash' has no value$/],
    ['stockfish -x', /'cmd' is given twice; an argument of the program is arg=\.\.\.$/],
    ['a cmd=b', /'cmd' is given twice/],
    ['cmd=a option.Hash=1 option.Hash=2', /'option.Hash' is given twice$/],
    ['cmd=a option.Hash=1 option.hash=2', /'option.hash' is given twice$/],
    ['cmd=a nodes=1 nodes=2', /'nodes' is given twice$/],
    ['cmd= name=x', "engine: 'cmd' has no value"],
    ["''", "engine: 'cmd' has no value"],
    ['commit=', "engine: 'commit' has no value"],
    ['cmd=a name=""', "engine: 'name' has no value"],
    ['cmd=a dir=', "engine: 'dir' has no value"],
    ['cmd=a speed=9', /unknown key 'speed'; known are cmd, .*, option.<name>, .*nodes/],
    ['cmd="a', /quote is not closed/],
    ['cmd=a tc=soon', /not a time control/],
    ['cmd=a restart=auto', /restart is on or off, not 'auto'/],
    ['cmd=a nodes=0', /nodes must be a positive number/],
    ['cmd=a "option.Hash=1\nquit"', /a single line/],
  ])('%j is rejected', (text, reason) => {
    expect(problem(parseEngineSpec(text))).toMatch(reason);
  });
});

test('engines of the same name are numbered, past names that there are', () => {
  const names: string[] = [];
  for (const name of ['a', 'a #2', 'a', 'b', 'a']) names.push(uniqueName(name, names));
  expect(names).toEqual(['a', 'a #2', 'a #3', 'b', 'a #4']);
});
