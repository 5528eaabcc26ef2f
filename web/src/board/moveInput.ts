/**
 * A board for entering moves: by drag, by two clicks, or by keys (arrows, Enter, Escape). Only legal
 * moves are reported. During the other side's turn a move can be made in advance: it is played as soon as
 * it is legal, and forgotten if it is not. To castle, move the king onto its rook, or to where it lands if
 * that is not next to it.
 */
import { landingSquare } from '../../../src/chess/board/castling.ts';
import { legalMoves } from '../../../src/chess/board/movegen.ts';
import type { Position } from '../../../src/chess/board/position.ts';
import {
  type Color,
  colorOf,
  fromOf,
  isPromotion,
  type Move,
  NO_MOVE,
  NO_PIECE,
  promotionOf,
  QUEEN,
  type Square,
  squareName,
  toOf,
} from '../../../src/chess/board/types.ts';
import { announce } from '../announce.ts';
import { hasLeft } from '../longPress.ts';
import { texts } from '../texts.ts';
import { Drawing } from './drawing.ts';
import { premoveTargets } from './premove.ts';
import { askPromotion } from './promotion.ts';
import type { Shape } from './shapes.ts';
import { BoardView } from './view.ts';

/** Which sides may be moved by hand. */
type Movable = Color | 'both' | 'none';

/** How many pixels a pointer may move in a click; in a drag it moves further. */
const CLICK = 3;

interface Drag {
  pointerId: number;
  from: Square;
  x: number;
  y: number;
  isMoving: boolean;
  /** The square had been selected before. */
  isSecondClick: boolean;
}

export class MoveBoard extends BoardView {
  private position: Position | null = null;
  private movable: Movable = 'none';
  private selected: Square | null = null;
  private drag: Drag | null = null;
  /** A press that had nothing to do: released where it began, it clears the drawing. */
  private idlePress: PointerEvent | null = null;
  private premove: { from: Square; to: Square } | null = null;
  private readonly drawing: Drawing;
  /** Cancels the choice of a promotion piece. */
  private asking = new AbortController();
  private readonly onMove: (move: Move) => void;

  /**
   * `onMove` receives legal moves; {@link show} has to be called to show them. `onDraw` receives the
   * arrows and circles that the user draws.
   */
  constructor(onMove: (move: Move) => void, onDraw: (shapes: readonly Shape[]) => void = () => {}) {
    super();
    this.onMove = onMove;
    this.drawing = new Drawing(this, onDraw);
    this.drawing.onLongPress = () => this.cancel();
    this.element.addEventListener('pointerdown', (event) => this.onPointerDown(event));
    // A click does not focus the square, so that the arrow keys still step through the game.
    this.element.addEventListener('mousedown', (event) => {
      event.preventDefault();
      // The choices of a promotion keep the focus that the same press gave them.
      if (this.element.querySelector('.promotion') !== null) return;
      this.element.focus({ preventScroll: true });
    });
    this.element.addEventListener('pointermove', (event) => this.onPointerMove(event));
    this.element.addEventListener('pointerup', (event) => this.onPointerUp(event));
    this.element.addEventListener('pointercancel', ({ pointerId }) => {
      // Not for a palm, whose touch the browser cancels when a pen comes near.
      if (pointerId === (this.drag ?? this.idlePress)?.pointerId) this.cancel();
    });
    this.element.addEventListener('keydown', (event) => this.onKeyDown(event));
  }

  /** Shows a position, the move that led to it, or `NO_MOVE`, and what the user has drawn on it. */
  show(position: Position, last: Move, isAnimated: boolean, shapes: readonly Shape[] = []): void {
    if (!this.isMoveBegun(position)) this.cancel();
    this.position = position;
    this.drawing.show(shapes);
    this.setPieces(position.board, isAnimated);
    this.select(this.selected, true);
    this.setMark('last', last === NO_MOVE ? [] : [fromOf(last), landingSquare(last)]);
    this.setMark('check', position.inCheck ? [position.kingSquare(position.turn)] : []);
    // After the listener that showed the position is done with it.
    if (this.premove !== null) queueMicrotask(() => this.playPremove(position));
  }

