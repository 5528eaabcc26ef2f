/**
 * All parameters of the search: value, minimum and maximum for tuning, final step of SPSA, meaning.
 * Depths are in plies, scores in centipawns.
 *
 * The search reads them from {@link tuned}. Only `refrain spsa` and a build for tuning change them.
 */

/** Value, minimum, maximum, step, meaning. */
type Parameter = readonly [number, number, number, number, string];

export const PARAMETERS = {
  aspirationDepth: [4, 3, 8, 1, 'minimum depth for aspiration windows'],
  aspirationWindow: [16, 6, 60, 4, 'half width of the first aspiration window'],

  reverseFutilityDepth: [8, 4, 12, 1, 'maximum depth for reverse futility pruning'],
  reverseFutilityMargin: [80, 30, 160, 10, 'margin above beta, per ply of depth'],

  nullMoveDepth: [3, 2, 5, 1, 'minimum depth for null move pruning'],
  nullMoveBase: [4, 2, 6, 1, 'reduction in plies'],
  nullMoveDivisor: [4, 2, 8, 1, 'plies of depth for one more ply of reduction'],
  nullMoveEval: [
    200,
    80,
    400,
    20,
    'centipawns above beta for one more ply of reduction, at most three',
  ],
  nullMoveVerify: [14, 8, 20, 1, 'minimum depth for verification searches'],

  lmpBase: [
    8,
    2,
    20,
    1,
    'late move pruning: quiet moves searched, plus depth squared; half if not improving',
  ],
  futilityDepth: [8, 4, 12, 1, 'maximum depth for futility pruning of quiet moves'],
  futilityBase: [200, 30, 350, 15, 'futility margin below alpha'],
  futilityMargin: [140, 30, 220, 10, 'and per ply of depth'],
  seeQuietMargin: [60, 15, 150, 10, 'SEE threshold for quiet moves, centipawns per depth squared'],
  seeNoisyMargin: [95, 30, 200, 10, 'SEE threshold for captures, centipawns per ply of depth'],

  singularDepth: [5, 4, 10, 1, 'minimum depth for singular extensions'],
  singularMargin: [2, 1, 6, 1, 'singular margin, per ply of depth'],
  doubleExtensionMargin: [20, 5, 60, 5, 'additional margin for a double extension'],

  lmrBase: [400, -400, 1600, 80, 'base of late move reductions, in 1024ths of a ply'],
  lmrDivisor: [
    2300,
    1400,
    3600,
    120,
    'ln(depth) * ln(move number) is divided by this, in thousandths',
  ],
  lmrCutoffs: [3, 1, 8, 1, 'cutoffs at the next ply above which the reduction is a ply more'],
  lmrHistory: [8192, 3000, 16000, 700, 'history score for one ply less of reduction'],

  historyBonusMax: [1800, 600, 3000, 150, 'maximum history bonus'],
  historyBonusMargin: [180, 80, 350, 20, 'history bonus per ply of depth'],

  quiescenceMargin: [150, 50, 350, 20, 'delta pruning: margin of captures in quiescence'],
  correctionWeight: [100, 40, 200, 10, 'weight of correction history, in per cent'],
} as const satisfies Record<string, Parameter>;

export type ParameterName = keyof typeof PARAMETERS;

export const PARAMETER_NAMES = Object.keys(PARAMETERS) as ParameterName[];

/** The values of {@link PARAMETERS}. */
export const DEFAULT_VALUES: Readonly<Record<ParameterName, number>> = Object.fromEntries(
  PARAMETER_NAMES.map((name) => [name, PARAMETERS[name][0]]),
) as Record<ParameterName, number>;

/** The values that the search uses. */
export const tuned: Record<ParameterName, number> = { ...DEFAULT_VALUES };
