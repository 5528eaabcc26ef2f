import { describe, expect, test } from 'vitest';
import { squareName } from '../../../src/chess/board/types.ts';
import { explainIllegalMove } from '../../../src/chess/game/illegalMoveReason.ts';
import { positionFromFen, START_FEN } from '../../../src/chess/notation/fen.ts';
import { parseSan } from '../../../src/chess/notation/san.ts';
import { parseUciMove } from '../../../src/chess/notation/uciMove.ts';
import { checkGames, plies, standardStarts } from '../../support/games.ts';

const PINNED = '4k3/4r3/8/8/8/8/4N3/R3K2R w KQ - 0 1';
const CASTLING = 'r3k2r/8/8/8/8/8/8/RN2K1nR w KQkq - 0 1';

describe('a move that cannot be played is rejected with the reason', () => {
  test.each([
    ['xyzzy', START_FEN, "not a move: 'xyzzy'"],
    ['e3e4', START_FEN, 'there is no piece on e3'],
    ['e7e5', START_FEN, "the pawn on e7 is not White's"],
    ['e2e5', START_FEN, 'the pawn on e2 cannot go to e5'],
    ['e2d3', START_FEN, 'the pawn on e2 cannot go to d3'],
    ['a1a2', START_FEN, 'the pawn on a2 is in the way'],
    ['a1a3', START_FEN, 'the rook on a1 cannot go to a3'],
    ['e5', START_FEN, 'no pawn can go to e5'],
    ['Ne4', START_FEN, 'no knight can go to e4'],
    ['Ngd4', START_FEN, 'the knight on g1 cannot go to d4'],
    ['Nhf3', START_FEN, 'White has no knight on the h-file'],
    ['e2e4q', START_FEN, 'the pawn on e2 does not promote on e4'],
    ['B5c6', '4k3/2p5/8/8/8/8/8/B3K3 w - - 0 1', 'White has no bishop on rank 5'],
    ['Nc3', PINNED, 'the knight on e2 is pinned to its king'],
    ['e2c3', PINNED, 'the knight on e2 is pinned to its king'],
    ['O-O', CASTLING, 'no castling: the knight on g1 is in the way'],
    ['e1g1', CASTLING, 'no castling: the knight on g1 is in the way'],
    ['e1h1', CASTLING, 'no castling: the knight on g1 is in the way'],
    ['E1G1', CASTLING, 'no castling: the knight on g1 is in the way'],
    ['O-O-O', CASTLING, 'no castling: the knight on b1 is in the way'],
    ['e4g4', '4k3/8/8/8/4K3/8/8/7R w - - 0 1', 'the king on e4 cannot go to g4'],
    ['O-O', '4k3/8/8/8/8/8/8/4K2R w - - 0 1', 'White can no longer castle on the king side'],
    ['O-O', '4k3/4r3/8/8/8/8/8/4K2R w K - 0 1', 'no castling out of check'],
    ['O-O', '4kr2/8/8/8/8/8/8/4K2R w K - 0 1', 'no castling through or into check'],
    ['Kd2', '3rk3/8/8/8/8/8/8/4K3 w - - 0 1', 'the king would be in check on d2'],
    [
      'Ra2',
      '4k3/4r3/8/8/8/8/8/R3K3 w - - 0 1',
      'the king is in check, and this move does not stop it',
    ],
    ['Ra2', '4k3/4r3/8/8/8/3n4/8/R3K3 w - - 0 1', 'double check: the king has to move'],
    ['Rd1', '4k3/8/8/8/8/8/4K3/R6R w - - 0 1', 'ambiguous: Rad1 or Rhd1'],
    ['Qd1', '4k3/8/8/8/8/8/8/R3K2R w - - 0 1', 'White has no queen'],
    ['a8', '4k3/P7/8/8/8/8/8/4K3 w - - 0 1', /^add the piece to promote to.*: a8=Q$/],
    ['a7a8', '4k3/P7/8/8/8/8/8/4K3 w - - 0 1', /^add the piece to promote to.*: a8=Q$/],
  ])('%s in %s', (text, fen, reason) => {
    if (reason instanceof RegExp)
      expect(explainIllegalMove(positionFromFen(fen), text)).toMatch(reason);
    else expect(explainIllegalMove(positionFromFen(fen), text)).toBe(reason);
  });
});

test('there is a reason for any two squares', () => {
  checkGames(standardStarts, { games: 8, plies: 30 }, (game) => {
    for (const { position } of plies(game)) {
      for (let from = 0; from < 64; from++) {
        const to = (from * 37 + position.ply * 11) & 63;
        const uci = squareName(from) + squareName(to);
        if (parseUciMove(position, uci).ok) continue;
        expect(explainIllegalMove(position, uci)).toMatch(/^[\x20-\x7e]{10,120}$/);
        const san = `${'NBRQK'[from % 5]}${squareName(to)}`;
        if (parseSan(position, san).ok) continue;
        expect(explainIllegalMove(position, san)).toMatch(/^[\x20-\x7e]{10,120}$/);
      }
    }
  });
});
