/**
 * All parameters of the search: value, minimum and maximum for tuning, step, meaning.
 * Depths are in plies, scores in centipawns.
 *
 * The search reads them from {@link tuned}. Only a build for tuning changes them.
 */

/** Value, minimum, maximum, step, meaning. */
type Parameter = readonly [number, number, number, number, string];

export const PARAMETERS = {
  aspirationDepth: [4, 3, 8, 1, 'minimum depth for aspiration windows'],
  aspirationWindow: [11, 4, 60, 4, 'half width of the first aspiration window'],
  aspirationGrowth: [125, 20, 300, 25, 'growth of a window that a score fell out of, in per cent'],

  razoringBase: [190, 30, 500, 30, 'razoring: margin below alpha'],
  razoringMargin: [120, 40, 300, 20, 'and per ply of depth squared'],

  reverseFutilityDepth: [7, 4, 12, 1, 'maximum depth for reverse futility pruning'],
  reverseFutilityMargin: [74, 20, 160, 10, 'margin above beta, per ply of depth'],

  nullMoveDepth: [2, 2, 5, 1, 'minimum depth for null move pruning'],
  nullMoveBase: [5, 2, 6, 1, 'reduction in plies'],
  nullMoveDivisor: [4, 2, 8, 1, 'plies of depth for one more ply of reduction'],
  nullMoveEval: [
    180,
    20,
    400,
    20,
    'centipawns above beta for one more ply of reduction, at most three',
  ],
  nullMoveMargin: [15, 0, 40, 3, 'static evaluation may be so far below beta, per ply of depth'],
  nullMoveVerify: [14, 8, 20, 1, 'minimum depth for verification searches'],

  iirDepth: [4, 2, 10, 1, 'minimum depth for internal iterative reduction'],
  probCutDepth: [4, 4, 40, 1, 'minimum depth for ProbCut'],
  probCutMargin: [172, 60, 350, 15, 'margin of ProbCut above beta'],

  lmpBase: [
    4,
    2,
    20,
    1,
    'late move pruning: three quarters of this plus depth squared are searched; half if not improving',
  ],
  historyDepth: [5, 0, 8, 1, 'maximum depth for history pruning of quiet moves'],
  historyMargin: [
    7000,
    1000,
    9000,
    400,
    'quiet moves with a history score so far below zero are pruned, per ply of depth',
  ],
  futilityDepth: [11, 4, 12, 1, 'maximum depth for futility pruning of quiet moves'],
  futilityBase: [160, 30, 350, 15, 'futility margin below alpha'],
  futilityMargin: [122, 30, 220, 10, 'and per ply of depth'],
  seeQuietMargin: [18, 15, 150, 10, 'SEE threshold for quiet moves, centipawns per depth squared'],
  seeNoisyMargin: [97, 30, 200, 10, 'SEE threshold for captures, centipawns per ply of depth'],

  singularDepth: [5, 4, 10, 1, 'minimum depth for singular extensions'],
  singularMargin: [2, 1, 6, 1, 'singular margin, per ply of depth'],
  doubleExtensionMargin: [17, 2, 60, 5, 'additional margin for a double extension'],
  tripleExtensionMargin: [112, 30, 300, 12, 'and for a triple one, of quiet moves'],

  lmrBase: [800, -400, 1600, 80, 'base of late move reductions, in 1024ths of a ply'],
  lmrDivisor: [
    2480,
    1400,
    3600,
    120,
    'ln(depth) * ln(move number) is divided by this, in thousandths',
  ],
  lmrCutNode: [2250, 0, 4096, 150, 'added at nodes expected to cut off, in 1024ths of a ply'],
  lmrTtNoisy: [840, 0, 2048, 100, 'added when the TT move is noisy'],
  lmrTtAlpha: [
    740,
    0,
    1600,
    80,
    'subtracted at former PV nodes if the table has a score above alpha',
  ],
  lmrTtDepth: [850, 0, 1600, 80, 'and if its depth is sufficient'],
  lmrDeeper: [40, 10, 120, 6, 'centipawns above the best score for a re-search one ply deeper'],
  lmrNotImproving: [1400, 0, 2500, 100, 'added if the evaluation is not improving'],
  lmrCheck: [1150, 0, 2500, 100, 'subtracted for moves that give check'],
  lmrCorrection: [11, 0, 32, 2, 'subtracted per centipawn by which the evaluation was corrected'],
  lmrCutoffs: [3, 1, 8, 1, 'cutoffs at the next ply above which the reduction is a ply more'],
  lmrHistory: [13700, 3000, 16000, 700, 'history score for one ply less of reduction'],

  hindsightMargin: [
    210,
    40,
    400,
    20,
    'loss in evaluation by which a reduced move is reduced one ply more',
  ],
  alphaRaiseDepth: [
    13,
    3,
    20,
    1,
    'depth below which moves after a new best one are searched a ply shallower',
  ],

  evalDiffBonus: [
    8,
    0,
    20,
    1,
    'history units per centipawn by which a move changed the evaluation',
  ],
  evalDiffTempo: [13, -40, 60, 8, 'tempo in centipawns, added to that difference'],
  evalDiffMax: [1400, 500, 3000, 150, 'maximum bonus from that'],
  historyBonusMax: [1650, 600, 3000, 150, 'maximum history bonus'],
  historyBonusMargin: [255, 80, 350, 20, 'history bonus per ply of depth'],

  priorBonus: [110, 0, 200, 12, 'bonus of the move before a node that failed low, in per cent'],
  priorLowBonus: [60, 0, 200, 12, 'and so much more if the score is far below the evaluation'],
  priorLowMargin: [80, 20, 250, 15, 'by at least so many centipawns'],
  historyMalus: [125, 40, 200, 10, 'malus of moves that did not cut off, in per cent of the bonus'],

  victimWeight: [37, 10, 320, 15, 'capture ordering: history units per centipawn of the victim'],
  pawnThreat: [
    8000,
    0,
    16000,
    800,
    'quiet ordering: bonus for leaving a square attacked by a pawn, malus for entering one',
  ],
  quiescenceMargin: [145, 10, 350, 20, 'delta pruning: margin of captures in quiescence'],
  correctionWeight: [150, 40, 200, 10, 'weight of correction history, in per cent'],
} as const satisfies Record<string, Parameter>;

export type ParameterName = keyof typeof PARAMETERS;

export const PARAMETER_NAMES = Object.keys(PARAMETERS) as ParameterName[];

/** The values of {@link PARAMETERS}. */
export const DEFAULT_VALUES: Readonly<Record<ParameterName, number>> = Object.fromEntries(
  PARAMETER_NAMES.map((name) => [name, PARAMETERS[name][0]]),
) as Record<ParameterName, number>;

/** The values that the search uses. */
export const tuned: Record<ParameterName, number> = { ...DEFAULT_VALUES };
