/** Icons, and buttons that show one. The drawings are symbols in index.html. */
import { el, svg } from './dom.ts';

/** One of the icons in index.html. */
export const icon = (kind: string): SVGElement =>
  svg(
    'svg',
    { class: 'drawing', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('use', { href: `#icon-${kind}` }),
  );

/** A button with an icon and a label; `caption` is shown below the icon where there is room. */
export function iconButton(
  kind: string,
  label: string,
  onClick: () => void,
  caption = '',
): HTMLButtonElement {
  return el(
    'button',
    { type: 'button', class: 'icon', 'aria-label': label, title: label, click: onClick },
    icon(kind),
    caption !== '' && el('span', { class: 'caption', 'aria-hidden': 'true' }, caption),
  );
}
