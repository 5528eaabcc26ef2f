import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineReader, MAX_LINE } from '../../src/uci/lineReader.ts';

/** The lines of a text in chunks; null for a line that is too long. */
function read(pieces: readonly string[]): (string | null)[] {
  const lines: (string | null)[] = [];
  const reader = new LineReader(
    (line) => lines.push(line),
    () => lines.push(null),
  );
  for (const piece of pieces) reader.push(piece);
  reader.end();
  return lines;
}

test('lines end with LF, CR or both, however the text is split', () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r', 'é', '😀') }));
  fc.assert(
    fc.property(texts, (pieces) => {
      const whole = pieces.join('').split(/\r\n|[\n\r]/);
      const written = (lines: readonly (string | null)[]) => lines.filter((line) => line !== '');
      expect(written(read(pieces))).toEqual(written(whole));
    }),
    { numRuns: 2000 },
  );
});

test('CR LF is one line end', () => {
  expect(read(['uci\r\ngo\r\n'])).toEqual(['uci', 'go']);
});

test('a last line without a line end is a line', () => {
  expect(read(['uci\ngo', ' infinite'])).toEqual(['uci', 'go infinite']);
  expect(read(['uci\n'])).toEqual(['uci']);
});

test('a line that is too long is skipped with one message', () => {
  const long = 'x'.repeat(MAX_LINE);
  expect(read([`${long}\n`])).toEqual([long]);
  expect(read([`a\n${long}`, long, long, 'x\nb\n'])).toEqual(['a', null, 'b']);
  expect(read([long, 'x'])).toEqual([null]);
});

test('the message does not wait for the end of the line', () => {
  const skipped: string[] = [];
  const reader = new LineReader(
    () => {},
    (start) => skipped.push(start),
  );
  reader.push('go ');
  reader.push('x'.repeat(MAX_LINE - 3));
  expect(skipped).toEqual([]);
  for (let i = 0; i < 3; i++) reader.push('x');
  expect(skipped).toHaveLength(1);
  expect(skipped[0]).toMatch(/^go x{1,99}$/);
});
