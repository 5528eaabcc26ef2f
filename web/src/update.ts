/**
 * Registers the service worker, for offline use and for the headers that threads need, and reports a
 * new version of the page. The version in use stays until the user takes the new one: a game is not
 * interrupted by a deployment.
 */

/** Milliseconds between two checks for a new version, when the page is shown again. */
const INTERVAL = 3_600_000;

/**
 * To be called after loading, so that it does not compete for the network. `onUpdate` is called when a
 * new version is ready, with the function that takes it and reloads.
 */
export function installServiceWorker(onUpdate: (take: () => void) => void): void {
  if (!('serviceWorker' in navigator) || !isSecureContext) return;
  const { serviceWorker } = navigator;
  /**
   * Null at the first visit: the page then came from the network, and is the new version. Safari may have the
   * controller earlier than the events of what came before it.
   */
  let before = serviceWorker.controller;
  let isTaking = false;
  serviceWorker.addEventListener('controllerchange', () => {
    const isFirst = before === null;
    before = serviceWorker.controller;
    if (isTaking) location.reload();
    // Taken in another tab.
    else if (!isFirst) onUpdate(() => location.reload());
  });
  const offer = (waiting: ServiceWorker) =>
    onUpdate(() => {
      isTaking = true;
      waiting.postMessage('take over');
    });
  const watch = (registration: ServiceWorkerRegistration) => {
    const { waiting } = registration;
    if (waiting !== null && before !== null) offer(waiting);
    registration.addEventListener('updatefound', () => {
      const { installing } = registration;
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'installed' && before !== null) offer(installing);
      });
    });
    let asked = performance.now();
    document.addEventListener('visibilitychange', () => {
      if (document.hidden || performance.now() - asked < INTERVAL) return;
      asked = performance.now();
      registration.update().catch(() => {});
    });
  };
  serviceWorker
    .register('serviceWorker.js', { updateViaCache: 'none' })
    .then(watch)
    .catch(() => {});
}
