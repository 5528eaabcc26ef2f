/**
 * Removes the type declarations in `dist-new/types` that no entry of the package refers to, and writes
 * copies for CommonJS: `import x = require('refrain')` under `module: node16`.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../dist-new/types');
const ENTRIES = ['index', 'chess', 'engine', 'review', 'browser'];
/** References between declarations: `from './x.ts'`, `import('./x.ts')`. */
const REFERENCE = /(from '|import\(["'])(\.[^'"]+)\.ts(['"])/g;

const reached = new Set<string>();
function reach(file: string): void {
  if (reached.has(file)) return;
  reached.add(file);
  for (const [, , path] of readFileSync(file, 'utf8').matchAll(REFERENCE)) {
    reach(resolve(dirname(file), `${path}.d.ts`));
  }
}
for (const entry of ENTRIES) reach(join(FOLDER, `${entry}.d.ts`));

for (const name of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })) {
  const file = join(FOLDER, name);
  if (name.endsWith('.ts') && !reached.has(file)) rmSync(file);
}
for (const file of reached) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(REFERENCE, '$1$2.js$3'));
  writeFileSync(file.replace(/\.ts$/, '.cts'), text.replace(REFERENCE, '$1$2.cjs$3'));
}
