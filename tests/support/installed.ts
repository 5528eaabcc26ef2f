/** Installs the package like users do: packed, and unpacked into `node_modules` of a new folder. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packs the build and installs it in a folder. Returns the paths of the package's files. */
export function installPackage(folder: string): string[] {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const output = execFileSync(
    npm,
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const [{ filename, files }] = JSON.parse(output);
  const target = join(folder, 'node_modules', 'refrain');
  mkdirSync(target, { recursive: true });
  // A project of its own: in a folder of a clone, 'refrain' would mean the clone.
  writeFileSync(join(folder, 'package.json'), '{}');
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', target, '--strip-components=1']);
  return files.map((file: { path: string }) => file.path);
}
