/** Controls shared by the views: navigation in a game, and the field for typed moves. */
import type { Position } from '../../src/chess/board/position.ts';
import type { Move } from '../../src/chess/board/types.ts';
import { explainIllegalMove } from '../../src/chess/game/illegalMoveReason.ts';
import { parseMove } from '../../src/chess/notation/anyMove.ts';
import { el, svg } from './dom.ts';
import { type GameNode, lineFrom } from './gameTree.ts';
import { texts } from './texts.ts';

/** Steps of the navigation. */
export type Step = 'first' | 'previous' | 'next' | 'last';

/** The node after a step; the node itself if there is no further one. */
export function stepFrom(node: GameNode, step: Step): GameNode {
  if (step === 'previous') return node.parent ?? node;
  if (step === 'next') return node.children[0] ?? node;
  if (step === 'last') return lineFrom(node).at(-1) ?? node;
  let first = node;
  while (first.parent !== null) first = first.parent;
  return first;
}

const KEYS: Record<string, Step> = {
  ...{ ArrowLeft: 'previous', ArrowRight: 'next', Home: 'first', End: 'last' },
};

/** Calls `onStep` for the keys of the steps, unless the focused element uses them itself. */
export function handleStepKey(event: KeyboardEvent, onStep: (step: Step) => void): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  const target = event.target as Element;
  if (target.closest('input, select, textarea, dialog, [role="grid"], [role="tablist"]')) return;
  const step = KEYS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  onStep(step);
}

const STEPS: readonly Step[] = ['first', 'previous', 'next', 'last'];

/** Buttons for the steps, and one that flips the board. */
export function stepButtons(onStep: (step: Step) => void, onFlip: () => void): HTMLElement {
  const steps = STEPS.map((step) => iconButton(step, texts[step], () => onStep(step)));
  return el('div', { class: 'steps' }, ...steps, iconButton('flip', texts.flip, onFlip));
}

/** A button with an icon and an accessible label. */
export const iconButton = (kind: string, label: string, onClick: () => void): HTMLElement =>
  el(
    'button',
    { type: 'button', class: 'icon', 'aria-label': label, title: label, click: onClick },
    icon(kind),
  );

/** One of the icons in index.html. */
const icon = (kind: string): SVGElement =>
  svg(
    'svg',
    { class: 'drawing', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('use', { href: `#icon-${kind}` }),
  );

/**
 * A field for typing moves in SAN or UCI notation. An illegal move is explained below the field and
 * stays in it to be corrected.
 */
export function moveField(
  getPosition: () => Position | null,
  onMove: (move: Move) => void,
): HTMLElement {
  const input = el('input', {
    ...{ type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' },
    ...{ placeholder: texts.moveFieldHint, 'aria-label': texts.moveField, enterkeyhint: 'go' },
    input: () => problem.replaceChildren(),
  });
  const problem = el('p', { class: 'problem', role: 'alert' });
  const submit = (event: Event) => {
    event.preventDefault();
    const position = getPosition();
    const text = input.value.trim();
    if (text === '') return;
    if (position === null) {
      problem.textContent = texts.noMoveNow;
      return;
    }
    const move = parseMove(position, text);
    if (move.ok) {
      input.value = '';
      onMove(move.value);
    } else {
      problem.textContent = texts.problem(explainIllegalMove(position, text));
    }
  };
  const label = texts.playTyped;
  const button = el(
    'button',
    { type: 'submit', class: 'icon', 'aria-label': label },
    icon('enter'),
  );
  return el('form', { class: 'move-field', submit }, input, button, problem);
}
