/**
 * Returns a function that yields to the event loop, so that waiting messages are handled. A nested
 * timer takes at least four milliseconds; a message to oneself only waits for earlier messages.
 */
export function newYield(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(null);
    });
}
