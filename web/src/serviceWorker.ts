/**
 * Caches the whole page for offline use, and serves it with the two headers for cross-origin isolation,
 * so that threads work on hosts that cannot set headers. (The first visit is served by the host
 * itself; later ones are isolated.) A new version is cached beside the one in use, and takes over when
 * the page says so.
 * https://developer.mozilla.org/en-US/docs/Web/API/Window/crossOriginIsolated
 */
declare const self: ServiceWorkerGlobalScope;
/** The files of the page, and a hash of their contents. Set by the build. */
declare const FILES: readonly string[];
declare const VERSION: string;
/** Files with a hash of their content in their name: they never change. Set by the build. */
declare const HASHED_FILES: readonly string[];

/** The beginning of our caches' names. Another deployment on the same origin has another scope. */
const CACHES = `refrain ${self.registration.scope} `;
const CACHE = CACHES + VERSION;

/** The caches of this deployment: those of other versions, and this one. */
const ownCaches = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(CACHES));

self.addEventListener('install', (event) => event.waitUntil(fill()));

async function fill(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Bypasses the HTTP cache: these copies are used until the next version.
  const fresh = FILES.map((file) => new Request(file, { cache: 'reload' }));
  await Promise.all([cache.addAll(fresh), ...HASHED_FILES.map((file) => keep(cache, file))]);
}

/**
 * Keeps a file that never changes, such as the engine: copied from the cache of an earlier version or from the
 * HTTP cache; fetched only if it is in neither.
 */
async function keep(cache: Cache, file: string): Promise<void> {
  const request = new Request(file, { cache: 'force-cache' });
  for (const name of await ownCaches()) {
    const kept = await (await caches.open(name)).match(request);
    if (kept !== undefined) return cache.put(request, kept);
  }
  await cache.add(request);
}

self.addEventListener('activate', (event) => {
  const clean = async () => {
    // Other tabs keep the version that they have, until a later one is taken.
    const isOpenElsewhere = (await self.clients.matchAll()).length > 1;
    const old = (await ownCaches()).filter((name) => name !== CACHE);
    if (!isOpenElsewhere) await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

/** The page asks a waiting version to take over. */
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const isOurs = new URL(request.url).origin === self.location.origin;
  if (request.method === 'GET' && isOurs) event.respondWith(answer(request));
});

async function answer(request: Request): Promise<Response> {
  return isolated((await find(request)) ?? (await fetch(request)));
}

/** A file of this version, or of an earlier one whose page is still open; undefined if it is not kept. */
async function find(request: Request): Promise<Response | undefined> {
  const options = { ignoreSearch: request.mode === 'navigate' };
  for (const name of new Set([CACHE, ...(await ownCaches())])) {
    const kept = await (await caches.open(name)).match(request, options);
    if (kept !== undefined) return kept;
  }
  return undefined;
}

/** The same response with the headers for cross-origin isolation. */
function isolated(response: Response): Response {
  if (response.status === 0 || response.type === 'opaqueredirect') return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

export {};
