/**
 * A game analysed: every position is searched once, and a move is judged by what its side may
 * expect before and after it.
 *
 * What counts is the expected score (a win 1, a draw ½), not centipawns: a pawn thrown away in a
 * won position costs little, in an equal one a lot. The limits between inaccuracies, mistakes and
 * blunders are those that Chess.com has published for its expected points.
 * https://support.chess.com/en/articles/8572705-how-are-moves-classified-what-is-a-blunder-or-brilliant-and-etc
 */
import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import { BLACK, type Color, type Move, WHITE } from '../chess/board/types.ts';
import type { PgnMove } from '../chess/notation/pgn.ts';
import type { PgnGame } from '../chess/notation/pgnReader.ts';
import { formatSan } from '../chess/notation/san.ts';
import { formatUciMove } from '../chess/notation/uciMove.ts';
import { isMateScore, MATE } from '../search/score.ts';
import {
  boundedCentipawns,
  meanAccuracy,
  moveAccuracy,
  moveWeights,
  winPercent,
} from './accuracy.ts';
import { expectedScore, forWhite } from './scores.ts';

/** What a search makes of a position. */
export interface Thought {
  /** Centipawns or a mate, from the side to move. */
  score: number;
  /** The best line, never empty. */
  line: Move[];
  /** The move that looked best at a glance, some plies deep. */
  glance: Move;
}

/**
 * Searches the position after `moves`, in UCI notation; of `allowed` moves if given. Null when it
 * was interrupted, so that what it found is worth nothing.
 */
export type Think = (
  start: Position,
  moves: readonly string[],
  allowed?: Move[],
) => Promise<Thought | null>;

/** How a move is marked, with the number of its glyph in PGN. */
export interface Glyph {
  nag: number;
  sign: string;
  name: string;
}

const GOOD: Glyph = { nag: 1, sign: '!', name: 'Good move' };
const INACCURACY: Glyph = { nag: 6, sign: '?!', name: 'Inaccuracy' };
const MISTAKE: Glyph = { nag: 2, sign: '?', name: 'Mistake' };
const BLUNDER: Glyph = { nag: 4, sign: '??', name: 'Blunder' };
export const GLYPHS = { GOOD, INACCURACY, MISTAKE, BLUNDER };

/** What a move must lose of the expected score to be one, the worst first. */
const LOSSES = [
  [0.2, BLUNDER],
  [0.1, MISTAKE],
  [0.05, INACCURACY],
] as const;
/** What all other moves must lose for the only good one to deserve its mark. */
const ONLY_MOVE_LOSS = 0.1;

/** The mark for a loss of expected score, 0 to 1; null for a move that is as good as any. */
export function glyphOfLoss(loss: number): Glyph | null {
  // Differences of thousandths are not exact.
  return LOSSES.find(([least]) => loss >= least - 1e-9)?.[1] ?? null;
}

export interface AnalyzedMove {
  /** As the file has it, with its comments and glyphs. */
  played: PgnMove;
  san: string;
  color: Color;
  before: Position;
  /** The engine's line instead, and what it is worth: centipawns or a mate, White's. */
  line: Move[];
  scoreBefore: number;
  /** After the move, White's. */
  score: number;
  /** After the move, White's, 0 to 1. */
  expected: number;
  /** What the side that moved lost: of its expected score, and in centipawns. */
  loss: number;
  centipawnLoss: number;
  /** Per cent. */
  accuracy: number;
  glyph: Glyph | null;
}

export interface AnalyzedGame {
  game: PgnGame;
  /** Of the start, White's. */
  expectedAtStart: number;
  /** The moves judged; fewer than the game has if the analysis was interrupted. */
  moves: AnalyzedMove[];
  sides: [white: SideSummary, black: SideSummary];
}

