/**
 * A position set up by hand: a palette of pieces, a board to put them on, the side to move and
 * castling rights. It is kept as the fields of a FEN, which `parseFen` validates.
 */
import {
  BISHOP,
  BLACK,
  type Color,
  fileOf,
  KING,
  KNIGHT,
  NO_PIECE,
  PAWN,
  PIECE_LETTERS,
  type Piece,
  pieceOf,
  QUEEN,
  ROOK,
  type Square,
  squareName,
  squareOf,
  WHITE,
} from '../../../src/chess/board/types.ts';
import { formatFen, parseFen, START_FEN } from '../../../src/chess/notation/fen.ts';
import { offerAction } from '../announce.ts';
import { dialogButtons, showDialog } from '../dialogs.ts';
import { button, el, loadStyle, radios } from '../dom.ts';
import { texts } from '../texts.ts';
import { editorTexts } from './editorTexts.ts';
import { pieceElement } from './pieces.ts';
import { BoardView } from './view.ts';

const t = editorTexts;
/** Letters of the castling rights in the order of their bits; Chess960 uses rook files instead. */
const RIGHTS = ['K', 'Q', 'k', 'q'] as const;
const NO_CLOCKS = '- 0 1';

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
  private readonly board = new Int8Array(64).fill(NO_PIECE);
  private turn: 'w' | 'b' = 'w';
  /** The letter of each castling right: one of `RIGHTS`, or the file of its rook in Chess960. */
  private letters: string[] = [...RIGHTS];
  /** The rights that were chosen. They count while king and rook stand where they castle from. */
  private rights = 0;
  /** The file that each side's king castles from. */
  private kingFiles: number[] = [4, 4];
  private boxes: HTMLInputElement[] = [];
  /** En passant square and clocks of the FEN that was read; reset by any change. */
  private clocks = NO_CLOCKS;
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
    const [, turn, , ...clocks] = formatFen(position).split(' ') as [string, 'w' | 'b', string];
    this.board.set(position.board);
    this.turn = turn;
    this.clocks = clocks.join(' ');
    this.rights = position.rights;
    this.kingFiles = [WHITE, BLACK].map((color) =>
      position.chess960 ? fileOf(position.kingSquare(color)) : 4,
    );
    this.letters = RIGHTS.map((letter, right) => {
      if (!position.chess960 || (this.rights & (1 << right)) === 0) return letter;
      const file = squareName(position.castlingRooks[right]!)[0]!;
      return right < 2 ? file.toUpperCase() : file;
    });
    this.view.setPieces(this.board);
    this.showOptions();
    return true;
  }

  /** Changes the position and shows the result. */
  private change(action: () => void): void {
    action();
    this.clocks = NO_CLOCKS;
    this.view.setPieces(this.board);
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
    const ranks = Array.from({ length: 8 }, (_, row) => {
      const letters = Array.from({ length: 8 }, (_, file) => {
        const piece = this.board[squareOf(file, 7 - row)]!;
        return piece === NO_PIECE ? '1' : PIECE_LETTERS[piece]!;
      });
      return letters.join('').replace(/1+/g, (empty) => `${empty.length}`);
    });
    const rights = this.letters.filter((_, right) => this.hasRight(right)).join('') || '-';
    return `${ranks.join('/')} ${this.turn} ${rights} ${this.clocks}`;
  }

  private hasRight(right: number): boolean {
    return (this.rights & (1 << right)) !== 0 && this.canCastle(right);
  }

  /** Whether king and rook stand where they castle from. */
  private canCastle(right: number): boolean {
    const color = right < 2 ? WHITE : BLACK;
    const letter = this.letters[right]!;
    const rookFile =
      letter === RIGHTS[right] ? [7, 0][right % 2]! : 'abcdefgh'.indexOf(letter.toLowerCase());
    const pieceAt = (file: number) => this.board[squareOf(file, color === WHITE ? 0 : 7)];
    return (
      pieceAt(this.kingFiles[color]!) === pieceOf(KING, color) &&
      pieceAt(rookFile) === pieceOf(ROOK, color)
    );
  }

  private clear(): void {
    this.release();
    this.board.fill(NO_PIECE);
    this.rights = 0;
    this.letters = [...RIGHTS];
    this.kingFiles = [4, 4];
    this.showOptions();
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
          ['w', texts.white],
          ['b', texts.black],
        ],
        this.turn,
        (value) => this.change(() => (this.turn = value as 'w' | 'b')),
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
    const choice = (tool: Tool, label: string, shown: Node) => {
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
        const side = color === WHITE ? texts.white : texts.black;
        return choice(piece, `${side} ${texts.pieceNames[type]}`, pieceElement(piece));
      });
    return el(
      'fieldset',
      { class: 'palette' },
      el('legend', { class: 'visually-hidden' }, t.palette),
      el('div', {}, ...pieces(WHITE), choice('move', t.move, document.createTextNode('✥'))),
      el('div', {}, ...pieces(BLACK), choice('erase', t.erase, document.createTextNode('✕'))),
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
      const isDrag = this.tool === 'move' && this.board[square] !== NO_PIECE && this.held === null;
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
      if (to !== null) this.board[to] = this.board[from]!;
      this.board[from] = NO_PIECE;
    });
  }

  /** Applies the tool to a square. */
  private use(square: Square): void {
    const { tool, held } = this;
    if (tool !== 'move') {
      const piece = tool === 'erase' || this.board[square] === tool ? NO_PIECE : tool;
      this.change(() => (this.board[square] = piece));
    } else if (held !== null && held !== square) {
      this.drop(held, square);
    } else {
      this.held = held === square || this.board[square] === NO_PIECE ? null : square;
      this.view.setMark('selected', this.held === null ? [] : [this.held]);
    }
  }
}
