/**
 * From an engine's specification to the program to start. Our own builds run under the current
 * Node; a commit is checked out and built in a temporary folder first.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { IS_SINGLE_EXECUTABLE, ownProgram, PACKAGE_ROOT } from '../hosts/node/builtResources.ts';
import { describeError } from '../hosts/node/systemError.ts';
import { TERMINATION_SIGNALS } from '../hosts/node/terminationSignals.ts';
import { staleBuildWarning } from '../hosts/node/upToDate.ts';
import { quotePath } from '../util/printable.ts';
import { ChessError, quote } from '../util/result.ts';
import { NAME } from '../version.ts';
import type { EngineSpec } from './engineSpec.ts';
import type { EngineProgram } from './uciClient.ts';

const run = promisify(execFile);

/**
 * The Node that runs our own builds: the current one, or for the single executable, which can run only itself, an
 * installed one.
 */
export const NODE = IS_SINGLE_EXECUTABLE ? 'node' : process.execPath;

/**
 * The full hash of a commit of this repository. Throws a ChessError if it does not exist, if this is not a clone, or
 * without git.
 */
export async function resolveCommit(commit: string): Promise<string> {
  if (!isClone(PACKAGE_ROOT)) {
    throw new ChessError(`${quote(`commit=${commit}`)} needs a clone of the repository of ${NAME}`);
  }
  const name = `${commit}^{commit}`;
  const args = ['-C', PACKAGE_ROOT, 'rev-parse', '--verify', '--end-of-options', name];
  try {
    const { stdout } = await run('git', args);
    return stdout.trim();
  } catch (error) {
    const hasStarted = typeof (error as { code: unknown }).code === 'number';
    throw new ChessError(hasStarted ? `no such commit: ${quote(commit)}` : describeError(error));
  }
}

/** Whether a folder is a repository of its own. If it is not, git answers for one that contains it. */
const isClone = (folder: string): boolean => existsSync(join(folder, '.git'));

/** The commit that a folder is at, with `+` if files differ from it. Null if the folder is not a clone. */
async function commitOf(folder: string): Promise<string | null> {
  if (!isClone(folder)) return null;
  const git = async (...args: string[]) =>
    (await run('git', ['-C', folder, ...args])).stdout.trim();
  try {
    const commit = await git('rev-parse', `--short=${COMMIT_LENGTH}`, 'HEAD');
    const changes = await git('status', '--porcelain', '--untracked-files=no');
    return changes === '' ? commit : `${commit}+`;
  } catch {
    return null;
  }
}

/** How many characters of a commit are shown. */
const COMMIT_LENGTH = 10;

/** The commit that an engine is at, shortened; null if it is not a Refrain or that is unknown. */
export async function engineCommit({ commit, command }: EngineSpec): Promise<string | null> {
  if (commit !== null) return commit.slice(0, COMMIT_LENGTH);
  if (command === 'self') return IS_SINGLE_EXECUTABLE ? null : commitOf(PACKAGE_ROOT);
  return command !== null && isFolder(command) ? commitOf(resolve(command)) : null;
}

/** Builds of commits in temporary folders, until the caller removes them. */
export class Builds {
  private readonly folders: string[] = [];
  /** Programs whose age has been checked; a command checks its own when it begins. */
  private readonly checked = new Set([ownProgram()]);
  /** The git and npm processes now running. */
  private readonly children = new Set<ChildProcess>();
  private isInterrupted = false;

  /** The program of an engine. Throws a ChessError if it cannot be built or found. */
  async prepare(spec: EngineSpec, report: (line: string) => void): Promise<EngineProgram> {
    const { folder, options } = spec;
    if (folder !== null && !isFolder(folder))
      throw new ChessError(`no such folder: ${quotePath(folder)}`);
    if (spec.commit !== null) {
      const built = programIn(await this.build(spec.commit, report));
      return { file: NODE, args: [built, ...spec.args], folder, options };
    }
    const command = spec.command!;
    if (command === 'self' && IS_SINGLE_EXECUTABLE)
      return { file: process.execPath, args: spec.args, folder, options };
    if (command === 'self' || isFolder(command)) {
      const program = command === 'self' ? ownProgram() : programIn(resolve(command));
      if (!existsSync(program))
        throw new ChessError(`no built engine: ${quotePath(program)} is missing`);
      this.warnIfStale(program, report);
      return { file: NODE, args: [program, ...spec.args], folder, options };
    }
    return { file: command, args: spec.args, folder, options };
  }

  /** Warns once that a build is older than its sources. */
  private warnIfStale(program: string, report: (line: string) => void): void {
    if (this.checked.has(program)) return;
    this.checked.add(program);
    const warning = staleBuildWarning(program);
    if (warning !== null) report(warning);
  }

  /** Builds a commit and returns its folder. */
  private async build(name: string, report: (line: string) => void): Promise<string> {
    const commit = await resolveCommit(name);
    const folder = mkdtempSync(join(tmpdir(), 'refrain-build-'));
    // Otherwise a signal would end this process while npm keeps running, and its folder would never be removed.
    if (this.folders.length === 0) {
      for (const signal of TERMINATION_SIGNALS) process.on(signal, this.interrupt);
    }
    this.folders.push(folder);
    report(`building ${commit.slice(0, COMMIT_LENGTH)}`);
    try {
      await this.run('git', ['clone', '--quiet', '--no-checkout', PACKAGE_ROOT, folder]);
      await this.run('git', ['-C', folder, 'checkout', '--quiet', commit]);
      // `npm ci` also builds, by the `prepare` script.
      await this.run('npm', ['ci', '--no-audit', '--no-fund'], folder);
    } catch (error) {
      const last = describeError(error).trim().split('\n').at(-1) ?? '';
      const reason = this.isInterrupted ? 'interrupted' : last;
      throw new ChessError(`commit ${quote(commit)} cannot be built: ${reason}`);
    }
    return folder;
  }

  /** Runs a program to its end. Throws an Error with its error output if it fails. */
  private async run(file: string, args: readonly string[], cwd?: string): Promise<void> {
    if (this.isInterrupted) throw new Error('interrupted');
    const isWindows = process.platform === 'win32';
    const child = spawn(file, args, {
      cwd,
      // In a group of its own, which can be killed with all that npm starts.
      detached: !isWindows,
      // On Windows npm is a batch file, which only the shell starts.
      shell: isWindows && file === 'npm',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.children.add(child);
    try {
      const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
      if (code !== 0) throw new Error(said.trim() || `${file} failed`);
    } finally {
      this.children.delete(child);
    }
  }

  private readonly interrupt = (signal: NodeJS.Signals): void => {
    this.isInterrupted = true;
    for (const child of this.children) kill(child);
    // A failed build ends the command, and others end by themselves if they listen.
    if (this.children.size > 0 || process.listenerCount(signal) > 1) return;
    this.remove();
    process.kill(process.pid, signal);
  };

  /** Removes the folders. Processes that npm started may still write for a moment after they are killed. */
  remove(): void {
    for (const signal of TERMINATION_SIGNALS) process.off(signal, this.interrupt);
    for (const folder of this.folders.splice(0)) {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    }
  }
}

/** Kills a process and its group. */
function kill(child: ChildProcess): void {
  try {
    if (process.platform === 'win32') child.kill();
    else if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The program of Refrain as built in a folder. */
const programIn = (folder: string): string => join(folder, 'dist', 'cli.js');
