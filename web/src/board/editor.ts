/**
 * A position set up by hand: a palette of pieces, a board to put them on, the side to move and
 * castling rights. It may be impossible until it is finished: `parseFen` validates its FEN.
 */
import { Position } from '../../../src/chess/board/position.ts';
import type { Setup } from '../../../src/chess/board/setup.ts';
import {
  BISHOP,
  BLACK,
  type Color,
  fileOf,
  KING,
  KNIGHT,
  NO_PIECE,
  NO_SQUARE,
  PAWN,
  type Piece,
  pieceOf,
  QUEEN,
  ROOK,
  rankOf,
  type Square,
  sideName,
  squareOf,
  WHITE,
} from '../../../src/chess/board/types.ts';
import {
  formatFen,
  parseFen,
  positionFromFen,
  START_FEN,
} from '../../../src/chess/notation/fen.ts';
import { offerAction } from '../announce.ts';
import { dialogButtons, showDialog } from '../dialogs.ts';
import { button, type Child, el, loadStyle, radios } from '../dom.ts';
import { texts } from '../texts.ts';
import { editorTexts } from './editorTexts.ts';
import { pieceElement } from './pieces.ts';
import { BoardView } from './view.ts';

const t = editorTexts;
/** Where kings and rooks castle from in standard chess: the kings by colour, the rooks by castling right. */
const KINGS: readonly Square[] = [4, 60];
const ROOKS: readonly Square[] = [7, 0, 63, 56];

/** What a click on a square does: place a piece, clear the square, or pick up its piece. */
type Tool = Piece | 'move' | 'erase';

/**
 * Shows the editor; resolves to a FEN, or null if cancelled. If it was left by Escape, perhaps by mistake, the
 * changes can be taken up again for a while.
 */
export async function askPosition(fen: string): Promise<string | null> {
  await loadStyle('editor.css');
  const editor = new Editor(fen);
  const show = async (): Promise<string | null> => {
    let isDismissed = false;
    const answer = await showDialog<string>(
      t.title,
      (close) => editor.content(close),
      () => {
        isDismissed = editor.isChanged();
        return null;
      },
    );
    if (!isDismissed) return answer;
    return new Promise((resolve) => offerAction(t.dismissed, t.goOn, () => resolve(show())));
  };
  return show();
}

class Editor {
  private close: (fen: string | null) => void = () => {};
  /** The FEN if nothing is changed. */
  private readonly before: string;
  private readonly view = new BoardView();
  private setup = positionFromFen(START_FEN).toSetup();
  /** The castling rights that were chosen. They count while king and rook stand where they castle from. */
  private rights = 0;
  private kings = KINGS;
  private rooks = ROOKS;
  private boxes: HTMLInputElement[] = [];
  private tool: Tool = 'move';
  /** The square whose piece is being moved. */
  private held: Square | null = null;
  /** Ends the drag that is under way. */
  private dragging: AbortController | null = null;
  private readonly fenField = el('input', {
    type: 'text',
    autocapitalize: 'off',
    spellcheck: 'false',
    input: () => this.load(this.fenField.value),
  });
  private readonly problem = el('p', { class: 'problem', role: 'alert' });
  private readonly options = el('div', { class: 'form' });
  private readonly useButton = button(t.use, () => this.close(this.fen()), {
    class: 'plain primary',
  });

  constructor(fen: string) {
    this.listen();
    if (!this.load(fen)) this.load(START_FEN);
    this.before = this.fen();
    this.fenField.value = this.before;
  }

  isChanged(): boolean {
    return this.fenField.value !== this.before;
  }

