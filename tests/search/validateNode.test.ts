import { expect, test } from 'vitest';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { builtInEvaluator } from '../../src/hosts/node/builtInEvaluator.ts';
import { validateLine, validateNode } from '../../src/search/validateNode.ts';
import { lineOf } from '../support/games.ts';

const repetition = ['e2e4', 'g8f6', 'g1f3', 'f6g8', 'f3g1'];

test('a node is valid unless position or evaluator missed a move', () => {
  const position = positionFromFen(START_FEN);
  const evaluator = builtInEvaluator();
  evaluator.begin(position);
  const [move] = lineOf(position, ['e2e4']);
  evaluator.make(position, move!);
  position.make(move!);
  expect(() => validateNode(position, evaluator)).not.toThrow();

  position.unmake(move!);
  expect(() => validateNode(position, evaluator)).toThrow('evaluation');
  evaluator.unmake();
  position.keys[0]! ^= 1;
  expect(() => validateNode(position, evaluator)).toThrow('position: key');
});

test('a line may end with a draw but not continue after it', () => {
  const position = positionFromFen(START_FEN);
  expect(() => validateLine(position, lineOf(position, repetition), 0)).not.toThrow();
  const beyond = lineOf(position, [...repetition, 'e7e5']);
  expect(() => validateLine(position, beyond, 0)).toThrow('drawn after 5');
  expect(position.ply).toBe(0);
});

test('a line has only legal moves, and a valid score', () => {
  const position = positionFromFen(START_FEN);
  const [first, second] = lineOf(position, ['e2e4', 'e7e5']);
  expect(() => validateLine(position, [first!, first!], 0)).toThrow('not legal');
  expect(() => validateLine(position, [first!, second!], 40000)).toThrow('score');
});
