/**
 * Playing weaker on purpose, as people do: by seeing less far and by judging positions wrongly, not
 * by throwing in bad moves at random. https://www.chessprogramming.org/Strength_Limitation
 *
 * A level is a number of nodes and an error of the evaluation. The error belongs to the position (and
 * to the game, so that games differ): whoever thinks a square is good for a knight keeps thinking so,
 * and what hangs at once is still seen by quiescence.
 */

export const MIN_ELO = 600;
export const MAX_ELO = 2600;

export interface Strength {
  /** Nodes of a search. */
  nodes: number;
  /** The largest error of the evaluation, centipawns either way. */
  error: number;
}

/** Nodes at the lowest level; and the Elo for which they double. */
const LOWEST_NODES = 40;
const ELO_TO_DOUBLE = 170;
/** Centipawns at the lowest level; and the level from which on there is no error. */
const LARGEST_ERROR = 360;
const FAULTLESS_ELO = 2400;

/** Nothing held back. */
export const FULL_STRENGTH: Strength = { nodes: Number.POSITIVE_INFINITY, error: 0 };

/** How a player of that rating is imitated. */
export function strengthOf(elo: number): Strength {
  return {
    nodes: Math.round(LOWEST_NODES * 2 ** ((elo - MIN_ELO) / ELO_TO_DOUBLE)),
    error: Math.round(
      (LARGEST_ERROR * Math.max(0, FAULTLESS_ELO - elo)) / (FAULTLESS_ELO - MIN_ELO),
    ),
  };
}

/**
 * The error of judgement for a position by its key: between `-error` and `error`, small ones more
 * often than large ones.
 */
export function misjudge(keyLo: number, keyHi: number, error: number): number {
  const mixed = Math.imul(keyLo ^ (keyHi >>> 7), 0x9e3779b1);
  const a = (mixed >>> 16) & 0xff;
  const b = (Math.imul(mixed ^ keyHi, 0x85ebca6b) >>> 16) & 0xff;
  return (((a + b - 255) * error) / 255) | 0;
}
