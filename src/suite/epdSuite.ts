/**
 * Test suites: EPD positions with their solutions.
 *
 * `bm` lists the best moves and `am` moves to avoid; in a line with neither, `dm` asks for a mate in at
 * most that many moves. The Strategic Test Suite also gives points to moves that are nearly as good:
 * as `c0 "f5=10, Be5+=2"`, or in its later form as a list of points (`c8`) and a list of moves in SAN
 * (`c7`) or UCI notation (`c9`).
 * https://www.chessprogramming.org/Extended_Position_Description
 * https://www.chessprogramming.org/Strategic_Test_Suite
 */
import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { parseMove } from '../chess/notation/anyMove.ts';
import { parseEpd, positionLines } from '../chess/notation/epd.ts';
import { isMateScore, movesToMate } from '../search/score.ts';
import {
  ChessError,
  catching,
  fail,
  ok,
  quote,
  type Result,
  unwrap,
  within,
} from '../util/result.ts';

/** One position of a suite. */
export interface SuiteTask {
  /** The `id`, or the number of the position in its file. */
  id: string;
  position: Position;
  /** Moves that solve it; if there are none, all but `avoid` do. */
  best: Move[];
  avoid: Move[];
  /** Full moves within which a mate must be found; null if the score does not matter. */
  mateIn: number | null;
  /** Points by move; empty if the suite has none. */
  points: Map<Move, number>;
}

/** Parses a suite; empty lines and lines that begin with `#` are skipped. */
export function parseSuite(text: string): Result<SuiteTask[]> {
  const tasks: SuiteTask[] = [];
  for (const { line, number } of positionLines(text)) {
    const task = catching(() => readTask(line, `${tasks.length + 1}`));
    if (!task.ok) return within(`line ${number}`, task);
    tasks.push(task.value);
  }
  return tasks.length > 0 ? ok(tasks) : fail('no position in it');
}

function readTask(line: string, number: string): SuiteTask {
  const { position, operations } = unwrap(parseEpd(line));
  const moves = (opcode: string) => readMoves(position, operations.get(opcode) ?? []);
  const points = readPoints(position, operations);
  // Without bm, the moves with the most points are the best moves.
  const most = Math.max(...points.values());
  const best = operations.has('bm')
    ? moves('bm')
    : [...points.keys()].filter((move) => points.get(move) === most);
  const avoid = moves('am');
  const mate = operations.get('dm')?.[0];
  if (mate !== undefined && !/^[1-9]\d*$/.test(mate)) {
    throw new ChessError(`dm must be a number of moves, 1 or more, not ${quote(mate)}`);
  }
  const isAboutMoves = best.length + avoid.length > 0;
  if (!isAboutMoves && mate === undefined) {
    throw new ChessError('nothing to solve: no bm, am, dm or points');
  }
  if (legalMoves(position).length === 0) throw new ChessError('no legal move');
  return {
    id: withoutControls(operations.get('id')?.join(' ')) || number,
    position,
    best,
    avoid,
    points,
    mateIn: isAboutMoves ? null : Number(mate),
  };
}

/** Removes control characters; some suites contain zero bytes. */
const withoutControls = (text = ''): string => text.replace(/\p{C}/gu, '').trim();

/** Parses moves in SAN or UCI notation; separate check marks and glyphs are skipped, and repeated moves. */
function readMoves(position: Position, texts: readonly string[]): Move[] {
  const moves = texts
    .flatMap((text) => text.split(/[\s,]+/))
    .filter((text) => !/^[+#!?]*$/.test(text))
    .map((text) => unwrap(parseMove(position, text)));
  return [...new Set(moves)];
}

function readPoints(position: Position, operations: Map<string, string[]>): Map<Move, number> {
  const pairs = (operations.get('c0')?.join(' ') ?? '')
    .split(',')
    .map((pair) => /^\s*([^\s=]+(?:=[NBRQ]\S?)?)\s*=\s*(\d+)\s*$/.exec(pair));
  // Other comments may look similar (`elo=2500`), but do not contain moves.
  const moved = pairs.map((pair) => {
    const move = pair === null ? null : parseMove(position, pair[1]!);
    return move?.ok ? move.value : null;
  });
  if (moved.every((move) => move !== null)) {
    return new Map(moved.map((move, i) => [move, Number(pairs[i]![2])]));
  }
  const values = words(operations.get('c8')).map(Number);
  const moves = words(operations.get('c9') ?? operations.get('c7'));
  const isTable = values.length > 0 && values.length === moves.length;
  if (!isTable || !values.every((value) => Number.isInteger(value))) return new Map();
  return new Map(moves.map((move, i) => [unwrap(parseMove(position, move)), values[i]!]));
}

const words = (operands: readonly string[] = []): string[] =>
  operands
    .join(' ')
    .split(/[\s,]+/)
    .filter((word) => word !== '');

/** Whether a move, with its score for the side to move, solves the task. */
export function isSolution(task: SuiteTask, move: Move, score: number): boolean {
  if (task.mateIn !== null) {
    return isMateScore(score) && score > 0 && movesToMate(score) <= task.mateIn;
  }
  if (task.avoid.includes(move)) return false;
  return task.best.length === 0 || task.best.includes(move);
}
