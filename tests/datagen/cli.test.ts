/** `refrain datagen` and `refrain data` as users and scripts run them. */
import { execFile, execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseFen } from '../../src/chess/notation/fen.ts';
import { readPgnGames } from '../../src/chess/notation/pgnReader.ts';
import { fail, ROOT, refrain, refrainProcess, succeed } from '../support/runCli.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { PROGRAM, PROGRAM_ARGUMENTS, UciProcess } from '../support/uciProcess.ts';

const FOLDER = temporaryFolder();
const file = (name: string) => join(FOLDER, name);

const QUICK = [
  ...['--nodes', '20', '--hard-nodes', '30', '--hash', '1', '--max-moves', '20'],
  ...['--opening-nodes', '40', '--plies', '4'],
];
const datagen = (name: string, ...args: string[]) =>
  succeed('datagen', file(name), ...QUICK, ...args);

/** Waits until a file has this many bytes. */
async function sizeReaches(name: string, bytes: number): Promise<void> {
  const size = () => statSync(file(name), { throwIfNoEntry: false })?.size ?? 0;
  while (size() < bytes) await sleep(2);
}

const GAMES = 6;
beforeAll(() => datagen('games', '--games', `${GAMES}`));

describe('refrain datagen', () => {
  test('plays the same games however many threads there are', async () => {
    const threads = Math.min(2, availableParallelism());
    await datagen('threads', '--games', `${GAMES}`, '--threads', `${threads}`);
    expect(readFileSync(file('threads')).equals(readFileSync(file('games')))).toBe(true);
  });

  test('continues where it was killed, without losing or repeating anything', async () => {
    // Without a number of games it never ends by itself.
    const args = ['datagen', file('killed'), ...QUICK];
    const process = new UciProcess(...args);
    await sizeReaches('killed', 500);
    await process.close();
    const { out: counts } = await refrain('data', 'count', file('killed'), '--json');
    const { games } = JSON.parse(counts[0]!).gameFiles;
    const { code, out } = await refrainProcess(...args, '--games', `${games + 2}`);
    expect(code).toBe(0);
    expect(out[0]).toMatch(new RegExp(`^continuing after ${games} games?,`));
    await datagen('straight', '--games', `${games + 2}`);
    expect(readFileSync(file('killed')).equals(readFileSync(file('straight')))).toBe(true);
  });

  test('ends with complete games when interrupted', async () => {
    const process = new UciProcess('datagen', file('stopped'), ...QUICK);
    await sizeReaches('stopped', 500);
    process.interrupt();
    expect(await process.ended()).toEqual({ code: 130, signal: null });
    expect(process.errors).toBe('');
    expect((await succeed('data', 'verify', file('stopped')))[0]).toMatch(/no errors/);
  });

  test('what a rule leaves out is the default that --help shows', async () => {
    const settingsOf = async (...args: string[]) => {
      const name = `rules${args.length}`;
      await datagen(name, '--games', '1', ...args);
      const [line] = await succeed('data', 'count', file(name), '--json');
      return JSON.parse(line!).gameFiles.files[0].settings;
    };
    const whole = await settingsOf();
    expect(whole).toMatchObject({ drawNumber: 40, resignCount: 4, resignTwoSided: 1 });
    expect(await settingsOf('--draw', 'score=9', '--resign', 'score=800')).toEqual({
      ...whole,
      drawScore: 9,
      resignScore: 800,
    });
  });

  test('ends with the requested number of positions', async () => {
    await datagen('positions', '--positions', '80');
    const bytes = readFileSync(file('positions'));
    expect(readFileSync(file('games')).subarray(0, bytes.length).equals(bytes)).toBe(true);
  });

  test('rejects invalid arguments', async () => {
    expect(await fail('datagen', file('x'), '--nodes', '100', '--hard-nodes', '50')).toMatch(
      /hard/,
    );
    expect(await fail('datagen', file('x'), '--draw', 'sometimes')).toMatch(/sometimes/);
    expect(await fail('datagen', file('x'), '--resign', 'count=1 count=2')).toMatch(/given twice/);
    expect(await fail('datagen', file('games'), ...QUICK, '--seed', '2')).toMatch(
      /settings: --seed 1, not 2/,
    );
    const never = ['--max-score', '0', '--margin', '0', '--plies', '0', '--games', '1'];
    expect(await fail('datagen', file('y'), ...QUICK.slice(0, -2), ...never)).toMatch(/no opening/);
    // The corrected command can use the same file.
    await datagen('y', '--games', '1');
  });

  test.skipIf(process.platform === 'win32')('rejects what is not a regular file', async () => {
    execFileSync('mkfifo', [file('pipe')]);
    for (const [path, kind] of [
      [file('pipe'), 'pipe'],
      [FOLDER, 'folder'],
    ] as const) {
      expect(await fail('datagen', path, ...QUICK)).toMatch(
        new RegExp(`is not a file but a ${kind}$`),
      );
    }
    expect(await fail('data', 'label', file('games'), '-o', file('pipe'))).toMatch(/but a pipe$/);
  });
});

