/** Controls that every view has under its board: stepping through a game, and moves as text. */
import type { Position } from '../../src/chess/board/position.ts';
import type { Move } from '../../src/chess/board/types.ts';
import { explainIllegalMove } from '../../src/chess/game/illegalMoveReason.ts';
import { parseMove } from '../../src/chess/notation/anyMove.ts';
import { el, svg } from './dom.ts';
import { type GameNode, lineFrom } from './gameTree.ts';
import { texts } from './texts.ts';

/** Where one can go from a node. */
export type Step = 'first' | 'previous' | 'next' | 'last';

/** The node a step leads to; the same node at either end. */
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

/** The step that a key asks for, unless the key belongs to what has the focus. */
export function stepOfKey(event: KeyboardEvent): Step | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return null;
  const target = event.target as Element;
  if (target.closest('input, select, textarea, dialog, [role="grid"], [role="tablist"]'))
    return null;
  return KEYS[event.key] ?? null;
}

const STEPS: readonly Step[] = ['first', 'previous', 'next', 'last'];

/** Buttons for the steps, and one that turns the board. */
export function stepButtons(onStep: (step: Step) => void, onFlip: () => void): HTMLElement {
  const steps = STEPS.map((step) => iconButton(step, texts[step], () => onStep(step)));
  return el('div', { class: 'steps' }, ...steps, iconButton('flip', texts.flip, onFlip));
}

/** A button that shows a drawing and says its label. */
export const iconButton = (kind: string, label: string, onClick: () => void): HTMLElement =>
  el(
    'button',
    { type: 'button', class: 'icon', 'aria-label': label, title: label, click: onClick },
    icon(kind),
  );

/** One of the drawings in index.html. */
const icon = (kind: string): SVGElement =>
  svg(
    'svg',
    { class: 'drawing', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('use', { href: `#icon-${kind}` }),
  );

/**
 * A field in which a move is typed, in SAN or UCI notation. What cannot be played is explained next
 * to it and stays there to be mended.
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
