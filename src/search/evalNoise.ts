/**
 * Limited strength: fewer nodes and noise in the evaluation, not random blunders, so that the engine is
 * weak in the way that people are. https://www.chessprogramming.org/Strength_Limitation
 *
 * The noise is a function of the position and of a seed for each game, so the engine misjudges a position
 * consistently within a game. Quiescence still sees what hangs.
 */

export const MIN_ELO = 600;
export const MAX_ELO = 3000;

export interface Strength {
  /** The limit of nodes for a search. */
  nodes: number;
  /** The largest evaluation noise, in centipawns either way. */
  noise: number;
}

// Fitted to matches against Stockfish's skill levels: docs/uci.md.
/** Nodes at the lowest level; the Elo for which they double. */
const LOWEST_NODES = 55;
const ELO_TO_DOUBLE = 265;
/** Noise in centipawns at the lowest level; the level from which there is none. */
const LARGEST_NOISE = 300;
const NOISELESS_ELO = 2780;

/** No limit. */
export const FULL_STRENGTH: Strength = { nodes: Number.POSITIVE_INFINITY, noise: 0 };

/** The level for an Elo rating, from 600 to 3000. Noise falls slowly at low levels, fast at high ones. */
export function strengthOf(elo: number): Strength {
  const share = Math.min(1, (elo - MIN_ELO) / (NOISELESS_ELO - MIN_ELO));
  return {
    nodes: Math.round(LOWEST_NODES * 2 ** ((elo - MIN_ELO) / ELO_TO_DOUBLE)),
    noise: Math.round(LARGEST_NOISE * (1 - share ** 3)),
  };
}

/**
 * The noise for a position, by its key: between `-noise` and `noise` centipawns, with a triangular
 * distribution.
 */
export function evalNoise(keyLo: number, keyHi: number, noise: number): number {
  const mixed = Math.imul(keyLo ^ (keyHi >>> 7), 0x9e3779b1);
  const a = (mixed >>> 16) & 0xff;
  const b = (Math.imul(mixed ^ keyHi, 0x85ebca6b) >>> 16) & 0xff;
  return (((a + b - 255) * noise) / 255) | 0;
}
