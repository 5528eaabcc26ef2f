/** `npm run scale:network` and `npm run compact:network`. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WHITE } from '../../src/chess/board/types.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { PACKED_BYTES, PIECES_AT } from '../../src/datagen/packedPosition.ts';
import { encodePositionHeader } from '../../src/datagen/positionFile.ts';
import { decodeNetwork, encodeNetwork } from '../../src/eval/nnue/networkFile.ts';
import { unwrap } from '../../src/util/result.ts';
import { randomNetwork } from '../support/networks.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { packSamples, samplePositions } from '../support/training.ts';

const FOLDER = temporaryFolder();
const file = (name: string) => join(FOLDER, name);

function run(script: string, ...args: string[]) {
  const words = ['--import', 'tsx', `scripts/${script}.ts`, ...args];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  return { status, stderr };
}

/** Positions of games, and one in which the side not to move is in check. */
const SAMPLES = samplePositions(200, 1);
SAMPLES[7]!.position = positionFromFen('4k3/8/8/8/8/8/4R3/4K3 b - - 0 1');
SAMPLES[7]!.position.turn = WHITE;

function writePositions(name: string, change?: (records: Uint8Array) => void): string {
  const records = new Uint8Array(packSamples(SAMPLES));
  change?.(records);
  writeFileSync(file(name), Buffer.concat([encodePositionHeader('for tests'), records]));
  return file(name);
}

const POSITIONS = writePositions('good.positions');
writeFileSync(file('net'), encodeNetwork(randomNetwork(5)));
writeFileSync(file('foreign'), 'something else');

test('a network is compacted with positions of any kind that a network is trained on', () => {
  const result = run('compactNetwork', '1', file('net'), file('compact'), POSITIONS);
  expect(result).toEqual({ status: 0, stderr: '' });
  const bytes = readFileSync(file('compact'));
  expect(bytes.length).toBeLessThan(readFileSync(file('net')).length);
  expect(unwrap(decodeNetwork(bytes)).origin).toMatch(/rounded with a step of 1/);
});

describe('one line says what is wrong, and no file is written', () => {
  const refuse = (script: string, ...args: string[]): string => {
    const { status, stderr } = run(script, ...args);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^.+\n$/);
    expect(existsSync(file('new'))).toBe(false);
    return stderr.trimEnd().replaceAll(`${FOLDER}/`, '');
  };
  const compact = (network: string, ...positions: string[]) =>
    refuse('compactNetwork', '0.08', file(network), file('new'), ...positions);
  const scale = (network: string) => refuse('scaleNetwork', '165', file(network), file('new'));

  test('a file that is no network', () => {
    expect(scale('foreign')).toBe("'foreign': not a network file");
  });

  test('a file that does not exist', () => {
    expect(compact('nope', POSITIONS)).toBe("'nope': no such file or folder");
    expect(compact('net', file('nope'))).toBe("'nope': no such file or folder");
  });

  test('positions given twice', () => {
    expect(compact('net', POSITIONS, join(FOLDER, '.', 'good.positions'))).toBe(
      "'good.positions' is given twice",
    );
  });

  test('a damaged position', () => {
    const bad = writePositions('bad.positions', (records) => {
      records[7 * PACKED_BYTES + PIECES_AT] = 0xff;
    });
    expect(compact('net', POSITIONS, bad)).toBe(
      "'bad.positions': the position at byte 352 is damaged",
    );
  });
});
