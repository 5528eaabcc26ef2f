/** What the archive keeps of an analysis: its game with variations as PGN, the place in it, and the side below. */
import { BLACK, type Color, WHITE } from '../../../src/chess/board/types.ts';
import { readPgnGames } from '../../../src/chess/notation/pgnReader.ts';
import type { SavedWork } from '../archive/archive.ts';
import type { GameTags } from '../gameName.ts';
import { type GameNode, GameTree, nodeAt } from '../gameTree.ts';

/** What is kept besides the PGN. */
export interface AnalysisState {
  at: number[];
  below: Color;
  /** Whether the game was read from a file of several. */
  isInFile: boolean;
}

interface Analysis {
  tree: GameTree;
  node: GameNode;
  tags: GameTags;
  below: Color;
}

/** Stored data may come from another version of the page, or may have been edited. */
export const stateOf = ({ state }: SavedWork): Partial<AnalysisState> =>
  (state ?? {}) as Partial<AnalysisState>;

/** Reads what is kept; null if there is no game in it. */
export function readAnalysis(saved: SavedWork): Analysis | null {
  const { tags, pgn } = saved;
  const [game] = readPgnGames(pgn, { variations: true });
  if (!game?.ok) return null;
  const { at, below } = stateOf(saved);
  const tree = GameTree.fromPgn(game.value);
  return {
    tree,
    node: nodeAt(tree, Array.isArray(at) ? at : []),
    // Not the tags of the PGN, which always has the seven of the roster.
    tags: new Map(Object.entries(tags)),
    below: below === BLACK ? BLACK : WHITE,
  };
}
