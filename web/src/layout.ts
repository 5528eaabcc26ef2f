/**
 * The parts of a view in the order in which they are read. The style sheet arranges them: beside the
 * board, below it, or on both sides of it.
 */
import { el } from './dom.ts';
import { iconButton } from './icons.ts';
import type { Step } from './keys.ts';
import { type MenuItem, menuButton } from './menu.ts';
import { texts } from './texts.ts';

const STEPS = ['first', 'previous', 'next', 'last'] as const;

interface Parts {
  /** The class of the view. */
  kind: string;
  /** The board, after an evaluation bar if there is one. */
  board: HTMLElement[];
  /** The players, above and below the panel's content or the board. */
  above?: HTMLElement;
  below?: HTMLElement;
  /** The panel. */
  body: HTMLElement[];
  /** What is in a column of its own on wide screens, and in the panel on others. */
  side: HTMLElement[];
  /** The bar at the end of the panel, on phones at the bottom of the screen: steps, actions, and a menu of others. */
  onStep: (step: Step) => void;
  actions: HTMLElement[];
  menu: () => readonly MenuItem[];
}

export function viewLayout(parts: Parts): HTMLElement {
  const { kind, board, above, below, body, side, onStep, actions, menu } = parts;
  return el(
    'div',
    { class: `view ${kind}` },
    el('div', { class: 'board-box' }, ...board),
    above ?? null,
    el(
      'div',
      { class: 'content' },
      el('div', { class: 'body' }, ...body),
      el('div', { class: 'side' }, ...side),
    ),
    below ?? null,
    el(
      'div',
      { class: 'bar' },
      el(
        'div',
        { class: 'steps' },
        ...STEPS.map((step) => iconButton(step, texts[step], () => onStep(step))),
      ),
      el('div', { class: 'actions' }, ...actions),
      menuButton('menu', texts.more, menu),
    ),
  );
}
