/** Files of self-play games: torn, damaged, foreign, shuffled and merged. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GameReader, GameWriter } from '../../src/datagen/gameFile.ts';
import {
  encodeGame,
  GAME_HEADER,
  type GameHeader,
  type GameRecord,
} from '../../src/datagen/gameFormat.ts';
import { merge, shuffle } from '../../src/datagen/mergeGames.ts';
import { frameRecord } from '../../src/datagen/recordFile.ts';
import { crc32 } from '../../src/util/crc32.ts';
import { standardStarts } from '../support/games.ts';
import { HEADER, records } from '../support/selfPlay.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const FOLDER = temporaryFolder();
const path = join(FOLDER, 'games.data');

const withSeed = (seed: number): GameHeader => ({
  ...HEADER,
  settings: { ...HEADER.settings, seed },
});

function write(file: string, games: readonly GameRecord[], header = HEADER): Buffer {
  rmSync(file, { force: true });
  // A writer makes no file without games.
  if (games.length === 0) writeFileSync(file, GAME_HEADER.encode(header));
  else append(file, games, header);
  return readFileSync(file);
}

function append(file: string, games: readonly GameRecord[], header = HEADER): void {
  const writer = new GameWriter(file, header);
  for (const game of games) writer.append(game);
}

function read(file: string): { games: GameRecord[]; tornBytes: number; header: GameHeader } {
  const reader = new GameReader(file);
  const games = [...reader.games()];
  return { games, tornBytes: reader.tornBytes, header: reader.header };
}

const someGames = records(standardStarts, 12);
const frameGame = (game: GameRecord) => Buffer.from(frameRecord(encodeGame(game)));

/** A file as another version of the format would begin. */
function reversioned(bytes: Buffer, version: number): Buffer {
  const other = Buffer.from(bytes);
  other.writeUInt32LE(version, 8);
  other.writeUInt32LE(crc32(other.subarray(0, GAME_HEADER.bytes - 4)), GAME_HEADER.bytes - 4);
  return other;
}

test('games written to a file are read back, even those longer than the read buffer', () => {
  fc.assert(
    fc.property(records(standardStarts, 300), (games) => {
      write(path, games);
      expect(read(path)).toEqual({ games, tornBytes: 0, header: HEADER });
    }),
    { numRuns: 10 },
  );
  const [game] = fc.sample(records(standardStarts, 300), { numRuns: 1 })[0]!;
  const many = Array.from({ length: 3000 }, (_, number) => ({ ...game!, number }));
  write(path, []);
  appendFileSync(path, Buffer.concat(many.map(frameGame)));
  expect(read(path).games.map(({ number }) => number)).toEqual(many.map(({ number }) => number));
});

test('a file of a version with a long name is continued', () => {
  const [games] = fc.sample(someGames, { numRuns: 1 }) as [GameRecord[]];
  const header = { ...HEADER, engine: '1.0.0-beta.20261125' };
  write(path, games, header);
  append(path, [{ ...games[0]!, number: games.length }], header);
  expect(read(path).games).toHaveLength(games.length + 1);
});

describe('a file truncated anywhere', () => {
  test('keeps its complete games, and continues as if never truncated', () => {
    fc.assert(
      fc.property(someGames, (games) => {
        const bytes = write(path, games);
        const ends = games.map((_, i) => encodedLength(games.slice(0, i + 1)));
        for (let length = 0; length <= bytes.length; length++) {
          writeFileSync(path, bytes.subarray(0, length));
          const whole = ends.filter((end) => end <= length).length;
          const writer = new GameWriter(path, HEADER);
          expect(writer.games).toBe(whole);
          for (const game of games.slice(whole)) writer.append(game);
          expect(readFileSync(path).equals(bytes)).toBe(true);
        }
      }),
      { numRuns: 1 },
    );
  });

  test('is read up to its last complete game, and the number of torn bytes is reported', () => {
    fc.assert(
      fc.property(someGames, fc.nat(), (games, cut) => {
        const bytes = write(path, games);
        const header = GAME_HEADER.encode(HEADER).length;
        const length = header + (cut % (bytes.length - header + 1));
        writeFileSync(path, bytes.subarray(0, length));
        const { games: whole, tornBytes } = read(path);
        expect(whole).toEqual(games.slice(0, whole.length));
        expect(encodedLength(whole) + tornBytes).toBe(length);
      }),
      { numRuns: 100 },
    );
  });

  test('is the same with zeros in place of the end, as after a power failure', () => {
    fc.assert(
      fc.property(someGames, fc.integer({ min: 1, max: 20_000 }), (games, extra) => {
        const bytes = write(path, games);
        const ends = games.map((_, i) => encodedLength(games.slice(0, i + 1)));
        for (let length = GAME_HEADER.encode(HEADER).length; length < bytes.length; length++) {
          const zeros = Buffer.alloc(bytes.length - length + extra);
          writeFileSync(path, Buffer.concat([bytes.subarray(0, length), zeros]));
          // A missing byte may have been a zero.
          const [atLeast, atMost] = [length, bytes.findIndex((x, i) => i >= length && x !== 0)];
          const { games: whole, tornBytes } = read(path);
          expect(whole).toEqual(games.slice(0, whole.length));
          expect(whole.length).toBeGreaterThanOrEqual(ends.filter((end) => end <= atLeast).length);
          expect(whole.length).toBeLessThanOrEqual(ends.filter((end) => end <= atMost).length);
          expect(encodedLength(whole) + tornBytes).toBe(bytes.length + extra);
          const writer = new GameWriter(path, HEADER);
          expect([writer.games, writer.cutBytes]).toEqual([whole.length, tornBytes]);
          for (const game of games.slice(whole.length)) writer.append(game);
          expect(readFileSync(path).equals(bytes)).toBe(true);
        }
      }),
      { numRuns: 1 },
    );
  });

  const encodedLength = (games: readonly GameRecord[]) =>
    GAME_HEADER.encode(HEADER).length +
    games.reduce((sum, game) => sum + frameGame(game).length, 0);
});

