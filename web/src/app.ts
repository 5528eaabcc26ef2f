/** What the views ask of the page around them. */
import type { GameNode, GameTree } from './gameTree.ts';

export type ViewName = 'play' | 'analyse' | 'review';

export interface App {
  /** Opens a game in the analysis, at a node. */
  analyse(tree: GameTree, node: GameNode, tags: ReadonlyMap<string, string>): void;
  /** Opens a game in the review, and begins it. */
  review(pgn: string): void;
  /** Starts a game against the engine from a position. */
  playFrom(fen: string): void;
}

/** One of the tabs. */
export interface View {
  readonly element: HTMLElement;
  /** The view comes into sight, or goes out of it. */
  show(): void;
  hide(): void;
  /** A key was pressed that belongs to nothing else. */
  onKey(event: KeyboardEvent): void;
}
