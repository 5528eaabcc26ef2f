/** Examples in the documentation: those of library.md are run, and all are type-checked, as in a strict project. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../support/runCli.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** The JavaScript blocks of a document that use the package. */
const examples = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^```js\n(.*?)^```$/gms)]
    .map((match) => match[1]!)
    .filter((code) => code.includes("from 'refrain"));

/** A project of its own that has the package, as by `npm link`; package.test.ts installs it. */
const FOLDER = temporaryFolder();
mkdirSync(join(FOLDER, 'node_modules'));
symlinkSync(ROOT, join(FOLDER, 'node_modules', 'refrain'), 'junction');

test.each(examples('docs/library.md'))('docs/library.md: %s', async (example) => {
  const file = join(FOLDER, 'example.mjs');
  // The server gets a request that it cannot read, and one that it can.
  const code = example.includes('server.listen')
    ? `${example.replace('8080', '0')}
       server.on('listening', async () => {
         const address = 'http://localhost:' + server.address().port;
         console.log(Object.keys(await (await fetch(address + '//')).json()));
         const response = await fetch(address);
         console.log(response.ok, (await response.json()).uci);
         server.close();
         await pool.close();
       });`
    : example;
  writeFileSync(file, code);
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  if (example.includes('server.listen'))
    expect(stdout).toMatch(/^\[ 'error' \]\ntrue [a-h][1-8][a-h][1-8]/);
  else if (example.includes('console.log')) expect(stdout).not.toBe('');
});

const DOCUMENTS = [
  'README.md',
  ...['analysis', 'books', 'browser', 'library', 'syzygy'].map((name) => `docs/${name}.md`),
];

/** Type-checks modules in a folder of their own. Examples for pages get no types of Node. */
function typeCheck(name: string, codes: string[], types: string[]): void {
  const folder = join(FOLDER, name);
  mkdirSync(folder);
  expect(codes).not.toEqual([]);
  for (const [i, code] of codes.entries()) writeFileSync(join(folder, `${i}.mjs`), code);
  // What the page of an example has.
  writeFileSync(join(folder, 'page.d.ts'), 'declare const input: HTMLInputElement;');
  const compilerOptions = {
    allowJs: true,
    checkJs: true,
    noEmit: true,
    strict: true,
    types,
    typeRoots: [resolve('node_modules/@types')],
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2023',
  };
  const config = { compilerOptions, include: ['*.mjs', '*.d.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = resolve('node_modules/typescript/bin/tsc');
  const check = () =>
    execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8', stdio: 'pipe' });
  expect(check).not.toThrow();
}

const isForPages = (code: string) => code.includes("from 'refrain/browser'");

test('examples for pages have valid types', () => {
  typeCheck('pages', DOCUMENTS.flatMap(examples).filter(isForPages), []);
});

test('examples for Node have valid types', () => {
  const codes = DOCUMENTS.flatMap(examples).filter((code) => !isForPages(code));
  typeCheck('programs', codes, ['node']);
});
