/** The CSS classes by which reports and the page colour the marks of moves. */
import { GLYPHS, type Glyph } from '../review/marks.ts';

const CLASSES = new Map([
  [GLYPHS.BRILLIANT.nag, 'brilliant'],
  [GLYPHS.GOOD.nag, 'good'],
  [GLYPHS.INACCURACY.nag, 'inaccuracy'],
  [GLYPHS.MISTAKE.nag, 'mistake'],
  [GLYPHS.BLUNDER.nag, 'blunder'],
]);

/** The CSS class of a mark; empty for none. */
export const markClass = (glyph: Glyph | null): string =>
  glyph === null ? '' : (CLASSES.get(glyph.nag) ?? '');
