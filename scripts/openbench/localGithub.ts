/**
 * A local server in place of GitHub, for what OpenBench asks of it: the commit of a branch, the source
 * of a commit as a zip file, the source of the match runner, and opening books.
 * https://docs.github.com/en/rest/commits/commits
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the exercise's engine, match runner and book seem to be. */
export const ENGINE_REPOSITORY = 'https://github.com/refrain/refrain';
export const RUNNER_REPOSITORY = 'https://github.com/refrain/fastchess';
export const BOOK_URL = 'https://raw.githubusercontent.com/refrain/books/openings.epd.zip';

const git = (repository: string, ...args: string[]): Buffer =>
  execFileSync('git', ['-C', repository, ...args], { maxBuffer: 1 << 30 });

/** A file as a zip archive, and the SHA-256 of the file, by which OpenBench checks it. */
function zipped(path: string, name: string): { zip: Buffer; sha: string } {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-'));
  try {
    const content = readFileSync(path);
    writeFileSync(join(folder, name), content);
    execFileSync('zip', ['-q', 'book.zip', name], { cwd: folder });
    const sha = createHash('sha256').update(content).digest('hex');
    return { zip: readFileSync(join(folder, 'book.zip')), sha };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface LocalGithub {
  url: string;
  /** The SHA-256 of the book. */
  bookSha: string;
  close(): void;
}

/** Serves the repositories in these folders, and a book. Resolves when it listens. */
export async function serveGithub(
  engine: string,
  runner: string,
  book: string,
): Promise<LocalGithub> {
  const { zip, sha } = zipped(book, 'openings.epd');
  const api = `/api.github.com/repos${new URL(ENGINE_REPOSITORY).pathname}/`;
  const server: Server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const answer = (data: Buffer | object) =>
      response.end(Buffer.isBuffer(data) ? data : JSON.stringify(data));
    const commit = (name: string) => ({
      sha: git(engine, 'rev-parse', `${name}^{commit}`).toString().trim(),
      commit: { message: git(engine, 'log', '-1', '--format=%B', name).toString() },
    });
    try {
      const [kind, ...rest] = path.startsWith(api) ? path.slice(api.length).split('/') : [];
      const name = rest.join('/').replace(/\/$/, '');
      if (kind === 'branches') answer({ commit: commit(name) });
      else if (kind === 'commits') answer(commit(name));
      else if (kind === 'compare') answer({ ahead_by: 0 });
      else if (kind === 'zipball')
        answer(git(engine, 'archive', '--format=zip', '--prefix=refrain/', name));
      else if (path === new URL(BOOK_URL).pathname || path.endsWith('/openings.epd.zip'))
        answer(zip);
      else if (path.includes(`${new URL(RUNNER_REPOSITORY).pathname}/archive/`))
        answer(git(runner, 'archive', '--format=zip', '--prefix=fastchess/', 'HEAD'));
      else response.writeHead(404).end('{}');
    } catch (error) {
      response.writeHead(404).end(JSON.stringify({ message: (error as Error).message }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, bookSha: sha, close: () => server.close() };
}
