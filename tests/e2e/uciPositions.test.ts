/** Positions over UCI: how moves are read and written, what `d` shows, and games that are over. */
import { beforeAll, describe, expect, test } from 'vitest';
import { infosOf } from '../support/uciProcess.ts';
import { checkAnswer, go, play, START, startForAll, strings } from './engines.ts';

const engineForAll = startForAll();

describe('castling', () => {
  const chess960 = startForAll();
  beforeAll(() => chess960().send('setoption name UCI_Chess960 value true'));

  const CASTLING = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
  const AFTER = '2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2';

  test.each(['e1g1 e8c8', 'e1h1 e8a8', 'e1g1 e8a8'])('is understood as %s', async (moves) => {
    const engine = engineForAll();
    expect(await engine.say(`position fen ${CASTLING} moves ${moves}`)).toEqual([]);
    expect(await engine.fen()).toBe(AFTER);
  });

  test('is understood both ways with UCI_Chess960 too', async () => {
    for (const moves of ['e1g1 e8c8', 'e1h1 e8a8']) {
      const engine = chess960();
      expect(await engine.say(`position fen ${CASTLING} moves ${moves}`)).toEqual([]);
      expect(await engine.fen()).toBe(AFTER);
    }
  });

  test('is written by the target of the king in standard chess', async () => {
    const engine = engineForAll();
    await engine.say(`position fen ${CASTLING}`);
    for (const move of ['e1h1', 'e1g1']) {
      const lines = await go(engine, `depth 1 searchmoves ${move}`);
      expect(lines.at(-1)).toMatch(/^bestmove e1g1/);
      expect(infosOf(lines).at(-1)).toMatch(/ pv e1g1/);
    }
    const counts = await engine.ask('go perft 1', /^Nodes/);
    expect(counts).toContain('e1g1: 1');
    expect(counts).not.toContain('e1h1: 1');
  });

  test('is written as king takes rook with UCI_Chess960', async () => {
    const engine = chess960();
    await engine.say(`position fen ${CASTLING}`);
    for (const move of ['e1a1', 'e1c1']) {
      const lines = await go(engine, `depth 1 searchmoves ${move}`);
      expect(lines.at(-1)).toMatch(/^bestmove e1a1/);
      expect(infosOf(lines).at(-1)).toMatch(/ pv e1a1/);
    }
    const counts = await engine.ask('go perft 1', /^Nodes/);
    expect(counts).toContain('e1h1: 1');
    expect(counts).not.toContain('e1g1: 1');
  });

  test('is written as the option was when the position was set up, as Stockfish does', async () => {
    const engine = chess960();
    await engine.say(`position fen ${CASTLING}`, 'setoption name UCI_Chess960 value false');
    expect((await go(engine, 'depth 1 searchmoves e1g1')).at(-1)).toMatch(/^bestmove e1h1/);
    await engine.say(`position fen ${CASTLING}`, 'setoption name UCI_Chess960 value true');
    expect((await go(engine, 'depth 1 searchmoves e1g1')).at(-1)).toMatch(/^bestmove e1g1/);
  });

  test('in Chess960 the rook may be anywhere', async () => {
    const engine = chess960();
    const fen = '4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1';
    const after = {
      e1g1: '4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1',
      e1b1: '4k3/8/8/8/8/8/8/2KR2R1 b - - 1 1',
    };
    for (const [move, fenAfter] of Object.entries(after)) {
      expect(await engine.say(`position fen ${fen} moves ${move}`)).toEqual([]);
      expect(await engine.fen()).toBe(fenAfter);
    }
  });

  test('in Chess960 a king step to the target of castling is a step', async () => {
    const engine = chess960();
    const fen = '4k3/8/8/8/8/8/8/5K1R w H - 0 1';
    await engine.say(`position fen ${fen} moves f1g1`);
    expect(await engine.fen()).toBe('4k3/8/8/8/8/8/8/6KR b - - 1 1');
    await engine.say(`position fen ${fen} moves f1h1`);
    expect(await engine.fen()).toBe('4k3/8/8/8/8/8/8/5RK1 b - - 1 1');
  });
});

