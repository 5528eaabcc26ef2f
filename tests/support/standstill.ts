/** Dead positions with blocked pawns, found by playing all moves with chessops. */
import type { Chess as Chessops } from 'chessops/chess';
import { makeBoardFen } from 'chessops/fen';

/** More positions than two kings among pawns can make. */
const MOST = 8_192;

/**
 * Whether there are pawns, kings and perhaps bishops, and in all positions that can be reached, or the first
 * {@link MOST}, no pawn moves or is captured, and neither king is mated.
 */
export function isStandstill(start: Chessops): boolean {
  const { pawn, king, bishop, occupied } = start.board;
  if (pawn.isEmpty() || pawn.union(king).union(bishop).size() !== occupied.size()) return false;
  const textOf = ({ board, turn }: Chessops) => `${makeBoardFen(board)} ${turn}`;
  const seen = new Set([textOf(start)]);
  const found = [start];
  for (const chess of found) {
    if (chess.isCheckmate()) return false;
    for (const [from, targets] of chess.allDests()) {
      if (targets.nonEmpty() && (pawn.has(from) || targets.intersects(pawn))) return false;
      for (const to of targets) {
        const next = chess.clone();
        next.play({ from, to });
        const text = textOf(next);
        if (!seen.has(text) && found.length < MOST) found.push(next);
        seen.add(text);
      }
    }
  }
  return true;
}
