/** Options of other engines: parsing, and validation of values. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkOptionValue, parseEngineOption } from '../../src/client/engineOption.ts';

const option = (line: string) => parseEngineOption(`option name ${line}`)!;
const isTaken = (line: string, value: string) => checkOptionValue(option(line), value).ok;

test('an option is parsed whatever its name and values contain', () => {
  expect(option('Hash type spin default 16 min 1 max 33554432')).toEqual({
    name: 'Hash',
    type: 'spin',
    min: 1,
    max: 33_554_432,
    values: [],
  });
  expect(option('Move Overhead type spin default 10 min -5 max 5000')).toMatchObject({
    name: 'Move Overhead',
    min: -5,
    max: 5000,
  });
  expect(option('Style type combo default Solid var Solid var Very Risky')).toMatchObject({
    values: ['Solid', 'Very Risky'],
  });
  expect(option('Debug Log File type string default')).toMatchObject({ type: 'string', min: null });
  expect(parseEngineOption('id name Hash')).toBeNull();
  expect(parseEngineOption('option name Hash')).toBeNull();
});

describe('a value is accepted', () => {
  test('by a spin exactly when it is a whole number within its bounds', () => {
    const bounds = fc.tuple(fc.integer({ min: -99, max: 99 }), fc.nat({ max: 99 }));
    fc.assert(
      fc.property(bounds, fc.integer({ min: -300, max: 300 }), ([min, span], value) => {
        const line = `X type spin default ${min} min ${min} max ${min + span}`;
        expect(isTaken(line, `${value}`)).toBe(value >= min && value <= min + span);
      }),
    );
    for (const value of ['', '1.5', 'x', '0x10', ' 1', '1e2', 'NaN']) {
      expect(isTaken('X type spin default 1 min 1 max 9', value)).toBe(false);
    }
    expect(isTaken('X type spin default 1', '-123456')).toBe(true);
  });

  test.each([
    ['X type check default false', ['true', 'FALSE'], ['', '1', 'yes']],
    ['X type combo default a var a var b c', ['a', 'B C'], ['', 'b', 'd']],
    ['X type button', [''], ['1']],
    ['X type string default <empty>', ['', 'any text'], []],
  ])('by %s', (line, good, bad) => {
    for (const value of good) expect(isTaken(line, value), value).toBe(true);
    for (const value of bad) expect(isTaken(line, value), value).toBe(false);
  });

  test.each([
    ['Hash type spin default 16 min 1 max 64', '0', "'Hash' must be a whole number from 1 to 64"],
    ['Ponder type check default false', 'yes', "'Ponder' must be true or false"],
    ['Style type combo default A var A var Very B', 'C', "'Style' must be one of 'A', 'Very B'"],
  ])('and its rejection names option, values and value: %s', (line, value, message) => {
    const result = checkOptionValue(option(line), value);
    expect(result.ok ? '' : result.error.message).toBe(`option ${message}, not '${value}'`);
  });
});

test('megabytes of an option line are read in linear time', () => {
  const size = 1 << 22;
  for (const line of [
    `option name ${'x '.repeat(size / 2)}`,
    `option name ${'type '.repeat(size / 5)}`,
    `option name X type combo ${'var '.repeat(size / 4)}`,
    `option name X type spin ${' '.repeat(size)}min 1`,
  ]) {
    expect(() => parseEngineOption(line)).not.toThrow();
  }
});
