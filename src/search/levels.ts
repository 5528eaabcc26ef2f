/**
 * Limited strength, by human-like errors. https://www.chessprogramming.org/Strength_Limitation
 *
 * The search itself is not weakened. It scores several moves, and then a player of the level chooses among them
 * by what it sees. Now and then it overlooks what the opponent's best reply wins: a quiet reply more often than
 * a check, a check more often than a capture, a recapture hardly ever, and most often something that shows only
 * several moves later. It misses its own chances in the same way. It also prefers moves that look natural, and
 * its judgement is a little uncertain.
 *
 * What is seen follows from the position and a seed for each game, so that a game can be repeated.
 */
import type { Position } from '../chess/board/position.ts';
import {
  BISHOP,
  CASTLING,
  fileOf,
  flagOf,
  fromOf,
  isCapture,
  isNoisy,
  KING,
  KNIGHT,
  type Move,
  PAWN,
  pieceOf,
  QUEEN,
  ROOK,
  rankOf,
  toOf,
  typeOf,
  WHITE,
} from '../chess/board/types.ts';
import type { Evaluator } from '../eval/evaluator.ts';
import { derivedSeed, Random } from '../util/random.ts';
import type { RootMove } from './rootMoves.ts';

export const MIN_ELO = 600;
export const MAX_ELO = 3000;

export interface Level {
  /** The node limit of a search. */
  nodes: number;
  /** How many moves are scored, of which one is chosen. */
  lines: number;
  /** The share of threats that are overlooked, before their kind lowers it: above 1 for the lowest levels. */
  blindness: number;
  /** The standard deviation of judgement, in centipawns. */
  uncertainty: number;
  /** The weight of how natural a move looks ({@link naturalness}), in per cent. */
  habit: number;
}

/** Full strength. */
export const FULL_STRENGTH: Level = {
  nodes: Number.POSITIVE_INFINITY,
  lines: 1,
  blindness: 0,
  uncertainty: 0,
  habit: 0,
};

/** Nodes at the lowest level; the Elo for which they double. */
const LOWEST_NODES = 1200;
const ELO_TO_DOUBLE = 440;

/**
 * The weakness of levels at the ratings of {@link RATINGS} and in between. Fitted to matches
 * against Stockfish's skill levels: docs/strength.md.
 */
const RATINGS = [600, 1000, 1400, 1800, 2200, 2600, 3000];
const WEAKNESS = [1.15, 0.93, 0.67, 0.395, 0.26, 0.06, 0];

/** The level for an Elo rating, from 600 to 3000. */
export function levelOf(elo: number): Level {
  const weakness = weaknessOf(elo);
  return {
    nodes: Math.round(LOWEST_NODES * 2 ** ((elo - MIN_ELO) / ELO_TO_DOUBLE)),
    lines: Math.round(4 + 36 * weakness),
    blindness: weakness,
    uncertainty: 56 * weakness,
    habit: 100 * Math.min(1, 0.2 + weakness),
  };
}

/** Linear between the ratings of {@link RATINGS}. */
function weaknessOf(elo: number): number {
  const after = Math.max(
    1,
    RATINGS.findIndex((rating) => rating >= elo),
  );
  const [low, high] = [RATINGS[after - 1]!, RATINGS[after]!];
  const share = (elo - low) / (high - low);
  return WEAKNESS[after - 1]! * (1 - share) + WEAKNESS[after]! * share;
}

/** The largest advantage or disadvantage that matters for a choice, in centipawns. */
const DECIDED = 940;

/** How often a threat is overlooked, relative to the level's blindness, by the move that carries it out. */
const BY_RECAPTURE = 0.1;
const BY_CAPTURE = 0.45;
const BY_CHECK = 0.6;
const BY_QUIET_MOVE = 1;
/** Multiplier for what shows only after more than one reply. */
const BEYOND_HORIZON = 1.6;

/** What remains of a threat for a player who overlooks it. */
const VAGUE = 0.2;

/**
 * The move that a player of this level chooses among those that were scored. `rootMoves` are those
 * moves with their lines, best first; the evaluator is free to use.
 */