  /** The content of the dialog, whenever it is shown; `close` ends it. */
  content(close: (fen: string | null) => void): HTMLElement[] {
    this.close = close;
    // A drag ends when the dialog is closed.
    this.release();
    const clear = button(t.clear, () => this.change(() => this.clear()));
    const start = button(texts.startPosition, () => {
      this.load(START_FEN);
      this.fenField.value = this.fen();
    });
    return [
      el(
        'div',
        { class: 'editor' },
        this.view.element,
        el(
          'div',
          { class: 'form' },
          this.palette(),
          el('p', { class: 'hint' }, t.help),
          this.options,
          el('label', { class: 'field wide' }, el('span', {}, texts.setup.fen), this.fenField),
          el('div', { class: 'row' }, clear, start),
        ),
      ),
      // Beside the buttons, which stay in sight: it says why the position cannot be used.
      dialogButtons(
        this.problem,
        button(texts.cancel, () => this.close(null)),
        this.useButton,
      ),
    ];
  }

  /** Loads a FEN; shows the problem and returns false if it is invalid. */
  private load(fen: string): boolean {
    const parsed = parseFen(fen);
    this.showProblem(parsed.ok ? null : parsed.error.message);
    if (!parsed.ok) return false;
    this.release();
    const position = parsed.value;
    this.setup = position.toSetup();
    this.rights = position.rights;
    const { castlingRooks, chess960 } = this.setup;
    this.kings = KINGS.map((king, color) =>
      chess960 ? squareOf(fileOf(position.kingSquare(color)), rankOf(king)) : king,
    );
    this.rooks = ROOKS.map((rook, right) =>
      castlingRooks[right] === NO_SQUARE ? rook : castlingRooks[right]!,
    );
    this.view.setPieces(this.setup.board);
    this.showOptions();
    return true;
  }

  /** Changes the position and shows the result. */
  private change(action: () => void): void {
    action();
    Object.assign(this.setup, { epSquare: NO_SQUARE, halfmoves: 0, fullmove: 1 });
    this.view.setPieces(this.setup.board);
    this.showRights();
    const fen = this.fen();
    this.fenField.value = fen;
    const parsed = parseFen(fen);
    this.showProblem(parsed.ok ? null : parsed.error.message);
  }

  private showProblem(problem: string | null): void {
    this.problem.textContent = problem === null ? '' : texts.problem(problem);
    this.useButton.disabled = problem !== null;
  }

  private fen(): string {
    const rooks = this.rooks.map((rook, right) => (this.hasRight(right) ? rook : NO_SQUARE));
    const castlingRooks = rooks as Setup['castlingRooks'];
    return formatFen(new Position({ ...this.setup, castlingRooks }));
  }

  private hasRight(right: number): boolean {
    return (this.rights & (1 << right)) !== 0 && this.canCastle(right);
  }

  /** Whether king and rook stand where they castle from. */
  private canCastle(right: number): boolean {
    const color: Color = right >> 1;
    const { board } = this.setup;
    return (
      board[this.kings[color]!] === pieceOf(KING, color) &&
      board[this.rooks[right]!] === pieceOf(ROOK, color)
    );
  }

  private clear(): void {
    this.release();
    this.setup.board.fill(NO_PIECE);
    this.setup.chess960 = false;
    this.rights = 0;
    this.kings = KINGS;
    this.rooks = ROOKS;
  }

  /** Shows the side to move and the castling rights. */
  private showOptions(): void {
    this.boxes = t.rights.map((_, right) => {
      const toggle = () => this.change(() => (this.rights ^= 1 << right));
      return el('input', { type: 'checkbox', change: toggle });
    });
    this.showRights();
    const rights = this.boxes.map((box, right) =>
      el('label', { class: 'check' }, box, t.rights[right]!),
    );
    const legend = el('legend', {}, t.castling);
    this.options.replaceChildren(
      radios(
        'turn',
        t.turn,
        [
          [`${WHITE}`, texts.white],
          [`${BLACK}`, texts.black],
        ],
        `${this.setup.turn}`,
        (value) => this.change(() => (this.setup.turn = Number(value))),
      ),
      el('fieldset', { class: 'checks' }, legend, el('div', {}, ...rights)),
    );
  }

  /** Castling can be chosen where it is possible. */
  private showRights(): void {
    for (const [right, box] of this.boxes.entries()) {
      box.checked = this.hasRight(right);
      box.disabled = !this.canCastle(right);
    }
  }

