/**
 * Arrows and circles that the user draws on a board, and how a PGN comment holds them:
 * `[%csl Gd5,Rf7][%cal Ge2e4]`. A circle is an arrow that ends where it begins.
 */
import { type Square, squareFromName, squareName } from '../../../src/chess/board/types.ts';

/** The letters of PGN, and the CSS classes. */
const COLORS = { G: 'green', R: 'red', B: 'blue', Y: 'yellow' } as const;
type Letter = keyof typeof COLORS;
type ShapeColor = (typeof COLORS)[Letter];

export interface Shape {
  from: Square;
  to: Square;
  color: ShapeColor;
}

const SHAPE = /\[%c[sa]l ([^\]]*)\]/g;

/** The colour of a shape by the keys that are held. */
export function shapeColor({ shiftKey, altKey }: PointerEvent): ShapeColor {
  if (shiftKey && altKey) return 'yellow';
  return shiftKey ? 'red' : altKey ? 'blue' : 'green';
}

/** Adds a shape; the same one again removes it, another colour replaces it. */
export function toggleShape(shapes: readonly Shape[], shape: Shape): Shape[] {
  const { from, to, color } = shape;
  const others = shapes.filter((it) => it.from !== from || it.to !== to);
  const isKnown = shapes.some((it) => it.from === from && it.to === to && it.color === color);
  return isKnown ? others : [...others, shape];
}

/** The shapes in comments; what is not one is skipped. */
export function shapesOf(comments: readonly string[]): Shape[] {
  const shapes: Shape[] = [];
  for (const [, list] of comments.join(' ').matchAll(SHAPE)) {
    for (const part of list!.split(',')) {
      const [, letter, a, b = a] = /^\s*([GRBY])([a-h][1-8])([a-h][1-8])?\s*$/.exec(part) ?? [];
      if (letter === undefined) continue;
      const [from, to] = [squareFromName(a!), squareFromName(b!)];
      shapes.push({ from, to, color: COLORS[letter as Letter] });
    }
  }
  return shapes;
}

/** Comments with these shapes instead of those they have. */
export function withShapes(comments: readonly string[], shapes: readonly Shape[]): string[] {
  const text = comments.join(' ').replace(SHAPE, '').trim();
  const list = (name: string, chosen: readonly Shape[]) =>
    chosen.length === 0 ? '' : `[%${name} ${chosen.map(formatShape).join(',')}]`;
  const circles = shapes.filter(({ from, to }) => from === to);
  const arrows = shapes.filter(({ from, to }) => from !== to);
  const comment = [list('csl', circles), list('cal', arrows), text]
    .filter((part) => part !== '')
    .join(' ');
  return comment === '' ? [] : [comment];
}

function formatShape({ from, to, color }: Shape): string {
  const letter = (Object.keys(COLORS) as Letter[]).find((it) => COLORS[it] === color)!;
  return `${letter}${squareName(from)}${from === to ? '' : squareName(to)}`;
}
