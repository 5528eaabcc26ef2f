/** Lines of output, as the UCI specification has them. */
import { expect, test } from 'vitest';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { parseUciMove } from '../../src/chess/notation/uciMove.ts';
import { MATE } from '../../src/search/score.ts';
import { formatBestMove, formatCurrentMove, formatInfo } from '../../src/uci/formatUci.ts';
import { unwrap } from '../../src/util/result.ts';

const position = positionFromFen('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
const castling = unwrap(parseUciMove(position, 'e1g1'));
position.make(castling);
const reply = unwrap(parseUciMove(position, 'e8e7'));

const INFO = {
  ...{ depth: 9, seldepth: 14, multiPv: 2, score: -34, nodes: 5000, time: 200.4, hashfull: 70 },
  ...{ tbHits: 3, pv: [castling, reply] },
};

test('an info line has the numbers, the bound, the chances if wanted, and the line of play', () => {
  const chances = { win: 80, draw: 700, loss: 220 };
  expect(formatInfo({ ...INFO, bound: 'upper' }, false, chances)).toBe(
    'info depth 9 seldepth 14 multipv 2 score cp -34 upperbound wdl 80 700 220 ' +
      'nodes 5000 nps 24950 hashfull 70 tbhits 3 time 200 pv e1g1 e8e7',
  );
  expect(formatInfo({ ...INFO, bound: 'lower', time: 0, pv: [] }, false)).toBe(
    'info depth 9 seldepth 14 multipv 2 score cp -34 lowerbound ' +
      'nodes 5000 nps 5000000 hashfull 70 tbhits 3 time 0',
  );
});

test.each([
  [MATE - 1, 'mate 1'],
  [MATE - 3, 'mate 2'],
  [-MATE, 'mate 0'],
  [-MATE + 2, 'mate -1'],
  [-MATE + 4, 'mate -2'],
])('a score of %i is written as moves to the mate: %s', (score, text) => {
  expect(formatInfo({ ...INFO, score }, false)).toContain(` score ${text} nodes `);
});

test('castling is the king taking its rook with UCI_Chess960 everywhere, else the king’s move', () => {
  for (const [chess960, text] of [[false, 'e1g1'] as const, [true, 'e1h1'] as const]) {
    expect(formatInfo(INFO, chess960)).toContain(` pv ${text} e8e7`);
    expect(formatCurrentMove({ depth: 9, move: castling, number: 4 }, chess960)).toBe(
      `info depth 9 currmove ${text} currmovenumber 4`,
    );
    expect(formatBestMove(castling, reply, chess960)).toBe(`bestmove ${text} ponder e8e7`);
    expect(formatBestMove(reply, castling, chess960)).toBe(`bestmove e8e7 ponder ${text}`);
  }
});

test('the best move stands alone without an expected reply', () => {
  expect(formatBestMove(castling, undefined, false)).toBe('bestmove e1g1');
  expect(formatBestMove(undefined, undefined, false)).toBe('bestmove (none)');
});