  private palette(): HTMLElement {
    const choose = (tool: Tool) => () => {
      this.tool = tool;
      this.release();
    };
    const choice = (tool: Tool, label: string, shown: Child) => {
      const input = el('input', {
        type: 'radio',
        name: 'tool',
        'aria-label': label,
        checked: tool === this.tool,
        change: choose(tool),
      });
      return el('label', { title: label }, input, el('span', {}, shown));
    };
    const pieces = (color: Color) =>
      [KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN].map((type) => {
        const piece = pieceOf(type, color);
        const name = `${sideName(color)} ${texts.pieceNames[type]}`;
        return choice(piece, name, pieceElement(piece));
      });
    return el(
      'fieldset',
      { class: 'palette' },
      el('legend', { class: 'visually-hidden' }, t.palette),
      el('div', {}, ...pieces(WHITE), choice('move', t.move, '✥')),
      el('div', {}, ...pieces(BLACK), choice('erase', t.erase, '✕')),
    );
  }

  /** Handles clicks, drags and keys on the board. */
  private listen(): void {
    const { element } = this.view;
    element.classList.add('is-movable');
    element.addEventListener('pointerdown', (event) => {
      const square = this.view.squareAt(event);
      // While a piece is dragged, another finger on the board only holds the device.
      if (square === null || event.button !== 0 || this.dragging !== null) return;
      const isPiece = this.setup.board[square] !== NO_PIECE;
      const isDrag = this.tool === 'move' && isPiece && this.held === null;
      if (!isDrag) return this.use(square);
      this.held = square;
      this.view.setMark('selected', [square]);
      element.setPointerCapture(event.pointerId);
      this.follow(event.pointerId, square);
    });
    element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.held !== null) {
        // Escape ends the drag, not the dialog.
        event.preventDefault();
        this.release();
        return;
      }
      const square = this.view.squareOfTarget(event.target);
      if (square === null || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      this.use(square);
    });
  }

  /**
   * Makes a piece follow the pointer until released; released on its own square, it stays picked up. If
   * the browser takes the pointer away, or another position is loaded, the piece goes back.
   */
  private follow(pointerId: number, from: Square): void {
    const { element } = this.view;
    const piece = this.view.pieceOn(from)!;
    const dragging = new AbortController();
    this.dragging = dragging;
    const options = { signal: dragging.signal };
    dragging.signal.addEventListener('abort', () => {
      this.dragging = null;
      piece.classList.remove('is-dragged');
      this.view.place(piece, from);
    });
    const onMove = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      piece.classList.add('is-dragged');
      this.view.placeAt(piece, event);
    };
    const onEnd = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      dragging.abort();
      if (event.type === 'pointercancel') return this.release();
      const to = this.view.squareAt(event);
      if (to !== from) this.drop(from, to);
    };
    element.addEventListener('pointermove', onMove, options);
    element.addEventListener('pointerup', onEnd, options);
    element.addEventListener('pointercancel', onEnd, options);
  }

  /** Puts back the piece that is being moved. */
  private release(): void {
    this.dragging?.abort();
    this.held = null;
    this.view.setMark('selected', []);
  }

  /** Moves a piece, or removes it if `to` is null. */
  private drop(from: Square, to: Square | null): void {
    this.release();
    this.change(() => {
      const { board } = this.setup;
      if (to !== null) board[to] = board[from]!;
      board[from] = NO_PIECE;
    });
  }

  /** Applies the tool to a square. */
  private use(square: Square): void {
    const { tool, held } = this;
    const { board } = this.setup;
    if (tool !== 'move') {
      const piece = tool === 'erase' || board[square] === tool ? NO_PIECE : tool;
      this.change(() => (board[square] = piece));
    } else if (held !== null && held !== square) {
      this.drop(held, square);
    } else {
      this.held = held === square || board[square] === NO_PIECE ? null : square;
      this.view.setMark('selected', this.held === null ? [] : [this.held]);
    }
  }
}
