/** PGN files game by game: the same games as from the whole text, however the file is cut. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPgnGames } from '../../../src/chess/notation/pgnReader.ts';
import { cutIntoGames, readPgnFile } from '../../../src/hosts/node/pgnFile.ts';
import { unwrap } from '../../../src/util/result.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();

const pieces = fc.constantFrom(
  '[Event "A"]\n[White "Jürgen – 象"]\n\n1. e4 {good} e5 1-0\n\n',
  '[Event "B"]\r\n\r\n1. d4 {[Event "no tag"] here} d5 *\r\n\r\n',
  '[Event "C"]\n\n1. Nf3 {never closed\n\n',
  '[White "no event"]\n\n1. c4 c5 1/2-1/2\n',
  '\n[White "late event"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[Event "D"]\n\n1. e4 {a\n\n[note] b} Kd7 *\n\n',
  '[Event "E"]\n\n[White "after an empty line"]\n\n1. g3 *\n',
  '1. e4 e5 2. Nf3 *\n',
  '\n',
  '% escaped [Event "x"]\n',
  '[Event "F"] {never closed\n[White "a"]\n',
  '[Event "G"]\n\n{never closed\n[White "b"]\n[Event "H"]\n',
  '[Event "broken\n\n',
  '[White broken]\n\n{only a comment}\n\n[White "c"]\n',
  '[White "a line\nbroken"]\n',
);
const bits = fc.constantFrom(
  ...[
    '{',
    '}',
    '(',
    ')',
    ';',
    '[',
    ']',
    '"',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    ' ',
    '1.',
    'e4',
    '$1',
    '1-0',
    '*',
    '{c}',
  ],
  ...[
    '\n% x\n',
    '[Result "0-0"]',
    '[%clk 1]',
    '\n[Event "x"]\n',
    '\n[White "x"]\n',
    '\n\n[White "x"]\n\n',
    '0-0',
  ],
);
const files = fc.array(fc.oneof(pieces, bits), { maxLength: 16 }).map((parts) => parts.join(''));

/** The games, or why they are none. */
const read = (text: string) =>
  [...readPgnGames(text, { variations: true, partial: true })].map((game) =>
    game.ok ? game.value : game.error.message,
  );

test('the games of a text do not depend on where it is cut', () => {
  fc.assert(
    fc.property(files, fc.array(fc.nat(400), { maxLength: 8 }), (text, cuts) => {
      const at = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
      const chunks = at.slice(1).map((end, i) => text.slice(at[i], end));
      const texts = [...cutIntoGames(chunks)];
      expect(texts.join('')).toBe(text);
      expect(texts.flatMap(read)).toEqual(read(text));
    }),
    { numRuns: 1000 },
  );
});

test('a comment on the whole file is one on its first game', () => {
  const path = join(folder, 'heading.pgn');
  writeFileSync(path, '; the best game\n\n[Event "A"]\n\n1. e4 *\n');
  const [game] = [...readPgnFile(path)].map(unwrap);
  expect(game!.comments).toEqual(['the best game']);
});

test('a file larger than what is read at a time, with characters of several bytes', () => {
  const game = (i: number) =>
    `[Event "Größe ${i}"]\n\n1. e4 {${'é象'.repeat(500 + (i % 7))}} e5 2. Nf3 *\n\n`;
  const text = Array.from({ length: 2000 }, (_, i) => game(i)).join('');
  const path = join(folder, 'large.pgn');
  writeFileSync(path, text);
  const games = [...readPgnFile(path)].map((result) => unwrap(result));
  expect(games).toHaveLength(2000);
  for (const [i, { tags, moves }] of games.entries()) {
    expect(tags.get('Event')).toBe(`Größe ${i}`);
    expect(moves[0]!.comments[0]).toBe('é象'.repeat(500 + (i % 7)));
  }
});

test('names in Latin-1, as PGN is by its standard, and in UTF-8', () => {
  const path = join(folder, 'latin1.pgn');
  const pgn = '[White "Müller"]\n[Black "Señor Đoković"]\n\n1. e4 {très bien} *\n';
  const latin = pgn.replace(/Đ|ć/g, 'ß');
  for (const [text, encoding] of [
    [latin, 'latin1'],
    [pgn, 'utf8'],
    [`\ufeff${pgn}`, 'utf8'],
  ] as const) {
    writeFileSync(path, text, encoding);
    const [game] = [...readPgnFile(path)].map((result) => unwrap(result));
    const [, white, black] = /White "(.*)"\]\n\[Black "(.*)"/.exec(text)!;
    expect([game!.tags.get('White'), game!.tags.get('Black')]).toEqual([white, black]);
    expect(game!.moves[0]!.comments).toEqual(['très bien']);
  }
});

test('a text that is no PGN is not kept in memory', () => {
  function* noise(): Generator<string> {
    yield '[Event "first"]\n\n1. e4 *\n\n[Event "endless"]\n\n';
    for (let i = 0; i < 200; i++) yield 'x'.repeat(1 << 20);
    yield '\n[Event "last"]\n\n1. d4 *\n';
  }
  const lengths = [...cutIntoGames(noise())].map((text) => text.length);
  expect(Math.max(...lengths)).toBeLessThan(2 ** 26 + 2 ** 21);
  expect(lengths.at(-1)).toBeLessThan(40);
});

test('a device is refused', () => {
  expect(() => [...readPgnFile('/dev/zero')]).toThrow(/is not a file but a device/);
});

test('a file put together from others may have lines in UTF-8 and in Windows-1252', () => {
  const game = '[White "Müller"]\r\n\r\n1. e4 {droht Läufer} 1-0\r\n\r\n';
  const path = join(folder, 'mixed.pgn');
  const old = Buffer.from(game, 'latin1');
  writeFileSync(path, Buffer.concat([old, Buffer.from(`\ufeff${game}`), old]));
  const games = [...readPgnFile(path)].map((result) => unwrap(result));
  expect(games.map(({ tags }) => tags.get('White'))).toEqual(['Müller', 'Müller', 'Müller']);
  expect(games.map(({ moves }) => moves[0]!.comments[0])).toEqual(
    Array.from({ length: 3 }, () => 'droht Läufer'),
  );
});