  /** Whether a move was begun during the other side's turn that can be finished in this position, its reply. */
  private isMoveBegun({ board, turn }: Position): boolean {
    const { position, selected, movable } = this;
    if (position === null || selected === null) return false;
    return this.isEarly() && turn === movable && board[selected] === position.board[selected];
  }

  /** Forgets the move that was made in advance. */
  clearPremove(): void {
    this.premove = null;
    this.setMark('premove', []);
  }

  private setPremove(from: Square, to: Square): void {
    this.premove = { from, to };
    this.setMark('premove', [from, to]);
    announce(texts.premove(squareName(from), squareName(to)));
  }

  private playPremove(position: Position): void {
    const { premove } = this;
    if (premove === null || this.position !== position || position.turn !== this.movable) return;
    this.clearPremove();
    const moves = this.movesTo(premove.from, premove.to);
    const move = moves.find((it) => !isPromotion(it) || promotionOf(it) === QUEEN);
    if (move !== undefined) this.onMove(move);
  }

  /** Sets the side that may move; during the other's turn it may move in advance. */
  setMovable(movable: Movable): void {
    if (movable === this.movable) return;
    this.cancel();
    this.clearPremove();
    this.movable = movable;
    this.element.classList.toggle('is-movable', movable !== 'none');
  }

  override setOrientation(color: Color): void {
    this.cancel();
    super.setOrientation(color);
  }

  /** Cancels an unfinished move. */
  cancel(): void {
    const { drag } = this;
    this.drag = null;
    this.idlePress = null;
    this.asking.abort();
    this.setMark('over', []);
    this.select(null);
    if (drag !== null) this.dropBack(drag.from);
  }

  private dropBack(square: Square): void {
    const element = this.pieceOn(square);
    if (element === null) return;
    element.classList.remove('is-dragged');
    this.place(element, square);
  }

  private canMove(square: Square): boolean {
    const { position, movable } = this;
    if (position === null || movable === 'none') return false;
    if (position.board[square] === NO_PIECE) return false;
    return colorOf(position.board[square]!) === (movable === 'both' ? position.turn : movable);
  }

  /** Whether moves are made in advance. */
  private isEarly(): boolean {
    return this.movable !== 'both' && this.position?.turn !== this.movable;
  }

  private movesFrom(from: Square): Move[] {
    return legalMoves(this.position!).filter((move) => fromOf(move) === from);
  }

  /** The moves from one square to another: several for a promotion. */
  private movesTo(from: Square, to: Square): Move[] {
    const moves = this.movesFrom(from);
    const exact = moves.filter((move) => toOf(move) === to);
    if (exact.length > 0) return exact;
    return moves.filter((move) => landingSquare(move) === to);
  }

  /** Selects a piece, or none; `isNew` if its moves may have changed. */
  private select(square: Square | null, isNew = square !== this.selected): void {
    if (!isNew) return;
    this.selected = square;
    this.setMark('selected', square === null ? [] : [square]);
    const targets = square === null ? [] : this.targetsOf(square);
    const isTaken = (target: Square) => this.pieceOn(target) !== null;
    this.setMark('taken', targets.filter(isTaken));
    this.setMark(
      'target',
      targets.filter((target) => !isTaken(target)),
    );
  }

  private targetsOf(from: Square): Square[] {
    if (this.isEarly()) return premoveTargets(this.position!, from);
    return [...new Set(this.movesFrom(from).map((move) => targetOf(this.position!, move)))];
  }

