/** The installed package: its files, types, and entries for ES modules and CommonJS. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as library from 'refrain';
import { beforeAll, describe, expect, test } from 'vitest';
import { installPackage } from '../support/installed.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const licenceFile = (name: string) =>
  readdirSync(join('node_modules', name)).find((file) => /^licen[cs]e/i.test(file))!;
const TSC = resolve('node_modules/typescript/bin/tsc');

const FOLDER = temporaryFolder();
let files: string[];
beforeAll(() => {
  files = installPackage(FOLDER);
});

test('the package has all necessary files and no others', () => {
  const wanted = [
    /^(README\.md|LICENSE|CHANGELOG\.md|SECURITY\.md|package\.json)$/,
    /^positions\/(bench|openings)\.epd$/,
    /^dist\/[\w-]+\.(js|mjs|cjs|wasm|nnue)$/,
    /^dist\/browser\/(index|refrain-worker)\.js$/,
    /^dist\/types\/[\w/]+\.d\.c?ts$/,
    /^dist\/THIRD-PARTY\.txt$/,
  ];
  const unwanted = files.filter((path) => !wanted.some((w) => w.test(path)));
  expect(unwanted).toEqual([]);
  expect(files.length).toBeLessThan(220);
});

test('nothing is installed with it: what the command line needs is bundled, with its licences', () => {
  const folder = join(FOLDER, 'node_modules', 'refrain');
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  expect([dependencies, optionalDependencies, peerDependencies]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const notice = readFileSync(join(folder, 'dist', 'THIRD-PARTY.txt'), 'utf8');
  for (const name of ['chess.js', 'cli-progress', 'cli-table3', 'commander', 'p-map']) {
    const licence = readFileSync(join('node_modules', name, licenceFile(name)), 'utf8').trim();
    expect(notice).toContain(`\n${name} `);
    expect(notice).toContain(licence);
  }
});

test('no module of Node is imported that Bun and Deno do not have', () => {
  const folder = join(FOLDER, 'node_modules', 'refrain', 'dist');
  const programs = readdirSync(folder).filter((name) => /\.[cm]?js$/.test(name));
  for (const name of programs) {
    const imports = /(?:\bfrom|\brequire\(|\bimport\() ?["']node:sea["']/;
    expect(readFileSync(join(folder, name), 'utf8'), name).not.toMatch(imports);
  }
});

/** Type-checks a program that uses the package, without types of Node. Returns the output of tsc. */
function check(name: string, code: string, options: object): string {
  const folder = join(FOLDER, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name.startsWith('commonjs') ? 'main.cts' : 'main.mts'), code);
  const compilerOptions = { strict: true, noEmit: true, types: [], ...options };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  try {
    execFileSync(process.execPath, [TSC, '-p', folder], { encoding: 'utf8', stdio: 'pipe' });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

const USE = `
  const engine = new Engine();
  engine.on('info', (info) => { const depth: number = info.depth; depth.toFixed(); });
  engine.go({ depth: 3 }).then(({ best }) => best?.move.toFixed());
  const position: Position = positionFromFen(START_FEN);
  const moves: number[] = legalMoves(position);
  moves.push(1);
`;

describe('types, without those of Node', () => {
  test.each([
    ['modules', { module: 'nodenext', target: 'es2023' }],
    ['commonjs-node16', { module: 'node16', target: 'es2023' }],
    ['commonjs-nodenext', { module: 'nodenext', target: 'es2023' }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler', target: 'es2023' }],
  ])('%s', (name, options) => {
    const code = `
      import { Engine } from 'refrain/engine';
      import { legalMoves, Position, positionFromFen, START_FEN } from 'refrain/chess';
      import { ChessError } from 'refrain';
      ${USE} new ChessError('x').message;
    `;
    expect(check(name, code, options)).toBe('');
  });

  test('what functions give can be named in the declarations of another library', () => {
    const isFunction = (value: unknown) =>
      typeof value === 'function' && !String(value).startsWith('class');
    const functions = Object.entries(library).flatMap(([name, value]) =>
      isFunction(value)
        ? `export const ${name} = (...all: Parameters<typeof refrain.${name}>) => refrain.${name}(...all);`
        : [],
    );
    const code = `
      import * as refrain from 'refrain';
      ${functions.join('\n')}
      export const networkOf = (engine: refrain.Engine) => engine.getNetwork();
      export const searchOf = (engine: refrain.Engine) => engine.search.bind(engine);
      export const castlingOf = (position: refrain.Position) => position.castling;
      export const resultOf: refrain.FinalResult = '1-0';
      export const logOf = (engine: refrain.Engine) => engine.openLog('log');
      export const dataOf = (line: refrain.SearchLine) => line.toJSON();
      export const withVariations = (...[text, options]: Parameters<typeof refrain.readPgnGames>) =>
        [text, { ...options, variations: true }, options] as const;
    `;
    const options = { module: 'nodenext', target: 'es2023', declaration: true };
    expect(check('declarations', code, options)).toBe('');
  });

  test('options may be undefined, however strict the program is', () => {
    const code = `
      import { Engine } from 'refrain/browser';
      import { environment, formatPgn, NO_MOVE, positionFromFen, readPgnGames, START_FEN } from 'refrain/chess';
      import { reviewGame } from 'refrain/review';
      const given: { depth?: number | undefined; hash?: number | undefined; worker?: string | undefined } = {};
      const engine = new Engine({ worker: given.worker });
      engine.configure({ hash: given.hash });
      engine.go({ depth: given.depth, movetime: 10, searchmoves: undefined }, { signal: undefined });
      readPgnGames('1. e4', { variations: undefined, partial: undefined });
      const start = positionFromFen(START_FEN);
      formatPgn({ start, moves: [], result: '*', tags: undefined, comments: undefined });
      const parts = { startingComments: undefined, variations: undefined };
      formatPgn({ start, moves: [{ move: NO_MOVE, nags: [], comments: [], ...parts }], result: '*' });
      const known = [{ ply: 0, limits: {}, without: undefined, after: undefined, score: 0, line: [] }];
      reviewGame('1. e4', { engines: [engine], known });
      environment.legalMoves({ fen: START_FEN, visits: undefined, start: undefined, moves: undefined });
    `;
    const options = { module: 'nodenext', target: 'es2023', exactOptionalPropertyTypes: true };
    expect(check('exact', code, options)).toBe('');
  });

  test('of refrain/browser, in a page', () => {
    const code = `
      import { Engine } from 'refrain/browser';
      import { legalMoves, Position, positionFromFen, START_FEN } from 'refrain/chess';
      ${USE} new Engine({ worker: new URL('https://example.org/refrain-worker.js') });
    `;
    const options = { module: 'esnext', moduleResolution: 'bundler', target: 'es2023' };
    expect(check('page', code, options)).toBe('');
  });

  test('of refrain/browser go with those of the other entries, also where files are CommonJS', () => {
    const code = `
      import { Engine } from 'refrain/browser';
      import { Game } from 'refrain/chess';
      import { reviewGame } from 'refrain/review';
      const engine = new Engine();
      engine.setPosition(new Game());
      reviewGame('1. e4', { engines: [engine] });
    `;
    for (const name of ['module', 'commonjs']) {
      expect(check(`${name}-page`, code, { module: 'nodenext', target: 'es2023' })).toBe('');
    }
  });
});

describe('programs', () => {
  const run = (file: string, code: string): string => {
    const path = join(FOLDER, file);
    writeFileSync(path, code);
    return execFileSync(process.execPath, [path], { encoding: 'utf8' }).trim();
  };

  test('a module', () => {
    const code = `
      import { Engine, positionFromFen, START_FEN } from 'refrain';
      import { Position } from 'refrain/chess';
      import { Engine as Same } from 'refrain/engine';
      const engine = new Engine();
      const { info } = await engine.go({ depth: 3 });
      console.log(info.depth, positionFromFen(START_FEN) instanceof Position, Engine === Same);
      await engine.close();
    `;
    expect(run('main.mjs', code)).toBe('3 true true');
  });

  test('CommonJS', () => {
    const code = `
      const { Engine, positionFromFen, START_FEN } = require('refrain');
      const { Position } = require('refrain/chess');
      const { Engine: Same } = require('refrain/engine');
      const engine = new Engine();
      engine.go({ depth: 3 }).then(({ info }) => {
        console.log(info.depth, positionFromFen(START_FEN) instanceof Position, Engine === Same);
        return engine.close();
      });
    `;
    expect(run('main.cjs', code)).toBe('3 true true');
  });

  test('with both copies of the library know the errors of either', () => {
    const code = `
      import { createRequire } from 'node:module';
      import { ChessError, positionFromFen } from 'refrain';
      const other = createRequire(import.meta.url)('refrain');
      const errorOf = (read) => { try { read('nonsense'); } catch (error) { return error; } };
      const [own, foreign] = [errorOf(positionFromFen), errorOf(other.positionFromFen)];
      console.log(
        ...[own, foreign, new TypeError('x'), { name: 'ChessError' }, null].map((error) =>
          [error instanceof ChessError, error instanceof other.ChessError].join()),
        ChessError === other.ChessError,
      );
    `;
    expect(run('both.mjs', code)).toBe(
      'true,true true,true false,false false,false false,false false',
    );
  });

  test('the command', () => {
    const path = join(FOLDER, 'node_modules', 'refrain', 'dist', 'cli.js');
    const output = execFileSync(process.execPath, [path, 'bench', '3'], { encoding: 'utf8' });
    expect(output).toMatch(/^\d+ nodes/m);
  });
});
