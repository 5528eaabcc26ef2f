/** Engines that end with the test that started them, and checks of their output. */
import { Chess } from 'chess.js';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { infosOf, numberOf, UciProcess } from '../support/uciProcess.ts';

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
export const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

/** Starts `refrain` for the running test. */
export function start(...args: string[]): UciProcess {
  const engine = new UciProcess(...args);
  onTestFinished(() => engine.close());
  return engine;
}

/** Starts one `refrain` for all tests of a `describe`. Returns a function that returns it. */
export function startForAll(...args: string[]): () => UciProcess {
  let engine: UciProcess;
  beforeAll(() => {
    engine = new UciProcess(...args);
  });
  afterAll(() => engine.close());
  return () => engine;
}

/** The line that ends a search. */
export const BESTMOVE = /^bestmove /;

/** All lines of a search, to its `bestmove`. */
export const go = (engine: UciProcess, limits: string): Promise<string[]> =>
  engine.ask(`go ${limits}`, BESTMOVE);

/** The position after moves in UCI's notation. chess.js throws if one is illegal. */
export function play(fen: string, moves: readonly string[]): Chess {
  const board = new Chess(fen);
  for (const move of moves) {
    const [, from, to, promotion] = /^(..)(..)(.?)$/.exec(move)!;
    board.move({ from: from!, to: to!, ...(promotion ? { promotion } : {}) });
  }
  return board;
}

const MOVE = '[a-h][1-8][a-h][1-8][nbrq]?';
const INFO = new RegExp(
  '^info(?:' +
    ' (?:depth|seldepth|multipv|nodes|nps|hashfull|tbhits|time) \\d+' +
    '| score (?:cp|mate) -?\\d+(?: (?:lower|upper)bound)?' +
    `)+(?: pv(?: ${MOVE})+)?$`,
);
const ANSWER = new RegExp(`^bestmove (${MOVE})(?: ponder (${MOVE}))?$`);

/**
 * Checks the output of a search and returns its move: all lines are valid UCI, depth and nodes never
 * decrease, every pv is legal, and best move and ponder move are those of the last pv.
 */
export function checkAnswer(fen: string, lines: readonly string[]): string {
  let depth = 0;
  let nodes = 0;
  let pv: string[] = [];
  for (const info of infosOf(lines)) {
    expect(info).toMatch(INFO);
    expect(info).toMatch(/ score /);
    for (const word of ['seldepth', 'nps', 'time']) numberOf(info, word);
    expect(numberOf(info, 'depth'), info).toBeGreaterThanOrEqual(depth);
    expect(numberOf(info, 'nodes'), info).toBeGreaterThanOrEqual(nodes);
    depth = numberOf(info, 'depth');
    nodes = numberOf(info, 'nodes');
    pv = / pv (.*)$/.exec(info)?.[1]?.split(' ') ?? [];
    play(fen, pv);
  }
  const answer = lines.at(-1)!;
  expect(answer).toMatch(ANSWER);
  const [, best, ponder] = ANSWER.exec(answer)!;
  play(fen, ponder === undefined ? [best!] : [best!, ponder]);
  if (pv.length > 0) expect(best).toBe(pv[0]);
  if (ponder !== undefined) expect(ponder).toBe(pv[1]);
  return best!;
}
