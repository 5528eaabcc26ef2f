/**
 * Runs OpenBench on this machine from end to end: its real server and two of its real workers over the
 * loopback interface, an SPRT of two commits, an SPSA run of three search parameters, and a data
 * generation workload whose games are imported. docs/openbench.md explains it.
 *
 *   npm run openbench -- --server ../OpenBench --runner ../fastchess [--only sprt,spsa,datagen]
 *
 * Server and workers are copies of OpenBench with their own configuration. Their code is not changed, except
 * that --bench-limit writes one number into the workers. What they ask of GitHub is answered by localGithub.ts.
 * Needs Linux as root (each worker gets a process namespace, because workers end processes by their names), git,
 * make, g++, zip, and Python with Django, requests, scipy, psutil and cpuinfo.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PARAMETERS } from '../../src/search/parameters.ts';
import { BOOK_URL, ENGINE_REPOSITORY, RUNNER_REPOSITORY, serveGithub } from './localGithub.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const USER = 'exercise';
const PASSWORD = 'exercise';
const BOOK = 'openings.epd';
/** The parameters of the SPSA run. */
const TUNED = ['aspirationWindow', 'quiescenceMargin', 'lmrHistory'] as const;

const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    runner: { type: 'string' },
    folder: { type: 'string', default: join(ROOT, 'build/openbench') },
    port: { type: 'string', default: '8000' },
    threads: { type: 'string', default: '2' },
    only: { type: 'string', default: 'sprt,spsa,datagen' },
    dev: { type: 'string', default: 'HEAD' },
    base: { type: 'string', default: 'HEAD~1' },
    nodes: { type: 'string', default: '1000' },
    bounds: { type: 'string', default: '[0.00, 60.00]' },
    games: { type: 'string', default: '64' },
    iterations: { type: 'string', default: '8' },
    /** Seconds that a worker gives the bench, for a busy machine; OpenBench has 60. */
    'bench-limit': { type: 'string' },
    python: { type: 'string', default: '/usr/bin/python3' },
  },
});
if (values.server === undefined || values.runner === undefined) {
  throw new Error('--server and --runner name clones of OpenBench and of its fastchess');
}
if (values.only.includes('spsa') && Number(values.threads) < 2) {
  throw new Error('workers play the games of an SPSA pair at once: --threads must be at least 2');
}
const { folder, python } = values;
const server = join(folder, 'server');
const engine = join(folder, 'refrain');
const url = `http://127.0.0.1:${values.port}`;
const running: ChildProcess[] = [];
mkdirSync(folder, { recursive: true });
const setupLog = openSync(join(folder, 'setup.log'), 'w');

/** Runs a command to its end and returns what it printed; its errors go to a log file. */
const run = (cwd: string, program: string, ...args: string[]): string =>
  execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: environment,
    stdio: ['ignore', 'pipe', setupLog],
  });

const environment: NodeJS.ProcessEnv = {
  ...process.env,
  PYTHONPATH: join(import.meta.dirname, 'stand-ins'),
  PYTHONUNBUFFERED: '1',
};

/** Starts a command whose output goes to a log file. */
function start(name: string, cwd: string, program: string, ...args: string[]): ChildProcess {
  const child = spawn(program, args, { cwd, env: environment, detached: true });
  const log = createWriteStream(join(folder, `${name}.log`));
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  running.push(child);
  return child;
}

