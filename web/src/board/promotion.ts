/** Asks for the promotion piece: four pieces in a column from the promotion square. */
import {
  BISHOP,
  type Color,
  KNIGHT,
  type PieceType,
  pieceOf,
  QUEEN,
  ROOK,
  type Square,
} from '../../../src/chess/board/types.ts';
import { el } from '../dom.ts';
import { texts } from '../texts.ts';
import { placeOf } from './arrows.ts';
import { pieceElement } from './pieces.ts';

/** Asks over the board; null if the player or the signal cancels. */
export function askPromotion(
  board: HTMLElement,
  to: Square,
  color: Color,
  below: Color,
  signal: AbortSignal,
): Promise<PieceType | null> {
  return new Promise((resolve) => {
    const before = document.activeElement;
    // The tap that made the move ends over the choices: only a press that began there chooses.
    let isPressed = false;
    const answer = (type: PieceType | null) => {
      layer.remove();
      if (!signal.aborted && before instanceof HTMLElement) before.focus({ preventScroll: true });
      resolve(type);
    };
    const choices = [QUEEN, KNIGHT, ROOK, BISHOP].map((type) =>
      el(
        'button',
        {
          type: 'button',
          'aria-label': texts.pieceNames[type]!,
          click: ({ detail }: MouseEvent) => (isPressed || detail === 0) && answer(type),
        },
        pieceElement(pieceOf(type, color)),
      ),
    );
    const [column, row] = placeOf(to, below);
    // The first choice is on the promotion square: from the lower edge the list goes up.
    const down = row === 0 ? 1 : -1;
    const list = el(
      'div',
      {
        class: `promotion ${row === 0 ? 'from-top' : 'from-bottom'}`,
        role: 'dialog',
        'aria-modal': 'true',
        'aria-label': texts.promoteTo,
      },
      ...choices,
    );
    list.style.left = `${12.5 * column}%`;
    const layer = el('div', { class: 'promotion-layer' }, list);
    layer.addEventListener('pointerdown', (event) => {
      event.stopPropagation();
      isPressed = true;
      if (event.target === layer) answer(null);
    });
    // The board takes no focus from the choices.
    layer.addEventListener('mousedown', (event) => {
      event.stopPropagation();
      event.preventDefault();
    });
    layer.addEventListener('keydown', (event) => {
      const at = choices.indexOf(document.activeElement as HTMLButtonElement);
      const step = { ArrowDown: down, ArrowRight: down, ArrowUp: -down, ArrowLeft: -down }[
        event.key
      ];
      if (event.key === 'Escape') answer(null);
      else if (event.key === 'Tab') choices[(at + (event.shiftKey ? 3 : 1)) % 4]!.focus();
      else if (step !== undefined) choices[(at + step + 4) % 4]!.focus();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    signal.addEventListener('abort', () => answer(null));
    board.append(layer);
    choices[0]!.focus({ preventScroll: true });
  });
}
