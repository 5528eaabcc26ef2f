/**
 * The board of a FEN with colours exchanged: the ranks from the other side, and every letter in the other case. So are
 * castling rights.
 */
export const exchangeColours = (board: string): string =>
  board
    .split('/')
    .toReversed()
    .join('/')
    .replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
