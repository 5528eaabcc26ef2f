/** The CSS classes of move marks. */
import { GLYPHS, type Glyph } from '../../../src/review/marks.ts';

const CLASSES = new Map<Glyph, string>([
  [GLYPHS.BRILLIANT, 'brilliant'],
  [GLYPHS.GOOD, 'good'],
  [GLYPHS.INACCURACY, 'inaccuracy'],
  [GLYPHS.MISTAKE, 'mistake'],
  [GLYPHS.BLUNDER, 'blunder'],
]);

export const markClass = (glyph: Glyph | null): string =>
  glyph === null ? '' : (CLASSES.get(glyph) ?? '');
