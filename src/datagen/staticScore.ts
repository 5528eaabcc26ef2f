/**
 * Reads the static evaluation that an engine prints on the command `eval`, as Stockfish and its derivatives do:
 *
 *     Final evaluation       +0.24 (white side)
 *
 * A pattern says where the score is: a regular expression with a group named `white` or `mover`, depending on
 * whose point of view the score has. A number with a decimal point is in pawns, any other in centipawns.
 */
import { fail, ok, type Result } from '../util/result.ts';

/** The line of Stockfish 11 to 17. */
export const STOCKFISH_PATTERN =
  '^(?:Final|Total) evaluation:? +(?<white>[-+]?[0-9]+[.][0-9]+) \\(white side\\)';

interface StaticScore {
  centipawns: number;
  /** Whether the score is seen from White's side, not from that of the side to move. */
  isWhites: boolean;
}

/** Reads the score in a line of output; null for other lines. */
export type StaticPattern = (line: string) => StaticScore | null;

/** Fails if the text is not a regular expression with a group named `white` or `mover`. */
export function parseStaticPattern(text: string): Result<StaticPattern> {
  let pattern: RegExp;
  try {
    pattern = new RegExp(text);
  } catch (error) {
    return fail((error as Error).message);
  }
  const isWhites = text.includes('(?<white>');
  if (isWhites === text.includes('(?<mover>')) {
    return fail(
      'the pattern of a static evaluation needs one group, (?<white>...) or (?<mover>...)',
    );
  }
  return ok((line) => {
    const number = pattern.exec(line)?.groups?.[isWhites ? 'white' : 'mover'];
    if (number === undefined || !/^[-+]?\d+(\.\d*)?$/.test(number)) return null;
    const value = Number(number);
    return { centipawns: Math.round(number.includes('.') ? value * 100 : value), isWhites };
  });
}
