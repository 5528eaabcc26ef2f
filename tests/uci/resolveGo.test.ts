/** A `go` of UCI for the position on the board. */
import { describe, expect, test } from 'vitest';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';
import { parseCommand } from '../../src/uci/parseCommand.ts';
import { completeClock, resolveGo } from '../../src/uci/resolveGo.ts';

/** The command `go` with these words. */
function goCommand(words: string) {
  const command = parseCommand(`go ${words}`);
  if (!command.ok || command.value.type !== 'go') throw new Error(words);
  return command.value;
}

const resolve = (words: string, fen = START_FEN) =>
  resolveGo(goCommand(words), positionFromFen(fen));

describe('searchmoves', () => {
  const names = (words: string, fen?: string) => {
    const { request, illegal } = resolve(words, fen);
    return { moves: request.rootMoves?.map((move) => formatUciMove(move)) ?? null, illegal };
  };

  test('become moves, whether in UCI notation or SAN', () => {
    expect(names('searchmoves e2e4 Nf3 depth 3')).toEqual({ moves: ['e2e4', 'g1f3'], illegal: [] });
  });

  test('that are not legal are left out', () => {
    expect(names('searchmoves e2e5 a2a3')).toEqual({ moves: ['a2a3'], illegal: ['e2e5'] });
    expect(names('searchmoves e2e5 x depth 1')).toEqual({ moves: null, illegal: ['e2e5', 'x'] });
    expect(names('depth 1')).toEqual({ moves: null, illegal: [] });
  });

  test('are not among the limits of the request', () => {
    expect(resolve('searchmoves e2e4 depth 3').request.limits).toEqual({ depth: 3 });
  });
});

test('the request is for the position that was given, and completes its clock', () => {
  const position = positionFromFen('4k3/8/8/8/8/8/4P3/4K3 b - - 0 1');
  const { request, remarks } = resolveGo(goCommand('wtime 500 quickly'), position);
  expect(request.position).toBe(position);
  expect(request.limits).toEqual({ wtime: 500, btime: 500 });
  expect(remarks).toEqual(["unknown words: 'quickly'", 'no btime, using the other clock']);
});

describe('a clock', () => {
  const complete = (words: string, turn: number) => completeClock(goCommand(words).limits, turn);

  test('that is missing is replaced by that of the other side', () => {
    expect(complete('btime 100', 0)).toEqual({
      limits: { btime: 100, wtime: 100 },
      remark: 'no wtime, using the other clock',
    });
    expect(complete('wtime 100 ponder', 1).limits).toEqual({
      wtime: 100,
      btime: 100,
      ponder: true,
    });
  });

  test('that is missing on both sides is a second for the move', () => {
    for (const words of ['winc 100', 'binc 5', 'movestogo 3']) {
      expect(complete(words, 0).limits.movetime, words).toBe(1000);
    }
  });

  test('of 0 on both sides is none: another limit counts, or the increment, or a tenth of a second', () => {
    expect(complete('depth 8 wtime 0 btime 0 winc 3000 binc 3000', 0)).toEqual({
      limits: { depth: 8 },
      remark: 'both clocks are 0, ignoring them',
    });
    expect(complete('wtime 0 btime 0 winc 9 binc 5 movestogo 40', 1)).toEqual({
      limits: { movetime: 5 },
      remark: 'both clocks are 0, searching for 5 ms',
    });
    const replaced: [words: string, limits: object][] = [
      ['wtime 0 btime 0', { movetime: 100 }],
      ['wtime 0 btime 0 winc 0 binc 5', { movetime: 100 }],
      ['mate 2 wtime 0 btime 0', { mate: 2, movetime: 100 }],
      ['ponder nodes 9 wtime 0 btime 0', { ponder: true, nodes: 9 }],
    ];
    for (const [words, limits] of replaced) {
      expect(complete(words, 0).limits, words).toEqual(limits);
    }
    for (const words of [
      'depth 8 wtime 0 btime 1',
      'wtime 1 btime 0',
      'infinite wtime 0 btime 0',
    ]) {
      const { limits } = goCommand(words);
      expect(complete(words, 0), words).toEqual({ limits });
    }
  });

  test('is not needed if another limit or none is given', () => {
    const all = ['wtime 9 btime 9', 'btime 100 depth 3', 'btime 100 infinite', 'btime 9 nodes 3'];
    for (const words of [...all, '', 'infinite', 'ponder', 'mate 3', 'searchmoves e2e4']) {
      expect(complete(words, 0).remark, words).toBeUndefined();
    }
  });
});
