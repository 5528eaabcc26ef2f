/** `refrain data label`, interrupted and resumed, and its files as training data. */
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { CAPTURE, NO_PIECE } from '../../src/chess/board/types.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { GameReader } from '../../src/datagen/gameFile.ts';
import { packPosition } from '../../src/datagen/gameFormat.ts';
import { LabelReader } from '../../src/datagen/labelFile.ts';
import { encodeLabelledGame, LABEL_HEADER } from '../../src/datagen/labelFormat.ts';
import { PACKED_BYTES } from '../../src/datagen/packedPosition.ts';
import { frameRecord } from '../../src/datagen/recordFile.ts';
import {
  type Labelled,
  labelledPositions,
  loadTrainingPositions,
} from '../../src/datagen/trainingPositions.ts';
import { labelTargets } from '../../src/datagen/variants.ts';
import { unwrap } from '../../src/util/result.ts';
import { fail, refrain, succeed } from '../support/runCli.ts';
import { planOf, SHORT_GAMES, selection, startOf } from '../support/selfPlay.ts';
import { temporaryFiles } from '../support/temporaryFolder.ts';

/** Two batches of eight games, and one of a single game. */
const GAMES = 17;

const file = temporaryFiles();
const FAKE = 'cmd=node arg=tests/support/fakeEngine.mjs';

const labelArguments = (output: string, ...args: string[]): string[] => [
  ...['data', 'label', file('games'), '-o', file(output), '--nodes', '8', ...args],
];
const label = (output: string, ...args: string[]) => succeed(...labelArguments(output, ...args));

test('a file given twice is an error: its games would be labelled twice', async () => {
  expect(await fail('data', 'label', file('games'), file('./games'), '-o', file('twice'))).toBe(
    "refrain: 'games' is given twice",
  );
});

beforeAll(async () => {
  await succeed('datagen', file('games'), '--games', `${GAMES}`, ...SHORT_GAMES);
  await label('labels');
});

function* labelsIn(reader: LabelReader): Generator<Labelled> {
  for (const game of reader.games()) {
    yield* labelledPositions(startOf(game), game);
  }
}

