import { expect, test } from 'vitest';
import { parseTypedMove } from '../../../src/chess/game/typedMove.ts';
import { positionFromFen, START_FEN } from '../../../src/chess/notation/fen.ts';
import { formatSan } from '../../../src/chess/notation/san.ts';
import { unwrap } from '../../../src/util/result.ts';

const CAPTURE = '4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1';

test.each([
  ['nf3', 'Nf3', START_FEN],
  ['ng1f3', 'Nf3', START_FEN],
  ['E2E4', 'e4', START_FEN],
  ['g1-f3', 'Nf3', START_FEN],
  ['o-o', 'O-O', '4k3/8/8/8/8/8/8/4K2R w K - 0 1'],
  ['oo', 'O-O', '4k3/8/8/8/8/8/8/4K2R w K - 0 1'],
  ['00', 'O-O', '4k3/8/8/8/8/8/8/4K2R w K - 0 1'],
  ['0-0-0', 'O-O-O', '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1'],
  ['NC3', 'Nc3', START_FEN],
  ['qxe8', 'Qxe8+', '4r1k1/8/8/8/8/8/8/K3Q3 w - - 0 1'],
  ['QE8', 'Qxe8+', '4r1k1/8/8/8/8/8/8/K3Q3 w - - 0 1'],
  ['E8=n', 'e8=N', '8/k3P3/8/8/8/8/P7/K7 w - - 0 1'],
  ['e8=n', 'e8=N', '8/k3P3/8/8/8/8/P7/K7 w - - 0 1'],
  // As it stands this is the pawn's.
  ['bxc3', 'bxc3', CAPTURE],
  ['Bxc3', 'Bxc3', CAPTURE],
])('%s is read as %s', (typed, san, fen) => {
  const position = positionFromFen(fen);
  expect(formatSan(position, unwrap(parseTypedMove(position, typed)))).toBe(san);
});

test.each([
  ['nd5', 'no knight can go to d5'],
  ['e5', 'no pawn can go to e5'],
  ['E7E5', "the pawn on e7 is not White's"],
  ['o-o', 'no castling: the bishop on f1 is in the way'],
  ['o-o-o', 'no castling: the knight on b1 is in the way'],
  ['rooks', "not a move: 'rooks'"],
])('%s is rejected with the reason', (typed, reason) => {
  expect(parseTypedMove(positionFromFen(START_FEN), typed)).toMatchObject({
    ok: false,
    error: { message: reason },
  });
});
