/**
 * The moves of a game: the main line in rows of two, variations and comments between the rows.
 * Every move is a button; the one on the board is the current step.
 */
import { BLACK } from '../../src/chess/board/types.ts';
import { el } from './dom.ts';
import { type GameNode, type GameTree, lineFrom } from './gameTree.ts';
import { texts } from './texts.ts';

const SIGNS: Record<number, readonly [sign: string, kind: string]> = {
  1: ['!', 'good'],
  2: ['?', 'mistake'],
  3: ['!!', 'good'],
  4: ['??', 'blunder'],
  5: ['!?', ''],
  6: ['?!', 'inaccuracy'],
};

export class MoveList {
  readonly element: HTMLElement;
  private readonly buttons = new Map<GameNode, HTMLButtonElement>();
  private readonly onSelect: (node: GameNode) => void;
  private current: GameNode | null = null;

  constructor(onSelect: (node: GameNode) => void) {
    this.onSelect = onSelect;
    this.element = el('div', {
      ...{ class: 'moves', role: 'group', tabindex: '0', 'aria-label': texts.moves },
    });
  }

  /** Shows a game. */
  render(tree: GameTree, current: GameNode): void {
    this.buttons.clear();
    const { start } = tree;
    // The side to move and the move number follow from the ply.
    const first = (start.fullmove - 1) * 2 + (start.turn === BLACK ? 1 : 0);
    const children = this.rows(tree.root, first);
    if (children.length === 0) children.push(el('p', { class: 'empty' }, texts.noMoves));
    this.element.replaceChildren(...children);
    this.current = null;
    this.select(current);
  }

  /** Highlights the move that led to the position on the board. */
  select(node: GameNode): void {
    const before = this.current === null ? undefined : this.buttons.get(this.current);
    before?.removeAttribute('aria-current');
    this.current = node;
    const button = this.buttons.get(node);
    if (button === undefined) {
      this.element.scrollTop = 0;
      return;
    }
    button.setAttribute('aria-current', 'step');
    this.scrollTo(button);
  }

  /** Scrolls the list only, not the page. */
  private scrollTo(button: HTMLElement): void {
    const list = this.element.getBoundingClientRect();
    const item = button.getBoundingClientRect();
    const room = item.height;
    if (item.top < list.top + room) this.element.scrollTop -= list.top + room - item.top;
    if (item.bottom > list.bottom - room)
      this.element.scrollTop += item.bottom - list.bottom + room;
  }

  /** The main line; `first` is the number of plies before the root's first move. */
  private rows(root: GameNode, first: number): HTMLElement[] {
    const rows: HTMLElement[] = [];
    rows.push(...commentElements(root));
    let row: HTMLElement | null = null;
    for (const node of lineFrom(root)) {
      const ply = first + node.ply - 1;
      const isBlack = ply % 2 === 1;
      if (row === null) {
        row = el(
          'div',
          { class: 'move-row' },
          el('span', { class: 'number' }, `${(ply >> 1) + 1}`),
        );
        if (isBlack) row.append(el('span', { class: 'gap' }, '…'));
        rows.push(row);
      }
      row.append(this.moveButton(node));
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
      ...commentElements(node),
      ...others.map((other) => el('div', { class: 'variation' }, ...this.variation(other, first))),
    ];
  }

  /** A variation; its own alternatives stand in brackets after the moves they replace. */
  private variation(start: GameNode, first: number): HTMLElement[] {
    const parts: HTMLElement[] = [];
    let needsNumber = true;
    for (let node: GameNode | undefined = start; node !== undefined; node = node.children[0]) {
      const ply = first + node.ply - 1;
      const isBlack = ply % 2 === 1;
      const number = `${(ply >> 1) + 1}${isBlack ? '…' : '.'}`;
      const isNumbered = needsNumber || !isBlack;
      // A number and its move stay on one line.
      parts.push(
        el(
          'span',
          { class: 'token' },
          isNumbered && el('span', { class: 'number' }, number),
          this.moveButton(node),
        ),
      );
      const comments = commentElements(node);
      const others = node === start ? [] : node.parent!.children.slice(1);
      parts.push(...comments);
      for (const other of others) {
        const inner = this.variation(other, first);
        inner[0]!.prepend('(');
        inner.at(-1)!.append(el('span', { class: 'closing' }, ')'));
        parts.push(el('span', {}, ...inner));
      }
      needsNumber = comments.length + others.length > 0;
    }
    return parts;
  }

  private moveButton(node: GameNode): HTMLButtonElement {
    const nag = node.nags.find((candidate) => candidate in SIGNS);
    const [sign, kind] = nag === undefined ? ['', ''] : SIGNS[nag]!;
    const button = el(
      'button',
      { type: 'button', class: `move ${kind}`, click: () => this.onSelect(node) },
      node.san + sign,
    );
    this.buttons.set(node, button);
    return button;
  }
}

/** Comments on a move, without commands such as `[%clk 0:01:02]`. */
function commentElements({ comments }: GameNode): HTMLElement[] {
  const text = comments
    .join(' ')
    .replace(/\[%[^\]]*\]/g, '')
    .trim();
  return text === '' ? [] : [el('span', { class: 'comment' }, text)];
}
