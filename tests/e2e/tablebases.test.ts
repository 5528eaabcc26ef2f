/** `refrain tablebases`, with the few tables of the repository. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fail, ROOT, refrain, succeed } from '../support/runCli.ts';
import { FEW_TABLEBASES } from '../support/tablebases.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { PROGRAM, PROGRAM_ARGUMENTS } from '../support/uciProcess.ts';

const WON = '4k3/8/4K3/4P3/8/8/8/8 w - - 0 1';
const DRAWN = '8/8/8/8/8/4k3/4p3/4K3 w - - 0 1';

describe('refrain tablebases', () => {
  it('prints one object per line, in the order of the input', async () => {
    const lines = await succeed('tablebases', '--syzygy', FEW_TABLEBASES, WON, DRAWN, '--json');
    const [won, drawn] = lines.map((line) => JSON.parse(line));
    expect(won).toMatchObject({ fen: WON, wdl: 2, dtz: 3 });
    expect(won.moves[0]).toEqual({ uci: 'e6d6', san: 'Kd6', wdl: 2, dtz: 3 });
    expect(won.moves.at(-1)).toMatchObject({ wdl: 0, dtz: 0 });
    expect(drawn).toEqual({ fen: DRAWN, wdl: 0, dtz: 0, moves: [] });
  });

  it('reads positions from standard input, skipping empty lines and comments', () => {
    const args = [
      ...PROGRAM_ARGUMENTS,
      'tablebases',
      '--syzygy',
      FEW_TABLEBASES,
      '--file',
      '-',
      '--json',
    ];
    const input = `# endings\n${WON}\r\n\n${DRAWN}\n`;
    const out = execFileSync(PROGRAM, args, { cwd: ROOT, input }).toString().trim().split('\n');
    expect(out.map((line) => JSON.parse(line).fen)).toEqual([WON, DRAWN]);
  });

  it('shows the board and the moves, best first', async () => {
    const text = (await succeed('tablebases', '--syzygy', FEW_TABLEBASES, WON)).join('\n');
    expect(text).toContain('White to move: win, DTZ 3');
    expect(text).toMatch(/Kd6[\s\S]*Kd5/);
    // With a file for the data the text is still printed.
    const path = join(temporaryFolder(), 'out.json');
    const words = ['tablebases', '--syzygy', FEW_TABLEBASES, WON, '--json', path];
    expect((await succeed(...words)).join('\n')).toBe(text);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ fen: WON, wdl: 2 });
  });

  it('an invalid line of a file is named by its number', async () => {
    const path = join(temporaryFolder(), 'fens');
    writeFileSync(path, `# endings\n\nx\n${WON}\n`);
    const { code, err } = await refrain(
      ...['tablebases', '--syzygy', FEW_TABLEBASES, '--file', path],
    );
    expect({ code, err }).toEqual({ code: 1, err: [expect.stringMatching(/', line 3: .*FEN/)] });
  });

  it('a position that is not in the tables has no outcome', async () => {
    const fen = '4k3/8/8/8/8/8/8/RQ2K3 w - - 0 1';
    const [line] = await succeed('tablebases', '--syzygy', FEW_TABLEBASES, fen, '--json');
    expect(JSON.parse(line!)).toEqual({ fen, wdl: null, dtz: null, moves: [] });
  });

  it('an invalid position is reported, the others are answered', async () => {
    const { code, out, err } = await refrain(
      'tablebases',
      '--syzygy',
      FEW_TABLEBASES,
      'x',
      WON,
      '--json',
    );
    expect(code).toBe(1);
    expect(err).toHaveLength(1);
    expect(JSON.parse(out[0]!)).toMatchObject({ fen: 'x', error: expect.stringContaining('FEN') });
    expect(JSON.parse(out[1]!)).toMatchObject({ fen: WON, wdl: 2 });
  });

  it('several folders, of which one has a damaged file: it is reported, the others are used', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'KQvK.rtbw'), 'short');
    const path = `${folder}${delimiter}${FEW_TABLEBASES}`;
    const { code, out, err } = await refrain('tablebases', '--syzygy', path, WON, '--json');
    expect({ code, wdl: JSON.parse(out[0]!).wdl, errors: err.length }).toEqual({
      code: 0,
      wdl: 2,
      errors: 1,
    });
    expect(err[0]).toContain('KQvK.rtbw');
  });

  it('only damaged files: an error, which does not say that they are ignored', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'KQvK.rtbw'), 'short');
    expect(await fail('tablebases', '--syzygy', folder, WON)).toBe(
      `refrain: ${join(folder, 'KQvK.rtbw')} is not a complete tablebase`,
    );
  });

  it('several folders, of which one is missing: an error', async () => {
    const paths = [
      `/no/such${delimiter}${FEW_TABLEBASES}`,
      `${FEW_TABLEBASES}${delimiter}/no/such`,
    ];
    for (const path of paths) {
      expect(await fail('tablebases', '--syzygy', path, WON)).toBe(
        "refrain: '/no/such': no such file or folder",
      );
    }
  });

  it.each([
    ['no folder', [WON], /--syzygy/],
    ['a missing folder', ['--syzygy', '/no/such/folder', WON], /no such file or folder/],
    ['a folder without tables', ['--syzygy', ROOT, WON], /no tablebases in/],
    ['no position', ['--syzygy', FEW_TABLEBASES], /position/],
    ['no such file', ['--syzygy', FEW_TABLEBASES, '--file', '/no/such/file'], /no such file/],
  ])('%s: one line on standard error', async (_, args, reason) => {
    expect(await fail('tablebases', ...args)).toMatch(reason);
  });
});
