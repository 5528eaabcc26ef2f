/**
 * A game with its variations: nodes hold moves, the first child of each is the main line.
 * Positions are not kept but played again from the start, which takes microseconds a move and
 * keeps the history that repetitions need.
 */
import type { Position } from '../../src/chess/board/position.ts';
import { type Move, NO_MOVE } from '../../src/chess/board/types.ts';
import { formatFen, positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import {
  formatPgn,
  type GameResult,
  type PgnMove,
  playPgnMove,
} from '../../src/chess/notation/pgn.ts';
import type { PgnGame } from '../../src/chess/notation/pgnReader.ts';
import { formatSan } from '../../src/chess/notation/san.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';

export interface GameNode {
  /** The root's is 0: no move leads to it. */
  move: Move;
  san: string;
  nags: readonly number[];
  comments: readonly string[];
  parent: GameNode | null;
  /** What can follow, the main line first. */
  children: GameNode[];
  /** Moves from the start to here. */
  ply: number;
}

const bareNode = (parent: GameNode | null, move: Move, san: string): GameNode => ({
  ...{ move, san, nags: [], comments: [], parent, children: [] },
  ply: parent === null ? 0 : parent.ply + 1,
});

export class GameTree {
  /** The position before the first move. */
  readonly start: Position;
  readonly root: GameNode = bareNode(null, 0, '');

  constructor(start: Position = positionFromFen(START_FEN)) {
    this.start = start;
  }

  /** A game as read from a PGN, with its variations. */
  static fromPgn({ start, comments, moves }: PgnGame): GameTree {
    const tree = new GameTree(start);
    tree.root.comments = comments;
    addLine(tree.root, start.clone(), moves);
    return tree;
  }

  /** The FEN of the start. */
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

  /** The node after a legal move: the one that is there already, else a new one behind its siblings. */
  add(node: GameNode, move: Move): GameNode {
    const known = node.children.find((child) => child.move === move);
    if (known !== undefined) return known;
    const child = bareNode(node, move, formatSan(this.positionAt(node), move));
    node.children.push(child);
    return child;
  }

  /** A copy of the game, and the node in it that stands for one of this game. */
  copy(node: GameNode): { tree: GameTree; node: GameNode } {
    const tree = new GameTree(this.start.clone());
    let copied = tree.root;
    const pairs: [from: GameNode, to: GameNode][] = [[this.root, tree.root]];
    // The list grows while it is walked.
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

  /** Takes a node and all that follows out of the game. */
  remove(node: GameNode): void {
    const siblings = node.parent?.children ?? [];
    siblings.splice(siblings.indexOf(node), 1);
  }

  /** Makes the line that leads to a node the main line. */
  promote(node: GameNode): void {
    for (const { parent, ...rest } of path(node)) {
      const child = parent!.children.find(({ move }) => move === rest.move)!;
      parent!.children = [child, ...parent!.children.filter((other) => other !== child)];
    }
  }

  /** The main line, without the root. */
  mainLine(): GameNode[] {
    return lineFrom(this.root);
  }

  /** The game with all its variations as PGN. */
  pgn(result: GameResult, tags: Readonly<Record<string, string>> = {}): string {
    return formatPgn(this.start, pgnMoves(this.root), result, tags, this.root.comments);
  }
}

/** Appends moves to a node: the first line becomes its main line. The position is played on. */
function addLine(node: GameNode, position: Position, moves: readonly PgnMove[]): void {
  let at = node;
  for (const { move, nags, comments, variations = [] } of moves) {
    const next = { ...bareNode(at, move, formatSan(position, move)), nags, comments };
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

/** Moves of the main line that lead to a node: in a variation, those before it branches off. */
export function mainLinePly(node: GameNode): number {
  const nodes = path(node);
  const branch = nodes.findIndex((at) => at.parent!.children[0] !== at);
  return branch < 0 ? nodes.length : branch;
}

/** Whether no variation has to be entered to get to a node. */
export const isMainLine = (node: GameNode): boolean => mainLinePly(node) === node.ply;

/** What follows a node as long as one goes on with the first choice. */
export function lineFrom(node: GameNode): GameNode[] {
  const nodes: GameNode[] = [];
  for (let at = node.children[0]; at !== undefined; at = at.children[0]) nodes.push(at);
  return nodes;
}

/** The main line after a node; alternatives stand with the move that they replace. */
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

const pgnMove = ({ move, nags, comments }: GameNode): PgnMove => ({ move, nags, comments });
