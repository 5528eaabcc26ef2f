/** `npm run scale:network`. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const TSX = resolve('node_modules/tsx/dist/cli.mjs');
const FOLDER = temporaryFolder();
const file = (name: string) => join(FOLDER, name);

test('a file that is no network is named', () => {
  writeFileSync(file('foreign'), 'something else');
  const args = ['scripts/scaleNetwork.ts', '165', file('foreign'), file('scaled')];
  const { status, stderr } = spawnSync(process.execPath, [TSX, ...args], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 1, stderr: "'foreign': not a network file\n" });
});