describe('a file stays unchanged', () => {
  const games = fc.sample(someGames, { numRuns: 20 }).find((some) => some.length > 2)!;
  const whole = write(path, games);
  const damaged = Uint8Array.from(whole);
  damaged[GAME_HEADER.encode(HEADER).length + 20]! ^= 4;
  const gap = Buffer.concat([GAME_HEADER.encode(HEADER), frameGame(games[1]!)]);
  const zerosInside = Buffer.concat([whole, Buffer.alloc(512), frameGame(games[0]!)]);
  // Its checksum is right, and it ends after the file.
  const tooLong = Buffer.alloc(8);
  tooLong.writeUInt32LE((1 << 24) + 1, 0);
  tooLong.writeUInt32LE(crc32(tooLong.subarray(0, 4)), 4);
  test.each([
    ['with a record that is too long', Buffer.concat([whole, tooLong]), /at byte \d+ is damaged/],
    ['of something else', Buffer.from('Buy milk.\n'.repeat(30)), /not a game file/],
    ['of something short', Buffer.from('Buy milk.\n'), /not a game file/],
    ['of another seed', write(path, games, withSeed(8)), /other settings: --seed 8, not 7$/],
    ['that is damaged in the middle', damaged, /record at byte 108 is damaged/],
    ['with zeros behind damage', Buffer.concat([damaged, Buffer.alloc(5000)]), /at byte 108 is/],
    ['with zeros before a whole game', zerosInside, /at byte \d+ is damaged/],
    ['of an older format', reversioned(whole, 1), /format 1, but only format 2 is known/],
    ['in which a game is missing', gap, /game 1 in place of 0/],
  ])('%s', (_, bytes, message) => {
    writeFileSync(path, bytes);
    expect(() => new GameWriter(path, HEADER)).toThrow(message);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test('that a second process writes to', () => {
    rmSync(path, { force: true });
    const writer = new GameWriter(path, HEADER);
    append(path, games);
    expect(() => writer.append(games[0]!)).toThrow(/another process/);
    expect(readFileSync(path).equals(whole)).toBe(true);
  });
});

test('a record that is not a game is named with its file', () => {
  const bytes = Buffer.concat([write(path, []), frameRecord(new Uint8Array(40).fill(1))]);
  writeFileSync(path, bytes);
  const message = `'games.data': the game at byte ${GAME_HEADER.bytes}: not a game of this format`;
  expect(() => read(path)).toThrow(message);
  expect(() => append(path, [])).toThrow(message);
});

test('a run that ends before its first game does not take the file from another one', () => {
  rmSync(path, { force: true });
  const writer = new GameWriter(path, HEADER);
  append(path, []);
  const [game] = fc.sample(someGames, { numRuns: 20 }).find((some) => some.length > 0)!;
  writer.append(game!);
  expect(read(path).games).toEqual([game]);
});

test('a file that is removed meanwhile is noticed', () => {
  const games = fc.sample(someGames, { numRuns: 20 }).find((some) => some.length > 0)!;
  write(path, games);
  const writer = new GameWriter(path, HEADER);
  rmSync(path);
  expect(() => writer.append(games[0]!)).toThrow(/another process/);
});

test('a file without games is not left behind: its settings would bind the next run', () => {
  for (const before of [null, GAME_HEADER.encode(HEADER).subarray(0, 50)]) {
    rmSync(path, { force: true });
    if (before !== null) writeFileSync(path, before);
    new GameWriter(path, HEADER);
    expect(existsSync(path)).toBe(false);
  }
});

describe('a file with a byte damaged anywhere', () => {
  const games = fc.sample(someGames, { numRuns: 20 }).find((some) => some.length > 2)!;
  const header = GAME_HEADER.encode(HEADER).length;
  /** The bytes of all records except the last, which a power failure may leave in any state. */
  function* damagedFiles(bytes: Buffer, lastLength: number): Generator<number> {
    for (let at = header; at < bytes.length - lastLength; at++) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= [1, 0x80, 0xff][at % 3]!;
      writeFileSync(path, damaged);
      yield at;
    }
  }

  test('is rejected by every reader, and cannot be continued, so no game is lost', () => {
    const bytes = write(path, games);
    for (const at of damagedFiles(bytes, frameGame(games.at(-1)!).length)) {
      expect(() => read(path), `${at}`).toThrow(/damaged/);
      expect(() => new GameWriter(path, HEADER), `${at}`).toThrow(/damaged/);
      expect(() => merge([path], join(FOLDER, 'merged.data')), `${at}`).toThrow(/damaged/);
    }
    expect(existsSync(join(FOLDER, 'merged.data'))).toBe(false);
  });
});

describe('combined files', () => {
  const other = join(FOLDER, 'other.data');
  const output = join(FOLDER, 'output.data');
  const key = (game: GameRecord) => Buffer.from(encodeGame(game)).toString('hex');

  test('merged have all games in order, shuffled the same games', () => {
    fc.assert(
      fc.property(someGames, someGames, fc.integer({ min: 50, max: 1000 }), (one, two, bucket) => {
        write(path, one);
        write(other, two, withSeed(8));
        rmSync(output, { force: true });
        expect(merge([path, other], output)).toEqual({
          games: one.length + two.length,
          torn: [],
        });
        const merged = read(output);
        expect(merged.games).toEqual([...one, ...two]);
        expect(merged.header.settings.assembled).toBe(1);
        rmSync(output);
        shuffle([path, other], output, 3, bucket);
        expect(read(output).games.map(key).sort()).toEqual([...one, ...two].map(key).sort());
      }),
      { numRuns: 15 },
    );
  });

  test('have a game that is longer than the buffer at its place', () => {
    const [[game]] = fc.sample(someGames, { numRuns: 1 }) as [[GameRecord]];
    const moves = new Uint16Array(20_000);
    const long = { ...game, number: 1, moves, scores: new Int16Array(moves.length) };
    const games = [game, long, { ...game, number: 2 }];
    write(path, games);
    rmSync(output, { force: true });
    merge([path], output);
    expect(read(output).games).toEqual(games);
  });

  test('shuffled with the same seed are equal, with another different; every order is possible', () => {
    const [game] = fc.sample(someGames, { numRuns: 1 })[0]!;
    write(
      path,
      Array.from({ length: 6 }, (_, number) => ({ ...game!, number })),
    );
    const order = (seed: number) => {
      rmSync(output, { force: true });
      shuffle([path], output, seed, 200);
      return read(output).games.map(({ number }) => number);
    };
    expect(order(1)).toEqual(order(1));
    const orders = Array.from({ length: 150 }, (_, seed) => order(seed));
    for (let place = 0; place < 6; place++) {
      const counts = [0, 0, 0, 0, 0, 0];
      for (const numbers of orders) counts[numbers[place]!]!++;
      expect(Math.min(...counts)).toBeGreaterThan(8);
    }
  });

  test('replace what an interrupted run left behind', () => {
    const [games] = fc.sample(someGames, { numRuns: 1 }) as [GameRecord[]];
    write(path, games);
    rmSync(output, { force: true });
    const leftovers = [`${output}.0123456789ab.part`, `${output}.ba9876543210.part`];
    writeFileSync(leftovers[0]!, 'half a file');
    mkdirSync(leftovers[1]!);
    writeFileSync(join(leftovers[1]!, '0'), 'a bucket');
    shuffle([path], output, 3, 200);
    expect(readdirSync(FOLDER).filter((name) => name.includes('.part'))).toEqual([]);
  });

  test('need equal settings and different seeds, and overwrite nothing', () => {
    const [games] = fc.sample(someGames, { numRuns: 1 }) as [GameRecord[]];
    write(path, games);
    rmSync(output, { force: true });
    const settings = { ...HEADER.settings, nodes: 61, softNodes: 41, resignCount: 0 };
    write(other, games, { ...HEADER, settings });
    expect(() => merge([path, other], output)).toThrow(
      /^'.*' was made with other settings: --nodes 41, not \d+; --hard-nodes 61, not \d+; --resign none, not count=\d+ score=\d+ twosided=\d$/,
    );
    write(other, games);
    expect(() => merge([path, other], output)).toThrow(/has the same seed/);
    merge([path], output);
    expect(() => merge([path], output)).toThrow(/already exists/);
    expect(() => new GameWriter(output, HEADER)).toThrow(/imported, shuffled or merged/);
    expect(read(output).header.settings.seed).toBe(HEADER.settings.seed);
    // Of files that were merged or shuffled the seed says nothing.
    const twice = join(FOLDER, 'twice.data');
    expect(merge([output, output], twice).games).toBe(2 * games.length);
    expect(read(twice).header.settings.seed).toBe(0);
    const bytes = readFileSync(path);
    bytes[110]! ^= 1;
    writeFileSync(path, bytes);
    expect(() => shuffle([path], join(FOLDER, 'new.data'), 1)).toThrow(/damaged/);
    expect(() => readFileSync(join(FOLDER, 'new.data'))).toThrow();
  });
});
