/**
 * The moves of a game: the main line in rows of two, variations and comments between the rows.
 * Every move is a button; the one on the board is the current step.
 */
import { readableComment } from '../../src/chess/notation/pgn.ts';
import { type Child, el } from './dom.ts';
import {
  commentsAfter,
  type GameNode,
  type GameTree,
  lineFrom,
  markOf,
  moveNumber,
  pliesBefore,
  signedSan,
} from './gameTree.ts';
import { onLongPress } from './longPress.ts';
import { texts } from './texts.ts';

/** The CSS classes of marked moves, by the mark's number in PGN. */
const KINDS = ['', 'good', 'mistake', 'brilliant', 'blunder', '', 'inaccuracy'];

export class MoveList {
  readonly element: HTMLElement;
  private readonly buttons = new Map<GameNode, HTMLButtonElement>();
  private readonly nodes = new Map<Element, GameNode>();
  private readonly onSelect: (node: GameNode) => void;
  private current: GameNode | null = null;
  /** The move in the tab order: the current one, or the first. */
  private focusable: HTMLButtonElement | undefined;

  /** `onMenu` is called for a right click or a long press on a move. */
  constructor(
    onSelect: (node: GameNode) => void,
    onMenu?: (node: GameNode, at: HTMLElement) => void,
  ) {
    this.onSelect = onSelect;
    this.element = el('div', {
      class: 'moves',
      role: 'group',
      'aria-label': texts.moves,
      keydown: (event: KeyboardEvent) => this.onKey(event),
    });
    // The list is narrower or lower when the window is: the current move stays in sight.
    new ResizeObserver(() => this.showCurrent()).observe(this.element);
    if (onMenu === undefined) return;
    onLongPress(this.element, (event) => {
      const button = (event.target as Element).closest('button');
      const node = button === null ? undefined : this.nodes.get(button);
      if (button === null || node === undefined) return false;
      this.onSelect(node);
      onMenu(node, button);
      return true;
    });
  }

  /** Shows a game. */
  render(tree: GameTree, current: GameNode): void {
    const hasFocus = this.element.contains(document.activeElement);
    this.buttons.clear();
    this.nodes.clear();
    const children = this.rows(tree.root, pliesBefore(tree.start));
    if (children.length === 0) children.push(el('p', { class: 'empty' }, texts.noMoves));
    this.element.replaceChildren(...children);
    this.current = null;
    this.focusable = undefined;
    this.select(current);
    if (hasFocus) this.buttons.get(current)?.focus({ preventScroll: true });
  }

  /** The button of a move. */
  elementOf(node: GameNode): HTMLElement | null {
    return this.buttons.get(node) ?? null;
  }

  /** Highlights the move that led to the position on the board. The focus follows if it is in the list. */
  select(node: GameNode): void {
    const before = this.current === null ? undefined : this.buttons.get(this.current);
    before?.removeAttribute('aria-current');
    this.current = node;
    const button = this.buttons.get(node);
    const [first] = this.buttons.values();
    this.setFocusable(button ?? first);
    button?.setAttribute('aria-current', 'step');
    this.showCurrent();
  }

  /** Scrolls to the current move. */
  private showCurrent(): void {
    const button = this.current === null ? undefined : this.buttons.get(this.current);
    if (button === undefined) this.element.scrollTo(0, 0);
    else this.scrollTo(button);
  }

  /** Only one move is in the tab order: a game may have hundreds. */
  private setFocusable(button: HTMLButtonElement | undefined): void {
    const hasFocus = this.focusable !== undefined && this.focusable === document.activeElement;
    if (this.focusable !== undefined) this.focusable.tabIndex = -1;
    this.focusable = button;
    if (button === undefined) return;
    button.tabIndex = 0;
    if (hasFocus) button.focus({ preventScroll: true });
  }

