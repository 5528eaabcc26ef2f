/** Pieces as elements. The shapes are symbols in index.html, put there when the page is built. */
import { BLACK, colorOf, type Piece, typeOf } from '../../../src/chess/board/types.ts';
import { svg } from '../dom.ts';

/** A drawing of a piece that fills its container. Those who do not see it are told elsewhere. */
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
