/** `refrain data import`: PGN becomes game files, whoever wrote it. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Chess } from 'chess.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFen, positionFromFen } from '../../src/chess/notation/fen.ts';
import { formatPgn, type GameResult } from '../../src/chess/notation/pgn.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';
import { GameReader } from '../../src/datagen/gameFile.ts';
import { NO_SCORE } from '../../src/datagen/gameFormat.ts';
import { importGames } from '../../src/datagen/importGames.ts';
import { LabelReader } from '../../src/datagen/labelFile.ts';
import { movesOf, games as randomGames, standardStarts } from '../support/games.ts';
import { fail, ROOT, refrain, succeed } from '../support/runCli.ts';
import { startOf } from '../support/selfPlay.ts';
import { temporaryFiles } from '../support/temporaryFolder.ts';
import { PROGRAM, PROGRAM_ARGUMENTS } from '../support/uciProcess.ts';

const file = temporaryFiles();

function write(name: string, text: string): string {
  writeFileSync(file(name), text);
  return file(name);
}

function read(path: string) {
  const reader = new GameReader(path);
  return { header: reader.header, games: [...reader.games()] };
}

function importText(text: string, options = {}) {
  const output = file('output.data');
  rmSync(output, { force: true });
  const settings = { output, share: 0.03, chess960: false, seed: 1, ...options };
  const reasons: string[] = [];
  const imported = importGames([write('input.pgn', text)], settings, (_, number, reason) =>
    reasons.push(`${number}: ${reason}`),
  );
  return { ...read(output), imported, reasons };
}

const RESULTS: readonly GameResult[] = ['0-1', '1/2-1/2', '1-0'];

/** The moves of a game by chess.js, with castling as in UCI. */
const played = (pgn: string): string[] => {
  const chess = new Chess();
  chess.loadPgn(pgn);
  return chess.history({ verbose: true }).map(({ lan }) => lan);
};

/** A game of real openings: moves with a comment each. */
const game = (moves: string, result = '1/2-1/2', tags = ''): string =>
  `[Event "test"]\n[Result "${result}"]\n${tags}\n${moves} ${result}\n\n`;

