/** Parses what an engine reports about its search, `info depth 12 score cp 34 nodes … pv …`. */
import { mateScore } from '../search/score.ts';

export interface EngineInfo {
  depth: number;
  /** Centipawns for the side to move; null for a mate score. */
  centipawns: number | null;
  /** Moves to mate, negative when getting mated; null for other scores. */
  mate: number | null;
  nodes: number;
  /** Milliseconds, as reported by the engine. */
  time: number;
}

/** What a line says of the best line's score; null for another line's score, or none. */
function scoreKind(line: string): 'exact' | 'bound' | null {
  if (!line.startsWith('info ')) return null;
  const fields = withoutString(line);
  if (!/ score (?:cp|mate) [+-]?\d{1,15}(?= |$)/.test(fields) || / multipv (?!1\b)/.test(fields)) {
    return null;
  }
  return / (?:lowerbound|upperbound)\b/.test(fields) ? 'bound' : 'exact';
}

/** Whether a line has an exact score of the best line, rather than a bound or another line's. */
export const isScoreLine = (line: string): boolean => scoreKind(line) === 'exact';

/**
 * The score of a search: the last one that it reported, even if it is a bound. A later bound refutes an older
 * exact score: one that preferred exact scores would miss every fall of the last iteration.
 */
export class SearchScore {
  private line = '';

  /** Takes note of a line of the engine's output. */
  note(line: string): void {
    if (scoreKind(line) !== null) this.line = line;
  }

  /** Null if no line had a score. */
  get info(): EngineInfo | null {
    return this.line === '' ? null : parseInfo(this.line);
  }

  /** Forgets everything, for the next search. */
  reset(): void {
    this.line = '';
  }
}

/** Everything after the word `string` is free text. */
const withoutString = (line: string): string => line.split(' string ', 1)[0]!;

/** Parses an `info` line; a value that is missing or not a number is 0. */
export function parseInfo(line: string): EngineInfo {
  const fields = withoutString(line);
  const numberAfter = (word: string): number | null => {
    const match = new RegExp(` ${word} ([+-]?\\d{1,15})(?= |$)`).exec(fields);
    return match === null ? null : Number(match[1]);
  };
  return {
    depth: numberAfter('depth') ?? 0,
    centipawns: numberAfter('score cp'),
    mate: numberAfter('score mate'),
    nodes: numberAfter('nodes') ?? 0,
    time: numberAfter('time') ?? 0,
  };
}

/**
 * A score as cutechess and fastchess write it in comments of PGN: pawns, `+0.34`, or the plies to mate, `-M4`,
 * not the moves.
 */
export function formatCommentScore({
  centipawns,
  mate,
}: Pick<EngineInfo, 'centipawns' | 'mate'>): string {
  if (mate !== null) return mate > 0 ? `+M${2 * mate - 1}` : `-M${-2 * mate}`;
  const pawns = (centipawns ?? 0) / 100;
  return `${pawns > 0 ? '+' : ''}${pawns.toFixed(2)}`;
}

/** The largest score in centipawns that other engines may have: larger ones would look like mates. */
export const MAX_ENGINE_SCORE = 30_000;

/** The score as one number, as our own searches have it: centipawns, or a mate (`mateScore`). */
export function scoreOf({ centipawns, mate }: EngineInfo): number {
  if (mate !== null) return mateScore(mate);
  return Math.max(-MAX_ENGINE_SCORE, Math.min(MAX_ENGINE_SCORE, centipawns ?? 0));
}
