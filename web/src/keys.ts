/** Keys and the mouse wheel: steps through a game, and actions of the views. */

/** Steps of the navigation. */
export type Step = 'first' | 'previous' | 'next' | 'last';

const KEYS: Record<string, Step> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  Home: 'first',
  End: 'last',
};

/** Actions by their keys. */
type KeyActions = Readonly<Record<string, () => void>>;

/**
 * Calls `onStep`, if there is one, for the keys of the steps and the action of any other key, unless the
 * focused element uses the key itself.
 */
export function handleKeys(
  event: KeyboardEvent,
  onStep: ((step: Step) => void) | null,
  actions: KeyActions,
): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  const target = event.target as Element;
  if (
    target.closest(
      'select, textarea, dialog, [role="dialog"], [popover], input:not([type="checkbox"])',
    )
  )
    return;
  // Space presses what has the focus, except a move that is on the board already.
  if (event.key === ' ' && target.closest('button:not([aria-current]), summary, input')) return;
  const step = KEYS[event.key];
  if (step !== undefined && onStep !== null) {
    if (target.closest('[role="grid"], [role="tablist"]')) return;
    event.preventDefault();
    onStep(step);
    return;
  }
  const action = actions[event.key];
  if (action === undefined) return;
  event.preventDefault();
  action();
}

/** Pixels that the wheel turns for a step; a notch of a mouse is more, a touchpad sends many small ones. */
const WHEEL_STEP = 40;

/** Steps through the game with the wheel over an element. */
export function stepOnWheel(element: HTMLElement, onStep: (step: Step) => void): void {
  let turned = 0;
  element.addEventListener(
    'wheel',
    (event) => {
      // With Ctrl it zooms.
      if (event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      if (Math.sign(turned) !== Math.sign(event.deltaY)) turned = 0;
      turned += event.deltaY;
      if (Math.abs(turned) < WHEEL_STEP) return;
      turned = 0;
      onStep(event.deltaY > 0 ? 'next' : 'previous');
    },
    { passive: false },
  );
}
