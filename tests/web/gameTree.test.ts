/** The tree of a game in the page. */
import { expect, test } from 'vitest';
import type { Move } from '../../src/chess/board/types.ts';
import { readPgnGames } from '../../src/chess/notation/pgnReader.ts';
import { unwrap } from '../../src/util/result.ts';
import {
  type GameNode,
  GameTree,
  indexPath,
  isMainLine,
  lineFrom,
  markOf,
  nodeAt,
  signedSan,
} from '../../web/src/gameTree.ts';

const MOVES =
  '{start} 1. e4 {one} ({better} 1. d4 $1 {solid} 1... d5 ({rare} 1... e5 2. dxe5)) 1... e5 2. -- *';

const treeOf = (text: string): GameTree => {
  const [game] = readPgnGames(text, { variations: true });
  return GameTree.fromPgn(unwrap(game!));
};
const movesOf = (tree: GameTree): string =>
  tree.pgn('*').split('\n\n')[1]!.replaceAll('\n', ' ').trim();

test('a PGN comes back with comments and variations in all places', () => {
  expect(movesOf(treeOf(MOVES))).toBe(MOVES);
  const { tree } = treeOf(MOVES).copy(treeOf(MOVES).root);
  expect(movesOf(tree)).toBe(MOVES);
});

test('moves of a game are told from new ones', () => {
  const tree = treeOf('1. e4 (1. d4 d5) 1... e5 *');
  const { root } = tree;
  const [e4, d4, e5] = [[0], [1], [0, 0]].map((at) => nodeAt(tree, at).move) as [Move, Move, Move];
  expect(tree.has(root, [])).toBe(true);
  expect(tree.has(root, [d4])).toBe(true);
  expect(tree.has(root, [e4, e5])).toBe(true);
  expect(tree.has(root, [d4, e5])).toBe(false);
});

test('a variation that becomes the main line keeps the comment before it', () => {
  const tree = treeOf('1. e4 ({better} 1. d4 d5) 1... e5 *');
  tree.promote(tree.root.children[1]!);
  expect(movesOf(tree)).toBe('{better} 1. d4 (1. e4 e5) 1... d5 *');
  expect(movesOf(treeOf(tree.pgn('*')))).toBe('{better} 1. d4 (1. e4 e5) 1... d5 *');
});

test('every move can become the main line, also beside the same move, and none is lost', () => {
  const twins = '1. e4 (1. e4 e5 2. f4 (2. f4 exf4)) (1. d4) 1... c5 (1... c5 2. Nf3) *';
  const nodesOf = ({ root }: GameTree): GameNode[] => {
    const nodes = [root];
    // The loop appends to the list it iterates over.
    for (const { children } of nodes) nodes.push(...children);
    return nodes.slice(1);
  };
  for (const place of nodesOf(treeOf(twins)).map(indexPath)) {
    const tree = treeOf(twins);
    const node = nodeAt(tree, place);
    const before = new Set(nodesOf(tree));
    tree.promote(node);
    expect(isMainLine(node)).toBe(true);
    expect(new Set(nodesOf(tree))).toEqual(before);
  }
  const tree = treeOf('1. e4 (1. e4 e5 2. f4) 1... c5 *');
  tree.promote(nodeAt(tree, [1, 0, 0]));
  expect(movesOf(tree)).toBe('1. e4 (1. e4 c5) 1... e5 2. f4 *');
});

test('a removed line comes back in its place, with what was played again since then', () => {
  const tree = treeOf('1. e4 (1. d4 d5 2. c4) (1. c4) 1... e5 *');
  const before = movesOf(tree);
  const d4 = nodeAt(tree, [1]);
  const [d5, e6] = [nodeAt(tree, [1, 0]).move, nodeAt(treeOf('1. d4 e6 *'), [0, 0]).move];
  tree.remove(d4);
  expect(movesOf(tree)).toBe('1. e4 (1. c4) 1... e5 *');
  tree.putBack(d4, 1);
  expect(movesOf(tree)).toBe(before);
  tree.remove(d4);
  const again = tree.add(tree.root, d4.move);
  tree.add(again, d5);
  tree.add(again, e6);
  tree.putBack(d4, 1);
  expect(movesOf(tree)).toBe('1. e4 (1. d4 d5 (1... e6) 2. c4) (1. c4) 1... e5 *');
  expect(nodeAt(tree, [1, 1]).parent).toBe(d4);
});

test('a move is shown with the first of its marks, and its other signs; $0 is none', () => {
  const tree = treeOf('1. e4 $0 $14 $4 $1 $146 e5 $0 2. Nf3 $18 $18 Nc6 $11 $140 *');
  const [e4, e5, Nf3, Nc6] = lineFrom(tree.root);
  expect([e4, e5].map((node) => markOf(node!))).toEqual([4, 0]);
  expect([e4, e5, Nf3, Nc6].map((node) => signedSan(node!))).toEqual([
    'e4?? += N',
    'e5',
    'Nf3 +−',
    'Nc6 = ∆',
  ]);
});
