/**
 * A chessboard: a grid of 64 focusable cells with the pieces and arrows drawn over it. Clicks and
 * keys are handled by its users (moveInput.ts, editor.ts).
 *
 * The cells follow the grid pattern for assistive technology: one of them is in the tab order,
 * and arrow keys move the focus. https://www.w3.org/WAI/ARIA/apg/patterns/grid/
 */
import {
  type Color,
  fileOf,
  NO_PIECE,
  type Piece,
  rankOf,
  type Square,
  squareName,
  WHITE,
} from '../../../src/chess/board/types.ts';
import { el, svg } from '../dom.ts';
import { texts } from '../texts.ts';
import {
  type Arrow,
  arrowElement,
  type Badge,
  badgeElement,
  placeOf,
  shapeElement,
  squareIn,
} from './arrows.ts';
import { pieceElement } from './pieces.ts';
import type { Shape } from './shapes.ts';

/** Ways to mark a square; the names are CSS classes. */
type SquareMark = 'last' | 'selected' | 'target' | 'taken' | 'check' | 'over' | 'premove';

export class BoardView {
  readonly element: HTMLElement;
  private readonly grid: HTMLElement;
  private readonly coordinates = el('div', { class: 'coordinates', 'aria-hidden': 'true' });
  private readonly pieceLayer: HTMLElement;
  private readonly arrowLayer: SVGElement;
  private readonly cells: HTMLElement[] = [];
  private readonly pieces = new Map<Square, { piece: Piece; element: SVGElement }>();
  private readonly marks = new Map<SquareMark, readonly Square[]>();
  private arrows: readonly Arrow[] = [];
  private shapes: readonly Shape[] = [];
  private badge: Badge | null = null;
  private below: Color = WHITE;
  /** The cell that is in the tab order. */
  private focused: Square = 0;

  constructor() {
    this.grid = el('div', { class: 'squares', role: 'grid', 'aria-label': texts.board });
    this.pieceLayer = el('div', { class: 'pieces', 'aria-hidden': 'true' });
    this.arrowLayer = svg('svg', {
      class: 'arrows',
      viewBox: '0 0 800 800',
      'aria-hidden': 'true',
    });
    this.element = el(
      'div',
      // It has the focus after a click or tap, so that the keys step through the game.
      { class: 'board', tabindex: -1 },
      this.grid,
      this.coordinates,
      this.pieceLayer,
      this.arrowLayer,
    );
    for (let square = 0; square < 64; square++) {
      const shade = (fileOf(square) + rankOf(square)) % 2 === 0 ? 'dark' : 'light';
      this.cells.push(
        el('div', {
          class: `square ${shade}`,
          role: 'gridcell',
          tabindex: -1,
          'data-square': squareName(square),
        }),
      );
    }
    this.layCells();
    this.nameCells();
    this.grid.addEventListener('keydown', (event) => this.moveFocus(event));
    this.grid.addEventListener('focusin', (event) => {
      const square = this.cells.indexOf(event.target as HTMLElement);
      if (square >= 0) this.setFocused(square);
    });
  }

  /** The side at the bottom. */
  get orientation(): Color {
    return this.below;
  }

  setOrientation(color: Color): void {
    if (color === this.below) return;
    this.below = color;
    this.layCells();
    for (const [square, { element }] of this.pieces) this.place(element, square);
    this.draw();
  }

  /** Shows pieces; with `isAnimated` moved pieces glide to their new squares. */
  setPieces(board: Int8Array, isAnimated = false): void {
    const arrived: Square[] = [];
    const free: { piece: Piece; element: SVGElement; square: Square }[] = [];
    for (let square = 0; square < 64; square++) {
      const now = board[square]!;
      const shown = this.pieces.get(square);
      if ((shown?.piece ?? NO_PIECE) === now) continue;
      if (shown !== undefined) {
        free.push({ ...shown, square });
        this.pieces.delete(square);
      }
      if (now !== NO_PIECE) arrived.push(square);
    }
    this.pieceLayer.classList.toggle('is-animated', isAnimated);
    for (const square of arrived) {
      const piece = board[square]!;
      const i = free.findIndex((candidate) => candidate.piece === piece);
      const [moved] = i >= 0 ? free.splice(i, 1) : [];
      const element = moved?.element ?? pieceElement(piece);
      if (moved === undefined) this.pieceLayer.append(element);
      this.pieces.set(square, { piece, element });
      this.place(element, square);
    }
    for (const { element } of free) element.remove();
    this.nameCells();
  }

  /** The drawing of the piece on a square. */
  pieceOn(square: Square): SVGElement | null {
    return this.pieces.get(square)?.element ?? null;
  }

