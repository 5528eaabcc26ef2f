/**
 * Selects the positions of a game to label: each of them or some, and for each some variants, one or two random
 * legal plies away. A search evaluates moves that players do not play, so games alone do not teach a network
 * what a hanging piece costs. Finished games and positions in check are left out. So are, for search scores,
 * positions in which a capture wins material by SEE: a search resolves them before it evaluates. Static labels
 * include them, because quiescence search compares captures with the static evaluation.
 */
import { generateNoisy, legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import { isCapture, MAX_MOVES } from '../chess/board/types.ts';
import { findGameEnd } from '../chess/game/draws.ts';
import { formatFen } from '../chess/notation/fen.ts';
import { seeAtLeast } from '../search/see.ts';
import { Random } from '../util/random.ts';
import type { GameRecord } from './gameFormat.ts';
import type { LabelledGame, LabelledPosition, LabelSettings } from './labelFormat.ts';

/** Attempts at a random walk before it is given up, if it ends in a position to leave out. */
const TRIES = 4;

/** A position is left out if a capture wins this many centipawns. */
const WINNING_CAPTURE = 100;

/** A game without its labels, and the positions that need them. */
export interface LabelPlan {
  game: LabelledGame;
  /** The positions as FEN, in the order of {@link labelTargets}. */
  fens: string[];
}

/** Which positions are labelled, as in the header of the file (labelFormat.ts). */
export type LabelSelection = Pick<LabelSettings, 'variants' | 'variantsPer' | 'every' | 'noisy'>;

/** Plans the labels of a game that began from `start`. */
export function planLabels(
  start: Position,
  { number, moves, result, start: packed }: GameRecord,
  { variants, variantsPer, every, noisy }: LabelSelection,
  seed: number,
): LabelPlan {
  const random = new Random(seed);
  const isCandidate = noisy === 1 ? isNotInCheck : isQuietPosition;
  const fens: string[] = [];
  const positions: LabelledPosition[] = [];
  for (const move of moves) {
    const position: LabelledPosition = { move, score: null, isQuiet: false, variants: [] };
    positions.push(position);
    if (every <= 1 || random.below(every) === 0) {
      // Rounded up as often as makes the average right.
      const spread = variantsPer > 1 ? variantsPer : 1;
      const count = Math.floor((variants + (spread > 1 ? random.below(spread) : 0)) / spread);
      if (isCandidate(start)) {
        position.score = 0;
        fens.push(fenToLabel(start));
      }
      for (let i = 0; i < count; i++) {
        const walk = randomWalk(start, random, isCandidate);
        if (walk === null) continue;
        position.variants.push({ score: 0, isQuiet: false, moves: walk.moves });
        fens.push(walk.fen);
      }
    }
    start.make(move);
  }
  return { game: { number, result, start: packed, positions }, fens };
}

/**
 * The FEN of a position, with a halfmove clock of 0: networks do not see it, and the
 * search fades their scores by it.
 */
export const fenToLabel = (position: Position): string =>
  formatFen(position).replace(/\d+ (\d+)$/, '0 $1');

const isNotInCheck = (position: Position): boolean => !position.inCheck;

/** Whether no capture wins material, and the side to move is not in check. */
export function isQuietPosition(position: Position): boolean {
  if (position.inCheck) return false;
  const end = generateNoisy(position, noisyMoves, 0);
  for (let i = 0; i < end; i++) {
    if (isCapture(noisyMoves[i]!) && seeAtLeast(position, noisyMoves[i]!, WINNING_CAPTURE))
      return false;
  }
  return true;
}

const noisyMoves = new Int32Array(MAX_MOVES);

/** One or two random plies to a suitable position. The position is restored. */
function randomWalk(
  position: Position,
  random: Random,
  isCandidate: (position: Position) => boolean,
): { moves: number[]; fen: string } | null {
  for (let i = 0; i < TRIES; i++) {
    const plies = 1 + random.below(2);
    const moves: number[] = [];
    while (moves.length < plies) {
      const legal = legalMoves(position);
      if (legal.length === 0) break;
      const move = legal[random.below(legal.length)]!;
      moves.push(move);
      position.make(move);
    }
    const isUsable =
      moves.length === plies && isCandidate(position) && findGameEnd(position) === null;
    const fen = isUsable ? fenToLabel(position) : '';
    for (const move of moves.toReversed()) position.unmake(move);
    if (isUsable) return { moves, fen };
  }
  return null;
}

/** The parts of a game that have labels, in the order of the plan's positions. */
export function* labelTargets({ positions }: LabelledGame) {
  for (const position of positions) {
    if (position.score !== null) yield position;
    yield* position.variants;
  }
}
