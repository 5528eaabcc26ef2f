/**
 * A long session of a GUI with the engine, in which every line of output is checked: it must have the
 * form written next to each command, and every move and pv must be legal for chess.js.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chess960Fen } from '../../src/chess/game/chess960.ts';
import { Referee } from '../support/referee.ts';
import { UciProcess } from '../support/uciProcess.ts';
import { KIWIPETE, START } from './engines.ts';

const MOVE = '[a-h][1-8][a-h][1-8][nbrq]?';
const SCORE = 'score (?:cp|mate) -?\\d+(?: lowerbound| upperbound)?(?: wdl \\d+ \\d+ \\d+)?';
const info = (multiPv: string) =>
  `info depth \\d+ seldepth \\d+ multipv ${multiPv} ${SCORE} nodes \\d+ nps \\d+ hashfull \\d+` +
  `(?: tbhits \\d+)? time \\d+ pv(?: ${MOVE})+`;
const CURRENT = `info depth \\d+ currmove ${MOVE} currmovenumber \\d+`;
const BEST = `bestmove ${MOVE}(?: ponder ${MOVE})?`;
const READY = 'readyok';
const told = (text: string) => `info string ${text}`;
const many = (line: string) => `(?:${line}\\n)*`;
/** The form of the output of a search. */
const searching = (multiPv = '1') => many(`(?:${info(multiPv)}|${CURRENT})`);

let engine: UciProcess;
/** The position of the GUI, and the moves played from there. */
let fen = START;
let moves: string[] = [];
let linesRead = 0;

beforeAll(() => {
  engine = new UciProcess();
});
afterAll(() => engine.close());

/** Reads up to a line of the last form; all lines before must have one of the other forms. */
async function hear(...form: string[]): Promise<string[]> {
  const last = form.at(-1)!;
  const lines = await engine.readTo(new RegExp(`^${last}$`));
  linesRead += lines.length;
  const whole = form.map((part) => (part.endsWith(')*') ? part : `${part}\\n`)).join('');
  const text = lines.map((line) => `${line}\n`).join('');
  expect(text).toMatch(new RegExp(`^${whole}$`));
  checkPlay(lines);
  return lines;
}

/** Sends lines, and expects exactly this output. */
async function say(commands: string | string[], ...form: string[]): Promise<string[]> {
  engine.send(...[commands].flat());
  return hear(...form);
}

/** Sends lines that have no output. */
const tell = (...commands: string[]) => say([...commands, 'isready'], READY);

/** Sets up a position, without output. */
async function setUp(newFen: string, ...newMoves: string[]): Promise<void> {
  [fen, moves] = [newFen, newMoves];
  const base = fen === START ? 'startpos' : `fen ${fen}`;
  await tell(`position ${base}${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`);
}

const word = (line: string, name: string) => new RegExp(` ${name} (\\S+)`).exec(line)?.[1];
const lineOfPlay = (line: string) => / pv (.*)$/.exec(line)?.[1]?.split(' ') ?? [];
const bestMove = (lines: readonly string[]) => lines.at(-1)!.split(' ')[1]!;
const infos = (lines: readonly string[]) => lines.filter((line) => line.includes(' pv '));

/** Checks moves with chess.js. */
function referee(...more: string[]): Referee {
  const result = new Referee(fen);
  for (const move of [...moves, ...more]) result.play(move);
  return result;
}

/**
 * Lines and best moves are legal; nodes and time of a search never decrease, nor does the depth of the
 * best line. What a stop left incomplete of the other lines is taken back.
 */
