/**
 * The numbers of the search in one place: value, smallest and largest a tuner may try, the step it
 * ends with, and what the number means. Depths are plies, scores centipawns.
 *
 * The search reads them from {@link tuned}. They are ordinary constants for a user; only `refrain
 * spsa` and a build for tuning change them.
 */

/** Value, least, most, step, meaning. */
type Parameter = readonly [number, number, number, number, string];

export const PARAMETERS = {
  aspirationDepth: [4, 3, 8, 1, 'from this depth on a window is set around the last score'],
  aspirationWindow: [16, 6, 60, 4, 'half of that window'],

  reverseFutilityDepth: [8, 4, 12, 1, 'up to this depth a node far above beta is cut off'],
  reverseFutilityMargin: [80, 30, 160, 10, 'how far above, a ply of depth'],

  nullMoveDepth: [3, 2, 5, 1, 'from this depth on passing is tried'],
  nullMoveBase: [4, 2, 6, 1, 'plies by which the search after passing is reduced'],
  nullMoveDivisor: [4, 2, 8, 1, 'one ply more for so many of depth'],
  nullMoveEval: [200, 80, 400, 20, 'one ply more for so much above beta, three at most'],
  nullMoveVerify: [14, 8, 20, 1, 'from this depth on a cutoff by passing is verified'],

  lmpBase: [
    8,
    2,
    20,
    1,
    'after so many moves, and the square of the depth more, no quiet ones; half if not improving',
  ],
  futilityDepth: [8, 4, 12, 1, 'up to this depth quiet moves far below alpha are left out'],
  futilityBase: [200, 30, 350, 15, 'how far below'],
  futilityMargin: [140, 30, 220, 10, 'and a ply of depth'],
  seeQuietMargin: [60, 15, 150, 10, 'quiet moves may lose so much in exchanges, a squared ply'],
  seeNoisyMargin: [95, 30, 200, 10, 'captures may lose so much in exchanges, a ply'],

  singularDepth: [5, 4, 10, 1, 'from this depth on a table move is tested for being the only one'],
  singularMargin: [2, 1, 6, 1, 'by how much the others must fail, a ply of depth'],
  doubleExtensionMargin: [20, 5, 60, 5, 'by how much more for a second ply'],

  lmrBase: [400, -400, 1600, 80, 'reduction of late moves in 1024ths of a ply'],
  lmrDivisor: [2300, 1400, 3600, 120, 'ln(depth) * ln(move) more, divided by this in thousandths'],
  lmrCutoffs: [3, 1, 8, 1, 'one ply more once more nodes than this were cut off at the next ply'],
  lmrHistory: [8192, 3000, 16000, 700, 'one ply less for so much history'],

  historyBonusMax: [1800, 600, 3000, 150, 'the most that history changes at once'],
  historyBonusMargin: [180, 80, 350, 20, 'how much it changes a ply of depth'],

  quiescenceMargin: [150, 50, 350, 20, 'captures must bring the score this near to alpha'],
  correctionWeight: [100, 40, 200, 10, 'per cent of the correction history that is believed'],
} as const satisfies Record<string, Parameter>;

export type ParameterName = keyof typeof PARAMETERS;

export const PARAMETER_NAMES = Object.keys(PARAMETERS) as ParameterName[];

/** The values of {@link PARAMETERS}. */
export const DEFAULT_VALUES: Readonly<Record<ParameterName, number>> = Object.fromEntries(
  PARAMETER_NAMES.map((name) => [name, PARAMETERS[name][0]]),
) as Record<ParameterName, number>;

/** The values the search works with. */
export const tuned: Record<ParameterName, number> = { ...DEFAULT_VALUES };
