/** Long presses and right clicks, which ask for a menu or begin a drawing. */

/** A long press: its milliseconds, and how many pixels the finger may move meanwhile, as it shakes. */
export const LONG_PRESS = 450;
const SHAKE = 8;

/** Whether a pointer has moved more than so many pixels from where it was pressed. */
export const hasLeft = (
  { x, y }: { readonly x: number; readonly y: number },
  { clientX, clientY }: PointerEvent,
  pixels = SHAKE,
): boolean => Math.hypot(clientX - x, clientY - y) > pixels;

/**
 * Calls `action` for a right click, the menu key, or a touch that rests on the element; if it returns
 * true, the browser's own menu does not open. (Safari on phones has no event for a long press.)
 */
export function onLongPress(element: HTMLElement, action: (event: Event) => boolean): void {
  let timer = 0;
  let isDone = false;
  let start = { x: 0, y: 0 };
  const cancel = () => clearTimeout(timer);
  element.addEventListener('pointerdown', (event) => {
    isDone = false;
    start = { x: event.clientX, y: event.clientY };
    cancel();
    if (event.pointerType !== 'touch') return;
    timer = window.setTimeout(() => {
      isDone = action(event);
    }, LONG_PRESS);
  });
  element.addEventListener('pointermove', (event) => hasLeft(start, event) && cancel());
  for (const type of ['pointerup', 'pointercancel']) element.addEventListener(type, cancel);
  element.addEventListener('contextmenu', (event) => {
    cancel();
    if (isDone || action(event)) event.preventDefault();
  });
  // Where a click follows, it would press what the touch rested on. Clicks by keys have no detail.
  const swallow = (event: MouseEvent) => {
    if (!isDone || event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  };
  element.addEventListener('click', swallow, true);
}
