/** `refrain`, once built, run to its end as a person or a script does. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { PROGRAM, PROGRAM_ARGUMENTS } from './uciProcess.ts';

/** The repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Run {
  code: number | string;
  /** Without the end of the last line. */
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

/** What came out of a command that should have gone well. */
export async function succeed(...args: string[]): Promise<string[]> {
  const { code, out, err } = await refrain(...args);
  expect({ code, err }).toEqual({ code: 0, err: [] });
  return out;
}

/** The one line with which a command has failed. */
export async function fail(...args: string[]): Promise<string> {
  const { code, err } = await refrain(...args);
  expect(code).toEqual(expect.any(Number));
  expect(code).not.toBe(0);
  expect(err).toHaveLength(1);
  expect(err[0]).toMatch(/^[\x20-\x7e]{10,200}$/);
  return err[0]!;
}
