/**
 * `npm run figures` measures what the documents state, keeps it in docs/figures.json, and writes it into README and
 * docs/ (`renderFigures.ts`). It takes half an hour and needs a quiet machine.
 *
 *   npm run figures                           everything
 *   npm run figures -- speed library          some parts
 *   npm run figures -- suites --suites ../epd with wac.epd and bratko-kopec.epd, which are not in the repository
 *   npm run figures -- --render               measures nothing, writes the documents
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { fenRows } from './fen.ts';
import { median } from './measure.ts';
import { moveRows } from './moves.ts';
import { perftRows } from './perft.ts';
import { pgnRows } from './pgn.ts';
import { type Figures, type Origin, renderFigures, type Suite } from './renderFigures.ts';
import { responseRows } from './response.ts';
import { startupRows } from './startup.ts';

const JSON_FILE = 'docs/figures.json';
const ROUNDS = 5;
/** Versions of Node that are compared with the running one. */
const NODE_VERSIONS = ['22', '24', '26'];
const STOCKFISH = 'stockfish';

const run = (file: string, ...args: string[]): string =>
  execFileSync(file, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

function commit(): string {
  const hash = run('git', 'rev-parse', '--short', 'HEAD').trim();
  return run('git', 'status', '--porcelain', '--', 'src', 'package-lock.json') === ''
    ? hash
    : `${hash} with changes`;
}

const origin = (part: string): Origin => ({
  date: new Date().toISOString().slice(0, 10),
  commit: commit(),
  machine: `${cpus().length} cores, ${cpus()[0]!.model.trim()}, Node ${process.versions.node}, load ${loadavg()[0]!.toFixed(1)}`,
  command: `npm run figures -- ${part}`,
});

/** Nodes, and nodes per second, of `bench` with a given Node. */
function bench(node = process.execPath): { nodes: number; nps: number } {
  const last = run(node, 'dist/cli.js', 'bench').trimEnd().split('\n').at(-1)!;
  const [, nodes, nps] = /^(\d+) nodes (\d+) nps$/.exec(last)!;
  return { nodes: Number(nodes), nps: Number(nps) };
}

/** Stockfish's name, and its speed in its own bench; null where it is not installed. */
function stockfishBench(): { name: string; nps: number } | null {
  const { error, stdout, stderr } = spawnSync(STOCKFISH, ['bench'], { encoding: 'utf8' });
  if (error !== undefined) return null;
  const nps = /Nodes\/second\s*: (\d+)/.exec(stderr)?.[1];
  const name = /^(Stockfish \S+)/m.exec(stdout + stderr)?.[1];
  return { name: name ?? 'Stockfish', nps: Number(nps) };
}

/** Refrain and Stockfish in turn: what disturbs the machine disturbs both. */
function measureSpeed(): Figures['speed'] {
  const from = origin('speed');
  const [ours, theirs] = [[] as number[], [] as number[]];
  let [nodes, name] = [0, ''];
  for (let round = 0; round < ROUNDS; round++) {
    const own = bench();
    nodes = own.nodes;
    ours.push(own.nps);
    const other = stockfishBench();
    if (other === null) continue;
    name = other.name;
    theirs.push(other.nps);
  }
  const others = theirs.length === 0 ? [] : [{ name, nps: median(theirs) }];
  return { origin: from, nodes, nps: median(ours), others };
}

/** The positions that `refrain epd` solves, two at a time. */
function measureSuite(name: string, file: string, seconds: number): Suite {
  const limit = ['--movetime', `${seconds * 1000}`, '--threads', `${Math.min(2, cpus().length)}`];
  const { engines } = JSON.parse(
    run(process.execPath, 'dist/cli.js', 'epd', file, ...limit, '--json'),
  );
  const { solved, total } = engines[0];
  return { name, solved, total, seconds };
}

function measureSuites(folder: string | undefined): Figures['suites'] {
  const from = origin('suites');
  const suites = [measureSuite('positions/mates.epd', 'positions/mates.epd', 2)];
  if (folder !== undefined) {
    suites.push(measureSuite('Win at Chess', join(folder, 'wac.epd'), 1));
    suites.push(measureSuite('Bratko-Kopec', join(folder, 'bratko-kopec.epd'), 5));
  }
  return { origin: from, suites };
}

async function measureLibrary(): Promise<Figures['library']> {
  const from = origin('library');
  const rows = [
    ...(await startupRows()),
    ...(await responseRows()),
    ...(await moveRows()),
    ...(await perftRows()),
    ...(await fenRows()),
    ...(await pgnRows()),
  ];
  for (const { benchmark, mark, reached } of rows) {
    if (reached === false) console.error(`missed: ${benchmark}, ${mark}`);
  }
  return { origin: from, rows };
}

async function measureSizes(): Promise<Figures['sizes']> {
  const from = origin('sizes');
  const folder = mkdtempSync(join(tmpdir(), 'refrain-'));
  try {
    const [{ size, unpackedSize }] = JSON.parse(
      run('npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', folder),
    );
    const { outputFiles } = await build({
      stdin: { contents: `export * from 'refrain/chess';`, resolveDir: process.cwd() },
      bundle: true,
      platform: 'browser',
      format: 'esm',
      minify: true,
      write: false,
    });
    const compressed = (what: string, bytes: Uint8Array) => ({
      what,
      bytes: bytes.length,
      gzip: gzipSync(bytes, { level: 9 }).length,
    });
    return {
      origin: from,
      sizes: [
        { what: 'the package, unpacked and packed', bytes: unpackedSize, gzip: size },
        compressed('`refrain/chess`, minified', outputFiles[0]!.contents),
        compressed('`refrain-worker.js`', readFileSync('dist/browser/refrain-worker.js')),
        compressed('the network in it', readFileSync('dist/default.nnue')),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Every version in every round, in turn. The npm package `node` brings them. */
function measureNodes(): Figures['nodes'] {
  const from = origin('nodes');
  const paths = NODE_VERSIONS.map((version) =>
    run(
      'npm',
      'exec',
      '--yes',
      `--package=node@${version}`,
      '--',
      'node',
      '-p',
      'process.execPath',
    ).trim(),
  );
  const versions = paths.map((path) => ({
    version: run(path, '--version').trim().slice(1),
    percent: [] as number[],
  }));
  for (let round = 0; round < ROUNDS; round++) {
    const base = bench().nps;
    for (const [i, path] of paths.entries()) {
      versions[i]!.percent.push(Math.round(100 * (bench(path).nps / base - 1)));
    }
  }
  return { origin: from, base: process.versions.node, versions };
}

const PARTS = {
  speed: measureSpeed,
  suites: () => measureSuites(values.suites),
  library: measureLibrary,
  sizes: measureSizes,
  nodes: measureNodes,
} satisfies { [Part in keyof Figures]: () => Figures[Part] | Promise<Figures[Part]> };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { suites: { type: 'string' }, render: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((part) => !(part in PARTS));
if (unknown.length > 0) throw new Error(`no such part: ${unknown.join(', ')}`);
const all = Object.keys(PARTS) as (keyof typeof PARTS)[];
const wanted = values.render
  ? []
  : all.filter((part) => positionals.length === 0 || positionals.includes(part));

const figures: Figures = existsSync(JSON_FILE) ? JSON.parse(readFileSync(JSON_FILE, 'utf8')) : {};
for (const part of wanted) {
  console.error(`measuring ${part} …`);
  Object.assign(figures, { [part]: await PARTS[part]() });
  writeFileSync(JSON_FILE, `${JSON.stringify(figures, null, 2)}\n`);
  run('npx', 'biome', 'format', '--write', JSON_FILE);
}

const documents = readdirSync('docs').filter((name) => name.endsWith('.md'));
for (const path of ['README.md', ...documents.map((name) => `docs/${name}`)]) {
  const text = readFileSync(path, 'utf8');
  const rendered = renderFigures(text, figures);
  if (rendered === text) continue;
  writeFileSync(path, rendered);
  console.log(`${path} changed`);
}