/** A clone of this repository with the branches of the workloads. */
function prepareEngine(): void {
  rmSync(engine, { recursive: true, force: true });
  run(ROOT, 'git', 'clone', '--quiet', '--no-hardlinks', ROOT, engine);
  for (const name of ['dev', 'base'] as const) {
    const commit = run(ROOT, 'git', 'rev-parse', `${values[name]}^{commit}`).trim();
    run(engine, 'git', 'branch', name, commit);
  }
  // A branch to be tuned builds an engine whose search parameters are UCI options.
  run(engine, 'git', 'checkout', '--quiet', '-b', 'tune', 'dev');
  const makefile = join(engine, 'Makefile');
  writeFileSync(
    makefile,
    readFileSync(makefile, 'utf8').replace('KIND ?= release', 'KIND ?= tune'),
  );
  run(engine, 'git', '-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '-qam', 'Tuning build');
}

/** The node count of a commit's bench. */
function benchOf(branch: string): string {
  const cached = join(folder, `bench-${run(engine, 'git', 'rev-parse', branch).trim()}`);
  if (!existsSync(cached)) {
    const source = join(folder, `source-${branch}`);
    rmSync(source, { recursive: true, force: true });
    run(engine, 'git', 'clone', '--quiet', '--branch', branch, engine, source);
    run(source, 'npm', 'ci', '--no-audit', '--no-fund');
    const out = run(source, 'node', 'dist/cli.js', 'bench');
    writeFileSync(cached, /(\d+) nodes \d+ nps/.exec(out)![1]!);
    rmSync(source, { recursive: true });
  }
  return readFileSync(cached, 'utf8');
}

/** A copy of OpenBench with a configuration of its own, an empty database and one user. */
function prepareServer(bookSha: string): void {
  rmSync(server, { recursive: true, force: true });
  cpSync(values.server!, server, { recursive: true });
  const configuration = join(server, 'Config/config.json');
  const config = JSON.parse(readFileSync(configuration, 'utf8'));
  Object.assign(config, {
    fastchess_repo_url: RUNNER_REPOSITORY,
    books: [BOOK],
    engines: ['Refrain'],
  });
  writeFileSync(configuration, JSON.stringify(config));
  writeFileSync(
    join(server, `Books/${BOOK}.json`),
    JSON.stringify({ sha: bookSha, source: BOOK_URL }),
  );
  const preset = join(ROOT, 'docs/integrations/openbench/Refrain.json');
  const refrain = JSON.parse(readFileSync(preset, 'utf8'));
  for (const presets of [refrain.test_presets, refrain.tune_presets, refrain.datagen_presets]) {
    for (const one of Object.values<Record<string, unknown>>(presets)) delete one.book_name;
  }
  writeFileSync(
    join(server, 'Engines/Refrain.json'),
    // Whatever version of Node this is: it has built the engine here.
    JSON.stringify({
      ...refrain,
      source: ENGINE_REPOSITORY,
      build: { ...refrain.build, compilers: ['node'] },
    }),
  );
  run(server, python, 'manage.py', 'makemigrations', 'OpenBench');
  run(server, python, 'manage.py', 'migrate', '--run-syncdb');
  const user = [
    'from django.contrib.auth.models import User',
    'from OpenBench.models import Profile',
    `user = User.objects.create_user('${USER}', '', '${PASSWORD}')`,
    'Profile.objects.create(user=user, enabled=True, approver=True)',
  ];
  run(server, python, 'manage.py', 'shell', '-c', user.join('\n'));
}

/** Posts to the server's scripting page, which takes the credentials with each request. */
class Session {
  private cookies = new Map<string, string>();

  async login(): Promise<void> {
    await this.get('/login/');
    await this.post('/login/', { username: USER, password: PASSWORD });
  }

  private keep(response: Response): Response {
    for (const cookie of response.headers.getSetCookie()) {
      const [name, value] = cookie.split(';', 1)[0]!.split('=');
      this.cookies.set(name!, value!);
    }
    return response;
  }

  private get headers(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { cookie, referer: url };
  }

  async get(path: string): Promise<string> {
    return this.keep(await fetch(url + path, { headers: this.headers, redirect: 'manual' })).text();
  }

  async post(path: string, fields: Record<string, string>): Promise<void> {
    const csrfmiddlewaretoken = this.cookies.get('csrftoken') ?? '';
    const body = new URLSearchParams({ ...fields, csrfmiddlewaretoken });
    const options = { method: 'POST', headers: this.headers, body, redirect: 'manual' } as const;
    const response = this.keep(await fetch(url + path, options));
    if (response.status >= 400) throw new Error(`${path}: ${response.status}`);
    const page = await this.get(response.headers.get('location') ?? '/index/');
    const error = /class="[^"]*error[^"]*"[^>]*>([^<]*\S[^<]*)</.exec(page);
    if (error !== null) throw new Error(`${path}: ${error[1]!.trim()}`);
  }
}

/** What the server knows of its newest workload. */
interface Workload {
  id: number;
  finished: boolean;
  error: boolean;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  currentllr: number;
  passed: boolean;
  failed: boolean;
  /** The newest event, which says why a workload was ended early. */
  event: string;
}

function newestWorkload(): Workload {
  const query = [
    'import json',
    'from OpenBench.models import LogEvent, Test',
    "fields = ['id', 'finished', 'error', 'games', 'wins', 'draws', 'losses', 'currentllr', 'passed', 'failed']",
    "workload = Test.objects.order_by('-id').values(*fields).first()",
    "event = LogEvent.objects.order_by('-id').first().summary",
    "print(json.dumps({**workload, 'event': event}))",
  ];
  return JSON.parse(run(server, python, 'manage.py', 'shell', '-c', query.join('\n')));
}

/** Waits until the newest workload has ended, and prints its progress. */
async function untilFinished(what: string): Promise<Workload> {
  for (let before = -1; ; await setTimeout(10_000)) {
    const workload = newestWorkload();
    const { id, games, wins, draws, losses, currentllr } = workload;
    if (games !== before) {
      console.log(
        `${what} ${id}: ${games} games, +${wins} =${draws} -${losses}, LLR ${currentllr.toFixed(2)}`,
      );
    }
    before = games;
    if (workload.error || (workload.finished && games === 0)) {
      throw new Error(`${what} ${id} was ended: ${workload.event}`);
    }
    if (workload.finished) return workload;
  }
}

/** The fields that all kinds of workloads have. */
function commonFields(book: string): Record<string, string> {
  const fields: Record<string, string> = {
    info: '',
    book_name: book,
    upload_pgns: 'VERBOSE',
    priority: '0',
    throughput: '1000',
    syzygy_wdl: 'DISABLED',
    syzygy_adj: 'DISABLED',
    workload_size: '4',
    win_adj: 'movecount=3 score=600',
    draw_adj: 'movenumber=40 movecount=8 score=10',
    scale_method: 'BASE',
    scale_nps: '900000',
  };
  for (const side of ['dev', 'base']) {
    Object.assign(fields, {
      [`${side}_engine`]: 'Refrain',
      [`${side}_repo`]: ENGINE_REPOSITORY,
      [`${side}_branch`]: side,
      [`${side}_bench`]: benchOf(side),
      [`${side}_network`]: '',
      [`${side}_options`]: 'Threads=1 Hash=8',
      [`${side}_time_control`]: `N=${values.nodes}`,
    });
  }
  return fields;
}

async function runSprt(session: Session): Promise<void> {
  const mode = { test_mode: 'SPRT', test_bounds: values.bounds, test_confidence: '[0.05, 0.05]' };
  await session.post('/test/new/', { ...commonFields(BOOK), ...mode, test_max_games: '0' });
  const { passed, failed } = await untilFinished('SPRT');
  console.log(`SPRT ${passed ? 'passed' : failed ? 'failed' : 'stopped'}`);
}

async function runSpsa(session: Session): Promise<void> {
  // Name, type, value, smallest and largest, change and learning rate at the end of the run.
  const inputs = TUNED.map((name) => {
    const [value, low, high, step] = PARAMETERS[name];
    return `${name}, int, ${value}, ${low}, ${high}, ${step}, 0.002`;
  });
  const fields = commonFields(BOOK);
  await session.post('/tune/new/', {
    ...fields,
    dev_branch: 'tune',
    spsa_inputs: inputs.join('\n'),
    spsa_reporting_type: 'BATCHED',
    spsa_distribution_type: 'SINGLE',
    spsa_alpha: '0.602',
    spsa_gamma: '0.101',
    spsa_A_ratio: '0.1',
    spsa_iterations: values.iterations,
    spsa_pairs_per: '4',
  });
  const { id } = await untilFinished('SPSA');
  const credentials = new URLSearchParams({ username: USER, password: PASSWORD });
  const digest = await fetch(`${url}/api/spsa/${id}/digest/`, {
    method: 'POST',
    body: credentials,
  });
  console.log(await digest.text());
}

async function runDatagen(session: Session): Promise<void> {
  await session.post('/datagen/new/', {
    ...commonFields('NONE'),
    base_branch: 'dev',
    base_bench: benchOf('dev'),
    win_adj: 'None',
    draw_adj: 'None',
    datagen_max_games: values.games,
    datagen_custom_genfens: 'plies=6',
    datagen_play_reverses: 'NO',
  });
  const { id } = await untilFinished('data');
  const archive = join(server, `Media/PGNs/${id}.pgn.tar`);
  while (!existsSync(archive)) await setTimeout(5000);
  await setTimeout(20_000);
  const games = join(folder, 'games');
  rmSync(games, { recursive: true, force: true });
  mkdirSync(games, { recursive: true });
  run(games, 'tar', 'xf', archive);
  run(
    games,
    'sh',
    '-c',
    'find . -name "*.bz2" -exec bunzip2 {} +; find . -type f -exec cat {} + > ../games.pgn',
  );
  rmSync(join(folder, 'games.data'), { force: true });
  console.log(
    run(
      ROOT,
      'node',
      'dist/cli.js',
      'data',
      'import',
      join(folder, 'games.pgn'),
      '-o',
      join(folder, 'games.data'),
    ),
  );
  console.log(run(ROOT, 'node', 'dist/cli.js', 'data', 'verify', join(folder, 'games.data')));
}

/** Sets a worker's time limit for benches, in seconds. It has no option for it. */
function writeBenchLimit(client: string, seconds: string): void {
  const path = join(client, 'bench.py');
  const code = readFileSync(path, 'utf8');
  const line = /^MAX_BENCH_TIME_SECONDS = \d+$/m;
  if (!line.test(code)) throw new Error(`${path} has no line ${line.source}`);
  writeFileSync(path, code.replace(line, `MAX_BENCH_TIME_SECONDS = ${Number(seconds)}`));
}

/** Ends the server and the workers. The first process of a namespace ignores all signals but one. */
function stopAll(): void {
  for (const child of running) {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopAll();
    process.exit(1);
  });
}
prepareEngine();
const github = await serveGithub(engine, resolve(values.runner), join(ROOT, 'positions', BOOK));
environment.LOCAL_GITHUB = github.url;
try {
  prepareServer(github.bookSha);
  // The two commits are built once here for their benches, before workers compete with it.
  for (const branch of ['dev', 'base']) console.log(`bench of ${branch}: ${benchOf(branch)}`);
  start(
    'server',
    server,
    python,
    'manage.py',
    'runserver',
    '--noreload',
    `127.0.0.1:${values.port}`,
  );
  await setTimeout(5000);
  const session = new Session();
  await session.login();
  for (const name of ['worker1', 'worker2']) {
    const client = join(folder, name);
    rmSync(client, { recursive: true, force: true });
    cpSync(join(values.server, 'Client'), client, { recursive: true });
    if (values['bench-limit'] !== undefined) writeBenchLimit(client, values['bench-limit']);
    // A worker builds fastchess, which takes minutes, unless it has a new one.
    const built = join(values.runner, 'fastchess');
    if (existsSync(built)) cpSync(built, join(client, 'fastchess-ob'));
    const args = [
      '-U',
      USER,
      '-P',
      PASSWORD,
      '-S',
      url,
      '-T',
      values.threads,
      '-N',
      '1',
      '-I',
      name,
    ];
    const namespace = ['--pid', '--fork', '--kill-child', '--mount-proc'];
    start(
      name,
      client,
      'unshare',
      ...namespace,
      python,
      'client.py',
      ...args,
      '--no-client-downloads',
    );
  }
  const kinds = { sprt: runSprt, spsa: runSpsa, datagen: runDatagen };
  for (const [kind, work] of Object.entries(kinds)) {
    if (values.only.split(',').includes(kind)) await work(session);
  }
} finally {
  stopAll();
  github.close();
}
