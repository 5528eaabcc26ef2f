import { expect, test } from 'vitest';
import { PAWN_ATTACKS } from '../../src/chess/board/attacks.ts';
import type { Position } from '../../src/chess/board/position.ts';
import { PAWNS } from '../../src/chess/board/positionLayout.ts';
import {
  fromOf,
  isNoisy,
  isPromotion,
  type Move,
  NO_MOVE,
  PAWN,
  promotionOf,
  QUEEN,
  toOf,
} from '../../src/chess/board/types.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { parseUciMove } from '../../src/chess/notation/uciMove.ts';
import { History, NO_PIECE_TO, pieceToOf, QuietContext } from '../../src/search/history.ts';
import { MovePicker } from '../../src/search/movePicker.ts';
import { seeAtLeast } from '../../src/search/see.ts';
import { unwrap } from '../../src/util/result.ts';
import { allStarts, checkGames, plies } from '../support/games.ts';

/** What quiet moves in a position depend on, without moves before. */
function contextOf(position: Position): QuietContext {
  const context = new QuietContext();
  context.set(position, NO_PIECE_TO, NO_PIECE_TO, NO_PIECE_TO);
  return context;
}

function rest(picker: MovePicker): Move[] {
  const moves: Move[] = [];
  for (let move = picker.next(); move !== NO_MOVE; move = picker.next()) moves.push(move);
  return moves;
}

function startAt(position: Position, history: History, ttMove: Move): MovePicker {
  const picker = new MovePicker();
  picker.start(position, history, contextOf(position), ttMove);
  return picker;
}

const sorted = (moves: readonly Move[]): Move[] => [...moves].sort((a, b) => a - b);

/** Histories with a bonus for every move played so far. */
function learn(history: History, position: Position, move: Move): void {
  const pieceTo = pieceToOf(position.board, move);
  if (isNoisy(move)) history.updateCapture(pieceTo, position.board[toOf(move)]!, 900);
  else history.updateQuiet(contextOf(position), move, pieceTo, 900);
}

test('every legal move comes once, the TT move first', () => {
  const picker = new MovePicker();
  checkGames(allStarts, { games: 150, plies: 60 }, (game) => {
    const history = new History();
    for (const { position, legal, next } of plies(game)) {
      picker.start(position, history, contextOf(position), next);
      const picked = rest(picker);
      if (next !== NO_MOVE) expect(picked[0]).toBe(next);
      expect(sorted(picked)).toEqual(sorted(legal));
      if (next !== NO_MOVE) learn(history, position, next);
    }
  });
});

test('winning captures come before quiet moves, losing ones after them', () => {
  const history = new History();
  checkGames(allStarts, { games: 100, plies: 60 }, (game) => {
    for (const { position, next } of plies(game)) {
      const picked = rest(startAt(position, history, NO_MOVE));
      const firstQuiet = picked.findIndex((move) => !isNoisy(move));
      for (const [i, move] of picked.entries()) {
        if (!isNoisy(move) || firstQuiet < 0) continue;
        const isUnderpromotion = isPromotion(move) && promotionOf(move) !== QUEEN;
        const isGood = !isUnderpromotion && seeAtLeast(position, move, 0);
        expect(i < firstQuiet).toBe(isGood);
      }
      if (next !== NO_MOVE) learn(history, position, next);
    }
  });
});

test('quiescence gets the captures and queen promotions that reach the threshold, and no others', () => {
  const picker = new MovePicker();
  const history = new History();
  checkGames(allStarts, { games: 100, plies: 60 }, (game) => {
    for (const { position, legal } of plies(game)) {
      for (const threshold of [-100, 0, 150]) {
        picker.startNoisy(position, history, NO_MOVE, threshold);
        const expected = legal.filter(
          (move) =>
            isNoisy(move) &&
            !(isPromotion(move) && promotionOf(move) !== QUEEN) &&
            seeAtLeast(position, move, threshold),
        );
        expect(sorted(rest(picker))).toEqual(sorted(expected));
      }
    }
  });
});

test('after skipQuiets only losing captures remain', () => {
  const history = new History();
  checkGames(allStarts, { games: 100, plies: 60 }, (game) => {
    for (const { position, legal } of plies(game)) {
      const picker = startAt(position, history, NO_MOVE);
      picker.skipQuiets();
      expect(sorted(rest(picker))).toEqual(sorted(legal.filter(isNoisy)));
    }
  });
});

test('quiet moves come by history', () => {
  const position = positionFromFen('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
  const move = (text: string) => unwrap(parseUciMove(position, text));
  const history = new History();
  const reward = (text: string, bonus: number) => {
    const quiet = move(text);
    history.updateQuiet(contextOf(position), quiet, pieceToOf(position.board, quiet), bonus);
  };
  reward('g1f3', 1200);
  reward('e2e4', 1500);
  reward('a2a3', -1500);
  const picked = rest(startAt(position, history, move('d2d4')));
  expect(picked.slice(0, 3)).toEqual(['d2d4', 'e2e4', 'g1f3'].map(move));
  expect(picked.at(-1)).toBe(move('a2a3'));
});

test('pieces leave squares attacked by pawns first, and enter them last', () => {
  const isHit = (position: Position, square: number) =>
    [
      PAWN_ATTACKS[position.turn * 128 + square * 2]!,
      PAWN_ATTACKS[position.turn * 128 + square * 2 + 1]!,
    ].some(
      (attacks, half) =>
        (attacks & position.bitboards[PAWNS + (position.turn ^ 1) * 2 + half]!) !== 0,
    );
  const nothing = new History();
  checkGames(allStarts, { games: 20, plies: 60 }, (game) => {
    for (const { position } of plies(game)) {
      const values = rest(startAt(position, nothing, NO_MOVE))
        .filter((move) => !isNoisy(move))
        .map((move) => {
          const [from, to] = [fromOf(move), toOf(move)];
          if (position.board[from]! >> 1 === PAWN) return 0;
          return Number(isHit(position, from)) - Number(isHit(position, to));
        });
      expect(values).toEqual([...values].sort((a, b) => b - a));
    }
  });
});

test('a more valuable victim comes first, and history decides between equals', () => {
  const position = positionFromFen('4k3/8/2q1p3/3P1P2/8/1r3r2/P1P3P1/4K3 w - - 0 1');
  const move = (text: string) => unwrap(parseUciMove(position, text));
  const history = new History();
  const gxf3 = move('g2f3');
  history.updateCapture(pieceToOf(position.board, gxf3), position.board[toOf(gxf3)]!, 1800);
  const picked = rest(startAt(position, history, NO_MOVE));
  expect(picked[0]).toBe(move('d5c6'));
  expect(picked[1]).toBe(gxf3);
  expect(picked.slice(2, 4).sort()).toEqual([move('a2b3'), move('c2b3')].sort());
});