  /** Marks exactly these squares in this way. */
  setMark(mark: SquareMark, squares: readonly Square[]): void {
    for (const square of this.marks.get(mark) ?? []) this.cells[square]!.classList.remove(mark);
    for (const square of squares) this.cells[square]!.classList.add(mark);
    this.marks.set(mark, squares);
    if (mark === 'selected' || mark === 'target' || mark === 'taken') this.nameCells();
  }

  setArrows(arrows: readonly Arrow[]): void {
    this.arrows = arrows;
    this.draw();
  }

  /** Shows what the user has drawn. */
  setShapes(shapes: readonly Shape[]): void {
    this.shapes = shapes;
    this.draw();
  }

  /** Shows the mark of the last move. */
  setBadge(badge: Badge | null): void {
    this.badge = badge;
    this.draw();
  }

  private draw(): void {
    const { arrows, shapes, badge, below } = this;
    this.arrowLayer.replaceChildren(
      ...arrows.map((arrow) => arrowElement(arrow, below)),
      ...shapes.map((shape) => shapeElement(shape, below)),
      ...(badge === null ? [] : [badgeElement(badge, below)]),
    );
  }

  /** Moves a piece's drawing to a square. */
  place(element: SVGElement, square: Square): void {
    const [column, row] = placeOf(square, this.below);
    element.style.transform = `translate(${column * 100}%, ${row * 100}%)`;
  }

  /** Moves a piece's drawing under the pointer. */
  placeAt(element: SVGElement, { clientX, clientY }: PointerEvent): void {
    const { left, top, width } = this.grid.getBoundingClientRect();
    const half = width / 16;
    element.style.transform = `translate(${clientX - left - half}px, ${clientY - top - half}px)`;
  }

  /** The square under the pointer; null outside the board. */
  squareAt({ clientX, clientY }: PointerEvent): Square | null {
    const { left, top, width, height } = this.grid.getBoundingClientRect();
    const column = Math.floor(((clientX - left) / width) * 8);
    const row = Math.floor(((clientY - top) / height) * 8);
    if (column < 0 || column > 7 || row < 0 || row > 7) return null;
    return squareIn(column, row, this.below);
  }

  /** Puts the cells into rows in visual order, with coordinates at the edges. */
  private layCells(): void {
    const rows: HTMLElement[] = [];
    const ranks: HTMLElement[] = [];
    const files: HTMLElement[] = [];
    for (let row = 0; row < 8; row++) {
      const cells: HTMLElement[] = [];
      for (let column = 0; column < 8; column++) {
        const square = squareIn(column, row, this.below);
        const cell = this.cells[square]!;
        const name = squareName(square);
        const shade = (column + row) % 2 === 0 ? 'on-light' : 'on-dark';
        if (column === 0) ranks.push(el('span', { class: shade }, name[1]!));
        if (row === 7) files.push(el('span', { class: shade }, name[0]!));
        cells.push(cell);
      }
      rows.push(el('div', { role: 'row' }, ...cells));
    }
    this.grid.replaceChildren(...rows);
    this.coordinates.replaceChildren(
      el('div', { class: 'ranks' }, ...ranks),
      el('div', { class: 'files' }, ...files),
    );
    this.setFocused(this.focused);
  }

  private setFocused(square: Square): void {
    this.cells[this.focused]!.tabIndex = -1;
    this.cells[square]!.tabIndex = 0;
    this.focused = square;
  }

  /** Sets the labels of the squares for screen readers. */
  private nameCells(): void {
    const selected = this.marks.get('selected') ?? [];
    const targets = [...(this.marks.get('target') ?? []), ...(this.marks.get('taken') ?? [])];
    for (const [square, cell] of this.cells.entries()) {
      const piece = this.pieces.get(square)?.piece ?? NO_PIECE;
      const isTarget = targets.includes(square);
      cell.setAttribute('aria-label', texts.squareLabel(squareName(square), piece, isTarget));
      cell.setAttribute('aria-selected', `${selected.includes(square)}`);
    }
  }

  /** Arrow keys, Home and End. */
  private moveFocus(event: KeyboardEvent): void {
    const [column, row] = placeOf(this.focused, this.below);
    const steps: Record<string, readonly [number, number]> = {
      ArrowLeft: [column - 1, row],
      ArrowRight: [column + 1, row],
      ArrowUp: [column, row - 1],
      ArrowDown: [column, row + 1],
      Home: [0, row],
      End: [7, row],
    };
    const to = steps[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const clamp = (x: number) => Math.min(7, Math.max(0, x));
    const [x, y] = [clamp(to[0]), clamp(to[1])];
    this.cells[squareIn(x, y, this.below)]!.focus();
  }

  /** The square of an event's target; null if it is no cell. */
  squareOfTarget(target: EventTarget | null): Square | null {
    const square = this.cells.indexOf(target as HTMLElement);
    return square < 0 ? null : square;
  }
}
