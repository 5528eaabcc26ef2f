/** What an engine says of its search, `info depth 12 score cp 34 nodes … time … pv …`. */

export interface EngineInfo {
  depth: number;
  /** Centipawns from the side to move; null when it is a mate. */
  centipawns: number | null;
  /** Moves to the mate, less than nothing when it is suffered; null when there is none. */
  mate: number | null;
  nodes: number;
  /** Milliseconds, as the engine has it. */
  time: number;
}

/** Whether a line tells the score of the best line in numbers, and not merely a bound of it. */
export function isScoreLine(line: string): boolean {
  const said = withoutText(line);
  return (
    said.startsWith('info ') &&
    / score (?:cp|mate) [+-]?\d{1,15}(?= |$)/.test(said) &&
    !/ (?:lowerbound|upperbound)\b/.test(said) &&
    !/ multipv (?!1\b)/.test(said)
  );
}

/** Behind the word `string` comes text for people. */
const withoutText = (line: string): string => line.split(' string ', 1)[0]!;

/** Reads such a line; a value that is missing or not a number is 0. */
export function parseInfo(line: string): EngineInfo {
  const said = withoutText(line);
  const numberAfter = (word: string): number | null => {
    const match = new RegExp(` ${word} ([+-]?\\d{1,15})(?= |$)`).exec(said);
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

/** As PGN comments have it: `+0.34`, `-M3`. */
export function formatCommentScore({ centipawns, mate }: EngineInfo): string {
  if (mate !== null) return `${mate > 0 ? '+' : '-'}M${Math.abs(mate)}`;
  const pawns = (centipawns ?? 0) / 100;
  return `${pawns > 0 ? '+' : ''}${pawns.toFixed(2)}`;
}

/** A mate counts as more than any score in centipawns. */
const MATE = 30_000;

/** One number for adjudication: centipawns, or {@link MATE} with its sign. */
export const scoreValue = ({ centipawns, mate }: EngineInfo): number =>
  mate === null ? (centipawns ?? 0) : mate > 0 ? MATE : -MATE;
