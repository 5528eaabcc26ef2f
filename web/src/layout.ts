/**
 * The parts of a view in the order in which they are read. The style sheet arranges them: beside the
 * board, below it, or on both sides of it.
 */
import { type Child, el } from './dom.ts';

interface Parts {
  /** The class of the view. */
  kind: string;
  /** The board, after an evaluation bar if there is one. */
  board: Child[];
  /** The players, above and below the panel's content or the board. */
  above?: HTMLElement;
  below?: HTMLElement;
  /** The panel. */
  body: Child[];
  /** What is in a column of its own on wide screens, and in the panel on others. */
  side?: Child[];
  /** Icons at the end of the panel; on phones at the bottom of the screen. */
  bar: Child[];
}

export function viewLayout({ kind, board, above, below, body, side, bar }: Parts): HTMLElement {
  return el(
    'div',
    { class: `view ${kind}` },
    el('div', { class: 'board-box' }, ...board),
    above ?? null,
    el(
      'div',
      { class: 'content' },
      el('div', { class: 'body' }, ...body),
      side === undefined ? null : el('div', { class: 'side' }, ...side),
    ),
    below ?? null,
    el('div', { class: 'bar' }, ...bar),
  );
}
