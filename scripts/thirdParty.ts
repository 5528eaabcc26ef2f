/**
 * The packages of others that the program bundles, and their licences. Users of the library install nothing but
 * Refrain: the few packages that the command line needs are bundled into it, and `dist/THIRD-PARTY.txt` has the
 * licence of each, because all of them require it to be kept with copies. The library contains only our own code.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';

const NOTICE_FILE = 'THIRD-PARTY.txt';

/** The licences that bundled packages may have. */
const ALLOWED = ['MIT', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC'];

/** The folder of the package that a module belongs to; null for a module of ours. */
const packageFolder = (module: string): string | null =>
  /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(module)?.[0] ?? null;

/** Name, version, licence and licence text of a package. Throws if it may not be bundled. */
function notice(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!ALLOWED.includes(license)) throw new Error(`${name}: bundled, with licence ${license}`);
  if (file === undefined) throw new Error(`${name}: bundled, without the text of its licence`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}

/** Writes the licences of the bundled packages. */
export const noticePlugin: Plugin = {
  name: 'third-party-notice',
  generateBundle(_, bundle) {
    const folders = new Set<string>();
    for (const output of Object.values(bundle)) {
      for (const module of output.type === 'chunk' ? output.moduleIds : []) {
        const folder = packageFolder(module);
        if (folder !== null) folders.add(folder);
      }
    }
    const notices = [...folders].sort().map(notice);
    const intro =
      'The command line of Refrain contains these packages, each under its own licence.\n';
    const source = [intro, ...notices].join(`\n${'-'.repeat(80)}\n\n`);
    this.emitFile({ type: 'asset', fileName: NOTICE_FILE, source });
  },
};

/** Fails the build if a package is bundled. */
export const ownCodeOnly: Plugin = {
  name: 'own-code-only',
  transform(_, module) {
    if (packageFolder(module) !== null) throw new Error(`${module} would be part of the library`);
  },
};
