/** What the views ask of the page around them. */
import type { GameNode, GameTree } from './gameTree.ts';

/** The tabs, in their order; the part of the address behind `#` begins with one of them. */
export const VIEW_NAMES = ['play', 'analyse', 'review'] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

/** The tab that an address asks for; null if it names none. */
export function viewOf(hash: string): ViewName | null {
  const name = hash.slice(1).split('&', 1)[0];
  return VIEW_NAMES.find((view) => view === name) ?? null;
}

export interface App {
  /** Opens a game in the analysis, at a node. */
  analyse(tree: GameTree, node: GameNode, tags: ReadonlyMap<string, string>): Promise<void>;
  /** Opens a game in the review, and begins it. */
  review(pgn: string): Promise<void>;
  /** Starts a game against the engine from a position. */
  playFrom(fen: string): Promise<void>;
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