describe('refrain data label', () => {
  test('gives the same bytes with any number of engines', async () => {
    await label('two', '--threads', '2');
    expect(readFileSync(file('two')).equals(readFileSync(file('labels')))).toBe(true);
  });

  test('continues wherever it was stopped, with the same bytes', async () => {
    const whole = readFileSync(file('labels'));
    const labels = Array.from(new LabelReader(file('labels')).games(), (game) => [
      ...labelTargets(game),
    ]);
    // Those after whole batches, and within the first and the second one.
    const shares = [0.3, 0.5, 0.8].map((share) => Math.floor(whole.length * share));
    const cuts = [5, LABEL_HEADER.bytes, 400, ...shares, whole.length - 1];
    const batches = [0, 0, 0, 0, 1, 1, 2];
    for (const [i, cut] of cuts.entries()) {
      writeFileSync(file('cut'), whole.subarray(0, cut));
      const { code, out, err } = await refrain(...labelArguments('cut'));
      expect(code).toBe(0);
      const games = 8 * batches[i]!;
      const known = labels.slice(0, games).flat().length.toLocaleString('en');
      const after = `continuing after ${games} games, ${known} labelled positions`;
      expect(out.filter((line) => line.startsWith('continuing'))).toEqual(games > 0 ? [after] : []);
      // Neither a partial header nor a complete one tears a game.
      const told = expect.stringMatching(/'cut': removed [\d,]+ bytes? of an incomplete game/);
      expect(err).toEqual(cut <= LABEL_HEADER.bytes ? [] : [told]);
      expect(readFileSync(file('cut')).equals(whole)).toBe(true);
    }
  });

  test('continues after a last record of full length that a system crash has damaged', async () => {
    const whole = readFileSync(file('labels'));
    const damaged = Buffer.from(whole);
    damaged[damaged.length - 5]! ^= 8;
    writeFileSync(file('crashed'), damaged);
    const { code, err } = await refrain(...labelArguments('crashed'));
    expect(code).toBe(0);
    expect(err).toEqual([
      expect.stringMatching(/'crashed': removed [\d,]+ bytes? of an incomplete game/),
    ]);
    expect(readFileSync(file('crashed')).equals(whole)).toBe(true);
  });

  test('can use any UCI engine', async () => {
    await label('fake', '--engine', `${FAKE} arg=score=77`);
    const reader = new LabelReader(file('fake'));
    const scores = new Set<number | null>();
    for (const game of reader.games()) {
      for (const { score } of labelTargets(game)) scores.add(score);
    }
    expect([...scores]).toEqual([77]);
  });

  test.each([
    ['as Stockfish prints it', ['--static']],
    [
      'by a pattern for White',
      ['--static', '^Final evaluation {7}(?<white>[-+.0-9]+)', '--variants', '0'],
    ],
    [
      'by a pattern for the mover',
      ['--static', '^Material for the mover (?<mover>-?[0-9]+)$', '--variants', '0'],
    ],
  ])('can use the static evaluation of an engine, %s', async (name, args) => {
    const output = file(`static ${name}`);
    const line = ['data', 'label', file('games'), '-o', output, '--engine', FAKE, ...args];
    await succeed(...line);
    const whole = readFileSync(output);
    writeFileSync(output, whole.subarray(0, whole.length - 3));
    expect((await refrain(...line, '--threads', '2')).code).toBe(0);
    expect(readFileSync(output).equals(whole)).toBe(true);
    let labels = 0;
    const reader = new LabelReader(output);
    for (const { position, label, isVariant } of labelsIn(reader)) {
      const { score, isQuiet } = label;
      const values = [100, 300, 300, 500, 900, 0];
      let material = 0;
      for (const piece of position.board) {
        if (piece === NO_PIECE) continue;
        material += (piece & 1) === position.turn ? values[piece >> 1]! : -values[piece >> 1]!;
      }
      expect([score, isQuiet]).toEqual([material, true]);
      if (!isVariant) labels++;
    }
    // Noisy positions too.
    const games = new GameReader(file('games'));
    let expected = 0;
    for (const game of games.games()) {
      expected += planOf(game, selection(0, 1)).fens.length;
    }
    expect(labels).toBe(expected);
    expect(labels).toBeGreaterThan(100);
    expect((await succeed('data', 'count', output))[0]).toMatch(/, --nodes none \(--static\), /);
  });

  test('does not continue static labels without those of noisy positions', async () => {
    const output = file('older');
    const line = ['data', 'label', file('games'), '-o', output, '--engine', FAKE, '--static'];
    await succeed(...line);
    const { engine, settings } = unwrap(LABEL_HEADER.decode(readFileSync(output)));
    const older = LABEL_HEADER.encode({ engine, settings: { ...settings, noisy: 0 } });
    writeFileSync(output, older);
    expect(await fail(...line)).toMatch(/other settings: noisy positions left out, not labelled$/);
    expect(readFileSync(output).equals(older)).toBe(true);
  });

  test('labels one position in so many, with a fraction of their variants', async () => {
    await label('some', '--every', '3', '--variants', '0.5');
    const count = (name: string) => {
      const counts = { positions: 0, variants: 0 };
      const reader = new LabelReader(file(name));
      for (const { positions } of reader.games()) {
        for (const { score, variants } of positions) {
          if (score !== null) counts.positions++;
          counts.variants += variants.length;
        }
      }
      return counts;
    };
    const [all, some] = [count('labels'), count('some')];
    expect(some.positions / all.positions).toBeCloseTo(1 / 3, 1);
    // There were two variants for each position.
    expect(some.variants / all.variants).toBeCloseTo(1 / 12, 1);
    expect(some.variants).toBeGreaterThan(0);
    await label('some', '--every', '3', '--variants', '0.5');
    expect(await fail(...labelArguments('some', '--every', '4'))).toMatch(
      /settings: --variants 0\.5, not 2; --every 3, not 4$/,
    );
  });

  test('continues with an engine whose name is longer than the header holds', async () => {
    const engine = [
      '--engine',
      `${FAKE} arg=score=77 "name=${'Läufer '.repeat(12)}"`,
      '--variants',
      '0',
    ];
    await label('long', ...engine);
    const whole = readFileSync(file('long'));
    writeFileSync(file('long'), whole.subarray(0, whole.length - 1));
    expect((await refrain(...labelArguments('long', ...engine))).code).toBe(0);
    expect(readFileSync(file('long'))).toHaveLength(whole.length);
    expect(
      await fail(...labelArguments('long', '--engine', `${FAKE} name=Läufer`, '--variants', '0')),
    ).toMatch(/other settings: engine 'Läufer.*', not 'Läufer'/);
  });

  test('reports errors in one line, and leaves the file unchanged', async () => {
    const whole = readFileSync(file('labels'));
    const again = (...args: string[]) =>
      fail('data', 'label', file('games'), '-o', file('labels'), '--nodes', '8', ...args);
    expect(await again('--seed', '2')).toMatch(/made with other settings: --seed 1, not 2$/);
    expect(await again('--variants', '256')).toBe(
      "refrain: --variants: '256' is not a number from 0 to 255",
    );
    expect(await again('--engine', FAKE)).toMatch(/other settings: engine/);
    expect(await again('--engine', `${FAKE} nodes=5`)).toMatch(/--nodes/);
    expect(await again('--engine', 'cmd=/no/such/engine')).toMatch(/no such program/);
    const quick = (...args: string[]) =>
      fail('data', 'label', file('games'), '-o', file('labels'), ...args);
    expect(await again('--engine', FAKE, '--static')).toMatch(/'--static.*' cannot be used with/);
    expect(await quick('--static')).toMatch(/needs an --engine/);
    expect(await quick('--engine', FAKE, '--static', 'x(')).toMatch(/Invalid regular expression/);
    expect(await quick('--engine', FAKE, '--static', 'x(.)')).toMatch(/one group/);
    expect(await quick('--engine', FAKE, '--static')).toMatch(
      /engine '.*', not '.*'; --nodes 8, not none/,
    );
    expect(readFileSync(file('labels')).equals(whole)).toBe(true);
    const flipped = Buffer.from(whole);
    flipped[LABEL_HEADER.bytes + 1]! ^= 1;
    writeFileSync(file('flipped'), flipped);
    const go = ['data', 'label', file('games'), '-o', file('flipped'), '--nodes', '8'];
    expect(await fail(...go)).toMatch(/damaged/);
    expect(readFileSync(file('flipped')).equals(flipped)).toBe(true);
    const crash = ['data', 'label', file('games'), '-o', file('crash'), '--nodes', '8'];
    expect(await fail(...crash, '--engine', `${FAKE} arg=fault=crash arg=at=3`)).toMatch(
      /exit code 3/,
    );
    const blind = ['data', 'label', file('games'), '-o', file('blind'), '--static'];
    expect(await fail(...blind, '--engine', `${FAKE} arg=fault=blind`)).toMatch(
      /^refrain: 'node': 0 static evaluations for \d+ positions/,
    );
    const fine = ['data', 'label', file('games'), '-o', file('fine'), '--variants', '0.001'];
    expect(await fail(...fine)).toBe('refrain: --variants 0.001 has more than two decimals');
    expect(await fail('data', 'label', file('labels'), '-o', file('x'))).toMatch(/not a game file/);
  });

  test('does not continue with other games, or with fewer of them', async () => {
    // Imported games: their headers say nothing of where they come from.
    const textOf = (move: string, more = '', tags = '') =>
      `[Result "1/2-1/2"]\n${tags}\n1. ${move} e6 ${more} 1/2-1/2\n\n`;
    const imported = async (name: string, games: readonly string[]) => {
      writeFileSync(file(`${name}.pgn`), games.join(''));
      await succeed('data', 'import', file(`${name}.pgn`), '-o', file(name));
    };
    const moves = [...'abcdefgh'].flatMap((letter) => [`${letter}3`, `${letter}4`]);
    const texts = moves.map((move) => textOf(move));
    await imported('ordered', texts);
    await imported('reversed', texts.toReversed());
    await imported('few', texts.slice(0, 12));
    await imported('changed', texts.with(10, textOf('Nf3')));
    await imported('longer', texts.with(10, textOf(moves[10]!, '2. Nc3')));
    const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1';
    await imported('started', texts.with(10, textOf(moves[10]!, '', `[FEN "${start}"]\n`)));
    const words = (source: string) => [
      ...['data', 'label', file(source), '-o', file('ordered.labels'), '--nodes', '8'],
    ];
    await succeed(...words('ordered'));
    const whole = readFileSync(file('ordered.labels'));
    expect(await fail(...words('reversed'))).toBe(
      "refrain: 'ordered.labels' has labels of other games, from game 1 on",
    );
    for (const other of ['changed', 'longer', 'started']) {
      expect(await fail(...words(other))).toMatch(/other games, from game 11 on$/);
    }
    expect(await fail(...words('few'))).toMatch(/other games, from game 13 on$/);
    expect(readFileSync(file('ordered.labels')).equals(whole)).toBe(true);
    await succeed(...words('ordered'));
    expect(readFileSync(file('ordered.labels')).equals(whole)).toBe(true);
  });

  test('writes files that data verify and data count accept', async () => {
    expect(await succeed('data', 'verify', file('labels'))).toEqual([
      expect.stringMatching(new RegExp(`^'labels': ${GAMES} games, [\\d,]+ labels, no errors$`)),
    ]);
    expect((await succeed('data', 'count', file('labels')))[1]).toMatch(`${GAMES} games, `);
    const damaged = readFileSync(file('labels'));
    damaged[LABEL_HEADER.bytes + 60]! ^= 4;
    writeFileSync(file('damaged'), damaged);
    writeFileSync(
      file('length'),
      damaged.with(LABEL_HEADER.bytes, damaged[LABEL_HEADER.bytes]! ^ 1),
    );
    writeFileSync(file('foreign'), 'something else');
    // All files are checked, whatever is wrong with those before.
    const names = ['foreign', 'missing', 'length', 'damaged', 'labels'];
    const { code, out, err } = await refrain('data', 'verify', ...names.map(file));
    expect({ code, err }).toEqual({ code: 1, err: ['refrain: 4 errors found'] });
    expect(out).toEqual([
      expect.stringMatching(/^'foreign': (?!'foreign')/),
      expect.stringMatching(/^'.*': no such file or folder$/),
      "'length': the record at byte 128 is damaged",
      expect.stringMatching(/^'damaged': game 1 at byte 128: the checksum is wrong$/),
      expect.stringContaining(`'labels': ${GAMES} games, `),
    ]);
  });
});

