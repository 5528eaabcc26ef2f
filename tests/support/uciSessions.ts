/**
 * Random sessions of UCI commands: positions of random games, all kinds of options, every way to start
 * and to end a search. For each search it is checked that
 *
 * - it is answered by one `bestmove`, legal, and among the `searchmoves`;
 * - the last pv begins with that move and the ponder move;
 * - every pv is legal, and the lines of MultiPV begin with different moves;
 * - depth, nodes and time never decrease;
 * - depth and node limits are respected.
 *
 * Time limits are not checked, because the machine may be busy.
 */
import fc from 'fast-check';
import { NO_MOVE } from '../../src/chess/board/types.ts';
import { formatFen } from '../../src/chess/notation/fen.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';
import type { Random } from '../../src/util/random.ts';
import { chess960Starts, type Game, games, plies, standardStarts } from './games.ts';
import { Referee } from './referee.ts';
import { infosOf, numberOf, type UciProcess } from './uciProcess.ts';

/** A position, set up by UCI. */
interface Board {
  fen: string;
  moves: string[];
  /** The legal moves after the last move. */
  legal: string[];
  isChess960: boolean;
}

interface Search {
  words: string;
  depth?: number;
  nodes?: number;
  searchmoves: string[];
  /** The commands that end it, if it has no limit. */
  ending: 'stop' | 'ponderhit' | null;
  /** Whether a time limit or a stop may end it before its depth is reached. */
  mayEndEarly: boolean;
}

function boardOf(game: Game, isChess960: boolean): Board {
  const board: Board = { fen: '', moves: [], legal: [], isChess960 };
  for (const { position, legal, next } of plies(game)) {
    if (board.fen === '') board.fen = formatFen(position);
    if (next !== NO_MOVE) board.moves.push(formatUciMove(next, isChess960));
    board.legal = legal.map((move) => formatUciMove(move, isChess960));
  }
  return board;
}

/** Positions of random games, standard and Chess960. */
export function sampleBoards(seed: number, count: number): Board[] {
  const runs = { seed, numRuns: Math.ceil(count / 2) };
  return [
    ...fc.sample(games(standardStarts, 60), runs).map((game) => boardOf(game, false)),
    ...fc.sample(games(chess960Starts, 60), runs).map((game) => boardOf(game, true)),
  ];
}

/** A random search: any limit, alone or with another one. */
function randomSearch(random: Random, board: Board): Search {
  const chance = (oneIn: number) => random.below(oneIn) === 0;
  const words: string[] = [];
  const search: Search = { words: '', searchmoves: [], ending: null, mayEndEarly: false };
  const limitDepth = () => {
    search.depth = random.below(8);
    words.push(`depth ${search.depth}`);
  };
  const limitNodes = () => {
    search.nodes = chance(8) ? random.below(3) : random.below(6000);
    words.push(`nodes ${search.nodes}`);
    search.mayEndEarly = true;
  };
  const limitTime = () => {
    search.mayEndEarly = true;
    if (chance(3)) words.push(`movetime ${random.below(15)}`);
    else {
      const [wtime, btime, increment] = [300, 300, 5].map((most) => random.below(most));
      words.push(`wtime ${wtime} btime ${btime} winc ${increment} binc ${increment}`);
      if (chance(3)) words.push(`movestogo ${1 + random.below(40)}`);
    }
  };
  const limits = [limitDepth, limitNodes, limitTime];
  const first = random.below(limits.length);
  const kind = random.below(8);
  if (kind === 0) {
    words.push('infinite');
    search.ending = 'stop';
  } else {
    limits[first]!();
    if (chance(4)) limits[(first + 1) % limits.length]!();
    if (kind === 1) {
      words.push('ponder');
      search.ending = chance(2) ? 'stop' : 'ponderhit';
    } else if (kind === 2) {
      search.ending = 'stop';
    } else if (kind === 3) {
      words.push(`mate ${1 + random.below(3)}`);
    }
  }
  search.mayEndEarly ||= search.ending !== null || kind === 3;
  if (chance(6) && board.legal.length > 0) {
    const wanted = 1 + random.below(4);
    const pick = () => board.legal[random.below(board.legal.length)]!;
    search.searchmoves = Array.from({ length: wanted }, pick);
    words.push('searchmoves', ...search.searchmoves);
  }
  search.words = `go ${words.join(' ')}`;
  return search;
}

/** Random options between two searches. */
function randomOptions(random: Random, maxThreads: number): string[] {
  const set = (name: string, value: unknown) => `setoption name ${name} value ${value}`;
  switch (random.below(14)) {
    case 0:
      return [set('Threads', 1 + random.below(maxThreads))];
    case 1:
    case 2:
      return [set('MultiPV', random.below(2) === 0 ? 1 : 1 + random.below(5))];
    case 3:
      return [set('Hash', 1 + random.below(3))];
    case 4:
      return [set('Contempt', random.below(60) - 30)];
    case 5:
      return [set('UCI_ShowWDL', random.below(2) === 0)];
    case 6:
      return [set('UCI_Elo', 600 + random.below(2000)), set('UCI_LimitStrength', true)];
    case 7:
    case 8:
      return [set('UCI_LimitStrength', false)];
    case 9:
      return ['ucinewgame'];
    case 10:
      return [set('Move Overhead', random.below(20))];
    default:
      return [];
  }
}

const lineOf = (info: string): string[] => / pv (.*)$/.exec(info)?.[1]?.split(' ') ?? [];

