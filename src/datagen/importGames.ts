/**
 * Imports PGN: turns games by other engines, from matches (`refrain match`, fastchess, cutechess) or by people
 * into game files. Unreadable or damaged games, games without a result, of the other variant (standard or
 * Chess960) or with null moves, and duplicates are left out and counted.
 *
 * Held-out games, to measure networks on, must not resemble those that they learn from: games with
 * the same first plies go to the same side, and those like a game of an existing truth set are excluded.
 */
import type { Position } from '../chess/board/position.ts';
import { NO_MOVE, WHITE } from '../chess/board/types.ts';
import { halfPoints, type PgnMove } from '../chess/notation/pgn.ts';
import type { PgnGame } from '../chess/notation/pgnReader.ts';
import { MAX_ENGINE_SCORE } from '../client/engineInfo.ts';
import { readPgnFile } from '../hosts/node/pgnFile.ts';
import { MATE, MAX_PLY } from '../search/score.ts';
import { crc32 } from '../util/crc32.ts';
import { derivedSeed } from '../util/random.ts';
import { ChessError, fail, ok, type Result } from '../util/result.ts';
import { VERSION } from '../version.ts';
import {
  encodeGame,
  GAME_HEADER,
  type GameHeader,
  type GameRecord,
  type GameSettings,
  gameKey,
  IMPORTED,
  NO_SCORE,
  packPosition,
  SETTINGS,
} from './gameFormat.ts';
import { KeySet } from './keySet.ts';
import { LabelReader } from './labelFile.ts';
import { type NewFile, writeNewFile } from './newFile.ts';
import { frameRecord } from './recordFile.ts';

interface ImportOptions {
  output: string;
  /** File for the share of the games that is held out, if any. */
  heldOut?: string | undefined;
  /** That share, from 0 to 1. */
  share: number;
  /** Label files, such as truth sets: games with the opening of one of theirs are left out. */
  excluded?: readonly string[];
  /** Imports the games of Chess960 instead of those of standard chess. */
  chess960: boolean;
  /** The same seed holds out the same games. */
  seed: number;
}

/** Why games are left out. */
const OMISSIONS = [
  'invalid',
  'no result',
  'other variant',
  'null move',
  'repeated',
  'excluded',
] as const;
type Omission = (typeof OMISSIONS)[number];

interface Imported {
  games: number;
  positions: number;
  heldOut: number;
  omitted: Record<Omission, number>;
}

/** Plies by which held-out and excluded games are told from the others: about the length of opening books. */
const OPENING_PLIES = 12;

/**
 * Imports the games of PGN files. `onInvalid` is called with the reason for every game that cannot
 * be understood or is damaged. Throws a ChessError if an output exists or there is no game to import, and file
 * system errors.
 */
export function importGames(
  paths: readonly string[],
  { output, heldOut, share, excluded = [], chess960, seed }: ImportOptions,
  onInvalid: (path: string, game: number, reason: string) => void,
): Imported {
  const omitted = Object.fromEntries(OMISSIONS.map((name) => [name, 0])) as Imported['omitted'];
  const imported: Imported = { games: 0, positions: 0, heldOut: 0, omitted };
  const header = GAME_HEADER.encode(headerOf(chess960));
  const seen = new KeySet();
  const excludedOpenings = new Set(excluded.flatMap(openingsOfLabels));
  const fill = (file: NewFile, heldOutFile: NewFile | null): void => {
    file.write(header);
    heldOutFile?.write(header);
    for (const path of paths) {
      let number = 0;
      for (const game of readPgnFile(path)) {
        number++;
        const read = game.ok ? recordOf(game.value, chess960) : game;
        if (!read.ok) {
          onInvalid(path, number, read.error.message);
          omitted.invalid++;
          continue;
        }
        const record = read.value;
        if (typeof record === 'string') {
          omitted[record]++;
          continue;
        }
        if (!isNew(record, seen)) {
          omitted.repeated++;
          continue;
        }
        const opening = openingOf(record);
        if (excludedOpenings.has(opening)) {
          omitted.excluded++;
          continue;
        }
        const isHeldOut =
          heldOutFile !== null && derivedSeed(seed, opening) >>> 0 < share * 2 ** 32;
        record.number = isHeldOut ? imported.heldOut++ : imported.games++;
        if (!isHeldOut) imported.positions += record.moves.length;
        (isHeldOut ? heldOutFile : file).write(frameRecord(encodeGame(record)));
      }
    }
    if (imported.games + imported.heldOut === 0) {
      throw new ChessError(`no game can be imported${describeOmitted(omitted)}`);
    }
    // The file of held-out games gets its name first: by then this one has to be on the disk.
    file.flush();
  };
  writeNewFile(output, (file) =>
    heldOut === undefined ? fill(file, null) : writeNewFile(heldOut, (held) => fill(file, held)),
  );
  return imported;
}

