/**
 * Caches the whole page for offline use, and serves it with the two headers for cross-origin isolation,
 * so that threads work on hosts that cannot set headers. (The first visit is served by the host
 * itself; later ones are isolated.)
 * https://developer.mozilla.org/en-US/docs/Web/API/Window/crossOriginIsolated
 */
declare const self: ServiceWorkerGlobalScope;
/** The files of the page, and a hash of their contents. Set by the build. */
declare const FILES: readonly string[];
declare const VERSION: string;

const CACHE = `refrain-${VERSION}`;

self.addEventListener('install', (event) => {
  // Bypasses the HTTP cache: these copies are used until the next version.
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
