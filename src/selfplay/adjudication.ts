/**
 * Adjudication: a game ends early when both engines have shown a draw score for long, when one has
 * shown a lost score for long, or after a number of moves. All of it is optional, and only the scores
 * of the engines themselves count.
 */

import { type Color, colorName } from '../chess/board/types.ts';
import { fail, ok, quote, type Result } from '../chess/result.ts';
import { parseKeyValues } from './keyValues.ts';

export interface DrawRule {
  /** Not before this move of the game. */
  number: number;
  /** Moves of each side in a row. */
  count: number;
  /** Largest distance of the score from 0 in centipawns. */
  score: number;
}

export interface ResignRule {
  /** Moves in a row. */
  count: number;
  /** Centipawns behind, or more. */
  score: number;
  /** The winner has to see it as well. */
  isTwoSided: boolean;
}

export interface AdjudicationRules {
  draw: DrawRule | null;
  resign: ResignRule | null;
  /** Moves after which a game is a draw; null for as long as it takes. */
  maxMoves: number | null;
}

export interface Verdict {
  winner: Color | null;
  reason: string;
}

/** Reads `number=34 count=8 score=10`. */
export function parseDrawRule(text: string): Result<DrawRule> {
  const numbers = parseNumbers('draw', text, { number: 34, count: 8, score: 10 });
  return numbers.ok ? ok(numbers.value as unknown as DrawRule) : numbers;
}

/** Reads `count=3 score=600 twosided=1`. */
export function parseResignRule(text: string): Result<ResignRule> {
  const numbers = parseNumbers('resign', text, { count: 3, score: 600, twosided: 0 });
  if (!numbers.ok) return numbers;
  const { count, score, twosided } = numbers.value;
  return ok({ count: count!, score: score!, isTwoSided: twosided! > 0 });
}

function parseNumbers(
  rule: string,
  text: string,
  numbers: Record<string, number>,
): Result<Record<string, number>> {
  const words = parseKeyValues(text);
  if (!words.ok) return words;
  for (const { key, value } of words.value) {
    if (!Object.hasOwn(numbers, key)) return fail(`${rule}: no such word: ${quote(key || value)}`);
    if (!/^\d{1,5}$/.test(value)) return fail(`${rule}: ${key} is a number, not ${quote(value)}`);
    if (key === 'count' && Number(value) === 0) return fail(`${rule}: count is 1 or more`);
    numbers[key] = Number(value);
  }
  return ok(numbers);
}

export class Adjudicator {
  private readonly rules: AdjudicationRules;
  /** Plies in a row with a score near 0. */
  private level = 0;
  /** By colour, moves in a row in which it saw itself lost, and won. */
  private readonly lost = [0, 0];
  private readonly won = [0, 0];
  private plies = 0;

  constructor(rules: AdjudicationRules) {
    this.rules = rules;
  }

  /** Takes the score of a move by `us`, null if the engine gave none; `number` is the move number. */
  judge(us: Color, score: number | null, number: number): Verdict | null {
    const { draw, resign, maxMoves } = this.rules;
    this.plies++;
    const isLevel = draw !== null && score !== null && Math.abs(score) <= draw.score;
    this.level = isLevel ? this.level + 1 : 0;
    if (draw !== null && number >= draw.number && this.level >= draw.count * 2) {
      return { winner: null, reason: 'both sides see a draw' };
    }
    if (resign !== null) {
      this.lost[us] = score !== null && score <= -resign.score ? this.lost[us]! + 1 : 0;
      this.won[us] = score !== null && score >= resign.score ? this.won[us]! + 1 : 0;
      for (const loser of [us, us ^ 1] as Color[]) {
        const isSeen = !resign.isTwoSided || this.won[loser ^ 1]! >= resign.count;
        if (this.lost[loser]! < resign.count || !isSeen) continue;
        return { winner: (loser ^ 1) as Color, reason: `${colorName(loser)} resigns` };
      }
    }
    if (maxMoves !== null && this.plies >= maxMoves * 2) {
      return { winner: null, reason: `no end in ${maxMoves} moves` };
    }
    return null;
  }
}