test('games have the moves, starts and results that were written', () => {
  fc.assert(
    fc.property(
      fc.array(randomGames(standardStarts, 60), { minLength: 1, maxLength: 4 }),
      (walks) => {
        const written = walks.map((walk, i) => {
          return { start: positionFromFen(walk.start), moves: movesOf(walk), result: i % 3 };
        });
        const kept = written.filter(({ moves }) => moves.length > 0);
        const text = kept.map(({ start, moves, result }, i) =>
          formatPgn({ start, moves, result: RESULTS[result]!, tags: { Event: `${i}` } }),
        );
        // There must be a game to import.
        const { games, imported } = importText(text.join('\n') + game('1. h4 a5'));
        const found = games.slice(0, -1);
        const { invalid, repeated, ...others } = imported.omitted;
        expect(others).toEqual({ 'no result': 0, 'other variant': 0, 'null move': 0, excluded: 0 });
        // Random results may contradict mate or stalemate.
        expect(found.length + invalid + repeated).toBe(kept.length);
        for (const [number, record] of found.entries()) {
          expect(record.number).toBe(number);
          const start = formatFen(startOf(record));
          const same = kept.filter(
            (one) =>
              formatFen(one.start) === start &&
              one.result === record.result &&
              `${one.moves}` === `${Array.from(record.moves)}`,
          );
          expect(same).not.toHaveLength(0);
          expect(record.end).toBe('recorded');
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('scores in comments are those of the positions before the moves, for the side to move', () => {
  const moves =
    '1. e4 {+0.34/12 1.2s} e5 {-0.20/11 0.5s, note} 2. Nf3 {book} Nc6 {0.00/9} ' +
    '3. Bc4 {+M5/20 0.1s} Nd4 {-M4/19 0.1s} 4. O-O {[%eval 0.3]} a6 {(+9.99/1)} ' +
    '5. d3 {+152.25/30 1s} d6 {-M200/30 1s} 6. a3 {+655.36/30 1s} h6 {-400.00/30 1s}';
  const pgn = game(moves, '1-0');
  const [imported] = importText(pgn).games;
  const { scores, moves: found, result } = imported!;
  const unknown = NO_SCORE;
  // The number of a mate is in plies; one beyond the horizon of our search counts as the most distant one. Other
  // scores stay below mates.
  expect([...scores]).toEqual([
    ...[34, -20, unknown, 0, 31_995, -31_996, unknown, unknown, 15_225, -31_872, 30_000, -30_000],
  ]);
  expect(result).toBe(2);
  const position = startOf(imported!);
  const names = Array.from(found, (move) => {
    const name = formatUciMove(move, false);
    position.make(move);
    return name;
  });
  expect(names).toEqual(played(pgn));
});

test('the same moves from another start are another game', () => {
  const from = (fen: string) => game('1. e4 e5', '1-0', `[SetUp "1"]\n[FEN "${fen}"]\n`);
  const text = ['', 'B', 'R'].map((piece) =>
    from(`4k3/4p3/8/8/8/8/4P3/${piece === '' ? '4K3' : `${piece}3K3`} w - - 0 1`),
  );
  expect(importText([...text, text[1]].join('')).imported).toMatchObject({
    games: 3,
    omitted: { repeated: 1 },
  });
});

describe('left out and counted are', () => {
  test.each([
    ['games without a result', game('1. e4 e5', '*'), 'no result'],
    ['games of the other variant', game('1. e4 e5', '1-0', CHESS960_TAGS()), 'other variant'],
    ['games with null moves', game('1. e4 -- 2. d4 d5'), 'null move'],
    ['games with illegal moves', game('1. e4 e4'), 'invalid'],
    ['games whose result contradicts the mate', game('1. f3 e5 2. g4 Qh4#', '1-0'), 'invalid'],
    ['games that occurred before', game('1. c4 c5'), 'repeated'],
  ] as const)('%s', (_, text, omission) => {
    const { imported, games: found } = importText(game('1. c4 c5') + text);
    expect(imported.omitted[omission]).toBe(1);
    expect(found).toHaveLength(1);
  });

  function CHESS960_TAGS(): string {
    return '[Variant "Chess960"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n';
  }
});

test('the reason is given for every invalid game', () => {
  const clock = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 70000"]\n';
  const text = [
    game('1. e4 e4'),
    game('1. e4 e5 {good 2. Nf3'),
    game('1. e4 e5 (1... c5'),
    game('1. e4 e5 0-1', '1-0'),
    game('1. f3 e5 2. g4 Qh4#', '1-0'),
    game('1. e4', '1-0', clock),
    game('1. c4 c5 [%clk 1]'),
  ];
  const { games: found, imported, reasons } = importText(text.join(''));
  expect(found).toHaveLength(1);
  expect(imported.omitted.invalid).toBe(6);
  expect(reasons).toEqual([
    "1: move 1... illegal move: 'e4'",
    '2: the comment after 1... e5 is not closed',
    '3: a variation is not closed',
    '4: a second result, 1-0',
    '5: the result is 1-0, but the board says 0-1 (checkmate)',
    '6: the halfmove clock or the move number of its FEN is too large',
  ]);
});

test('games with the same opening are held out together, and none is lost', () => {
  const openings = ['e4', 'd4', 'c4', 'Nf3', 'g3', 'b3', 'f4', 'Nc3', 'd3', 'e3', 'c3', 'f3'];
  const text = openings
    .flatMap((first) => {
      const book = `1. ${first} a6 2. a4 a5 3. h4 h6 4. Ra2 h5 5. Ra1 Ra7 6. Ra2 Ra8`;
      return ['Ra1', 'Ra3', 'Rh2'].map((next) => game(`${book} 7. ${next}`));
    })
    .join('');
  const counts = [0, 0.5, 1].map((share) => {
    const heldOut = file('held.data');
    rmSync(heldOut, { force: true });
    const { games: kept } = importText(text, { heldOut, share });
    const held = read(heldOut).games;
    const firstMoves = (list: typeof kept) => new Set(list.map(({ moves }) => moves[0]!));
    for (const move of firstMoves(kept)) expect(firstMoves(held).has(move)).toBe(false);
    return [kept.length, held.length];
  });
  for (const [kept, held] of counts) expect(kept! + held!).toBe(3 * openings.length);
  expect(counts[0]![1]).toBe(0);
  expect(counts[2]![0]).toBe(0);
  expect(counts[1]![0]).toBeGreaterThan(0);
  expect(counts[1]![1]).toBeGreaterThan(0);
});

const TRUTH_SET = 'positions/truth/tcec-cups.labels';

/** The first game of the truth set: its moves, and the PGN of these or other moves from its start. */
function truthGame() {
  const [truth] = new LabelReader(TRUTH_SET).games();
  const text = (moves: number[]) => formatPgn({ start: startOf(truth!), moves, result: '1/2-1/2' });
  return { moves: truth!.positions.map(({ move }) => move), text };
}

test('games like those of a truth set are excluded', () => {
  const { moves, text } = truthGame();
  const others = game('1. a3 a6 2. h3 h6 3. a4 a5 4. h4 h5 5. b3 b6 6. g3 g6 7. c3');
  const pgn =
    text(moves.slice(0, 40)) + text(moves.slice(0, 12)) + text(moves.slice(0, 11)) + others;
  const { games, imported } = importText(pgn, { excluded: [TRUTH_SET] });
  expect(imported.omitted.excluded).toBe(2);
  expect(games.map(({ moves }) => moves.length)).toEqual([11, 13]);
  expect(importText(pgn).imported.games).toBe(4);
});

test('no file is written if all games are excluded', () => {
  const { moves, text } = truthGame();
  expect(() => importText(text(moves), { excluded: [TRUTH_SET] })).toThrow(
    'no game can be imported; left out: 1 excluded',
  );
  expect(existsSync(file('output.data'))).toBe(false);
});

test('a file longer than what is read at a time has all of its games', () => {
  const moves = ['Nf6', 'Nh6', 'Nc6', 'Na6', 'e5', 'd5', 'c5', 'b5', 'a5', 'f5', 'g5', 'h5'];
  const comment = `{${'x'.repeat(200_000)} [Event "not a game"]}`;
  const text = moves.map((move) => game(`1. e4 ${comment} ${move} {+0.10/1}`)).join('');
  const { games: found, imported } = importText(text);
  expect(imported.omitted.invalid).toBe(0);
  expect(found.map(({ scores }) => [...scores])).toEqual(moves.map(() => [NO_SCORE, 10]));
});

describe('refrain data import', () => {
  test('says what it imported; the file is verified, counted, shown and merged like others', async () => {
    const text =
      game('1. e4 e5 2. Nf3 {+0.25/3}', '1-0') + game('1. e4 e4') + game('1. d4 d5', '*');
    const { out, err } = await refrain(
      'data',
      'import',
      write('a.pgn', text),
      '-o',
      file('a.data'),
    );
    expect(out).toEqual(['a.data: 1 game, 3 positions; left out: 1 invalid, 1 no result']);
    expect(err).toEqual([expect.stringMatching(/^refrain: '.*a\.pgn', game 2: .*illegal/)]);
    expect((await succeed('data', 'verify', file('a.data')))[0]).toMatch(/no errors/);
    // Without the settings of self-play, which it does not have.
    const [made, games] = await succeed('data', 'count', file('a.data'));
    expect(made).toMatch(/^a\.data: Refrain \S+, imported, --chess960 off$/);
    expect(games).toMatch(/^Games +1,/);
    const shown = await succeed('data', 'show', file('a.data'));
    expect(shown.map((line) => line.split(' | ')[1])).toEqual(['none', 'none', '25']);
    const pgn = (await succeed('data', 'show', '--pgn', file('a.data'))).join('\n');
    expect(played(pgn)).toEqual(['e2e4', 'e7e5', 'g1f3']);
    const bytes = readFileSync(file('a.data'));
    await refrain('data', 'import', file('a.pgn'), '-o', file('again.data'));
    expect(readFileSync(file('again.data')).equals(bytes)).toBe(true);
  });

  test('overwrites nothing, and says why nothing could be imported', async () => {
    const pgn = write('b.pgn', game('1. e4 e5'));
    await succeed('data', 'import', pgn, '-o', file('b.data'));
    const before = readFileSync(file('b.data'));
    expect(await fail('data', 'import', pgn, '-o', file('b.data'))).toMatch(
      /b\.data.* already exists/,
    );
    expect(readFileSync(file('b.data')).equals(before)).toBe(true);
    expect(await fail('data', 'import', pgn, '-o', pgn)).toMatch(/both an input and an output/);
    expect(await fail('data', 'import', file('none.pgn'), '-o', file('c.data'))).toMatch(
      /no such file/i,
    );
    expect(await fail('data', 'import', pgn, '-o', file('c.data'), '--exclude', pgn)).toMatch(
      /b\.pgn': not a label file/,
    );
    const empty = write('d.pgn', game('1. e4 e5', '*'));
    expect(await fail('data', 'import', empty, '-o', file('d.data'))).toMatch(/no game/);
    expect(existsSync(file('c.data')) || existsSync(file('d.data'))).toBe(false);
  });

  test.skipIf(process.platform === 'win32')('reads a pipe', () => {
    const pgn = write('piped.pgn', game('1. e4 e5'));
    const output = file('piped.data');
    const command = [PROGRAM, ...PROGRAM_ARGUMENTS, 'data', 'import', '/dev/stdin', '-o', output];
    const shell = ['-c', `cat "$0" | "$@"`, pgn, ...command];
    const out = execFileSync('/bin/sh', shell, { cwd: ROOT, encoding: 'utf8' });
    expect(out).toBe('piped.data: 1 game, 2 positions\n');
  });

  // A file must not grow beyond 16 blocks, as on a disk that is nearly full.
  test.runIf(process.platform === 'linux')('leaves no file if one cannot be written', async () => {
    const pawns = (ranks: string) =>
      [...'abcdefgh'].flatMap((file) => [...ranks].map((rank) => file + rank));
    const text = pawns('34').flatMap((white) =>
      pawns('65').map((black) => game(`1. ${white} ${black}`)),
    );
    const outputs = [file('large.data'), file('small.data')];
    const words = ['data', 'import', write('e.pgn', text.join('')), '-o', outputs[0]!];
    const shell = ['-c', 'ulimit -f 16; exec "$@"', 'sh', PROGRAM, ...PROGRAM_ARGUMENTS];
    const error = await new Promise((resolve) => {
      const more = ['--held-out', outputs[1]!];
      execFile('/bin/sh', [...shell, ...words, ...more], { cwd: ROOT }, (_, __, err) =>
        resolve(err),
      );
    });
    expect(error).toBe(`refrain: cannot write '${outputs[0]}': the file is too large\n`);
    expect(outputs.filter((path) => existsSync(path))).toEqual([]);
  });
});