describe('the position', () => {
  test('d shows a board, the FEN, the key and who gives check', async () => {
    const engine = engineForAll();
    await engine.say('position startpos moves f2f3 e7e5 g2g4 d8h4');
    const lines = await engine.ask('d', /^Checkers:/);
    expect(lines).toContain('8 | r | n | b |   | k | b | n | r |');
    expect(lines).toContain('4 |   |   |   |   |   |   | P | q |');
    expect(lines.at(-3)).toBe('Fen: rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3');
    expect(lines.at(-2)).toMatch(/^Key: [0-9a-f]{16}$/);
    expect(lines.at(-1)).toBe('Checkers: h4');
  });

  test('a FEN may have no clocks', async () => {
    const engine = engineForAll();
    await engine.say('position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -');
    expect(await engine.fen()).toBe(START);
  });

  test('promotions and en passant are played', async () => {
    const engine = engineForAll();
    await engine.say('position fen 4k3/P7/8/8/4p3/8/3P4/4K3 w - - 0 1 moves a7a8n e4e3 d2d4');
    expect(await engine.fen()).toBe('N3k3/8/8/8/3P4/4p3/8/4K3 b - - 0 2');
    await engine.say('position fen 4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1 moves d2d4 e4d3');
    expect(await engine.fen()).toBe('4k3/8/8/8/8/3p4/8/4K3 w - - 0 2');
  });

  test('a long game is accepted', async () => {
    const engine = engineForAll();
    const shuffle = 'g1f3 g8f6 f3g1 f6g8'.split(' ');
    const moves = ['e2e4', 'e7e5', ...Array.from({ length: 300 }, () => shuffle).flat()];
    await engine.say(`position startpos moves ${moves.join(' ')}`);
    expect(await engine.fen()).toBe(
      'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1200 602',
    );
    checkAnswer(play(START, ['e2e4', 'e7e5']).fen(), await go(engine, 'depth 3'));
  });
});

describe('a finished game', () => {
  const KNIGHTS = 'g1f3 g8f6 f3g1 f6g8';
  test.each([
    ['checkmate', 'startpos moves f2f3 e7e5 g2g4 d8h4'],
    ['draw by stalemate', 'fen 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1 moves f1f7'],
    ['draw by threefold repetition', `startpos moves ${KNIGHTS} ${KNIGHTS}`],
  ])('%s is reported: position %s', async (end, position) => {
    expect(await engineForAll().say(`position ${position}`)).toEqual([`info string ${end}`]);
  });

  test('nothing is reported before', async () => {
    expect(await engineForAll().say(`position startpos moves ${KNIGHTS}`)).toEqual([]);
  });

  test('there is no best move in checkmate and stalemate', async () => {
    const engine = engineForAll();
    await engine.say('position startpos moves f2f3 e7e5 g2g4 d8h4');
    const mated = await go(engine, 'depth 5');
    expect(infosOf(mated).at(-1)).toMatch(/^info depth 0 .*score mate -?0( |$)/);
    expect(mated.at(-1)).toBe('bestmove (none)');
    await engine.say('position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1');
    const stalemated = await go(engine, 'depth 5');
    expect(infosOf(stalemated).at(-1)).toMatch(/^info depth 0 .*score cp 0( |$)/);
    expect(stalemated.at(-1)).toBe('bestmove (none)');
  });

  test('positions with claimable draws are still searched', async () => {
    const engine = engineForAll();
    const fen = '7k/8/8/8/8/8/8/R3K3 w - - 120 90';
    await engine.say(`position fen ${fen}`);
    checkAnswer(fen, await go(engine, 'depth 3'));
  });

  test('a move that draws at once says so', async () => {
    const engine = engineForAll();
    const fen = 'k7/8/8/8/8/8/1q6/K7 w - - 0 1';
    await engine.say(`position fen ${fen}`);
    const lines = await go(engine, 'depth 3');
    expect(checkAnswer(fen, lines)).toBe('a1b2');
    expect(strings(lines)).toEqual(['draw by insufficient material with a1b2']);
    expect(infosOf(lines).at(-1)).toMatch(/ score cp 0 /);
  });
});
