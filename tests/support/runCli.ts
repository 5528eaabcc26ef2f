/** Runs the built `refrain` to its end, as users and scripts do. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { PROGRAM, PROGRAM_ARGUMENTS } from './uciProcess.ts';

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Run {
  code: number | string;
  /** Without the last line end. */
  out: string[];
  err: string[];
}

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** Runs `refrain` to its end, in the repository. */
export function refrain(...args: string[]): Promise<Run> {
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
  expect(err[0]).toMatch(/^[\x20-\x7e]{10,200}$/);
  return err[0]!;
}
