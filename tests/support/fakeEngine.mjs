/**
 * A fake engine for tests of matches: plays random legal moves at once, and fails as requested.
 *
 *     node fakeEngine.mjs [seed=1] [score=12] [bound=lowerbound] [fault=crash] [at=4] [name=Fake]
 *                         [pids=file] [child=1] [starts=1] [remark=text] [log=file] [castles=b1a1]
 *                         [blanks=1]
 *
 * `score` is its score of every position, only a bound if `bound` is given; `at` is the search of a game,
 * counted from 1, in which the fault happens. `name` and `remark`, which answers `setoption`, are
 * URL-decoded. `pids` is a file to which it appends its process id; with `child` also that of a process in
 * its own session, which it leaves behind with its pipes. `starts` limits how many processes start. `log`
 * is a file to which it appends what it is told. With `castles` it knows Chess960, and answers searches
 * with that move. With `blanks` its lines begin with blanks and have tabs between words. The rules are those of chess.js, independent of ours.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const settings = Object.fromEntries(process.argv.slice(2).map((word) => word.split('=')));
const { fault = 'none' } = settings;
const score = `${Number(settings.score ?? 12)}${settings.bound === undefined ? '' : ` ${settings.bound}`}`;
const at = Number(settings.at ?? 1);
let state = Number(settings.seed ?? 1);
let searches = 0;
let chess = null;
let start = '';
let played = [];

const notePid = (pid) => {
  if (settings.pids !== undefined) appendFileSync(settings.pids, `${pid}\n`);
};
notePid(process.pid);
if (settings.child !== undefined) {
  const child = spawn('sleep', ['600'], { detached: true, stdio: 'inherit' });
  child.unref();
  notePid(child.pid);
}

const say = (line) => {
  const text = settings.blanks === undefined ? line : `  ${line.replaceAll(' ', ' \t')}`;
  process.stdout.write(`${text}\n`);
};

/** The random number generator of Park and Miller. */
function random(bound) {
  state = (state * 48271) % 2147483647;
  return state % bound;
}

/** Sets up a position; if it continues the last one, only the new moves are played. */
function setUp(words) {
  const [fen, moves] = [words.slice(2, 8).join(' '), words.slice(9)];
  const isNext = fen === start && played.every((move, i) => move === moves[i]);
  if (!isNext) {
    // Only now: loading it takes as long as starting Node.
    const { Chess } = createRequire(import.meta.url)('chess.js');
    [start, played] = [fen, []];
    chess = new Chess(fen, { skipValidation: true });
  }
  for (const move of moves.slice(played.length)) {
    chess.move({ from: move.slice(0, 2), to: move.slice(2, 4), promotion: move[4] });
  }
  played = moves;
}

/** A move of a random piece that has one: chess.js takes milliseconds for the moves of all pieces. */
function randomMove() {
  const pieces = chess.board().flat();
  const squares = pieces
    .filter((piece) => piece?.color === chess.turn())
    .map((piece) => piece.square);
  for (let i = random(squares.length); ; i = (i + 1) % squares.length) {
    const moves = chess.moves({ square: squares[i], verbose: true });
    if (moves.length > 0) return moves[random(moves.length)];
  }
}

function answer() {
  if (settings.castles !== undefined) {
    say(`info depth 1 score cp ${score} nodes 20 time 1 pv ${settings.castles}`);
    say(`bestmove ${settings.castles}`);
    return;
  }
  const { from, to, promotion = '' } = randomMove();
  say(`info depth 1 seldepth 1 multipv 1 score cp ${score} nodes 20 time 1 pv ${from}${to}`);
  say(`bestmove ${from}${to}${promotion}`);
}

/** Executes the fault. Returns whether to answer the search. */
const FAULTS = {
  none: () => true,
  crash: () => process.exit(3),
  abort: () => process.kill(process.pid, 'SIGABRT'),
  stall: () => {
    if (settings.pids !== undefined) appendFileSync(`${settings.pids}.stalled`, '');
    return false;
  },
  illegal: () => say('bestmove a1a1'),
  nonsense: () => say('bestmove \u001b[31m$(touch /tmp/x); `id`'),
  shout: () => {
    // A long line that ends.
    say(`info string ${'a'.repeat(3_000_000)}`);
    return true;
  },
  endless: () => flood('a'.repeat(65536)),
  flood: () => flood(`${'info depth 1 score cp 1 pv e2e4\n'.repeat(2000)}`),
  /** Searches until it is stopped. */
  slow: () => {
    isSlow = true;
  },
};
let isSlow = false;

function flood(text) {
  if (process.stdout.write(text)) setImmediate(flood, text);
  else process.stdout.once('drain', () => flood(text));
}

const COMMANDS = {
  uci: () => {
    if (fault === 'silent') return;
    const isTooLate =
      settings.starts !== undefined &&
      readFileSync(settings.pids, 'utf8').trim().split('\n').length > Number(settings.starts);
    if (fault === 'refuse' || isTooLate) {
      process.stderr.write('licence expired\n');
      process.exit(1);
    }
    say(`id name ${decodeURIComponent(settings.name ?? 'Fake')}`);
    say('option name Hash type spin default 16 min 1 max 64');
    say('option name Ponder type check default false');
    say('option name Style type combo default Solid var Solid var Very Risky');
    say('option name Clear Hash type button');
    if (settings.castles !== undefined) say('option name UCI_Chess960 type check default false');
    if (fault !== 'mute') say('uciok');
  },
  // Engines remark on many things that are no faults.
  setoption: (words) =>
    say(`info string ${decodeURIComponent(settings.remark ?? `${words[2]} is set`)}`),
  isready: () => say('readyok'),
  ucinewgame: () => {
    searches = 0;
  },
  position: setUp,
  // Material in pawns, as Stockfish prints its evaluation.
  eval: () => {
    const values = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 };
    const pieces = chess
      .board()
      .flat()
      .filter((piece) => piece !== null);
    const sum = pieces.reduce(
      (total, { type, color }) => total + (color === 'w' ? 1 : -1) * values[type],
      0,
    );
    say('NNUE evaluation        +7.00 (white side)');
    if (fault !== 'blind') {
      say(
        `Final evaluation       ${sum < 0 ? '' : '+'}${sum.toFixed(2)} (white side) [with nothing]`,
      );
    }
    say(`Material for the mover ${100 * (chess.turn() === 'w' ? sum : -sum)}`);
  },
  go: () => {
    searches++;
    if (searches === at && FAULTS[fault]?.() !== true) return;
    answer();
  },
  stop: () => {
    if (isSlow) answer();
    isSlow = false;
  },
  quit: () => process.exit(0),
};

createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (settings.log !== undefined) appendFileSync(settings.log, `${line}\n`);
    const words = line.split(' ');
    COMMANDS[words[0]]?.(words);
  })
  .on('close', () => process.exit(0));
