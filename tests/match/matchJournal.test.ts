/** The PGN as journal: after any truncation complete games are kept, and count once. */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { formatPgn } from '../../src/chess/notation/pgn.ts';
import { MatchJournal } from '../../src/match/matchJournal.ts';
import { Schedule } from '../../src/match/schedule.ts';
import { ChessError } from '../../src/util/result.ts';
import { type Game, games, movesOf } from '../support/games.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const FOLDER = temporaryFolder();
const path = join(FOLDER, 'match.pgn');

const schedule = new Schedule(2, 'round-robin', 100);
const ID = '0123456789abcdef';
const EVENT = 'A "match" of Märchen';

function pgn(game: Game, number: number, id = ID): string {
  const moves = movesOf(game);
  const said = moves.map((move) => ({ move, nags: [], comments: ['+0.10/5 0.01s, 1-0?'] }));
  return formatPgn({
    start: positionFromFen(game.start),
    moves: said,
    result: number % 3 === 0 ? '1-0' : '1/2-1/2',
    tags: {
      Event: EVENT,
      Round: schedule.formatRound(number),
      Termination: 'normal',
      Reason: `Draw by "rule" ${number}`,
      Match: id,
    },
  });
}

const ONE_MOVE: Game = { start: '4k3/8/8/8/8/8/8/4K3 w - - 0 1', taste: 'anything', picks: [1] };

const someGames = fc.array(games(fc.constantFrom('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'), 40), {
  minLength: 1,
  maxLength: 6,
});

function open(id = ID): MatchJournal {
  return new MatchJournal(path, id, EVENT, schedule);
}

/** A new file with these games, numbered by their order. */
function write(played: readonly Game[]): string {
  writeFileSync(path, '');
  const journal = open();
  for (const [number, game] of played.entries()) journal.append(pgn(game, number));
  return readFileSync(path, 'latin1');
}

describe('a file truncated anywhere', () => {
  test('keeps its complete games, drops the incomplete one, and continues as if never truncated', () => {
    fc.assert(
      fc.property(someGames, fc.nat(), (played, cut) => {
        const text = write(played);
        const length = cut % (text.length + 1);
        writeFileSync(path, text.slice(0, length), 'latin1');
        const { records } = open();
        const whole = records.length;
        expect(records.map(({ number }) => number)).toEqual([...Array(whole).keys()]);
        expect(records.every(({ reason, number }) => reason === `Draw by "rule" ${number}`)).toBe(
          true,
        );
        const kept = readFileSync(path, 'latin1');
        expect(text.startsWith(kept)).toBe(true);
        expect(text.slice(kept.length, length).split('[Event ').length).toBeLessThanOrEqual(2);
        const journal = open();
        for (const [i, game] of played.slice(whole).entries()) journal.append(pgn(game, whole + i));
        expect(readFileSync(path, 'latin1')).toBe(text);
      }),
      { numRuns: 100 },
    );
  });
});

test.each([0, 30, 200])(
  'zeros after %d bytes of a game, as a power failure leaves, are removed',
  (bytes) => {
    const [two, one] = [write([ONE_MOVE, ONE_MOVE]), write([ONE_MOVE])];
    writeFileSync(path, two.slice(0, one.length + bytes) + '\0'.repeat(5000), 'latin1');
    expect(open().records).toHaveLength(1);
    expect(readFileSync(path, 'latin1')).toBe(one);
  },
);

test('a file with many zeros before other text is another file, and is rejected at once', () => {
  const text = `${'\0'.repeat(1_000_000)}x`;
  writeFileSync(path, text, 'latin1');
  expect(() => open()).toThrow(ChessError);
  expect(readFileSync(path, 'latin1')).toBe(text);
});

test('a game that is there twice counts once, as it was played last', () => {
  const text = write([ONE_MOVE, ONE_MOVE]);
  const again = `${pgn(ONE_MOVE, 0).replaceAll('1-0', '0-1')}\n`;
  writeFileSync(path, text + again, 'latin1');
  expect(open().records.map(({ number, result }) => [number, result])).toEqual([
    [0, '0-1'],
    [1, '1/2-1/2'],
  ]);
});

test('of two matches that write one file, only the first to finish a game continues', () => {
  for (const before of [[], [ONE_MOVE]]) {
    write(before);
    const [first, second] = [open(), open()];
    const [next, last] = [pgn(ONE_MOVE, before.length), pgn(ONE_MOVE, before.length + 1)];
    first.append(next);
    expect(() => second.append(next)).toThrow(/^'match.pgn' is being changed by another process$/);
    first.append(last);
    expect(open().records).toHaveLength(before.length + 2);
  }
});

describe('a foreign file is not changed', () => {
  const other = write([]) + pgn(ONE_MOVE, 0, 'f'.repeat(16));
  test.each([
    ['games of another match', `${other}\n`],
    ['a game of another match, torn', other.slice(0, -4)],
    ['notes', 'Buy milk.\n'],
    ['a PGN from elsewhere', '[Event "x"]\n\n1. e4 e5 *\n'],
    ['one with line ends of Windows', '[Event "x"]\r\n[Site "?"]\r\n\r\n1. e4 e5 1-0\r\n\r\n'],
    ['one of our event with such', `${other.replaceAll('\n', '\r\n')}\r\n`],
    ['the tags of another event', '[Event "A match"]\n[Site "?"]\n'],
    ['something behind the event', `${other.split('\n')[0]}\nBuy milk.\n`],
    ['a PGN from elsewhere with a result', '[Event "x"]\n[Round "1.1"]\n\n1. e4 e5 1-0\n\n'],
    ['our games and then others', `${pgn(ONE_MOVE, 0)}\n${other}\n`],
  ])('%s', (_, text) => {
    writeFileSync(path, text);
    expect(() => open()).toThrow(/something other than games of this match/);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('games of a match with one more setting, such as the options of a screen', () => {
    const text = `${pgn(ONE_MOVE, 0, 'kind:1 limit:2 options:3')}\n`;
    writeFileSync(path, text);
    expect(() => open('kind:1 limit:2')).toThrow(/something other than games of this match/);
    expect(() => open('kind:1 limit:9 options:4')).toThrow(/other settings \(limit, options\)/);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('a PGN that was saved in UTF-16', () => {
    const text = Buffer.from('\ufeff[Event "?"]\n\n1. e4 *\n', 'utf16le');
    writeFileSync(path, text);
    expect(() => open()).toThrow(/ is UTF-16; save it as UTF-8$/);
    expect(readFileSync(path)).toEqual(text);
  });

  test('an empty or missing file starts a new match', () => {
    writeFileSync(path, '');
    expect(open().records).toEqual([]);
    rmSync(path);
    expect(open().records).toEqual([]);
    expect(new MatchJournal(null, ID, EVENT, schedule).records).toEqual([]);
  });
});

test.skipIf(process.platform === 'win32')('a pipe is refused, and not waited for', () => {
  const pipe = join(FOLDER, 'pipe');
  execFileSync('mkfifo', [pipe]);
  // With a writer it can be read to its end.
  const writer = spawn('sh', ['-c', 'echo > "$0"', pipe]);
  try {
    expect(() => new MatchJournal(pipe, ID, EVENT, schedule)).toThrow(
      /'.*pipe' is not a file but a pipe$/,
    );
  } finally {
    writer.kill();
  }
});
