/**
 * Adjudication: a game ends early when both engines have reported a draw score for some time, when
 * one has reported a lost score for some time, or after a number of moves. All rules are optional,
 * and only the engines' own scores count.
 */
import { type Color, sideName } from '../chess/board/types.ts';
import { parseKeyValues } from '../client/keyValues.ts';
import { counted } from '../util/counts.ts';
import { fail, ok, quote, type Result, unwrap } from '../util/result.ts';

interface DrawRule {
  /** The first move number at which the rule applies. */
  number: number;
  /** Consecutive moves of each side. */
  count: number;
  /** The largest absolute score in centipawns. */
  score: number;
}

interface ResignRule {
  /** Consecutive moves. */
  count: number;
  /** The smallest disadvantage in centipawns. */
  score: number;
  /** Whether the winner's scores have to agree. */
  isTwoSided: boolean;
}

export interface AdjudicationRules {
  draw: DrawRule | null;
  resign: ResignRule | null;
  /** Moves after which a game is drawn; null for no limit. */
  maxMoves: number | null;
}

export interface Verdict {
  winner: Color | null;
  /** A sentence: `White resigns`. */
  reason: string;
}

/** The rules of matches, which also supply what a given rule leaves out. */
const MATCH_RULES = {
  draw: 'number=34 count=8 score=10',
  resign: 'count=3 score=600 twosided=0',
} as const;

/** The rules of `refrain datagen`, likewise. */
export const DATAGEN_RULES = {
  draw: 'number=40 count=5 score=10',
  resign: 'count=4 score=1000 twosided=1',
} as const;

/** Parses `number=34 count=8 score=10`; keys that are left out have the values of `defaults`. */
export function parseDrawRule(text: string, defaults: string = MATCH_RULES.draw): Result<DrawRule> {
  const numbers = parseNumbers('draw', text, defaults);
  if (!numbers.ok) return numbers;
  const { number, count, score } = numbers.value;
  return ok({ number: number!, count: count!, score: score! });
}

/** Parses `count=3 score=600 twosided=1`, like {@link parseDrawRule}. */
export function parseResignRule(
  text: string,
  defaults: string = MATCH_RULES.resign,
): Result<ResignRule> {
  const numbers = parseNumbers('resign', text, defaults);
  if (!numbers.ok) return numbers;
  const { count, score, twosided } = numbers.value;
  return ok({ count: count!, score: score!, isTwoSided: twosided === 1 });
}

function parseNumbers(
  rule: string,
  text: string,
  defaults: string,
): Result<Record<string, number>> {
  const words = parseKeyValues(text);
  if (!words.ok) return words;
  if (words.value.length === 0) return fail(`${rule}: no rule, such as ${quote(defaults)}`);
  const numbers = new Map(
    unwrap(parseKeyValues(defaults)).map(({ key, value }) => [key, Number(value)]),
  );
  const given = new Set<string>();
  for (const { key, value } of words.value) {
    if (!numbers.has(key)) {
      const known = [...numbers.keys()].join(', ');
      return fail(`${rule}: unknown key ${quote(key || value)}; known are ${known}`);
    }
    if (given.has(key)) return fail(`${rule}: ${quote(key)} is given twice`);
    if (!/^\d{1,5}$/.test(value))
      return fail(`${rule}: ${key} must be a number, not ${quote(value)}`);
    if (key === 'count' && Number(value) === 0) return fail(`${rule}: count must be at least 1`);
    if (key === 'twosided' && Number(value) > 1) return fail(`${rule}: twosided must be 0 or 1`);
    numbers.set(key, Number(value));
    given.add(key);
  }
  return ok(Object.fromEntries(numbers));
}

export class Adjudicator {
  private readonly rules: AdjudicationRules;
  /** Consecutive plies with a score near 0. */
  private level = 0;
  /** By colour, consecutive moves with a lost score, and with a won score. */
  private readonly lost = [0, 0];
  private readonly won = [0, 0];
  private plies = 0;

  constructor(rules: AdjudicationRules) {
    this.rules = rules;
  }

  /** Adds the score of a move by `us`, null if the engine gave none; `number` is the move number. */
  judge(us: Color, score: number | null, number: number): Verdict | null {
    const { draw, resign, maxMoves } = this.rules;
    this.plies++;
    const isLevel = draw !== null && score !== null && Math.abs(score) <= draw.score;
    this.level = isLevel ? this.level + 1 : 0;
    if (draw !== null && number >= draw.number && this.level >= draw.count * 2) {
      return { winner: null, reason: 'Both sides see a draw' };
    }
    if (resign !== null) {
      this.lost[us] = score !== null && score <= -resign.score ? this.lost[us]! + 1 : 0;
      this.won[us] = score !== null && score >= resign.score ? this.won[us]! + 1 : 0;
      for (const loser of [us, us ^ 1]) {
        const isSeen = !resign.isTwoSided || this.won[loser ^ 1]! >= resign.count;
        if (this.lost[loser]! < resign.count || !isSeen) continue;
        return { winner: loser ^ 1, reason: `${sideName(loser)} resigns` };
      }
    }
    if (maxMoves !== null && this.plies >= maxMoves * 2) {
      return { winner: null, reason: `Draw at the limit of ${counted(maxMoves, 'move')}` };
    }
    return null;
  }
}
