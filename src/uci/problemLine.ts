/**
 * What was rejected or has failed, as a line of UCI: `info string error: …`. The protocol has no such
 * line; a GUI shows it, and programs that start Refrain can tell it from a remark.
 */
const PREFIX = 'info string error: ';

export const formatProblem = (text: string): string => PREFIX + text;

/** The text of such a line; null for any other line. */
export const parseProblem = (line: string): string | null =>
  line.startsWith(PREFIX) ? line.slice(PREFIX.length) : null;
