/**
 * `npm run bench:web [-- GAMES]` compares the worker in Chromium with Node, in alternation in one run, so
 * that only ratios matter. Also measures the start and response times to `stop` and `isready`, and plays
 * games (default 20) between two workers, checked by chess.js.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Chess } from 'chess.js';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../web/support/browser.ts';
import { serve } from '../web/support/server.ts';
import { median } from './measure.ts';

const FENS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9',
  '2r3k1/1q1nbppp/r3p3/3pP3/pPpP4/P1Q2N2/2RN1PPP/2R4K b - - 0 23',
];
const NODES = 400_000;
const ROUNDS = 5;
const STOPS = 40;
const PLAYED_NODES = 400;
const OPENING_PLIES = 6;

const quantile = (values: readonly number[], q: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * q)]!;

/** Sends lines and waits for one with this beginning. Resolves to it and the one before. */
type Ask = (lines: readonly string[], last: string) => Promise<[before: string, last: string]>;

function startNode(): { ask: Ask; close: () => void } {
  const child = spawn(process.execPath, ['dist/cli.js'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const ask: Ask = (sent, last) =>
    new Promise((resolve) => {
      let before = '';
      const listener = (line: string) => {
        if (line.startsWith(last)) {
          lines.off('line', listener);
          resolve([before, line]);
        }
        before = line;
      };
      lines.on('line', listener);
      child.stdin.write(`${sent.join('\n')}\n`);
    });
  return { ask, close: () => child.stdin.end('quit\n') };
}

declare global {
  var worker: Worker;
  var askWorker: (worker: Worker, lines: readonly string[], last: string) => Promise<string[]>;
}

async function startPage(browser: Browser, url: string): Promise<{ page: Page; ask: Ask }> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.evaluate(() => {
    globalThis.askWorker = (worker, lines, last) =>
      new Promise((resolve) => {
        let before = '';
        worker.onmessage = ({ data }) => {
          if (data.startsWith(last)) resolve([before, data]);
          before = data;
        };
        for (const line of lines) worker.postMessage(line);
      });
    globalThis.worker = new Worker('/refrain-worker.js');
  });
  const ask: Ask = async (lines, last) =>
    (await page.evaluate(([lines, last]) => askWorker(worker, lines, last), [
      lines,
      last,
    ] as const)) as [string, string];
  return { page, ask };
}

async function measureSpeed(ask: Ask, fen: string): Promise<number> {
  await ask(['ucinewgame', `position fen ${fen}`, 'isready'], 'readyok');
  const [info] = await ask([`go nodes ${NODES}`], 'bestmove');
  const [, nodes, time] = info.match(/ nodes (\d+) .*time (\d+)/)!;
  return (Number(nodes) * 1000) / Number(time);
}

/** Milliseconds from a command during a search to its answer. */
async function measureLatency(page: Page, command: string, last: string): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < STOPS; i++) {
    const fen = FENS[i % FENS.length]!;
    times.push(
      await page.evaluate(
        async ([fen, command, last, wait]) => {
          worker.postMessage(`position fen ${fen}`);
          worker.postMessage('go infinite');
          await new Promise((resolve) => setTimeout(resolve, wait));
          const started = performance.now();
          await askWorker(worker, [command], last);
          const time = performance.now() - started;
          if (command !== 'stop') await askWorker(worker, ['stop'], 'bestmove');
          return time;
        },
        [fen, command, last, 200 + 17 * i] as const,
      ),
    );
  }
  return times;
}

async function measureStart(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const started = performance.now();
    const worker = new Worker('/refrain-worker.js');
    await askWorker(worker, ['uci', 'isready'], 'readyok');
    const time = performance.now() - started;
    worker.terminate();
    return time;
  });
}

/** Plays a game between two workers from a random opening. Throws on an illegal move. */
async function playGame(page: Page): Promise<string> {
  const game = new Chess();
  for (let ply = 0; ply < OPENING_PLIES; ply++) {
    const moves = game.moves();
    game.move(moves[Math.floor(Math.random() * moves.length)]!);
  }
  const fen = game.fen();
  const moves: string[] = [];
  while (!game.isGameOver()) {
    const line = await page.evaluate(
      async ([fen, moves, turn, nodes]) => {
        const position = `position fen ${fen} moves ${moves.join(' ')}`;
        const player = globalThis.players[turn]!;
        const [, best] = await askWorker(player, [position, `go nodes ${nodes}`], 'bestmove');
        return best!;
      },
      [fen, moves, moves.length % 2, PLAYED_NODES] as const,
    );
    const move = line.split(' ')[1]!;
    game.move({ from: move.slice(0, 2), to: move.slice(2, 4), promotion: move.slice(4) });
    moves.push(move);
  }
  return game.isCheckmate() ? 'checkmate' : 'draw';
}

declare global {
  var players: Worker[];
}

const games = Number(process.argv[2] ?? 20);
const browser = await launchBrowser();
const files = { '/blank.html': '<!doctype html><title>bench</title>' };
const plainServer = await serve('dist/browser', { files });
const isolatedServer = await serve('dist/browser', { files, isolated: true });
const plain = await startPage(browser, `${plainServer.url}blank.html`);
const isolated = await startPage(browser, `${isolatedServer.url}blank.html`);
const node = startNode();

const started = { isolated: [] as number[], plain: [] as number[] };
for (let i = 0; i < 9; i++) {
  started.isolated.push(await measureStart(isolated.page));
  started.plain.push(await measureStart(plain.page));
}
const speeds = { node: [] as number[], isolated: [] as number[], plain: [] as number[] };
for (let round = 0; round < ROUNDS; round++) {
  for (const fen of FENS) {
    speeds.node.push(await measureSpeed(node.ask, fen));
    speeds.isolated.push(await measureSpeed(isolated.ask, fen));
    speeds.plain.push(await measureSpeed(plain.ask, fen));
  }
}
node.close();
const ratios = (name: 'isolated' | 'plain') =>
  median(speeds[name].map((speed, i) => speed / speeds.node[i]!)).toFixed(2);
const pages = { isolated, plain };
const rows: Record<string, Record<string, string>> = {};
for (const name of ['isolated', 'plain'] as const) {
  const stops = await measureLatency(pages[name].page, 'stop', 'bestmove');
  const answers = await measureLatency(pages[name].page, 'isready', 'readyok');
  rows[name === 'plain' ? 'without shared memory' : 'isolated'] = {
    'nodes/s': Math.round(median(speeds[name])).toString(),
    'to Node': ratios(name),
    'start, ms': median(started[name]).toFixed(0),
    'stop, ms: median': median(stops).toFixed(1),
    '95%': quantile(stops, 0.95).toFixed(1),
    worst: Math.max(...stops).toFixed(1),
    'isready, ms': median(answers).toFixed(1),
  };
}
console.log(
  `${browser.version()}, Node ${process.version}: ${Math.round(median(speeds.node))} nodes/s`,
);
console.table(rows);

const ends = new Map<string, number>();
const page = plain.page;
await page.evaluate(() => {
  globalThis.players = [0, 1].map(() => new Worker('/refrain-worker.js'));
});
for (let i = 0; i < games; i++) {
  const end = await playGame(page);
  ends.set(end, (ends.get(end) ?? 0) + 1);
}
console.log(`${games} games, no illegal move:`, Object.fromEntries(ends));
await browser.close();
await plainServer.close();
await isolatedServer.close();
