/**
 * A game with its variations: nodes hold moves, the first child of each is the main line.
 * Positions are not stored but replayed from the start, which takes microseconds per move and
 * includes the history that repetitions need.
 */
import type { Position } from '../../src/chess/board/position.ts';
import { type Move, NO_MOVE } from '../../src/chess/board/types.ts';
import { formatFen, positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import {
  formatPgn,
  type GameResult,
  MOVE_SIGNS,
  type PgnMove,
} from '../../src/chess/notation/pgn.ts';
import type { PgnGame } from '../../src/chess/notation/pgnReader.ts';
import { formatSan, playPgnMove } from '../../src/chess/notation/san.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';

/** The plies before a position, by its move number and side to move. */
export const pliesBefore = ({ fullmove, turn }: Position): number => 2 * (fullmove - 1) + turn;

/** `12.` or `12…`, the number before a move, by the plies before that. */
export const moveNumber = (plies: number): string =>
  `${(plies >> 1) + 1}${plies % 2 === 1 ? '…' : '.'}`;

export interface GameNode {
  /** `NO_MOVE` for the root, and for a null move. */
  move: Move;
  san: string;
  nags: readonly number[];
  comments: readonly string[];
  /** Comments before the move, at the beginning of a variation. */
  startingComments: readonly string[];
  parent: GameNode | null;
  /** The next moves, the main line first. */
  children: GameNode[];
  /** Moves from the start to here. */
  ply: number;
}

/**
 * Signs for what a move leads to, by their numeric annotation glyph (NAG): evaluations, and the most common of the
 * others. Without `⩲` and `⩱`, which many fonts lack. https://en.wikipedia.org/wiki/Numeric_Annotation_Glyphs
 */
const POSITION_SIGNS = new Map(
  Object.entries({
    '□': [7, 8], // the only move
    '=': [10, 11, 12],
    '∞': [13], // unclear
    '+=': [14],
    '=+': [15],
    '±': [16],
    '∓': [17],
    '+−': [18, 20],
    '−+': [19, 21],
    '⨀': [22, 23], // zugzwang
    '⟳': [32, 33], // development
    '↑': [36, 37], // initiative
    '→': [40, 41], // attack
    '=∞': [44, 45], // compensation
    '⇆': [132, 133], // counterplay
    '⊕': [138, 139], // time trouble
    '∆': [140], // with the idea
    N: [146], // novelty
  }).flatMap(([sign, nags]) => nags.map((nag) => [nag, sign] as const)),
);

/** The mark that is shown of a move, of several the first: its number in PGN; 0 if it has none. */
export const markOf = ({ nags }: GameNode): number => nags.find((nag) => MOVE_SIGNS[nag]) ?? 0;

/** A move as it is shown: `Nf3`, with its mark `Nf3!`, with other signs `Nf3! ±`. */
export function signedSan(node: GameNode): string {
  const others = node.nags.flatMap((nag) => POSITION_SIGNS.get(nag) ?? []);
  return [node.san + MOVE_SIGNS[markOf(node)], ...new Set(others)].join(' ');
}

/**
 * The comments after a move: its own, and those before the next move, if that was the first of a variation
 * and has become the main line.
 */
export const commentsAfter = ({ comments, children: [next] }: GameNode): readonly string[] => [
  ...comments,
  ...(next?.startingComments ?? []),
];

const bareNode = (parent: GameNode | null, move: Move, san: string): GameNode => ({
  move,
  san,
  nags: [],
  comments: [],
  startingComments: [],
  parent,
  children: [],
  ply: parent === null ? 0 : parent.ply + 1,
});

export class GameTree {
  /** The position before the first move. */
  readonly start: Position;
  readonly root: GameNode = bareNode(null, NO_MOVE, '');

  constructor(start: Position = positionFromFen(START_FEN)) {
    this.start = start;
  }

  /** The game of a PGN, with its variations. */
  static fromPgn({ start, comments, moves }: PgnGame): GameTree {
    const tree = new GameTree(start);
    tree.root.comments = comments;
    addLine(tree.root, start.clone(), moves);
    return tree;
  }

  /** The FEN of the starting position. */
  get startFen(): string {
    return formatFen(this.start);
  }

  /**
   * The moves that lead to a node, in UCI notation as this game writes castling; null where one of
   * them is a null move, which only PGN knows.
   */
  uciPath(node: GameNode): string[] | null {
    const nodes = path(node);
    if (nodes.some(({ move }) => move === NO_MOVE)) return null;
    return nodes.map(({ move }) => formatUciMove(move, this.start.chess960));
  }

  /** The position at a node, with its history. */
  positionAt(node: GameNode): Position {
    const position = this.start.clone();
    for (const { move } of path(node)) playPgnMove(position, move);
    return position;
  }

  /** Whether these moves from a node on are in the game. */
  has(node: GameNode, moves: readonly Move[]): boolean {
    let at: GameNode | undefined = node;
    for (const move of moves) at = at?.children.find((child) => child.move === move);
    return at !== undefined;
  }

  /** The node after a legal move: the existing one, or a new one after its siblings. */
  add(node: GameNode, move: Move): GameNode {
    const known = node.children.find((child) => child.move === move);
    if (known !== undefined) return known;
    const child = bareNode(node, move, formatSan(this.positionAt(node), move));
    node.children.push(child);
    return child;
  }

  /** A deep copy of the game, and the copy of `node` in it. */
  copy(node: GameNode): { tree: GameTree; node: GameNode } {
    const tree = new GameTree(this.start.clone());
    let copied = tree.root;
    const pairs: [from: GameNode, to: GameNode][] = [[this.root, tree.root]];
    // The loop appends to the list it iterates over.
    for (const [from, to] of pairs) {
      if (from === node) copied = to;
      to.comments = from.comments;
      for (const child of from.children) {
        const own = { ...child, parent: to, children: [] };
        to.children.push(own);
        pairs.push([child, own]);
      }
    }
    return { tree, node: copied };
  }

  /** Removes a node and everything after it. */
  remove(node: GameNode): void {
    const siblings = node.parent?.children ?? [];
    siblings.splice(siblings.indexOf(node), 1);
  }

  /** Puts a removed node back in its place among its siblings; what was played again since then joins it. */
  putBack(node: GameNode, place: number): void {
    const siblings = node.parent!.children;
    const again = siblings.find(({ move }) => move === node.move);
    if (again !== undefined) {
      this.remove(again);
      merge(node, again);
    }
    siblings.splice(place, 0, node);
  }

  /** Makes the line that leads to a node the main line. */
  promote(node: GameNode): void {
    for (const at of path(node)) {
      const parent = at.parent!;
      parent.children = [at, ...parent.children.filter((other) => other !== at)];
    }
  }

  /** The main line, without the root. */
  mainLine(): GameNode[] {
    return lineFrom(this.root);
  }

  /** The main line with all variations, as PGN has them. */
  pgnMoves(): PgnMove[] {
    return pgnMoves(this.root);
  }

  /** The game with all its variations as PGN. */
  pgn(result: GameResult, tags: Readonly<Record<string, string>> = {}): string {
    return formatPgn({
      start: this.start,
      moves: this.pgnMoves(),
      result,
      tags,
      comments: this.root.comments,
    });
  }
}

/** Adds the moves after `other` to those after `node`, which is the same move. */
function merge(node: GameNode, other: GameNode): void {
  for (const child of other.children) {
    const known = node.children.find(({ move }) => move === child.move);
    if (known !== undefined) {
      merge(known, child);
    } else {
      child.parent = node;
      node.children.push(child);
    }
  }
}

/** Appends moves with their variations to a node. `position` is advanced to the last move. */
function addLine(node: GameNode, position: Position, moves: readonly PgnMove[]): void {
  let at = node;
  for (const { move, nags, comments, startingComments = [], variations = [] } of moves) {
    const bare = bareNode(at, move, formatSan(position, move));
    const next = { ...bare, nags, comments, startingComments };
    at.children.push(next);
    for (const line of variations) addLine(at, position.clone(), line);
    playPgnMove(position, move);
    at = next;
  }
}

/** The nodes from the first move to this one. */
export function path(node: GameNode): GameNode[] {
  const nodes: GameNode[] = [];
  for (let at: GameNode | null = node; at !== null && at.parent !== null; at = at.parent) {
    nodes.push(at);
  }
  return nodes.reverse();
}

/** Which child to take from the root on, to get to a node. */
export const indexPath = (node: GameNode): number[] =>
  path(node).map((at) => at.parent!.children.indexOf(at));

/** The node of such a path, or the last one of it that there is. */
export function nodeAt({ root }: GameTree, indices: readonly number[]): GameNode {
  let node = root;
  for (const index of indices) node = node.children[index] ?? node;
  return node;
}

/** The number of main line moves on the path to a node. */
export function mainLinePly(node: GameNode): number {
  const nodes = path(node);
  const branch = nodes.findIndex((at) => at.parent!.children[0] !== at);
  return branch < 0 ? nodes.length : branch;
}

/** Whether a node belongs to the main line. */
export const isMainLine = (node: GameNode): boolean => mainLinePly(node) === node.ply;

/** The main line after a node. */
export function lineFrom(node: GameNode): GameNode[] {
  const nodes: GameNode[] = [];
  for (let at = node.children[0]; at !== undefined; at = at.children[0]) nodes.push(at);
  return nodes;
}

/** The main line after a node as PGN moves; variations belong to the moves they replace. */
function pgnMoves(node: GameNode): PgnMove[] {
  const moves: PgnMove[] = [];
  for (let at = node; at.children.length > 0; at = at.children[0]!) {
    const [main, ...others] = at.children as [GameNode, ...GameNode[]];
    moves.push({
      ...pgnMove(main),
      variations: others.map((other) => [pgnMove(other), ...pgnMoves(other)]),
    });
  }
  return moves;
}

const pgnMove = ({ move, nags, comments, startingComments }: GameNode): PgnMove => ({
  move,
  nags,
  comments,
  startingComments,
});
