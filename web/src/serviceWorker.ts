/**
 * Keeps the whole page for use without a network, and serves it with the two headers that isolate
 * it, so that threads work on hosts where headers cannot be set. (The first visit is served by the
 * host itself; from the next one on the page is isolated.)
 * https://developer.mozilla.org/en-US/docs/Web/API/Window/crossOriginIsolated
 */
declare const self: ServiceWorkerGlobalScope;
/** The page's files, and a name that changes with what is in them. Set when the page is built. */
declare const FILES: readonly string[];
declare const VERSION: string;

const CACHE = `refrain-${VERSION}`;

self.addEventListener('install', (event) => {
  // Not from the browser's own cache: what is kept here stays until the next version.
  const requests = FILES.map((file) => new Request(file, { cache: 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

self.addEventListener('activate', (event) => {
  const clean = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith('refrain-') && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const isOurs = new URL(request.url).origin === self.location.origin;
  if (request.method === 'GET' && isOurs) event.respondWith(answer(request));
});

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: request.mode === 'navigate' });
  return isolated(kept ?? (await fetch(request)));
}

/** The same response with the headers that isolate a page and its workers. */
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