export function chooseAsLevel(
  position: Position,
  rootMoves: readonly RootMove[],
  level: Level,
  seed: number,
  evaluator: Evaluator,
): RootMove {
  const random = new Random(derivedSeed(seed ^ position.keyHi, position.keyLo));
  const values = rootMoves.map((rootMove) =>
    perceive(position, rootMove, level, random, evaluator),
  );
  return rootMoves[values.indexOf(Math.max(...values))]!;
}

/** What a move seems to be worth to the player, in centipawns. */
function perceive(
  position: Position,
  { move, line, pv, draw }: RootMove,
  level: Level,
  random: Random,
  evaluator: Evaluator,
): number {
  const score = clamp(line.score);
  const doubt = level.uncertainty * normal(random);
  const attention = uniform(random);
  const habit = (level.habit / 100) * naturalness(position, move);
  const value = score + doubt + habit;
  if (draw !== null) return value;
  const look = () => {
    evaluator.begin(position);
    return clamp(evaluator.evaluate(position));
  };
  return position.withMove(move, () => {
    const reply = pv[1];
    // Before the reply, and after it.
    const calm = -look();
    if (reply === undefined || calm === score) return value;
    const isCheck = position.inCheck;
    const { after, repliesWithCheck } = position.withMove(reply, () => ({
      after: look(),
      repliesWithCheck: position.inCheck,
    }));
    const isThreat = score < calm;
    // Whether most of the difference is seen after one reply.
    const isNear = Math.abs(after - score) < Math.abs(calm - score) / 2;
    const obscurity = isThreat
      ? obscurityOf(reply, isCapture(reply) && toOf(reply) === toOf(move), repliesWithCheck)
      : obscurityOf(move, false, isCheck);
    const chance = level.blindness * obscurity * (isNear ? 1 : BEYOND_HORIZON);
    return attention < chance ? value + (1 - VAGUE) * (calm - score) : value;
  });
}

/** How easily what a move does is overlooked. */
function obscurityOf(move: Move, isRecapture: boolean, isCheck: boolean): number {
  if (isRecapture) return BY_RECAPTURE;
  if (isNoisy(move)) return BY_CAPTURE;
  return isCheck ? BY_CHECK : BY_QUIET_MOVE;
}

const clamp = (score: number): number => Math.max(-DECIDED, Math.min(DECIDED, score));

/** A number from 0 to less than 1. */
const uniform = (random: Random): number => random.below(1 << 16) / (1 << 16);

/** A normally distributed number: the sum of twelve uniform ones. */
function normal(random: Random): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += uniform(random);
  return sum;
}

/** The last move number of an opening. */
const OPENING_MOVES = 12;

/** How natural a move looks, in centipawns: what beginners are taught, and what players do out of habit. */
function naturalness(position: Position, move: Move): number {
  if (flagOf(move) === CASTLING) return 38;
  const { board, fullmove, turn, inCheck } = position;
  const type = typeOf(board[fromOf(move)]!);
  const forward = (rankOf(toOf(move)) - rankOf(fromOf(move))) * (turn === WHITE ? 1 : -1);
  const isOpening = fullmove <= OPENING_MOVES;
  let value = 0;
  if (isNoisy(move)) value += 12;
  else if (forward < 0) value -= 12;
  if (type === KING && !inCheck && opponentHasQueen(position)) value -= isOpening ? 175 : 38;
  if (!isOpening) return value;
  const isHome = rankOf(fromOf(move)) === (turn === WHITE ? 0 : 7);
  const file = fileOf(fromOf(move));
  if (type === KNIGHT || type === BISHOP) value += isHome ? 16 : -6;
  if (type === PAWN && (file === 0 || file === 7)) value -= 25;
  if (type === PAWN && (file === 3 || file === 4)) value += 9;
  if ((type === QUEEN || type === ROOK) && !isNoisy(move)) value -= 12;
  return value;
}

/** Then a king in the open is in danger. */
function opponentHasQueen({ board, turn }: Position): boolean {
  return board.includes(pieceOf(QUEEN, turn ^ 1));
}
