/** The CSS classes by which reports and the page colour the marks of moves. */
import { GLYPHS, type Glyph } from '../review/marks.ts';

const CLASSES = new Map<Glyph, string>([
  [GLYPHS.BRILLIANT, 'brilliant'],
  [GLYPHS.GOOD, 'good'],
  [GLYPHS.INACCURACY, 'inaccuracy'],
  [GLYPHS.MISTAKE, 'mistake'],
  [GLYPHS.BLUNDER, 'blunder'],
]);

/** The CSS class of a mark; empty for none. */
export const markClass = (glyph: Glyph | null): string =>
  glyph === null ? '' : (CLASSES.get(glyph) ?? '');