  /** Up and Down go from button to button, so that variations can be reached. */
  private onKey(event: KeyboardEvent): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || this.focusable === undefined) return;
    event.preventDefault();
    const all = [...this.nodes.keys()] as HTMLButtonElement[];
    all.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    const next = all[all.indexOf(document.activeElement as HTMLButtonElement) + step];
    const node = next === undefined ? undefined : this.nodes.get(next);
    if (node !== undefined) this.onSelect(node);
  }

  /** Scrolls the list only, not the page. The moves around it are in sight too, if there is room. */
  private scrollTo(button: HTMLElement): void {
    const list = this.element.getBoundingClientRect();
    const item = button.getBoundingClientRect();
    const room = Math.max(0, Math.min(item.height, (list.height - item.height) / 2));
    if (item.top < list.top + room) this.element.scrollTop -= list.top + room - item.top;
    if (item.bottom > list.bottom - room)
      this.element.scrollTop += item.bottom - list.bottom + room;
    // On phones the moves are one line.
    if (item.left < list.left || item.right > list.right) {
      this.element.scrollLeft += item.left + item.width / 2 - (list.left + list.width / 2);
    }
  }

  /** The main line; `first` is the number of plies before the root's first move. */
  private rows(root: GameNode, first: number): HTMLElement[] {
    const rows = commentElements(commentsAfter(root));
    let row: HTMLElement | null = null;
    for (const node of lineFrom(root)) {
      const ply = first + node.ply - 1;
      const isBlack = ply % 2 === 1;
      if (row === null) {
        // A number and its move stay on one line.
        const token = el(
          'span',
          { class: 'token' },
          el('span', { class: 'number' }, `${(ply >> 1) + 1}`),
          isBlack && el('span', { class: 'gap' }, '…'),
          this.moveButton(node),
        );
        row = el('div', { class: 'move-row' }, token);
        rows.push(row);
      } else {
        row.append(this.moveButton(node));
      }
      if (isBlack) row = null;
      const said = this.aside(node, first);
      if (said.length === 0) continue;
      if (!isBlack) row?.append(el('span', { class: 'gap' }, '…'));
      row = null;
      rows.push(...said);
    }
    return rows;
  }

  /** The comment on a main line move, and its alternatives. */
  private aside(node: GameNode, first: number): HTMLElement[] {
    const others = node.parent!.children.slice(1);
    return [
      ...commentElements(commentsAfter(node)),
      ...others.map((other) => {
        const parts = this.variation(other, first);
        parts[0]!.prepend(el('span', { class: 'bracket' }, '('));
        parts.at(-1)!.append(el('span', { class: 'bracket closing' }, ')'));
        return el('div', { class: 'variation' }, ...spaced(parts));
      }),
    ];
  }

  /** A variation; its own alternatives stand in brackets after the moves they replace. */
  private variation(start: GameNode, first: number): HTMLElement[] {
    const parts = commentElements(start.startingComments);
    let needsNumber = true;
    for (let node: GameNode | undefined = start; node !== undefined; node = node.children[0]) {
      const ply = first + node.ply - 1;
      const isNumbered = needsNumber || ply % 2 === 0;
      parts.push(
        el(
          'span',
          { class: 'token' },
          isNumbered && el('span', { class: 'number' }, moveNumber(ply)),
          this.moveButton(node),
        ),
      );
      const comments = commentElements(commentsAfter(node));
      const others = node === start ? [] : node.parent!.children.slice(1);
      parts.push(...comments);
      for (const other of others) {
        const inner = this.variation(other, first);
        inner[0]!.prepend('(');
        inner.at(-1)!.append(el('span', { class: 'closing' }, ')'));
        parts.push(el('span', {}, ...spaced(inner)));
      }
      needsNumber = comments.length + others.length > 0;
    }
    return parts;
  }

  private moveButton(node: GameNode): HTMLButtonElement {
    const button = el(
      'button',
      {
        type: 'button',
        class: `move ${KINDS[markOf(node)]}`,
        tabindex: -1,
        click: () => this.onSelect(node),
      },
      signedSan(node),
    );
    this.buttons.set(node, button);
    this.nodes.set(button, node);
    return button;
  }
}

/** Parts of a line with spaces between them, for copies of the text and for lines to break at. */
const spaced = (parts: readonly HTMLElement[]): Child[] =>
  parts.flatMap((part, i) => (i === 0 ? [part] : [' ', part]));

/** Comments on a move, without commands such as `[%clk 0:01:02]`. */
function commentElements(comments: readonly string[]): HTMLElement[] {
  const text = readableComment(comments);
  return text === '' ? [] : [el('span', { class: 'comment' }, text)];
}