/** `; left out: 3 invalid, 2 repeated`; nothing if no game was left out. */
export function describeOmitted(omitted: Imported['omitted']): string {
  const names = OMISSIONS.filter((name) => omitted[name] > 0);
  return names.length === 0
    ? ''
    : `; left out: ${names.map((name) => `${omitted[name]} ${name}`).join(', ')}`;
}

function headerOf(chess960: boolean): GameHeader {
  const settings = Object.fromEntries(SETTINGS.map((name) => [name, 0])) as GameSettings;
  return { engine: VERSION, settings: { ...settings, assembled: IMPORTED, chess960: +chess960 } };
}

/** The record of a game, but for its number; or why it is left out. Fails with the reason for an invalid one. */
function recordOf(game: PgnGame, chess960: boolean): Result<GameRecord | Omission> {
  const { start, moves, result, damage } = game;
  if (damage !== null) return fail(damage);
  const points = halfPoints(result, WHITE);
  if (start.chess960 !== chess960) return ok('other variant');
  if (points === null || moves.length === 0) return ok('no result');
  if (moves.some(({ move }) => move === NO_MOVE)) return ok('null move');
  if (!hasPackableClocks(start))
    return fail('the halfmove clock or the move number of its FEN is too large');
  return ok({
    number: 0,
    start: packPosition(start),
    moves: Uint16Array.from(moves, ({ move }) => move),
    scores: Int16Array.from(moves, scoreOf),
    result: points,
    end: 'recorded',
  });
}

const hasPackableClocks = ({ halfmoves, fullmove }: Position): boolean =>
  halfmoves <= 0xff && fullmove <= 0xffff;

/**
 * The mover's score as fastchess, cutechess and our matches write it: pawns in `+0.34/12`, plies to mate in
 * `-M4/20`.
 */
const SCORE = /^([+-]?)(?:(M)(\d{1,4})|(\d{1,4}\.\d{1,2}))\/\d+/;

/** The score of the position before a move. */
function scoreOf({ comments }: PgnMove): number {
  const [, sign, mate, plies, pawns] = SCORE.exec(comments[0] ?? '') ?? [];
  if (sign === undefined) return NO_SCORE;
  const factor = sign === '-' ? -1 : 1;
  if (mate === undefined) {
    return factor * Math.min(Math.round(Number(pawns) * 100), MAX_ENGINE_SCORE);
  }
  return factor * (MATE - Math.max(1, Math.min(MAX_PLY, Number(plies))));
}

/** Whether a game differs from all before it. */
function isNew({ start, moves }: GameRecord, seen: KeySet): boolean {
  const { size } = seen;
  const bytes = new Uint8Array(moves.buffer);
  const half = bytes.length >> 1;
  seen.add(crc32(bytes) ^ crc32(start), crc32(bytes.subarray(half)) ^ Math.imul(half, 0x9e3779b1));
  return seen.size > size;
}

/** A key shared by games with the same first plies. */
const openingOf = ({ start, moves }: Pick<GameRecord, 'start' | 'moves'>): number =>
  gameKey(start, moves.slice(0, OPENING_PLIES));

/** The openings of a label file. Throws a ChessError if it is not such a file or damaged. */
const openingsOfLabels = (path: string): number[] =>
  Array.from(new LabelReader(path).games(), ({ start, positions }) =>
    openingOf({ start, moves: Uint16Array.from(positions, ({ move }) => move) }),
  );