function checkPlay(lines: readonly string[]): void {
  const before = new Map<string, number>();
  for (const line of infos(lines)) {
    referee(...lineOfPlay(line));
    const isBest = word(line, 'multipv') === '1';
    for (const name of isBest ? ['depth', 'nodes', 'time'] : ['nodes', 'time']) {
      const value = Number(word(line, name));
      expect(value, line).toBeGreaterThanOrEqual(before.get(name) ?? 0);
      before.set(name, value);
    }
    expect(Number(word(line, 'hashfull'))).toBeLessThanOrEqual(1000);
  }
  const answer = new RegExp(`^bestmove (${MOVE})(?: ponder (${MOVE}))?$`).exec(lines.at(-1)!);
  if (answer !== null) referee(...answer.slice(1).filter((move) => move !== undefined));
}

describe('a session', () => {
  test('begins with id and options', async () => {
    const OPTION =
      'option name \\S+(?: \\S+)* type ' +
      '(?:spin default -?\\d+ min -?\\d+ max \\d+|check default (?:true|false)|button|string default .+)';
    const lines = await say('uci', 'id name Refrain \\S+', 'id author .+', many(OPTION), 'uciok');
    const options = lines.filter((line) => line.startsWith('option'));
    const names = options.map((line) => /name (.*) type/.exec(line)![1]!);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    for (const name of [
      ...['Hash', 'Clear Hash', 'Threads', 'MultiPV', 'Ponder', 'Move Overhead'],
      ...['UCI_Chess960', 'UCI_EngineAbout'],
    ]) {
      expect(names).toContain(name);
    }
    for (const line of options.filter((option) => option.includes(' spin '))) {
      const [value, min, max] = ['default', 'min', 'max'].map((name) => Number(word(line, name)));
      expect(value! >= min! && value! <= max!, line).toBe(true);
    }
  });

  test('options are set silently, or rejected with a message', async () => {
    await tell(
      'setoption name Hash value 8',
      'setoption name Threads value 1',
      'setoption name Ponder value true',
      'setoption name move overhead value 20',
      'setoption name Clear Hash',
    );
    for (const setting of ['Hash value 0', 'Hash value', 'Ponder value 2', 'Nothing value 1']) {
      await say([`setoption name ${setting}`, 'isready'], told('.{8,}'), READY);
    }
  });

  test('a game begins: a move on the clock, with a ponder move', async () => {
    await tell('ucinewgame');
    await setUp(START);
    const go = 'go wtime 3000 btime 3000 winc 20 binc 20';
    const lines = await say(go, searching(), `bestmove ${MOVE} ponder ${MOVE}`);
    const [, best, , ponder] = lines.at(-1)!.split(' ');
    expect(lineOfPlay(infos(lines).at(-1)!).slice(0, 2)).toEqual([best, ponder]);
    await setUp(START, best!, ponder!);
  });

  test('a ponder hit: no answer before, one after', async () => {
    engine.send('go ponder wtime 2900 btime 2900 winc 20 binc 20');
    await hear(searching(), info('1'));
    await say('isready', searching(), READY);
    await say('ponderhit', searching(), BEST);
    await tell();
  });

  test('a ponder miss: the answer to stop is ignored by the GUI', async () => {
    engine.send('go ponder wtime 2800 btime 2800');
    await hear(searching(), info('1'));
    await say('stop', searching(), BEST);
    await setUp(START, 'd2d4', 'g8f6', 'c2c4');
    await say('go movetime 30', searching(), BEST);
  });

  test('an analysis of three lines runs until stopped, and answers meanwhile', async () => {
    await tell('setoption name MultiPV value 3');
    await setUp(KIWIPETE);
    const lines = await say('go infinite', searching('[1-3]'), info('3').replace('\\d+', '4'));
    lines.push(...(await say('isready', searching('[1-3]'), READY)));
    const [, , ...options] = await say(
      'uci',
      searching('[1-3]'),
      'id name .+',
      'id author .+',
      many('option .+'),
      'uciok',
    );
    expect(options.length).toBeGreaterThan(5);
    lines.push(...(await say('stop', searching('[1-3]'), BEST)));
    const four = infos(lines).filter((line) => word(line, 'depth') === '4');
    // When stopped in the next iteration, it repeats some of them.
    const whole = four.filter((line) => !/bound/.test(line)).slice(0, 3);
    expect(whole.map((line) => word(line, 'multipv'))).toEqual(['1', '2', '3']);
    expect(new Set(whole.map((line) => lineOfPlay(line)[0])).size).toBe(3);
    const best = infos(lines).findLast((line) => word(line, 'multipv') === '1')!;
    expect(bestMove(lines)).toBe(lineOfPlay(best)[0]);
    await tell('setoption name MultiPV value 1');
  });

  test('searchmoves; illegal ones are reported and ignored', async () => {
    const among = await say('go depth 4 searchmoves a2a3 e1g1', searching(), BEST);
    expect(['a2a3', 'e1g1']).toContain(bestMove(among));
    const refused = told("searchmoves: not legal, ignored: 'e2e5'");
    const rest = await say('go depth 2 searchmoves e2e5 a2a4', refused, searching(), BEST);
    expect(bestMove(rest)).toBe('a2a4');
    const all = told("searchmoves: .*'e2e5'; none is left, so all moves are searched");
    await say('go depth 2 searchmoves e2e5', all, searching(), BEST);
  });

  test('other limits: depth, nodes, mate, perft', async () => {
    const deep = await say('go depth 5', searching(), BEST);
    expect(word(infos(deep).at(-1)!, 'depth')).toBe('5');
    const few = await say('go nodes 2000', searching(), BEST);
    expect(Number(word(infos(few).at(-1)!, 'nodes'))).toBeLessThanOrEqual(2000);
    await say('go perft 2', many(`${MOVE}: \\d+`), '', 'Nodes searched: 2039');
    await setUp('7k/8/8/8/8/8/R7/1R2K3 w - - 0 1');
    const mate = await say('go mate 2', searching(), BEST);
    expect(infos(mate).at(-1)).toMatch(/ score mate 2 /);
    expect(referee(...lineOfPlay(infos(mate).at(-1)!)).end()).toBe('checkmate');
  });

  test('Chess960 games against itself; castling is king takes rook', async () => {
    await tell('setoption name UCI_Chess960 value true', 'ucinewgame');
    for (const number of [0, 692]) {
      await setUp(chess960Fen(number));
      for (let ply = 0; ply < 30; ply++) {
        const drawn = many(told('draw by .+'));
        const move = bestMove(await say('go nodes 1500', searching(), drawn, BEST));
        if (referee(move).end() !== null) break;
        await setUp(fen, ...moves, move);
      }
    }
    await setUp('k7/8/8/8/8/8/8/1R2K1R1 w GB - 0 1');
    const castled = await say('go depth 3 searchmoves e1g1', searching(), BEST);
    expect(bestMove(castled)).toBe('e1g1');
    expect(referee('e1g1').text()).toContain('/1R3RK1 b ');
    await tell('setoption name UCI_Chess960 value false');
  });

  test('the end of a game is reported, and there is no best move', async () => {
    await tell('ucinewgame');
    const mated = 'position startpos moves f2f3 e7e5 g2g4 d8h4';
    await say([mated, 'isready'], told('checkmate'), READY);
    await say('go depth 3', 'info depth 0 .*score mate 0 .*', 'bestmove \\(none\\)');
    const shuffle = 'g1f3 g8f6 f3g1 f6g8';
    const drawn = `position startpos moves ${shuffle} ${shuffle}`;
    await say([drawn, 'isready'], told('draw by threefold repetition'), READY);
  });

  test('quit during a search exits with the best move', async () => {
    await setUp(START);
    engine.send('go infinite');
    await hear(searching(), info('1'));
    engine.send('quit');
    expect(await engine.ended()).toEqual({ code: 0, signal: null });
    expect(engine.errors).toBe('');
    const rest = engine.lines
      .slice(linesRead)
      .map((line) => `${line}\n`)
      .join('');
    expect(rest).toMatch(new RegExp(`^${searching()}${BEST}\\n$`));
  });
});
