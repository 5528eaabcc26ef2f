/** Installs the package like users do: packed, and unpacked into `node_modules` of a new folder. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface Installed {
  /** The folder whose `node_modules` has the package. */
  folder: string;
  /** The paths of its files. */
  files: string[];
  remove: () => void;
}

/** Packs and installs the build. */
export function installPackage(): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-'));
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const output = execFileSync(
    npm,
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const [{ filename, files }] = JSON.parse(output);
  const target = join(folder, 'node_modules', 'refrain');
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', target, '--strip-components=1']);
  // Its dependencies are those of this repository.
  for (const name of Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies)) {
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name), 'junction');
  }
  return {
    folder,
    files: files.map((file: { path: string }) => file.path),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
