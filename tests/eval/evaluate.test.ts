import { expect, test } from 'vitest';
import { NO_MOVE } from '../../src/chess/board/types.ts';
import { formatFen, positionFromFen } from '../../src/chess/notation/fen.ts';
import { ClassicalEvaluator, evaluate } from '../../src/eval/evaluate.ts';
import { explainTerms } from '../../src/eval/explain.ts';
import { endgame, middlegame, pack } from '../../src/eval/packed.ts';
import { allStarts, checkGames, classicalStarts, plies } from '../support/games.ts';

/** The same position with the colours changed and the board turned round. */
function flipped(fen: string): string {
  const [board, turn, rights, ep, halfmoves, fullmove] = fen.split(' ') as [string, ...string[]];
  const swapCase = (text: string) =>
    text.replace(/[a-z]/gi, (c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase()));
  return [
    board.split('/').reverse().map(swapCase).join('/'),
    turn === 'w' ? 'b' : 'w',
    swapCase(rights!),
    ep!.replace(/[36]$/, (rank) => (rank === '3' ? '6' : '3')),
    halfmoves,
    fullmove,
  ].join(' ');
}

test('a position with the colours changed is worth the same to the side to move', () => {
  checkGames(classicalStarts, { games: 150, plies: 80 }, (game) => {
    for (const { position } of plies(game)) {
      expect(evaluate(positionFromFen(flipped(formatFen(position))))).toBe(evaluate(position));
    }
  });
});

test('what is kept up to date on make and unmake is what a fresh evaluation adds up', () => {
  checkGames(allStarts, { games: 150, plies: 60 }, (game) => {
    const evaluator = new ClassicalEvaluator();
    let isFirst = true;
    for (const { position, legal, next } of plies(game)) {
      if (isFirst) evaluator.begin(position);
      isFirst = false;
      for (const move of legal) {
        evaluator.make(position, move);
        position.make(move);
        expect(evaluator.evaluate(position)).toBe(evaluate(position));
        position.unmake(move);
        evaluator.unmake();
      }
      if (next !== NO_MOVE) evaluator.make(position, next);
    }
  });
});

test('the evaluation depends on the position alone, not on what was evaluated before', () => {
  const evaluator = new ClassicalEvaluator();
  checkGames(classicalStarts, { games: 100, plies: 60 }, (game) => {
    for (const { position } of plies(game)) {
      evaluator.begin(position);
      expect(evaluator.evaluate(position)).toBe(evaluate(position));
    }
  });
});

test('a middlegame and an endgame score come out of one integer as they went in', () => {
  for (const mg of [-9000, -1, 0, 1, 77, 9000]) {
    for (const eg of [-9000, -1, 0, 1, 77, 9000]) {
      const sum = pack(mg, eg) + pack(-5, 8) - pack(3, -9);
      expect([middlegame(sum), endgame(sum)]).toEqual([mg - 8, eg + 17]);
    }
  }
});

test('the terms that are shown are those of a start position: all but tempo cancel out', () => {
  const start = positionFromFen('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
  const unequal = explainTerms(start).filter(({ white, black }) => white !== black);
  expect(unequal.map(({ name }) => name)).toEqual(['Tempo']);
});

test.each([
  ['the wrong bishop for a rook pawn', '6k1/8/8/8/7P/8/4B3/2K5 w - - 0 1'],
  ['a knight and nothing else', '8/8/4k3/8/8/2N5/4K3/8 w - - 0 1'],
  ['a rook against a bishop', '8/8/2b1k3/8/8/8/4K3/R7 w - - 0 1'],
  ['two knights and nothing else', '8/8/4k3/8/8/2N1N3/4K3/8 w - - 0 1'],
])('a lead that does not win is worth little: %s', (_, fen) => {
  expect(Math.abs(evaluate(positionFromFen(fen)))).toBeLessThan(60);
});

test('the right bishop for a rook pawn wins', () => {
  expect(evaluate(positionFromFen('6k1/8/8/8/7P/4B3/8/2K5 w - - 0 1'))).toBeGreaterThan(200);
});
