/**
 * Fuzzing: command lines that are valid, invalid, mutated, truncated and concatenated, in pieces and
 * with bytes that are not text. Every `isready` gets its `readyok`, every `go` its `bestmove`, and memory
 * does not grow.
 *
 * `LINES=100000 npx vitest run tests/e2e/fuzz.test.ts --testTimeout=0` for a long run, SEED for another one.
 */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { parseCommand } from '../../src/uci/parseCommand.ts';
import { Random } from '../../src/util/random.ts';
import { STARTS } from '../support/games.ts';
import { SEED } from '../support/seed.ts';
import type { UciProcess } from '../support/uciProcess.ts';
import { checkAnswer, START, start } from './engines.ts';

const LINES = Number(process.env.LINES ?? 600);
/** Lines per batch; then the engine is stopped and must have answered everything. */
const BATCH = 20;
/** Normal variation of memory in MiB. */
const SLACK = 48;

/** The longest line; repeated mutations would make lines too long for a pipe. */
const LONGEST = 5000;

const random = new Random(SEED);
const chance = (oneIn: number) => random.below(oneIn) === 0;
const pick = <T>(list: readonly T[]): T => list[random.below(list.length)]!;

const MOVES = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'e1g1', 'e1h1', 'a7a8q', '0000', 'h9h0'];
const NUMBERS = ['-1', '0', '1', '3', '0x10', '1e3', 'NaN', '1.5', '2147483648', '9'.repeat(30)];
const BYTES = [
  '\0',
  '\t',
  '\r',
  '\n',
  '\u2028',
  'é',
  '王',
  '😀',
  '\u202e',
  '\ufeff',
  '"',
  "'",
  '%s',
];

const moves = () => Array.from({ length: random.below(6) }, () => pick(MOVES)).join(' ');
/** Valid lines; searches end soon or are stopped at the end of the batch. */
const SENTENCES: readonly (() => string)[] = [
  () => pick(['uci', 'isready', 'stop', 'ponderhit', 'd', 'eval', 'ucinewgame', 'debug on']),
  () => `position startpos moves ${moves()}`,
  () => `position fen ${pick(STARTS)}`,
  () => `position fen ${pick(STARTS)} moves ${moves()}`,
  () => `go depth ${random.below(4)}`,
  () => `go nodes ${random.below(2000)}`,
  () => `go movetime ${random.below(5)} searchmoves ${moves()}`,
  () => `go wtime ${random.below(50)} btime ${random.below(50)} winc 1 binc 1 movestogo 2`,
  () => `go ${pick(['infinite', 'ponder', 'mate 2', ''])} ${pick(['', 'depth 2', 'wtime 10'])}`,
  () => 'go perft 2',
  () => `setoption name ${pick(['Hash', 'MultiPV'])} value ${1 + random.below(3)}`,
  // Rarely: starting threads takes time.
  () => `setoption name ${chance(8) ? 'Threads' : 'MultiPV'} value ${1 + random.below(2)}`,
  () => `setoption name ${pick(['Contempt', 'Move Overhead'])} value ${random.below(40)}`,
  () => `setoption name UCI_${pick(['Chess960', 'ShowWDL', 'LimitStrength'])} value true`,
  () => `setoption name UCI_${pick(['Chess960', 'ShowWDL', 'LimitStrength'])} value false`,
  () => 'setoption name Clear Hash',
  () =>
    Array.from({ length: random.below(80) }, () => String.fromCharCode(random.below(256))).join(''),
];

const MUTATIONS: readonly ((line: string) => string)[] = [
  (line) => line.slice(0, random.below(line.length + 1)),
  (line) => line.slice(random.below(line.length + 1)),
  (line) => replaceAt(line, random.below(line.length + 1), 1, ''),
  (line) => replaceAt(line, random.below(line.length + 1), random.below(2), pick(BYTES)),
  (line) => replaceAt(line, random.below(line.length + 1), 0, ` ${pick(NUMBERS)} `),
  (line) => changeWords(line, (words) => words.splice(random.below(words.length), 1)),
  (line) => changeWords(line, (words) => words.splice(random.below(words.length), 0, pick(words))),
  (line) => changeWords(line, (words) => words.reverse()),
  (line) => line.toUpperCase(),
  (line) => `${line} ${sentence()}`,
  (line) => `${line} `.repeat(1 + random.below(40)),
  (line) => line + pick(BYTES).repeat(random.below(3000)),
];

