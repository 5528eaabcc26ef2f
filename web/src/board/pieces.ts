/** Pieces as elements. The shapes are symbols that the build writes into index.html. */
import { BLACK, colorOf, type Piece, typeOf } from '../../../src/chess/board/types.ts';
import { svg } from '../dom.ts';

/** A drawing of a piece that fills its container. Hidden from screen readers: squares have labels. */
export function pieceElement(piece: Piece): SVGElement {
  return svg(
    'svg',
    {
      class: `piece ${colorOf(piece) === BLACK ? 'black' : 'white'}`,
      viewBox: '0 0 100 100',
      'aria-hidden': 'true',
    },
    svg('use', { href: `#piece-${typeOf(piece)}` }),
  );
}
