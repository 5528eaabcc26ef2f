/** What the views share: steps through a game, and the field for typed moves. */
import type { Position } from '../../src/chess/board/position.ts';
import type { Move } from '../../src/chess/board/types.ts';
import { el } from './dom.ts';
import { type GameNode, lineFrom } from './gameTree.ts';
import { icon } from './icons.ts';
import type { Step } from './keys.ts';
import { texts } from './texts.ts';

/** The node after a step; the node itself if there is no further one. */
export function stepFrom(node: GameNode, step: Step): GameNode {
  if (step === 'previous') return node.parent ?? node;
  if (step === 'next') return node.children[0] ?? node;
  if (step === 'last') return lineFrom(node).at(-1) ?? node;
  let first = node;
  while (first.parent !== null) first = first.parent;
  return first;
}

/** A position as it is read aloud: the move that led to it. */
export const speakNode = ({ parent, san }: GameNode): string =>
  parent === null ? texts.startPosition : texts.speakSan(san);

/**
 * A field for typing moves in SAN or UCI notation, hidden until it is asked for. An illegal move is
 * explained below the field and stays in it to be corrected.
 */
export class MoveField {
  readonly element: HTMLFormElement;
  private readonly input = el('input', {
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    placeholder: texts.moveFieldHint,
    'aria-label': texts.moveField,
    enterkeyhint: 'go',
  });
  private readonly problem = el('p', { class: 'problem', role: 'alert' });
  /** What had the focus before the field, and gets it back. */
  private before: Element | null = null;
  private readonly getPosition: () => Position | null;
  private readonly onMove: (move: Move) => void;

  /** `getPosition` returns null when there is no move to make. */
  constructor(getPosition: () => Position | null, onMove: (move: Move) => void) {
    this.getPosition = getPosition;
    this.onMove = onMove;
    const submit = (event: Event) => {
      event.preventDefault();
      void this.submit();
    };
    const keydown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.element.hidden = true;
      if (this.before instanceof HTMLElement) this.before.focus({ preventScroll: true });
    };
    this.element = el(
      'form',
      { class: 'move-field', hidden: true, submit, keydown },
      this.input,
      el(
        'button',
        { type: 'submit', class: 'icon', 'aria-label': texts.playTyped, title: texts.playTyped },
        icon('enter'),
      ),
      this.problem,
    );
    this.input.addEventListener('input', () => this.clearProblem());
  }

  /** Forgets what was wrong with the last text, in another position. */
  clearProblem(): void {
    this.problem.replaceChildren();
  }

  open(): void {
    if (this.element.hidden) this.before = document.activeElement;
    this.element.hidden = false;
    this.input.focus();
  }

  /** For the menu: there is no Escape on a phone. */
  toggle(): void {
    if (this.element.hidden) this.open();
    else this.element.hidden = true;
  }

  private async submit(): Promise<void> {
    // With the first one only: most people use the board.
    const { parseTypedMove } = await import('../../src/chess/game/typedMove.ts');
    const position = this.getPosition();
    const text = this.input.value.trim();
    if (text === '') return;
    if (position === null) {
      this.problem.textContent = texts.noMoveNow;
      return;
    }
    const move = parseTypedMove(position, text);
    if (move.ok) {
      this.input.value = '';
      this.onMove(move.value);
    } else {
      this.problem.textContent = texts.problem(move.error.message);
      this.problem.scrollIntoView({ block: 'nearest' });
    }
  }
}
