/** Words of the form `key=value`, parsed without a shell. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseKeyValues } from '../../src/client/keyValues.ts';
import { unwrap } from '../../src/util/result.ts';

test('blanks separate words, quotes group them, and nothing else is special', () => {
  expect(unwrap(parseKeyValues('cmd=a  name="My engine" arg=$(x) "option.A B=c d" self'))).toEqual([
    { key: 'cmd', value: 'a' },
    { key: 'name', value: 'My engine' },
    { key: 'arg', value: '$(x)' },
    { key: 'option.A B', value: 'c d' },
    { key: '', value: 'self' },
  ]);
  expect(unwrap(parseKeyValues(' \n'))).toEqual([]);
  expect(parseKeyValues('cmd="a').ok).toBe(false);
  expect(parseKeyValues("cmd='a").ok).toBe(false);
});

test('any value survives quoting with a quote that it does not contain', () => {
  const value = fc.string({ unit: 'binary' }).filter((text) => !text.includes('"'));
  fc.assert(
    fc.property(fc.array(value), (values) => {
      const text = values.map((one, i) => `k${i}="${one}"`).join(' ');
      expect(unwrap(parseKeyValues(text))).toEqual(
        values.map((one, i) => ({ key: `k${i}`, value: one })),
      );
    }),
  );
});
