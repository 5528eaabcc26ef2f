import { describe, expect, test } from 'vitest';
import type { Move } from '../../src/chess/board/types.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { parseUciMove } from '../../src/chess/notation/uciMove.ts';
import { isAboutMate, isAllowedMate, reasonFor } from '../../src/review/reasons.ts';
import { MATE, TB_WIN } from '../../src/search/score.ts';
import { unwrap } from '../../src/util/result.ts';
import { lineOf, positionAfter, wordsOf } from '../support/games.ts';

/**
 * The reason for `move`, with the better line and the best play after the move; scores are White's.
 * `previous` is the move before it.
 */
function reason(
  fen: string,
  move: string,
  [scoreBefore, better]: [number, string],
  [score, reply]: [number, string],
  previous?: Move,
): string | null {
  const position = positionFromFen(fen);
  return reasonFor({
    position,
    move: lineOf(position, [move])[0]!,
    previous,
    better: lineOf(position, wordsOf(better)),
    scoreBefore,
    reply: lineOf(positionAfter(move, fen), wordsOf(reply)),
    score,
  });
}

describe('the reason for a mark', () => {
  const CENTER = 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4';

  test('names the piece that hangs, and its square', () => {
    const good: [number, string] = [30, 'e1g1 g8f6 d2d3 f8c5'];
    expect(reason(CENTER, 'c4e6', good, [-300, 'd7e6 e1g1 g8f6 d2d3'])).toBe(
      'hangs the bishop on e6',
    );
    // Not if the better line loses as much.
    const bad: [number, string] = [-300, 'c4b5 a7a6 d2d3 a6b5'];
    expect(reason(CENTER, 'c4e6', bad, [-320, 'd7e6 e1g1 g8f6 d2d3'])).toBeNull();
  });

  test('names the mate that is allowed or missed, and its kind', () => {
    const fen = '1r4k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1';
    const allowed = reason(fen, 'a1a7', [0, 'g2g3 b8b7'], [-(MATE - 1), 'b8b1']);
    expect(allowed).toBe('allows a back-rank mate in 1');
    const free = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1';
    const missed = reason(free, 'g2g3', [MATE - 1, 'a1a8'], [500, 'g7g6 a1a8']);
    expect(missed).toBe('misses a back-rank mate in 1');
    expect([allowed, missed, 'allows stalemate', null].map(isAboutMate)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([allowed, missed].map(isAllowedMate)).toEqual([true, false]);
  });

  test('is that a move stalemates rather than the mate that it misses', () => {
    const fen = '7k/5Q2/8/6K1/8/8/8/8 w - - 0 1';
    expect(reason(fen, 'g5g6', [MATE - 5, 'f7b7 h8g8 g5g6 g8f8 b7f7'], [0, ''])).toBe('stalemates');
  });

  test('is the stalemate that a move allows: the trick in the study of Saavedra', () => {
    const fen = '8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1';
    const better: [number, string] = [MATE - 5, 'c7c8r d4a4 c2b3'];
    expect(reason(fen, 'c7c8q', better, [0, 'd4c4 c8c4'])).toBe('allows stalemate');
    // Where the line ends elsewhere, nothing is proven.
    expect(reason(fen, 'c7c8q', better, [0, 'd4c4'])).toBe('misses mate in 3');
  });

  test('is the draw that can be claimed with the reply rather than the mate that is missed', () => {
    const fen = '7k/8/6K1/8/8/8/5Q2/8 w - - 98 80';
    const better: [number, string] = [MATE - 1, 'f2f8'];
    expect(reason(fen, 'f2f3', better, [0, 'h8g8'])).toBe('allows a draw (fifty-move rule)');
    expect(reason(fen.replace('98', '97'), 'f2f3', better, [0, 'h8g8'])).toBe('misses mate in 1');
  });

  test('is no mate that is too long for a player to see', () => {
    const fen = '8/8/8/3k4/8/8/1R6/R3K3 w - - 0 1';
    const missed = (plies: number) =>
      reason(fen, 'e1e2', [MATE - plies, 'b2b4 d5c5'], [0, 'd5c4 b2b8']);
    expect(missed(11)).toBe('misses mate in 6');
    expect(missed(13)).toBeNull();
  });

  test('is no mate of several moves where all is decided anyway', () => {
    const fen = '8/8/8/3k4/8/8/1R6/R3K3 w - - 0 1';
    const better: [number, string] = [MATE - 11, 'b2b4 d5c5'];
    expect(reason(fen, 'e1e2', better, [900, 'd5c4 b2b8'])).toBe('misses mate in 6');
    expect(reason(fen, 'e1e2', better, [1600, 'd5c4 b2b8'])).toBeNull();
    const rook = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1';
    expect(reason(rook, 'g2g3', [MATE - 1, 'a1a8'], [1600, 'g7g6 a1a8'])).toBe(
      'misses a back-rank mate in 1',
    );
  });

  test('says what was there to take, unless it was taken another way', () => {
    const fen = '4k3/8/2n5/8/4B3/8/8/2R1K3 w - - 0 1';
    const better: [number, string] = [900, 'c1c6 e8d7 c6c1 d7d6'];
    expect(reason(fen, 'e1d2', better, [600, 'c6d4 e4d3 e8e7'])).toBe(
      'does not take the knight on c6',
    );
    expect(reason(fen, 'e4c6', better, [800, 'e8d8 e1d2 d8c7'])).toBeNull();
  });

  test('is a queen that hangs, also if a lesser piece is lost for it', () => {
    // The knight unblocks the bishop.
    const fen = 'r2qkb1r/pp2pppp/2p2n2/8/3P2b1/5N2/PPP1QPPP/R1B1KB1R w KQkq - 2 8';
    const better = 'c1e3 d8d5 c2c4 d5f5 e1c1 e7e6 e2c2';
    const reply = 'g4e2 f1e2 d8d4 e5f7';
    // The better line may end in an exchange of queens.
    for (const line of [better, `${better} f5c2`, `${better} f5c2 c1c2`]) {
      expect(reason(fen, 'f3e5', [-3, line], [-520, reply])).toBe('hangs the queen on e2');
    }
    // The queen takes a knight and is taken: that loses a queen for it.
    const takes = 'r1b1k1nr/pppp1ppp/6q1/2b3B1/2BnP3/8/PPP2PPP/RN1Q1RK1 w kq - 0 8';
    const saves: [number, string] = [-203, 'g5e3 g6d6 b2b4 c5b6 b1a3 g8f6 e4e5'];
    expect(reason(takes, 'd1d4', saves, [-600, 'c5d4 g5e3 d4b2 b1d2'])).toBe(
      'hangs the queen on d4',
    );
    // A queen for a rook is not called so.
    const rook = '3r2k1/5ppp/8/8/8/8/3Q1PPP/3RK3 w - - 0 1';
    const keeps: [number, string] = [400, 'd2e2 d8d1 e2d1 h7h6'];
    expect(reason(rook, 'h2h3', keeps, [-100, 'd8d2 d1d2 h7h6 d2d8'])).toBeNull();
  });

  test('is a piece not taken that is only exchanged later, or takes more than it is worth', () => {
    // The pawn defends the knight on d4.
    const knight = '4k3/8/2n5/4p3/8/4B3/8/2R1K3 w - - 0 1';
    const better: [number, string] = [900, 'c1c6 e8d7 c6c1 d7d6'];
    expect(reason(knight, 'e1d2', better, [600, 'c6d4 e3d4 e5d4 c1c4'])).toBe(
      'does not take the knight on c6',
    );
    // The bishop takes a rook before it is taken.
    const bishop = '3r1rk1/1p2qppp/p1n1b3/6B1/3p4/5B2/PPP2QPP/3R1RK1 b - - 1 20';
    const takes: [number, string] = [-479, 'e7g5 f1e1 g5f4 h2h3 h7h6 b2b3 f4c7'];
    const reply = 'g5d8 f8d8 f3c6 b7c6 c2c3 b4c4 d1d4';
    expect(reason(bishop, 'e7b4', takes, [247, reply])).toBe('does not take the bishop on g5');
  });

  test('is a perpetual check that is missed, also if the line ends before a position occurs again', () => {
    const fen = '6k1/6p1/8/4Q3/8/8/qr4PP/7K w - - 0 1';
    const reply: [number, string] = [-2766, 'a2a1 h1h2 b2g2 h2g2'];
    expect(reason(fen, 'h2h3', [0, 'e5e8 g8h7 e8h5 h7g8'], reply)).toBe('misses perpetual check');
    // Where the next check leads elsewhere, or none is left, nothing is proven.
    expect(reason(fen, 'h2h3', [0, 'e5e8 g8h7'], reply)).toBeNull();
    expect(reason(fen, 'h2h3', [0, 'e5e8 g8h7 h2h4 h7h6'], reply)).toBeNull();
  });

  test('is what explains the loss: what is allowed, or, if the side was better, what is missed', () => {
    // The rook can take the knight, and is lost instead.
    const fen = 'k7/3p4/6R1/8/6n1/8/8/4K3 w - - 0 1';
    const reasonWith = (scoreBefore: number) =>
      reason(fen, 'g6e6', [scoreBefore, 'g6g4 a8b7 g4g7 b7c6'], [-400, 'd7e6 e1e2 a8b7 e2d3']);
    expect(reasonWith(450)).toBe('does not take the knight on g4');
    expect(reasonWith(350)).toBe('hangs the rook on e6');
  });

  test('names the pawn that promotes, if the better line prevents it', () => {
    const fen = '5R2/1P6/3k4/5p2/3Pp1p1/4P1P1/1K6/2r5 b - - 2 57';
    const played: [number, string] = [1976, 'b7b8q d6e7 f8c8 f5f4'];
    const saves: [number, string] = [1012, 'd6c7 f8f5 c7b7 f5f4'];
    expect(reason(fen, 'c1e1', saves, played)).toBe('lets the b-pawn promote');
    // Rg1 does not prevent it, and of Ke7 it is not known.
    expect(reason(fen, 'c1e1', [1012, 'c1g1 b7b8q'], played)).toBeNull();
    expect(reason(fen, 'c1e1', [1012, 'd6e7'], played)).toBeNull();
  });

  test('names the pawn that could have promoted', () => {
    const fen = '8/5k2/8/8/P7/8/8/4K3 w - - 0 1';
    const better: [number, string] = [900, 'a4a5 f7e7 a5a6 e7d7 a6a7 d7c7 a7a8q c7d7'];
    const stopped = 'f7e6 a4a5 e6d6 a5a6 d6c6 e2e3 c6b6 e3e4 b6a6 e4e3';
    expect(reason(fen, 'e1e2', better, [0, stopped])).toBe('misses promoting the a-pawn');
    expect(reason(fen, 'e1e2', better, [0, 'f7e6 a4a5'])).toBeNull();
  });

  test('is not a promotion that a check of the better line only delays', () => {
    // Rg3+ costs White a move, and the six plies of the line end before the promotion.
    const fen = '6k1/8/8/P7/8/7r/8/6K1 b - - 0 1';
    const played: [number, string] = [900, 'a5a6 h3h4 a6a7 h4h5 a7a8q h8g7 a8b7 g7g6'];
    const check = 'h3g3 g1h2 g3b3 a5a6 b3b1 a6a7';
    expect(reason(fen, 'g8h8', [0, check], played)).toBeNull();
    const stops = 'h3a3 g1f2 a3a5 f2e2 g8f7 e2d2 f7e6 d2c2';
    expect(reason(fen, 'g8h8', [0, stops], played)).toBe('lets the a-pawn promote');
  });

  test('is a tablebase win given away only where the score after the move is a result', () => {
    const fen = '6k1/8/8/8/8/2b5/1B4PP/6K1 w - - 0 1';
    const better: [number, string] = [TB_WIN - 1, 'b2c3 g8f7 g1f2 f7e6'];
    const reply = 'c3d4 g1f1 d4f6 g2g4';
    // Six pieces are left: tablebases of five do not know the result.
    expect(reason(fen, 'b2c1', better, [400, reply])).not.toMatch(/tablebase/);
    for (const draw of [-1, 0, 1]) {
      expect(reason(fen, 'b2c1', better, [draw, reply])).toBe(
        'turns a won tablebase ending into a draw',
      );
    }
    expect(reason(fen, 'b2c1', better, [3 - TB_WIN, reply])).toBe(
      'turns a won tablebase ending into a lost one',
    );
  });

  test('says what was not recaptured', () => {
    const fen = '4k3/8/8/1n6/3P4/8/4P3/4K3 b - - 0 1';
    const taken = unwrap(parseUciMove(positionFromFen(fen), 'b5d4'));
    const then = '4k3/8/8/8/3n4/4P3/8/4K3 w - - 0 2';
    const better: [number, string] = [300, 'e3d4 e8d7 e1d2 d7d6'];
    expect(reason(then, 'e1d2', better, [-200, 'd4f5 e3e4 f5d6'], taken)).toBe(
      'does not recapture on d4',
    );
    expect(reason(then, 'e1d2', better, [-200, 'd4f5 e3e4 f5d6'])).toBe(
      'does not take the knight on d4',
    );
  });

  test('is not what the side takes later all the same', () => {
    // The bishop that could be taken on d4 takes twice, and is taken.
    const fen = '1rbqr1k1/1pp2pp1/p4nnp/3P4/P1BbpP2/1PN1P3/1BQP2PP/R3K2R w Q - 0 13';
    const better: [number, string] = [-406, 'e3d4 g6f4 e1c1 b7b5 a4b5 a6b5'];
    const reply = 'd4c3 f5g6 c3b2 g6f7 g8f7 c2b2 b7b5';
    expect(reason(fen, 'f4f5', better, [-596, reply])).toBeNull();
    // A pawn that is taken a move later.
    const pawn = 'r1b2rk1/1pqn1pp1/p6p/2P1p3/N2PNnP1/5Q2/1PP1BP1P/R3K1R1 b Q - 4 15';
    const first: [number, string] = [-241, 'e5d4 a4b6 f4e2 f3e2 d7b6 c5b6'];
    expect(reason(pawn, 'f4e2', first, [-37, 'f3e2 e5d4 e1c1 c7f4'])).toBeNull();
    // The knight on e5 can still be taken after the check.
    const check = '2rr2k1/pq3pp1/1pp1pn2/3pn2p/1P1P1PP1/B1NPP3/3K3P/3Q2R1 w - - 0 17';
    const knight: [number, string] = [-339, 'f4e5 f6g4 d1g4 h5g4 g1g4'];
    expect(reason(check, 'g4g5', knight, [-587, 'f6e4 d3e4 d5e4'])).toBeNull();
    expect(reason(check, 'g4g5', knight, [-587, 'f6e4 d3e4'])).toBeNull();
    // The pawn on h4 still hangs after the best reply.
    const still = 'r3k2r/1b3p1n/p1np1qp1/1pp1p2p/4P2P/P1PPB1N1/1P1QBPP1/R4RK1 b kq - 7 13';
    const takes: [number, string] = [21, 'f6h4 b2b4 h4e7 f2f4'];
    expect(reason(still, 'c6a5', takes, [88, 'e2d1 c5c4 a3a4 e8g8'])).toBeNull();
  });

  test('is the exchange only if the better line saves it, or nothing wins it later', () => {
    // The rook on d5 is attacked, and f4 does not save it.
    const fen = '2r2r1k/p1q1n2p/1p6/1P1Rpb1B/8/P1N1P3/1BP2PP1/4K2R w K - 3 19';
    const reply = 'e7d5 c3d5 c7d6 d5e7';
    const same: [number, string] = [-490, 'f2f4 e7d5 c3d5 c7d8 b2e5 h8g8'];
    expect(reason(fen, 'h1h2', same, [-759, reply])).toBeNull();
    const saves: [number, string] = [-490, 'd5d2 h8g8 e1f1 g8h8'];
    expect(reason(fen, 'h1h2', saves, [-759, reply])).toBe('loses the exchange');
    // After Qe5 the bishop can still take the rook.
    const later = 'r1b3k1/pp3ppp/2pb4/3P4/4r3/5BP1/PqPQ1PKP/R6R w - - 0 14';
    const better: [number, string] = [43, 'f3e4 c6c5 e4f3 g7g6'];
    expect(reason(later, 'a1b1', better, [-749, 'b2e5 d5c6 b7c6 d2d1'])).toBeNull();
  });

  test('is the exchange for a rook that takes a piece and is taken', () => {
    // dxe3 also opens the diagonal to the bishop on b2, which is defended.
    const fen = '3rr1k1/5pb1/p2q2p1/1p1P3p/2Pp3P/1P1Rn1P1/PBN5/2Q2RK1 w - - 2 21';
    const reply = 'd4e3 f1f3 g7b2 c1b2 e3e2 b2c3 b5c4 b3c4';
    const better: [number, string] = [-350, 'f1f3 b5c4'];
    expect(reason(fen, 'd3e3', better, [-549, reply])).toBe('loses the exchange');
  });

  test('is not the exchange for a rook that is lost for nothing, or for pawns', () => {
    // The bishop that takes the rook on h8 escapes.
    const whole = '1k5r/pppb4/3p4/1P2B2p/2r5/8/P1PRRPP1/6K1 b - - 0 28';
    const moves: [number, string] = [-279, 'h8h7 e5d4 b7b6 f2f3 d7b5 c2c3 b8b7 g1h2 c4d4'];
    const reply: [number, string] = [664, 'e5h8 c4a4 e2e1 a7a5 f2f3 a4a2 f3f4 b5d7 d2f2'];
    expect(reason(whole, 'd7b5', moves, reply)).toBeNull();
    // The bishop that takes the rook on f1 has taken something before, and escapes.
    const twice = '3rr1k1/2q2pp1/p4b1p/1pn5/P1p2P2/4P1P1/R1QN2bP/2B2RK1 w - - 0 22';
    const takes: [number, string] = [-868, 'g1g2 e8e3 d2f3 e3c3'];
    const escapes: [number, string] = [-1385, 'g2f1 c4e5 f1h3 a4b5 a6b5 c1a3 c7a5 c2e2 b5b4'];
    expect(reason(twice, 'd2c4', takes, escapes)).toBe('does not take the bishop on g2');
  });

  test('is not a pawn where a piece is lost', () => {
    // Rxh3 saves the knight on h5: the pawn g6 is pinned.
    const fen = 'r7/ppp1p1bk/3q2p1/4p1Rn/P2P4/2P2r1P/2Q1N3/1RB1K3 b - - 4 19';
    const better: [number, string] = [-335, 'f3h3 c2e4 e5d4 c3d4 a8f8 g5g1 f8f5 b1b5'];
    expect(reason(fen, 'a8f8', better, [-36, 'g5h5 h7g8 h5h4 c7c5 c2e4 c5d4'])).toBeNull();
  });

  test('is a fork that was missed only if nothing as good follows', () => {
    const fen = 'r3k3/8/8/3N4/8/8/8/4K3 w q - 0 1';
    const better: [number, string] = [400, 'd5c7 e8d7 c7a8 d7d6'];
    expect(reason(fen, 'e1d2', better, [0, 'e8d7 d2d3 a8a3'])).toBe(
      'misses a fork of the king and the rook',
    );
    expect(reason(fen, 'e1d2', better, [300, 'e8d8 d5b6 d8c7 b6a8'])).toBeNull();
  });

  test('names castling given up only where castling was best', () => {
    const better: [number, string] = [30, 'e1g1 g8f6 d2d3 f8c5'];
    expect(reason(CENTER, 'e1e2', better, [-60, 'g8f6 d2d3'])).toBe('gives up castling');
    const later: [number, string] = [30, 'd2d3 g8f6 e1g1 f8c5'];
    expect(reason(CENTER, 'e1e2', later, [-60, 'g8f6 d2d3'])).toBeNull();
    expect(reason(CENTER, 'a2a3', better, [-60, 'g8f6 d2d3'])).toBeNull();
    // Castling to the wrong side.
    const both = 'r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 8';
    expect(reason(both, 'e1g1', [30, 'e1c1 e8g8 h2h3 a7a6'], [-60, 'e8c8 a2a3'])).toBeNull();
    // Ke7 loses more than that.
    const more = '2r1k2r/3p1p2/p1P1pqp1/5n1p/8/p4B1P/P3QP2/2R1R1K1 b k - 0 21';
    const castled: [number, string] = [-344, 'e8g8 f3e4 f5d4 e2a6 c8a8 a6d3 d7c6'];
    const reply = 'e2a6 c8c7 c6d7 f6g5 f3g2 c7d7 a6a3 e7f6';
    expect(reason(more, 'e8e7', castled, [-88, reply])).toBeNull();
    // Kf2 allows Ne4+, which takes the pawn g3 too.
    const check = 'r1b1r1k1/ppq2p2/2n1pn1p/3p2p1/P7/2P1PNPP/1P2B1P1/RN1QK2R w KQ - 1 10';
    const short: [number, string] = [-114, 'e1g1 c7g3 a4a5 g5g4 h3g4 f6g4 d1e1 g3e1'];
    expect(reason(check, 'e1f2', short, [-263, 'f6e4 f2g1 e4g3'])).toBeNull();
    expect(reason(check, 'e1f2', short, [-200, 'f6e4 f2g1 e4g3'])).toBe('gives up castling');
  });

  test('is not a pawn that the better line loses too', () => {
    const fen = '8/2R3k1/4p2p/4r1pP/p3B3/R4PPK/8/3r4 b - - 8 37';
    const reply: [number, string] = [297, 'a3a4 g5g4 h3h4 d1d8'];
    expect(reason(fen, 'g7h8', [174, 'g7f6 a3a4 d1e1 c7h7'], reply)).toBeNull();
    expect(reason(fen, 'g7h8', [174, 'g7f6 e4g6 e5a5 c7h7'], reply)).toBeNull();
    // Without the check, Ra5 saves it.
    const quiet = '8/6k1/2R1p2p/4r1pP/p3B3/R4PPK/8/3r4 b - - 8 37';
    const better: [number, string] = [174, 'e5a5 c6c7 g7f6 c7c6'];
    expect(reason(quiet, 'g7h8', better, reply)).toBe('drops the pawn on a4');
    // It is not worth so much.
    expect(reason(quiet, 'g7h8', better, [374, reply[1]])).toBeNull();
  });

  test('is not a piece that can still be taken at the end of the better line', () => {
    // Qxf5+ does not save the rook on e2 from the bishop on f3.
    const fen = '2kr3r/2p3pp/p1q5/4Pp2/3b1Q2/P1PP1b2/4R2P/1NKR4 w - - 4 19';
    const reply = 'f3e2 c3d4 e2d1 d2d1 h8f8 b1d2 g7g5';
    expect(reason(fen, 'c1d2', [-682, 'f4f5 d8d7 c1b2'], [-955, reply])).toBeNull();
  });

  test('is not a piece for which another can be taken at once', () => {
    // exf6 bxc3 takes a knight each.
    const fen = 'rn2kb1r/1q1p1pp1/b1p1pn1p/pp2P3/3P1BP1/P1N4P/1PP1NP2/R2QKBR1 b Qkq - 0 7';
    const better: [number, string] = [18, 'f6d5 f4d2 b5b4 a3b4 a5b4 c3e4 f8e7 g1g3'];
    expect(reason(fen, 'b5b4', better, [192, 'e5f6 g7g5 a3b4'])).toBeNull();
  });

  test('is not a pawn where more is decided', () => {
    // White is lost with and without the pawn on h6.
    const fen = 'rr4k1/3b1p2/2n2n1p/p7/2N5/5N2/5PP1/2Q2K2 w - - 0 23';
    const line = 'c1h6 b8b1 f1e2 a8e8 c4e3 f6g4 h6g5 g8f8';
    const reply = 'f6g4 c4e3 a8a6 e3g4 d7g4';
    expect(reason(fen, 'g2g3', [-262, line], [-395, reply])).toBeNull();
    expect(reason(fen, 'g2g3', [-75, line], [-207, reply])).toBe('does not take the pawn on h6');
  });

  test('is not the exchange where another rook is won for a knight', () => {
    const fen = 'r1bqrb1k/2N3p1/p2p2Pp/2n5/2QB1P2/1P6/2PP3P/2KR2R1 w - - 3 24';
    const better: [number, string] = [59, 'c7e8 d8e8 d4c5 d6c5'];
    expect(reason(fen, 'c7a8', better, [-48, 'c8e6 c4e2 d8a8 d4c5'])).toBeNull();
    expect(reason(fen, 'c7d5', better, [-48, 'c8e6 c4c3 e6d5'])).toBe(
      'misses winning the exchange',
    );
  });

  test('is not a piece where the scores say that something makes up for it', () => {
    // White wins a knight, and stays worse.
    const fen = 'r3kb1r/pbpqpppp/1pn2n2/6P1/4p3/PP5P/2PPNPB1/RNBQK2R b KQkq - 0 4';
    const better = 'f6h5 g2e4 e8c8 d2d4 f7f5 e4f3 g7g6';
    const reply = 'g5f6 e5f3 g2f3 e4f3 e2g3 d7e6 e1f1';
    expect(reason(fen, 'c6e5', [-176, better], [-127, reply])).toBeNull();
    expect(reason(fen, 'c6e5', [-176, better], [12, reply])).toBe('hangs the knight on f6');
  });

  test('is not a piece where the side without it is not worse', () => {
    // After dxc5 Qd5 Black attacks.
    const fen = 'r2qkb1r/pppn1pp1/4p3/5b1p/3PN3/PPP4P/2Q1PKP1/R1B2B1R b kq - 0 8';
    const better = 'd7f6 e4f6 d8f6 c2d2 e6e5 d2g5 f6e6 e2e3';
    const reply = 'd4c5 d8h4 f2f3 f8c5 e2e3 e8c8 g2g3 h4e7';
    expect(reason(fen, 'd7c5', [-252, better], [-45, reply])).toBeNull();
    expect(reason(fen, 'd7c5', [-52, better], [155, reply])).toBe('hangs the knight on c5');
  });

  test('is not the promotion that was played', () => {
    const fen = 'r6r/5ppp/4pk2/3pn3/8/3PP1P1/pQ1NBP1P/4K2R b K - 2 21';
    const better = 'a2a1q b2b1 h8b8 e1g1 b8b1 d2b1 a1b2 d3d4 e5d7 e2b5 b2b5 g3g4';
    const reply = 'e2d1 a8a2 b2d4 h8c8 d4f4 f6e7 f4g5 e7e8 g5e5';
    expect(reason(fen, 'a2a1r', [-778, better], [252, reply])).toBeNull();
  });

  test('is null where nothing is proven', () => {
    expect(reason(CENTER, 'a2a3', [30, 'e1g1 g8f6'], [-60, 'g8f6 d2d3'])).toBeNull();
  });
});
