/**
 * Drawing on a board: with the right mouse button, or after a long press; from one square to another for
 * an arrow, on one square for a circle.
 */
import type { Square } from '../../../src/chess/board/types.ts';
import { hasLeft, LONG_PRESS } from '../longPress.ts';
import { type Shape, shapeColor, toggleShape } from './shapes.ts';
import type { BoardView } from './view.ts';

export class Drawing {
  private readonly board: BoardView;
  private readonly onChange: (shapes: readonly Shape[]) => void;
  private shapes: readonly Shape[] = [];
  private from: Square | null = null;
  private pointer = 0;
  private timer = 0;
  private start = { x: 0, y: 0 };

  /** `onChange` is called when the user has drawn or cleared something. */
  constructor(board: BoardView, onChange: (shapes: readonly Shape[]) => void) {
    this.board = board;
    this.onChange = onChange;
    const { element } = board;
    element.addEventListener('contextmenu', (event) => event.preventDefault());
    element.addEventListener('pointerdown', (event) => this.onDown(event));
    element.addEventListener('pointermove', (event) => this.onMove(event));
    element.addEventListener('pointerup', (event) => this.onUp(event));
    element.addEventListener('pointercancel', () => this.stop());
  }

  /** Whether something is being drawn: other input waits. */
  get isActive(): boolean {
    return this.from !== null;
  }

  /** Shows the shapes of another position. */
  show(shapes: readonly Shape[]): void {
    this.stop();
    this.shapes = shapes;
    this.board.setShapes(shapes);
  }

  /** Removes all shapes, as a click does that has nothing else to do. */
  clear(): void {
    if (this.shapes.length > 0) this.change([]);
  }

  /** Called when a long press begins to draw, so that the press is nothing else. */
  onLongPress: () => void = () => {};

  private onDown(event: PointerEvent): void {
    const square = this.board.squareAt(event);
    // A second finger may only hold the device, as a palm does beside a pen: a drawing that it began would
    // keep the other one from moving pieces.
    this.show(this.shapes);
    if (!event.isPrimary || square === null) return;
    this.start = { x: event.clientX, y: event.clientY };
    this.pointer = event.pointerId;
    const begin = () => {
      this.from = square;
      this.board.element.setPointerCapture(event.pointerId);
      this.preview(square, event);
    };
    if (event.button === 2) begin();
    else if (event.pointerType === 'touch') {
      this.timer = window.setTimeout(() => {
        this.onLongPress();
        navigator.vibrate?.(10);
        begin();
      }, LONG_PRESS);
    }
  }

  private onMove(event: PointerEvent): void {
    if (event.pointerId !== this.pointer) return;
    if (hasLeft(this.start, event)) clearTimeout(this.timer);
    const to = this.board.squareAt(event);
    if (this.from !== null && to !== null) this.preview(to, event);
  }

  private onUp(event: PointerEvent): void {
    clearTimeout(this.timer);
    const { from } = this;
    if (from === null || event.pointerId !== this.pointer) return;
    this.from = null;
    const to = this.board.squareAt(event);
    if (to === null) this.board.setShapes(this.shapes);
    else this.change(toggleShape(this.shapes, { from, to, color: shapeColor(event) }));
  }

  private preview(to: Square, event: PointerEvent): void {
    const drawn: Shape = { from: this.from!, to, color: shapeColor(event) };
    this.board.setShapes([...this.shapes, drawn]);
  }

  private change(shapes: readonly Shape[]): void {
    this.shapes = shapes;
    this.board.setShapes(shapes);
    this.onChange(shapes);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.from = null;
  }
}