describe('refrain data', () => {
  test('count summarizes a file', async () => {
    const [line] = await succeed('data', 'count', file('games'), '--json');
    const { gameFiles: counts, labelFiles } = JSON.parse(line!);
    expect(labelFiles).toEqual([]);
    expect(counts.files[0].file).toBe('games');
    expect(counts).toMatchObject({ games: GAMES, starts: GAMES });
    expect(counts.white + counts.draws + counts.black).toBe(GAMES);
    expect(counts.bytes).toBe(108 + 48 * GAMES + 4 * counts.positions);
    expect(counts.files[0].settings).toMatchObject({ softNodes: 20, nodes: 30, seed: 1 });
    copyFileSync(file('games'), file('copy'));
    const text = await succeed('data', 'count', file('games'), file('copy'));
    expect(text[0]).toMatch(
      /^games: Refrain [\d.]+, --seed 1, --nodes 20, --hard-nodes 30, --hash/,
    );
    expect(text.join('\n')).toMatch(new RegExp(`Games +${2 * GAMES}, from ${GAMES} different`));
  });

  test('count writes one object, to a file too, whatever the files are', async () => {
    const labels = file('counted.labels');
    await succeed('data', 'label', file('games'), '-o', labels, '--nodes', '1');
    copyFileSync(labels, file('copy.labels'));
    const words = ['data', 'count', file('copy.labels'), file('games'), labels, '--json'];
    const lines = await succeed(...words);
    expect(lines).toHaveLength(1);
    const { gameFiles, labelFiles } = JSON.parse(lines[0]!);
    expect(gameFiles).toMatchObject({ games: GAMES, files: [{ file: 'games' }] });
    expect(labelFiles).toHaveLength(2);
    expect(labelFiles[1]).toMatchObject({ file: 'counted.labels', games: GAMES });
    expect(labelFiles[1].settings).toMatchObject({ nodes: 1, seed: 1 });
    const text = await succeed(...words, file('counts.json'));
    expect(text.join('\n')).toMatch(new RegExp(`Games +${GAMES}, from`));
    expect(readFileSync(file('counts.json'), 'utf8')).toBe(`${lines[0]}\n`);
    expect(await fail(...words, labels)).toMatch(/is both an input and an output$/);
  });

  test('show writes every position, or a game as PGN', async () => {
    const lines = await succeed('data', 'show', file('games'));
    for (const line of lines) {
      expect(line).toMatch(/^\S+ [wb] \S+ \S+ \d+ \d+ \| -?\d+ \| (0\.0|0\.5|1\.0)$/);
      expect(parseFen(line.split(' | ')[0]!).ok).toBe(true);
    }
    const pgn = (await succeed('data', 'show', '--pgn', file('games'))).join('\n');
    const games = [...readPgnGames(pgn)].map((game) => (game.ok ? game.value.moves.length : 0));
    expect(games).toHaveLength(GAMES);
    expect(games.reduce((sum, moves) => sum + moves)).toBe(lines.length);
    // Its comments are those of matches, which import reads.
    writeFileSync(file('shown.pgn'), pgn);
    await succeed('data', 'import', file('shown.pgn'), '-o', file('shown'));
    expect(await succeed('data', 'show', file('shown'))).toEqual(lines);
    const one = await succeed('data', 'show', '--game', '3', file('games'));
    expect(one).toHaveLength(games[2]!);
    expect(await succeed('data', 'show', '--game', '3', '--pgn', file('games'))).toContain(
      '[Round "3"]',
    );
    expect(await fail('data', 'show', '--game', '0', file('games'))).toMatch(/from 1 to/);
  });

  test('verify names a file that cannot be read once', async () => {
    const { code, out } = await refrain('data', 'verify', FOLDER, '/no/such');
    expect({ code, out }).toEqual({
      code: 1,
      out: [
        expect.stringMatching(/^'[^']*' is not a file but a folder$/),
        "'/no/such': no such file or folder",
      ],
    });
  });

  test('verify finds a flipped bit, and an incomplete end', async () => {
    expect(await succeed('data', 'verify', file('games'))).toHaveLength(1);
    const bytes = readFileSync(file('games'));
    writeFileSync(file('bad'), bytes.with(300, bytes[300]! ^ 1));
    expect((await refrain('data', 'verify', file('bad'))).code).toBe(1);
    writeFileSync(file('bad'), bytes.subarray(0, -3));
    const { code, out, err } = await refrain('data', 'verify', file('bad'));
    expect([code, err]).toEqual([1, ['refrain: 1 error found']]);
    expect(out).toEqual([expect.stringMatching(/bytes of an incomplete game/)]);
    expect((await refrain('data', 'count', file('bad'))).err).toEqual([
      expect.stringMatching(/left out [\d,]+ bytes?/),
    ]);
  });

  test('the same games are not labelled twice', async () => {
    copyFileSync(file('games'), file('copy'));
    const label = ['data', 'label', file('games'), file('copy'), '-o', file('twice.labels')];
    expect(await fail(...label)).toMatch(
      /'?copy'? has the same seed and therefore the same games as another file$/,
    );
    expect(existsSync(file('twice.labels'))).toBe(false);
  });

  test('an incomplete game at the end is left out with a line that names the file', async () => {
    writeFileSync(file('torn'), readFileSync(file('games')).subarray(0, -3));
    const line = expect.stringMatching(
      /^refrain: 'torn': left out [\d,]+ bytes? of an incomplete game/,
    );
    const label = ['data', 'label', file('torn'), '-o', file('torn.labels'), '--nodes', '1'];
    expect(await refrain(...label)).toMatchObject({ code: 0, err: [line] });
    for (const command of ['merge', 'shuffle']) {
      const words = ['data', command, file('torn'), '-o', file(`torn.${command}`)];
      expect(await refrain(...words)).toMatchObject({ code: 0, err: [line] });
    }
  });

  test('shuffle and merge make valid files', async () => {
    await datagen('second', '--games', '3', '--seed', '2');
    await succeed('data', 'merge', file('games'), file('second'), '-o', file('merged'));
    await succeed('data', 'shuffle', file('merged'), '-o', file('shuffled'));
    const lines = await succeed('data', 'verify', file('merged'), file('shuffled'));
    expect(lines.every((line) => line.includes(`${GAMES + 3} games`))).toBe(true);
    expect(await fail('data', 'merge', file('games'), '-o', file('merged'))).toMatch(/exists/);
    for (const command of ['merge', 'shuffle']) {
      const twice = [file('merged'), file('./merged'), '-o', file('twice')];
      expect(await fail('data', command, ...twice)).toBe("refrain: 'merged' is given twice");
    }
    const twice = [file('merged'), file('./merged')];
    expect(await fail('data', 'count', ...twice)).toBe("refrain: 'merged' is given twice");
  });

  // A file must not grow beyond a block, as on a disk that is nearly full.
  test.runIf(process.platform === 'linux').each(['merge', 'shuffle'])(
    '%s names the file that cannot be written, and leaves nothing',
    async (command) => {
      const output = file(`full.${command}`);
      const shell = ['-c', 'ulimit -f 1; exec "$@"', 'sh', PROGRAM, ...PROGRAM_ARGUMENTS];
      const words = ['data', command, file('games'), '-o', output];
      const error = await new Promise((resolve) => {
        execFile('/bin/sh', [...shell, ...words], { cwd: ROOT }, (_, __, err) => resolve(err));
      });
      expect(error).toBe(`refrain: cannot write '${output}': the file is too large\n`);
      expect(readdirSync(FOLDER).filter((name) => name.startsWith('full'))).toEqual([]);
    },
  );
});
