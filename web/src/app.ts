/** The interface between the page and its views. */
import type { Color } from '../../src/chess/board/types.ts';
import type { SavedWork } from './archive/archive.ts';
import type { GameTags } from './gameName.ts';
import type { GameNode, GameTree } from './gameTree.ts';
import type { PrintedGame } from './print.ts';

/** The tabs in order; the fragment of the URL begins with one of these names. */
export const VIEW_NAMES = ['play', 'analyse', 'review'] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

/** The tab named by the fragment of a URL; null if there is none. */
export function viewOf(hash: string): ViewName | null {
  const name = hash.slice(1).split('&', 1)[0];
  return VIEW_NAMES.find((view) => view === name) ?? null;
}

export interface App {
  /** Opens a game in the analysis, at a node, with this colour at the bottom. */
  analyse(tree: GameTree, node: GameNode, tags: GameTags, below: Color): Promise<void>;
  /** Opens a game in the review, and starts it, with this colour at the bottom. */
  review(pgn: string, below: Color): Promise<void>;
  /** Shows the games, analyses and reviews that were kept. */
  showArchive(): void;
  /** Starts a game against the engine from a position. */
  playFrom(fen: string): Promise<void>;
}

/** One of the tabs. */
export interface View {
  readonly element: HTMLElement;
  /** Called when the tab is opened or left. */
  show(): void;
  hide(): void;
  /** Shows what was saved; false if it cannot be read. */
  restore(saved: SavedWork): boolean;
  /** Opens a record of the archive; false if it is not there any more, or cannot be read. */
  openRecord(id: string): Promise<boolean>;
  /** Called for keys that the focused element may not handle itself. */
  onKey(event: KeyboardEvent): void;
  /** What is printed; null if there is no game. */
  printed(): PrintedGame | null;
}
