/** Dead positions with pawns, found by playing all moves with chessops. */
import type { Chess as Chessops } from 'chessops/chess';

/** Whether no sequence of legal moves has a move other than a king's, a capture, or a mate. */
export function onlyKingsEverMove(start: Chessops): boolean {
  const { pawn, king, occupied } = start.board;
  if (pawn.size() + king.size() !== occupied.size()) return false;
  const seen = new Set<string>();
  const found = [start];
  for (const chess of found) {
    if (chess.isCheckmate()) return false;
    for (const [from, targets] of chess.allDests()) {
      for (const to of targets) {
        if (!chess.board.king.has(from)) return false;
        if (chess.board.occupied.has(to)) return false;
        const next = chess.clone();
        next.play({ from, to });
        const { king: kings } = next.board;
        const key = `${next.turn} ${kings.first()} ${kings.last()} ${next.board.white.intersect(kings).first()}`;
        if (!seen.has(key)) found.push(next);
        seen.add(key);
      }
    }
  }
  return true;
}
