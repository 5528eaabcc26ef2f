/**
 * The squares to which a piece may be moved in advance, during the engine's turn: all that it could reach
 * on an empty board, because what will stand in its way is not known.
 */
import type { Position } from '../../../src/chess/board/position.ts';
import {
  BISHOP,
  colorOf,
  fileOf,
  KNIGHT,
  NO_PIECE,
  PAWN,
  pieceOf,
  QUEEN,
  ROOK,
  rankOf,
  type Square,
  typeOf,
  WHITE,
} from '../../../src/chess/board/types.ts';

export function premoveTargets({ board }: Position, from: Square): Square[] {
  if (board[from] === NO_PIECE) return [];
  const squares = Array.from({ length: 64 }, (_, square) => square);
  return squares.filter((to) => to !== from && reaches(board, from, to));
}

function reaches(board: Position['board'], from: Square, to: Square): boolean {
  const piece = board[from]!;
  const isWhite = colorOf(piece) === WHITE;
  const [files, ranks] = [Math.abs(fileOf(to) - fileOf(from)), Math.abs(rankOf(to) - rankOf(from))];
  const isStraight = files === 0 || ranks === 0;
  switch (typeOf(piece)) {
    case PAWN: {
      const forward = (rankOf(to) - rankOf(from)) * (isWhite ? 1 : -1);
      const isFirst = rankOf(from) === (isWhite ? 1 : 6);
      return (forward === 1 && files <= 1) || (forward === 2 && files === 0 && isFirst);
    }
    case KNIGHT:
      return files * ranks === 2;
    case BISHOP:
      return files === ranks;
    case ROOK:
      return isStraight;
    case QUEEN:
      return isStraight || files === ranks;
    default: {
      // The king. To castle the king goes to where it lands, on the c- or g-file, or onto its rook.
      const isRook = board[to] === pieceOf(ROOK, colorOf(piece));
      const isHome = rankOf(from) === (isWhite ? 0 : 7);
      const isLanding = fileOf(to) === 2 || fileOf(to) === 6;
      const isCastling = isHome && ranks === 0 && (isLanding || isRook);
      return (files <= 1 && ranks <= 1) || isCastling;
    }
  }
}
