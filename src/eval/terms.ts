import { KNIGHT } from '../chess/board/types.ts';

/** The terms, in the order in which `eval` shows them. */
export const TERMS = [
  'Material and squares',
  'Pawns',
  'Knights',
  'Bishops',
  'Rooks',
  'Queens',
  'King safety',
  'Passed pawns',
  'Threats',
  'Tempo',
] as const;
export const T_SQUARES = 0;
export const T_PAWNS = 1;
/** And the other types after it, up to the king. */
export const T_PIECES = 2 - KNIGHT;
export const T_PASSED = 7;
export const T_THREATS = 8;
export const T_TEMPO = 9;
