/**
 * Makes new game files from others: merged in order, or shuffled.
 *
 * Shuffling needs no more memory than one bucket: every game goes to one of several files at
 * random, and then each of these is shuffled by itself. All orders are equally likely.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { partPath, withReason } from '../hosts/node/atomicFile.ts';
import { Random } from '../util/random.ts';
import { GameReader } from './gameFile.ts';
import { GAME_HEADER, type GameHeader } from './gameFormat.ts';
import { assertDifferentGames, assertMadeAlike, gameOptions } from './headerOptions.ts';
import { NewFile, writeNewFile } from './newFile.ts';
import { frameRecord, recordLength, type TornFile } from './recordFile.ts';

/** Bytes of records that are shuffled in memory at once. */
const BUCKET_BYTES = 1 << 28;

export interface Collected {
  games: number;
  torn: TornFile[];
}

/** Concatenates the games of files. Throws a ChessError unless their settings agree. */
export function merge(paths: readonly string[], output: string): Collected {
  const header = commonHeader(paths);
  return writeNewFile(output, (file) => {
    file.write(GAME_HEADER.encode(header));
    return copyRecords(paths, (record) => file.write(record));
  });
}

/** The same, in random order. */
export function shuffle(
  paths: readonly string[],
  output: string,
  seed: number,
  bucketBytes = BUCKET_BYTES,
): Collected {
  const header = commonHeader(paths);
  const random = new Random(seed);
  const bytes = paths.reduce((sum, path) => sum + new GameReader(path).size, 0);
  return writeNewFile(output, (file) => {
    const folder = partPath(output);
    mkdirSync(folder);
    try {
      const length = Math.ceil(bytes / bucketBytes);
      const buckets = Array.from({ length }, (_, i) => new NewFile(join(folder, `${i}`)));
      const collected = copyRecords(paths, (record) => {
        const bucket = buckets[random.below(buckets.length)]!;
        withReason(output, () => bucket.write(record));
      });
      file.write(GAME_HEADER.encode(header));
      for (const [i, bucket] of buckets.entries()) {
        withReason(output, () => bucket.close());
        const records = splitRecords(readFileSync(join(folder, `${i}`)));
        for (const record of random.shuffle(records)) file.write(record);
      }
      return collected;
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

/** Calls back for every record of the files in order. */
function copyRecords(paths: readonly string[], write: (record: Uint8Array) => void): Collected {
  const collected: Collected = { games: 0, torn: [] };
  for (const path of paths) {
    const reader = new GameReader(path);
    for (const { payload } of reader.intactRecords()) {
      write(frameRecord(payload));
      collected.games++;
    }
    const { name, tornBytes: bytes } = reader;
    if (bytes > 0) collected.torn.push({ name, bytes });
  }
  return collected;
}

/** The header of the combined file. Throws a ChessError if the files cannot be combined. */
function commonHeader(paths: readonly string[]): GameHeader {
  const files = paths.map((path) => new GameReader(path));
  const first = files[0]!.header;
  for (const { name, header } of files) assertMadeAlike(name, header, first, gameOptions);
  assertDifferentGames(files);
  const seed = files.length === 1 ? first.settings.seed : 0;
  return { engine: first.engine, settings: { ...first.settings, assembled: 1, seed } };
}

function splitRecords(bytes: Uint8Array): Uint8Array[] {
  const records: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += records.at(-1)!.length) {
    records.push(bytes.subarray(at, at + recordLength(bytes.subarray(at))));
  }
  return records;
}
