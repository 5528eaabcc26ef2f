/** A static file server for tests: with the headers that give pages shared memory, or without. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export interface TestServer {
  /** With a trailing slash. */
  url: string;
  close: () => Promise<void>;
}

/** A page without content. */
export const BLANK = { '/blank.html': '<!doctype html><title>blank</title>' };

interface ServerOptions {
  /** Whether its pages are cross-origin isolated. */
  isolated?: boolean;
  /** Files in memory, by path. */
  files?: Readonly<Record<string, string | Uint8Array>>;
  /** Further headers of all files. */
  headers?: Readonly<Record<string, string>>;
}

/** Serves a folder on a free port. */
export async function serve(
  folder: string,
  { isolated = false, files = {}, headers = {} }: ServerOptions = {},
): Promise<TestServer> {
  const server: Server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const name = path.endsWith('/') ? `${path}index.html` : path;
    try {
      const body = Buffer.from(files[name] ?? (await readFile(join(folder, normalize(name)))));
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
      response.writeHead(range === null ? 200 : 206, {
        'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        ...(isolated ? ISOLATION : {}),
        ...headers,
      });
      response.end(range === null ? body : body.subarray(Number(range[1]), Number(range[2]) + 1));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