export interface SideSummary {
  /** Per cent, and the mean of what its moves lost in centipawns; null if it made no move. */
  accuracy: number | null;
  centipawnLoss: number | null;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

/** A position with what was thought of it: nothing where there is no legal move. */
interface Assessment {
  /** White's. */
  score: number;
  thought: Thought | null;
}

/** Judges move after move until the game or the patience ends; `onMove` is told of each. */
export async function analyzeGame(
  game: PgnGame,
  think: Think,
  onMove: (move: AnalyzedMove) => void = () => {},
): Promise<AnalyzedGame> {
  const position = game.start.clone();
  const ucis: string[] = [];
  const moves: AnalyzedMove[] = [];
  const start = await assess(position, game.start, ucis, think);
  let assessment = start;
  for (const played of game.moves) {
    if (assessment === null || assessment.thought === null) break;
    const before = position.clone();
    const uci = formatUciMove(played.move, true);
    position.make(played.move);
    const after = await assess(position, game.start, [...ucis, uci], think);
    if (after === null) break;
    const judged = judge(before, played, assessment, after, position);
    if (
      judged.glyph === null &&
      (await isOnlyMove(judged, assessment.thought, game, ucis, think))
    ) {
      judged.glyph = GOOD;
    }
    moves.push(judged);
    onMove(judged);
    ucis.push(uci);
    assessment = after;
  }
  const scoreAtStart = start?.score ?? 0;
  return {
    ...{ game, moves, expectedAtStart: expectedScore(scoreAtStart, game.start) },
    sides: [summarize(moves, WHITE), summarize(moves, BLACK)],
  };
}

/** Plies that are followed while there is but one legal move. It may be so for ever. */
const MOST_FORCED = 30;

/**
 * Null when the search was interrupted. A position with one legal move is worth what follows that
 * move, so what is searched is the position in which there is a choice again.
 */
async function assess(
  position: Position,
  start: Position,
  ucis: readonly string[],
  think: Think,
): Promise<Assessment | null> {
  const after = position.clone();
  const forced: Move[] = [];
  let moves = legalMoves(after);
  for (; moves.length === 1 && forced.length < MOST_FORCED; moves = legalMoves(after)) {
    forced.push(moves[0]!);
    after.make(moves[0]!);
  }
  const path = [...ucis, ...forced.map((move) => formatUciMove(move, true))];
  const thought = moves.length === 0 ? null : await think(start, path);
  if (thought === null && moves.length > 0) return null;
  const score = forWhite(thought?.score ?? (after.inCheck ? -MATE : 0), after);
  const [only] = forced;
  if (only === undefined) return { score, thought };
  // A mate is further away from here.
  const distant = isMateScore(score) ? score - Math.sign(score) * forced.length : score;
  const line = [...forced, ...(thought?.line ?? [])];
  return { score: distant, thought: { score: forWhite(distant, position), line, glance: only } };
}

function judge(
  before: Position,
  played: PgnMove,
  { score: scoreBefore, thought }: Assessment,
  { score }: Assessment,
  after: Position,
): AnalyzedMove {
  const color = before.turn;
  const { line } = thought!;
  const expected = expectedScore(score, after);
  // The engine's own move loses nothing, even if a search from further on thinks less of it.
  const isBest = line[0] === played.move;
  const lost = (had: number, has: number) =>
    isBest ? 0 : Math.max(0, color === BLACK ? has - had : had - has);
  const loss = lost(expectedScore(scoreBefore, before), expected);
  return {
    ...{ played, color, before, line, scoreBefore, score, expected, loss },
    san: formatSan(before, played.move),
    centipawnLoss: lost(boundedCentipawns(scoreBefore), boundedCentipawns(score)),
    accuracy: moveAccuracy(lost(winPercent(scoreBefore), winPercent(score))),
    glyph: glyphOfLoss(loss),
  };
}

/**
 * Whether a move deserves praise: it is the engine's, it was not what looked best at a glance, and
 * every other move would have been a mistake.
 */
async function isOnlyMove(
  { before, played: { move }, line, scoreBefore, color }: AnalyzedMove,
  { glance }: Thought,
  { start }: PgnGame,
  ucis: readonly string[],
  think: Think,
): Promise<boolean> {
  if (line[0] !== move || glance === move) return false;
  const others = legalMoves(before).filter((other) => other !== move);
  if (others.length === 0) return false;
  const second = await think(start, ucis, others);
  if (second === null) return false;
  const difference =
    expectedScore(scoreBefore, before) - expectedScore(forWhite(second.score, before), before);
  return (color === BLACK ? -difference : difference) >= ONLY_MOVE_LOSS;
}

function summarize(moves: readonly AnalyzedMove[], color: Color): SideSummary {
  const weights = moveWeights([
    ...moves.slice(0, 1).map((move) => winPercent(move.scoreBefore)),
    ...moves.map((move) => winPercent(move.score)),
  ]);
  const own = moves.flatMap((move, i) =>
    move.color === color ? [{ ...move, weight: weights[i]! }] : [],
  );
  const count = (glyph: Glyph) => own.filter((move) => move.glyph === glyph).length;
  return {
    accuracy: meanAccuracy(own),
    centipawnLoss:
      own.length === 0 ? null : own.reduce((sum, move) => sum + move.centipawnLoss, 0) / own.length,
    inaccuracies: count(INACCURACY),
    mistakes: count(MISTAKE),
    blunders: count(BLUNDER),
  };
}