  /** Makes a move, after asking for a promotion piece; false if there is no such move. */
  private tryMove(from: Square, to: Square): boolean {
    if (this.isEarly()) {
      if (!this.targetsOf(from).includes(to)) return false;
      this.select(null);
      this.setPremove(from, to);
      return true;
    }
    const moves = this.movesTo(from, to);
    const [first] = moves;
    if (first === undefined) return false;
    const { position } = this;
    this.select(null);
    if (!isPromotion(first)) {
      this.onMove(first);
      return true;
    }
    this.asking = new AbortController();
    const { signal } = this.asking;
    void askPromotion(this.element, to, position!.turn, this.orientation, signal).then((type) => {
      if (this.position !== position) return;
      const move = moves.find((candidate) => promotionOf(candidate) === type);
      if (move === undefined || type === null) this.dropBack(from);
      else this.onMove(move);
    });
    return true;
  }

  private onPointerDown(event: PointerEvent): void {
    if (event.button === 2) {
      this.cancel();
      this.clearPremove();
    }
    if (event.button !== 0 || this.drag?.isMoving) return;
    const square = this.squareAt(event);
    if (square === null) return;
    // Fast players tap the square with another finger before they lift the one on the piece.
    this.drag = null;
    this.idlePress = null;
    this.clearPremove();
    const { selected } = this;
    if (selected !== null && selected !== square && this.tryMove(selected, square)) return;
    if (!this.canMove(square)) {
      if (selected === null) this.idlePress = event;
      this.select(null);
      return;
    }
    this.select(square);
    const { pointerId, clientX: x, clientY: y } = event;
    const isSecondClick = selected === square;
    this.drag = { pointerId, from: square, x, y, isMoving: false, isSecondClick };
    this.element.setPointerCapture(pointerId);
  }

  private onPointerMove(event: PointerEvent): void {
    const { drag } = this;
    if (drag === null || event.pointerId !== drag.pointerId || this.drawing.isActive) return;
    const element = this.pieceOn(drag.from);
    if (element === null) return;
    if (!drag.isMoving) {
      if (!hasLeft(drag, event, CLICK)) return;
      drag.isMoving = true;
      element.classList.add('is-dragged');
    }
    this.placeAt(element, event);
    const over = this.squareAt(event);
    this.setMark('over', over === null ? [] : [over]);
  }

  private onPointerUp(event: PointerEvent): void {
    const { drag, idlePress } = this;
    this.idlePress = null;
    if (idlePress !== null && !hasLeft(idlePress, event, CLICK)) this.drawing.clear();
    if (drag === null || event.pointerId !== drag.pointerId) return;
    this.drag = null;
    this.setMark('over', []);
    if (!drag.isMoving) {
      if (drag.isSecondClick) this.select(null);
      return;
    }
    const to = this.squareAt(event);
    const element = this.pieceOn(drag.from);
    element?.classList.remove('is-dragged');
    if (this.isEarly()) {
      this.dropBack(drag.from);
      if (to !== null && to !== drag.from) this.tryMove(drag.from, to);
    } else if (to !== null && to !== drag.from && this.movesTo(drag.from, to).length > 0) {
      // The piece is already on its square and must not be animated again.
      if (element !== null) this.dropOn(element, to);
      this.tryMove(drag.from, to);
    } else {
      this.dropBack(drag.from);
    }
  }

  private dropOn(element: SVGElement, to: Square): void {
    element.classList.add('is-dropped');
    this.place(element, to);
    requestAnimationFrame(() => element.classList.remove('is-dropped'));
  }

  private onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && (this.selected !== null || this.premove !== null)) {
      this.cancel();
      this.clearPremove();
      event.stopPropagation();
      return;
    }
    if (event.key !== 'Enter' && event.key !== ' ') return;
    const square = this.squareOfTarget(event.target);
    if (square === null) return;
    event.preventDefault();
    const { selected } = this;
    if (selected !== null && selected !== square && this.tryMove(selected, square)) return;
    this.select(this.canMove(square) && selected !== square ? square : null);
  }
}

/** The square that the user moves a piece to: in Chess960 the king castles by taking its rook, as moves are stored. */
const targetOf = ({ chess960 }: Position, move: Move): Square =>
  chess960 ? toOf(move) : landingSquare(move);