const sentence = () => pick(SENTENCES)();
const replaceAt = (line: string, at: number, length: number, text: string) =>
  line.slice(0, at) + text + line.slice(at + length);
function changeWords(line: string, change: (words: string[]) => void): string {
  const words = line.split(' ');
  change(words);
  return words.join(' ');
}

function randomLine(): string {
  let line = sentence();
  while (chance(2)) line = pick(MUTATIONS)(line).slice(0, LONGEST);
  return line + pick(['', '', '', '\r', ' ']);
}

/** Splits text into lines like readline. */
const linesOf = (text: string) => text.split(/\r\n|[\n\r]/);

/** Excludes commands that legitimately end the engine, take its memory, or run for hours. */
function isHarmless(line: string): boolean {
  const command = parseCommand(line);
  if (!command.ok) return true;
  const { value } = command;
  if (value.type === 'perft') return value.depth < 4;
  if (value.type === 'setoption') {
    return !/^(hash|threads)$/i.test(value.name) || !/^0*(\d{2,4})$/.test(value.value ?? '');
  }
  return value.type !== 'quit';
}

/** How many answers of each kind these lines must get. */
function expectedAnswers(lines: readonly string[]): { readyok: number; bestmove: number } {
  const types = lines.map((line) => {
    const command = parseCommand(line);
    return command.ok ? command.value.type : null;
  });
  const count = (type: string) => types.filter((t) => t === type).length;
  return { readyok: count('isready'), bestmove: count('go') };
}

/** Sends a text in one or several writes, which may split a character. */
async function send(engine: UciProcess, text: string): Promise<void> {
  let rest = Buffer.from(text);
  while (chance(2) && rest.length > 1) {
    const length = 1 + random.below(rest.length - 1);
    engine.write(rest.subarray(0, length));
    rest = rest.subarray(length);
    await setImmediate();
  }
  engine.write(rest);
}

/** Sends a batch and waits for all its answers; superfluous ones are errors too. */
async function sendBatch(engine: UciProcess): Promise<void> {
  const lines: string[] = [];
  while (lines.length < BATCH) {
    const line = randomLine();
    if (linesOf(line).every(isHarmless)) lines.push(line);
  }
  lines.push('stop', 'isready');
  const text = `${lines.join('\n')}\n`;
  const expected = expectedAnswers(linesOf(text));
  const answers = { readyok: 0, bestmove: 0 };
  await send(engine, text);
  while (answers.readyok < expected.readyok || answers.bestmove < expected.bestmove) {
    const line = await engine.waitFor(/^(readyok|bestmove)/);
    answers[line.split(' ')[0] as keyof typeof answers]++;
  }
  expect(answers, text).toEqual(expected);
}

/** Memory of the idle engine, always with the same table and threads. */
async function memoryAtRest(engine: UciProcess): Promise<number> {
  await engine.say('setoption name Hash value 1', 'setoption name Threads value 1', 'ucinewgame');
  await engine.ask(['position startpos', 'go depth 1'], /^bestmove/);
  return engine.residentMemory() ?? 0;
}

test('every line is handled, every isready and go is answered, and memory does not grow', async () => {
  const engine = start();
  const batches = Math.ceil(LINES / BATCH);
  let before = 0;
  for (let i = 0; i < batches; i++) {
    if (i === Math.ceil(batches / 4)) before = await memoryAtRest(engine);
    await sendBatch(engine);
  }
  const after = await memoryAtRest(engine);
  if (process.env.LINES)
    console.log(`${LINES} lines, ${before.toFixed()} MiB, then ${after.toFixed()} MiB`);
  expect(after).toBeLessThan(before + SLACK);

  for (const option of ['UCI_Chess960', 'UCI_LimitStrength', 'UCI_ShowWDL']) {
    engine.send(`setoption name ${option} value false`);
  }
  engine.send('setoption name MultiPV value 1');
  checkAnswer(START, await engine.ask(['position startpos', 'go depth 3'], /^bestmove/));
  expect(engine.errors).toBe('');
  expect(await engine.end()).toEqual({ code: 0, signal: null });
});