/** The faults in the output of a search. */
function findFaults(board: Board, search: Search, lines: readonly string[], limited: boolean) {
  const faults: string[] = [];
  const refereeAfter = (moves: readonly string[]) => {
    const referee = new Referee(board.fen);
    for (const move of [...board.moves, ...moves]) referee.play(move);
    return referee;
  };
  const infos = infosOf(lines);
  const before: Record<string, number> = {};
  let last = '';
  let firsts = new Set<string>();
  const final = infos.findLastIndex((info) => numberOf(info, 'multipv') === 1);
  for (const [i, info] of infos.entries()) {
    const multiPv = numberOf(info, 'multipv');
    const floors: [string, number][] = [
      [`depth of ${multiPv}`, numberOf(info, 'depth')],
      ['nodes', numberOf(info, 'nodes')],
      ['time', numberOf(info, 'time')],
    ];
    for (const [name, value] of floors) {
      // What a stop left incomplete is taken back, so the final lines may be those of the iteration before. A
      // level may put a move first that was searched even less.
      const back = limited ? Infinity : 1;
      const allowed = name.startsWith('depth') && i >= final ? back : 0;
      if (!(value >= (before[name] ?? 0) - allowed)) faults.push(`${name} falls: ${info}`);
      before[name] = value;
    }
    const line = lineOf(info);
    try {
      refereeAfter(line);
    } catch (error) {
      faults.push(`${error}: ${info}`);
    }
    if (multiPv === 1) {
      last = info;
      firsts = new Set();
    }
    if (/bound /.test(info)) continue;
    if (line[0] !== undefined && firsts.has(line[0])) faults.push(`twice the same move: ${info}`);
    if (line[0] !== undefined) firsts.add(line[0]);
  }
  const answer = /^bestmove (\S+)(?: ponder (\S+))?$/.exec(lines.at(-1)!);
  const [best, ponder] = [answer?.[1], answer?.[2]];
  if (last === '') faults.push('no info');
  if (board.legal.length === 0) {
    if (best !== '(none)') faults.push(`a move where there is none: ${best}`);
    return faults;
  }
  const allowed = search.searchmoves.length > 0 ? search.searchmoves : board.legal;
  if (best === undefined || !allowed.includes(best)) faults.push(`not allowed: ${lines.at(-1)}`);
  const [first, second] = lineOf(last);
  if (best !== first || ponder !== second) faults.push(`not of the last line: ${lines.at(-1)}`);
  const depth = numberOf(last, 'depth');
  const isDrawn = allowed.every((move) => {
    const end = refereeAfter([move]).end();
    return end !== null && end !== 'checkmate';
  });
  const wanted = Math.max(1, search.depth ?? 0);
  if (search.depth !== undefined && depth > wanted) faults.push(`deeper than ${wanted}: ${last}`);
  const isFull = search.depth !== undefined && !search.mayEndEarly && !limited;
  if (isFull && depth < wanted && !isDrawn) faults.push(`not ${wanted}: ${last}`);
  const nodes = numberOf(last, 'nodes');
  if (search.nodes !== undefined && nodes > Math.max(1, search.nodes)) {
    faults.push(`more than ${search.nodes} nodes: ${last}`);
  }
  return faults;
}

/**
 * Plays random sessions with this number of searches. Resolves to all faults, with the commands that
 * led to them.
 */
export async function playSessions(
  engine: UciProcess,
  random: Random,
  boards: readonly Board[],
  { searches, maxThreads }: { searches: number; maxThreads: number },
): Promise<string[]> {
  const faults: string[] = [];
  const said: string[] = [];
  const send = (...lines: string[]) => {
    said.push(...lines);
    engine.send(...lines);
  };
  // The engine may have played other sessions before.
  send('setoption name UCI_LimitStrength value false');
  let isLimited = false;
  for (let i = 0; i < searches && faults.length < 5; i++) {
    const board = boards[random.below(boards.length)]!;
    const options = randomOptions(random, maxThreads);
    for (const option of options) {
      if (option.includes('UCI_LimitStrength')) isLimited = option.endsWith('true');
    }
    const moves = board.moves.length > 0 ? ` moves ${board.moves.join(' ')}` : '';
    const search = randomSearch(random, board);
    const first = engine.lines.length;
    send(
      ...options,
      `setoption name UCI_Chess960 value ${board.isChess960}`,
      `position fen ${board.fen}${moves}`,
      search.words,
    );
    if (search.ending !== null) {
      // At once, while it starts, or during the search.
      const wait = random.below(4);
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      send(search.ending);
    }
    if (random.below(8) === 0) send('isready');
    await engine.waitFor(/^bestmove/);
    send('isready');
    // No output may follow the answer; that to an extra isready comes with the next search.
    await engine.waitFor(/^readyok/);
    const lines = engine.lines.slice(first).filter((line) => line !== 'readyok');
    const answers = lines.filter((line) => line.startsWith('bestmove'));
    const end = lines.findIndex((line) => line.startsWith('bestmove'));
    if (answers.length !== 1) faults.push(`${answers.length} answers to ${search.words}`);
    const found = findFaults(board, search, lines.slice(0, end + 1), isLimited);
    for (const fault of found) {
      faults.push(`${fault}\n  ${said.slice(-8).join('\n  ')}\n  ${lines.slice(-6).join('\n  ')}`);
    }
  }
  return faults;
}