describe('positions loaded for training', () => {
  test('are rejected with their file and game if no game leads there', () => {
    const reader = new LabelReader(file('labels'));
    const labelled = { score: 0, isQuiet: true, variants: [] };
    const write = (start: Uint8Array, moves: number[]) => {
      const positions = moves.map((move) => ({ ...labelled, move }));
      const game = { number: 0, result: null, start, positions };
      const record = frameRecord(encodeLabelledGame(game));
      const header = LABEL_HEADER.encode(reader.header);
      writeFileSync(file('illegal'), Buffer.concat([header, record]));
    };
    const start = packPosition(positionFromFen('4k3/8/8/8/8/8/8/Q3K3 w - - 0 1'));
    // The queen takes the king.
    const [a1, e8] = [0, 60];
    write(start, [a1 | (e8 << 6) | (CAPTURE << 12), 0]);
    expect(() => loadTrainingPositions([file('illegal')])).toThrow(
      /^'illegal': game 1 has an impossible position$/,
    );
    start[8] = 0xaa;
    write(start, []);
    expect(() => loadTrainingPositions([file('illegal')])).toThrow(
      /^'illegal': game 1: white has 2 kings$/,
    );
  });

  test('are those that were labelled', () => {
    const { memory, count, games } = loadTrainingPositions([file('labels'), file('labels')]);
    expect(games).toBe(2 * GAMES);
    expect(memory.byteLength).toBe(count * PACKED_BYTES);
    const reader = new LabelReader(file('labels'));
    const bytes = new Uint8Array(memory);
    const view = new DataView(memory);
    let at = 0;
    // A game has one key, in both copies of the file.
    const keys = new Map<number, number>();
    const expectKey = (game: number) => {
      const key = view.getUint32(at + 28, true);
      expect(keys.get(game) ?? key).toBe(key);
      keys.set(game, key);
      expect(view.getUint32(memory.byteLength / 2 + at + 28, true)).toBe(key);
    };
    const records = [...new GameReader(file('games')).games()];
    for (const game of reader.games()) {
      const record = records[game.number]!;
      const plan = planOf(record, selection(2));
      expect(plan.game.positions.map(({ move }) => move)).toEqual(Array.from(record.moves));
      const position = startOf(game);
      for (const labelled of game.positions) {
        if (labelled.score !== null) {
          const board = new Int8Array(64).fill(12);
          for (let square = 0, piece = 0; square < 64; square++) {
            if (((bytes[at + (square >> 3)]! >> (square & 7)) & 1) === 0) continue;
            board[square] = (bytes[at + 8 + (piece >> 1)]! >> ((piece & 1) * 4)) & 15;
            piece++;
          }
          expect(board).toEqual(position.board);
          expect(view.getInt16(at + 26, true)).toBe(labelled.score);
          expect(bytes[at + 24]).toBe(position.turn | (labelled.isQuiet ? 2 : 0));
          expect(bytes[at + 25]).toBe(game.result);
          expectKey(game.number);
          at += PACKED_BYTES;
        }
        for (const _ of labelled.variants) {
          expect(bytes[at + 25]).toBe(255);
          expectKey(game.number);
          at += PACKED_BYTES;
        }
        position.make(labelled.move);
      }
    }
    expect(at * 2).toBe(memory.byteLength);
    expect(new Set(keys.values()).size).toBe(GAMES);
  });
});
