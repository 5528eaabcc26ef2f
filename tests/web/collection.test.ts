/** PGN files of any size: every game can be found and opened. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPgnGames } from '../../src/chess/notation/pgnReader.ts';
import { unwrap } from '../../src/util/result.ts';
import { Collection } from '../../web/src/collection.ts';

const game = (n: number, newline = '\n') =>
  [
    `[Event "Open ${n % 7}"]`,
    `[White "Player ${n}"]`,
    `[Black "Müller"]`,
    '',
    `1. e4 {number ${n}, ${'word '.repeat(n % 50)}} e5 *`,
    '',
    '',
  ].join(newline);

test('all of 10,000 games are listed, found and opened', async () => {
  const file = new Blob(Array.from({ length: 10_000 }, (_, i) => game(i + 1)));
  const shares: number[] = [];
  const collection = await Collection.read(file, (share) => shares.push(share));
  expect(collection.games.length).toBe(10_000);
  expect(shares.at(-1)).toBe(1);
  const found = collection.search('müller  PLAYER 9999');
  expect(found.map(({ number }) => number)).toEqual([9999]);
  for (const n of [1, 2, 5000, 9999, 10_000]) {
    const { tags, moves } = unwrap(await collection.load(collection.games[n - 1]!));
    expect(tags.get('White')).toBe(`Player ${n}`);
    expect(moves[0]!.comments[0]).toMatch(new RegExp(`^number ${n},`));
  }
});

test('gives the games that the reader gives, whatever the file', async () => {
  const part = fc.oneof(
    fc.nat({ max: 200 }).map((n) => game(n)),
    fc.nat({ max: 200 }).map((n) => game(n, '\r\n')),
    fc.constantFrom(
      '1. d4 d5 1-0\n\n',
      '1. e4 {open\n\n',
      '[White "A"]\n',
      '[White "B"]\n[Event "second"]\n\n1. d4 *\n\n',
      '\n[Event "x"]\n1. e5\n',
    ),
    fc.constant(`[Event "long"]\n\n1. e4 {${'x'.repeat(100_000)}} *\n\n`),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 30 }), async (parts) => {
      const text = parts.join('');
      const collection = await Collection.read(new Blob([text]));
      const read = [...readPgnGames(text, { variations: true, partial: true })];
      expect(collection.games.length).toBe(read.length);
      for (const [i, listed] of collection.games.entries()) {
        expect(await collection.load(listed)).toEqual(read[i]);
      }
    }),
    { numRuns: 40 },
  );
});

test('games without players are told apart by their event, result, date, length and first moves', async () => {
  const names = async (text: string) =>
    (await Collection.read(new Blob([text]))).games.map(({ name }) =>
      name.replaceAll('\u2011', '-'),
    );
  expect(
    await names(`1. e4 e5 2. Nf3! {good} (2. f4) Nc6 3. Bb5 a6 4. Ba4 1-0

1. d4 $1 d5 1/2-1/2

[Event "Club night"]
[White "?"]
[Date "2024.05.??"]
[Result "0-1"]

1. c4 *

[Event "?"]

*

[Black "Anna"]

1. e4 *

[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

*
`),
  ).toEqual([
    'Game, 1-0, 4 moves: e4 e5 Nf3 Nc6 Bb5 a6 …',
    'Game, 1/2-1/2, 1 move: d4 d5',
    'Club night, 0-1, 2024.05, 1 move: c4',
    'Game',
    'White – Anna',
    '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1',
  ]);
  const { games } = await Collection.read(new Blob([`1. ${'x'.repeat(1000)} *`]));
  expect(games[0]!.name.length).toBeLessThan(100);
});

test('the result in the list is that of the game, which may stand after its moves only', async () => {
  const text = '[White "A"]\n\n1. e4 1-0\n\n[White "B"]\n[Result "1/2"]\n\n1. d4 *';
  const { games } = await Collection.read(new Blob([text]));
  const names = games.map(({ name }) => name.replaceAll('\u2011', '-'));
  expect(names).toEqual(['A – Black, 1-0', 'B – Black, 1/2-1/2']);
});

test('games without players are found by their moves', async () => {
  const collection = await Collection.read(new Blob(['1. e4 c5 *\n\n1. d4 d5 *']));
  expect(collection.search('d4').map(({ number }) => number)).toEqual([2]);
});

test('names are found with and without their accents, however the file and the keyboard write these', async () => {
  const collection = await Collection.read(new Blob([`${game(1)}${game(2).normalize('NFD')}`]));
  for (const wanted of ['muller', 'MÜLLER', 'müller'.normalize('NFD')]) {
    expect(collection.search(wanted).map(({ number }) => number)).toEqual([1, 2]);
  }
});

test('files of old programs are not in UTF-8', async () => {
  const bytes = Uint8Array.from(game(1), (letter) => letter.charCodeAt(0));
  const { games } = await Collection.read(new Blob([bytes]));
  expect(games[0]!.name).toBe('Player 1 – Müller');
});

test.each([
  ['little-endian', (code: number) => [code & 0xff, code >> 8]],
  ['big-endian', (code: number) => [code >> 8, code & 0xff]],
])('files of the Windows editor may be in UTF-16, %s', async (_, bytesOf) => {
  const letters = Array.from(`\ufeff${game(1)}`, (letter) => letter.charCodeAt(0));
  const bytes = Uint8Array.from(letters.flatMap(bytesOf));
  const { games } = await Collection.read(new Blob([bytes]));
  expect(games.map(({ name }) => name)).toEqual(['Player 1 – Müller']);
});
