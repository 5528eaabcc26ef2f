/**
 * The fragment of the URL: the open tab, and for the analysis the position with the moves that led to
 * it, so that a link is complete without a server.
 * `#analyse&fen=…&moves=e2e4,e7e5`
 */
import { formatFen, parseFen, START_FEN } from '../../../src/chess/notation/fen.ts';
import { parseUciMove } from '../../../src/chess/notation/uciMove.ts';
import { ok, type Result } from '../../../src/chess/result.ts';
import { type GameNode, GameTree } from '../gameTree.ts';

/** The link to a position in a game; without the moves if one of them is a null move. */
export function formatLink(tree: GameTree, node: GameNode): string {
  const parts: string[] = ['#analyse'];
  const moves = tree.uciPath(node);
  const fen = moves === null ? formatFen(tree.positionAt(node)) : tree.startFen;
  if (fen !== START_FEN) parts.push(`fen=${encodeURIComponent(fen.replaceAll(' ', '_'))}`);
  if (tree.start.chess960) parts.push('chess960');
  if (moves !== null && moves.length > 0) parts.push(`moves=${moves.join(',')}`);
  return parts.join('&');
}

/** The game and the node of a link; null if it has none. */
export function parseLink(hash: string): Result<{ tree: GameTree; node: GameNode }> | null {
  const fields = new URLSearchParams(hash.slice(1));
  if (!fields.has('fen') && !fields.has('moves')) return null;
  const start = parseFen(fields.get('fen')?.replaceAll('_', ' ') ?? START_FEN);
  if (!start.ok) return start;
  if (fields.has('chess960')) start.value.chess960 = true;
  const tree = new GameTree(start.value);
  const position = tree.start.clone();
  let node = tree.root;
  for (const text of fields.get('moves')?.split(',') ?? []) {
    const move = parseUciMove(position, text);
    if (!move.ok) return move;
    node = tree.add(node, move.value);
    position.make(move.value);
  }
  return ok({ tree, node });
}
