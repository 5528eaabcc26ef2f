/** Runs the built `refrain` to its end, as users and scripts do. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect } from 'vitest';
import { printableText } from './printable.ts';
import { BUILT, PROGRAM, PROGRAM_ARGUMENTS } from './uciProcess.ts';

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Run {
  code: number | string;
  /** Without the last line end. */
  out: string[];
  err: string[];
}

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** Runs `refrain` to its end as a process, in the repository. */
export function refrainProcess(...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(
      PROGRAM,
      [...PROGRAM_ARGUMENTS, ...args],
      { cwd: ROOT, timeout: 600_000 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : (error.code ?? error.signal ?? 'unknown');
        resolve({ code, out: linesOf(stdout), err: linesOf(stderr) });
      },
    );
    child.stdin!.end();
  });
}

/** Threads that wait for a command line. */
const idle: Worker[] = [];

function startThread(): Worker {
  const thread = new Worker(new URL('cliThread.mjs', import.meta.url), {
    workerData: pathToFileURL(BUILT).href,
    stdin: true,
    // Without tsx, which the tests run with.
    execArgv: [],
  });
  thread.stdin!.end();
  return thread.once('exit', () => thread.emit('error', new Error('refrain ended its thread')));
}

/** Runs a command line in a thread that has the program loaded, or in a new one. */
async function refrainThread(args: string[]): Promise<Run> {
  const thread = idle.pop() ?? startThread();
  thread.ref();
  thread.postMessage(args);
  const [{ code, stdout, stderr }] = await once(thread, 'message');
  thread.unref();
  idle.push(thread);
  return { code, out: linesOf(stdout), err: linesOf(stderr) };
}

/**
 * Runs `refrain` to its end, in the repository: in a thread which has the program loaded, because a process
 * takes some 150 ms to start. CLI=process and tests of an executable run processes.
 */
export const refrain = (...args: string[]): Promise<Run> =>
  process.env.CLI === 'process' || process.env.EXE !== undefined
    ? refrainProcess(...args)
    : refrainThread(args);

/** The output of a command, which must succeed. */
export async function succeed(...args: string[]): Promise<string[]> {
  const { code, out, err } = await refrain(...args);
  expect({ code, err }).toEqual({ code: 0, err: [] });
  return out;
}

/** The single line of error of a command, which must fail. */
export async function fail(...args: string[]): Promise<string> {
  const { code, err } = await refrain(...args);
  expect(code).toEqual(expect.any(Number));
  expect(code).not.toBe(0);
  expect(err).toHaveLength(1);
  expect(err[0]).toMatch(printableText('{10,200}'));
  return err[0]!;
}
