/**
 * The fragment of the URL: the open tab, and for the analysis the line that is shown, and which of its
 * positions, so that a link is complete without a server. Without `at` that is the last one.
 * `#analyse&fen=…&moves=e2e4,e7e5,g1f3&at=2`
 */
import { NO_MOVE } from '../../../src/chess/board/types.ts';
import { formatFen, parseFen, START_FEN } from '../../../src/chess/notation/fen.ts';
import { parseUciMove } from '../../../src/chess/notation/uciMove.ts';
import { fail, ok, type Result } from '../../../src/util/result.ts';
import { type GameNode, GameTree, lineFrom } from '../gameTree.ts';
import { analyseTexts } from './analyseTexts.ts';

/**
 * The link to a position in its line, which ends before a null move; without the moves if one that led to
 * the position is a null move.
 */
export function formatLink(tree: GameTree, node: GameNode): string {
  const parts: string[] = ['#analyse'];
  const next = lineFrom(node);
  const end = next.findIndex(({ move }) => move === NO_MOVE);
  const last = (end < 0 ? next : next.slice(0, end)).at(-1) ?? node;
  const moves = tree.uciPath(last);
  const fen = moves === null ? formatFen(tree.positionAt(node)) : tree.startFen;
  if (fen !== START_FEN) parts.push(`fen=${encodeURIComponent(fen.replaceAll(' ', '_'))}`);
  if (tree.start.chess960) parts.push('chess960');
  if (moves !== null && moves.length > 0) parts.push(`moves=${moves.join(',')}`);
  if (moves !== null && node !== last) parts.push(`at=${node.ply}`);
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
  const at = fields.get('at') ?? `${node.ply}`;
  const shown = [tree.root, ...tree.mainLine()][/^\d+$/.test(at) ? Number(at) : -1];
  return shown === undefined ? fail(analyseTexts.noMoveInLink(at)) : ok({ tree, node: shown });
}
