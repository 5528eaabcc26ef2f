/**
 * Serves a folder to browsers on this machine, by default the built web page:
 * `npm run web:serve -- [--port N] [--no-isolation] [FOLDER]`. With `--no-isolation` it sends no
 * special headers, like an ordinary host.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { gzip } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** Makes a page cross-origin isolated, a requirement of shared memory and thus of threads. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The engine's file: a hash of its content is in its name, so that it never changes. */
const HASHED = /-[0-9a-f]{8}\.js$/;

interface ServeOptions {
  /** 0: any free port. */
  port?: number;
  isIsolated?: boolean;
}

/** Serves the files of a folder on localhost. Resolves to the server and its address. */
export async function serveFolder(
  folder: string,
  { port = 0, isIsolated = true }: ServeOptions = {},
): Promise<{ server: Server; url: string }> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const isGzipped = /\bgzip\b/.test(`${request.headers['accept-encoding']}`);
    const caching = HASHED.test(pathname) ? 'max-age=31536000, immutable' : 'no-cache';
    const headers = { 'Cache-Control': caching, ...(isIsolated ? ISOLATION : {}) };
    await sendFile(response, await findFile(folder, pathname), headers, isGzipped);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://localhost:${(server.address() as AddressInfo).port}/` };
}

/** The file for a URL path, `index.html` for a folder; null if there is none. */
async function findFile(folder: string, pathname: string): Promise<string | null> {
  // An absolute path cannot leave the folder once it is normalized.
  const path = join(folder, normalize(decodePath(pathname)));
  for (const file of [path, join(path, 'index.html')]) {
    const found = await stat(file).catch(() => null);
    if (found?.isFile()) return file;
  }
  return null;
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return '/';
  }
}

async function sendFile(
  response: ServerResponse,
  file: string | null,
  headers: Record<string, string>,
  isGzipped: boolean,
): Promise<void> {
  if (file === null) {
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not found\n');
    return;
  }
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  const isText = !/^(image\/png|application\/octet-stream)$/.test(type);
  const encoding = isGzipped && isText ? { 'Content-Encoding': 'gzip' } : {};
  const content = isGzipped && isText ? await compress(file) : await readFile(file);
  response.writeHead(200, { 'Content-Type': type, ...headers, ...encoding }).end(content);
}

/** Compressed files by name and time of change: to compress the engine takes longer than to serve all the rest. */
const compressed = new Map<string, Promise<Buffer>>();

async function compress(file: string): Promise<Buffer> {
  const { mtimeMs } = await stat(file);
  const key = `${file} ${mtimeMs}`;
  const content = compressed.get(key) ?? readFile(file).then(promisify(gzip));
  compressed.set(key, content);
  return content;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { port: { type: 'string' }, 'no-isolation': { type: 'boolean' } },
  });
  const folder = positionals[0] ?? join(import.meta.dirname, '../dist/web');
  if (!existsSync(folder))
    throw new Error(`no such folder: '${folder}'; npm run web builds the page`);
  const isIsolated = values['no-isolation'] !== true;
  const port = Number(values.port ?? 8080);
  if (!(Number.isInteger(port) && port >= 0 && port < 65_536)) {
    throw new Error(`not a port: '${values.port}'`);
  }
  const { url } = await serveFolder(resolve(folder), { port, isIsolated });
  console.log(`${url} (${isIsolated ? 'isolated: threads' : 'no isolation headers'})`);
}

if (process.argv[1] === import.meta.filename) {
  main().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
