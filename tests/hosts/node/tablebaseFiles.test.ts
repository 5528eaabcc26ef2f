import fs, { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { positionFromFen } from '../../../src/chess/notation/fen.ts';
import {
  listTablebases,
  openTablebase,
  splitPath,
} from '../../../src/hosts/node/tablebaseFiles.ts';
import { Tablebases, UNKNOWN } from '../../../src/syzygy/tablebases.ts';
import { ChessError } from '../../../src/util/result.ts';
import { FEW_TABLEBASES } from '../../support/tablebases.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();

test('a path has several folders, empty ones are ignored', () => {
  expect(splitPath(['/a', '', '/b c'].join(delimiter))).toEqual(['/a', '/b c']);
  expect(splitPath('')).toEqual([]);
});

test('foreign and truncated files are reported, the others are used', () => {
  copyFileSync(join(FEW_TABLEBASES, 'KRvK.rtbw'), join(folder, 'KRvK.rtbw'));
  writeFileSync(join(folder, 'KQvK.rtbw'), 'short');
  writeFileSync(join(folder, 'notes.txt'), 'no table');
  symlinkSync('/no/such/file', join(folder, 'KBvK.rtbw'));
  mkdirSync(join(folder, 'empty'));
  const { tables, problems } = listTablebases([folder, join(folder, 'empty'), '/no/such/folder']);
  expect(tables.map(({ name, size }) => [name, size])).toEqual([['KRvK.rtbw', 208]]);
  expect(problems).toHaveLength(4);
  for (const [i, name] of ['KBvK', 'KQvK', 'empty', '/no/such/folder'].entries()) {
    expect(problems[i]).toContain(name);
  }
});

test('folders of which none can be read are an error', () => {
  const list = () => listTablebases(['/no/such/folder']);
  expect(list).toThrow(ChessError);
  expect(list).toThrow("'/no/such/folder': no such file or folder");
});

test('a file is read at any offset, and a premature end is an error', () => {
  const [listing] = listTablebases([folder]).tables;
  const bytes = new Uint8Array(10);
  openTablebase(listing!).read(0, bytes, 2, 4);
  expect([...bytes.subarray(0, 6)]).toEqual([0, 0, 0x71, 0xe8, 0x23, 0x5d]);
  expect(() => openTablebase(listing!).read(205, bytes, 0, 10)).toThrow('ends too early');
});

test('if the system can open no more files, the oldest one is closed', () => {
  const [listing] = listTablebases([folder]).tables;
  const bytes = new Uint8Array(4);
  // Not open yet.
  const at = join(folder, 'KRvK.copy');
  copyFileSync(join(FEW_TABLEBASES, 'KRvK.rtbz'), at);
  openTablebase(listing!).read(0, bytes, 0, 4);
  const spy = vi.spyOn(fs, 'openSync').mockImplementationOnce(() => {
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  openTablebase({ ...listing!, at }).read(0, bytes, 0, 4);
  expect([...bytes]).toEqual([0xd7, 0x66, 0x0c, 0xa5]);
  expect(spy).toHaveBeenCalledTimes(2);
});

test('a file that is gone when it is needed is not used, for a reason in words', () => {
  const [listing] = listTablebases([folder]).tables;
  const problems: string[] = [];
  const gone = openTablebase({ ...listing!, at: '/no/such/file' });
  const tablebases = new Tablebases([gone], { onProblem: (text) => problems.push(text) });
  expect(tablebases.probeWdl(positionFromFen('8/8/8/8/8/4k3/8/4K2R w - - 0 1'))).toBe(UNKNOWN);
  expect(problems).toEqual(['KRvK.rtbw is not used: no such file or folder']);
});
