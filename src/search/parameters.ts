/**
 * All tunable numbers of the search: value, minimum and maximum for tuning, step, meaning.
 * Depths are in plies, scores in centipawns, shares in per cent unless stated otherwise.
 *
 * The search reads them from {@link tuned}; {@link tune} alone changes them, for tuners.
 */

/** Value, minimum, maximum, step, meaning. The range has room for a step up and one down. */
type Parameter = readonly [number, number, number, number, string];

export const PARAMETERS = {
  aspirationDepth: [4, 3, 8, 1, 'minimum depth for aspiration windows'],
  aspirationWindow: [7, 2, 38, 2, 'half width of the first aspiration window'],
  aspirationGrowth: [
    125,
    20,
    300,
    25,
    'growth of the window after a fail high or low, in per cent',
  ],

  aspirationWidest: [375, 125, 1250, 31, 'a half width above this becomes infinite'],
  aspirationFailHighs: [3, 0, 6, 1, 'plies by which fail-highs reduce the next search, at most'],
  rootReductionDepth: [3, 2, 8, 1, 'minimum depth for reductions at the root'],
  rootReductionFrom: [3, 1, 12, 1, 'index of the first root move that is reduced, from 0'],
  rootReductionLess: [
    1024,
    0,
    3072,
    128,
    'subtracted from reductions at the root, in 1024ths of a ply',
  ],
  maxExtendedPly: [200, 100, 400, 20, "no extensions beyond this share of the iteration's depth"],

  razoringDepth: [4, 1, 8, 1, 'maximum depth for razoring'],
  razoringBase: [102, 19, 312, 19, 'razoring: margin below alpha'],
  razoringMargin: [68, 25, 188, 12, 'and per ply of depth squared'],

  reverseFutilityDepth: [7, 4, 12, 1, 'maximum depth for reverse futility pruning'],
  reverseFutilityMargin: [46, 12, 100, 6, 'margin above beta, per ply of depth'],

  nullMoveDepth: [2, 1, 5, 1, 'minimum depth for null move pruning'],
  nullMoveBase: [5, 2, 6, 1, 'reduction in plies'],
  nullMoveDivisor: [4, 2, 8, 1, 'plies of depth for one more ply of reduction'],
  nullMoveEval: [112, 12, 250, 12, 'centipawns above beta for one more ply of reduction'],
  nullMoveEvalMax: [3, 1, 6, 1, 'and no more plies than this'],
  nullMoveMargin: [
    11,
    0,
    25,
    2,
    'how far the static evaluation may be below beta, per ply of depth',
  ],
  nullMoveVerify: [14, 8, 20, 1, 'minimum depth for verification searches'],
  nullMoveVerifyShare: [
    75,
    25,
    100,
    5,
    'share of their depth in which null moves are off, in per cent',
  ],

  iirDepth: [5, 2, 10, 1, 'minimum depth for internal iterative reduction'],
  probCutDepth: [4, 2, 40, 1, 'minimum depth for ProbCut'],
  probCutReduction: [4, 1, 8, 1, 'reduction of ProbCut in plies'],
  probCutMargin: [108, 38, 219, 9, 'margin of ProbCut above beta'],
  probCutGain: [
    160,
    80,
    320,
    16,
    'SEE threshold of its captures, in per cent of what the evaluation lacks to that',
  ],

  lmpBase: [
    4,
    2,
    20,
    1,
    'late move pruning: three quarters of (this + depth squared) are searched; half of these if not improving and below beta',
  ],
  historyDepth: [
    6,
    0,
    8,
    1,
    'history pruning of quiet moves: maximum depth after late move reduction',
  ],
  historyMargin: [
    7000,
    1000,
    9000,
    400,
    'history score below minus this times the depth: the quiet move is pruned',
  ],
  futilityDepth: [
    11,
    4,
    12,
    1,
    'futility pruning of quiet moves: maximum depth after late move reduction',
  ],
  futilityBase: [100, 19, 219, 9, 'futility margin below alpha'],
  futilityMargin: [72, 19, 138, 6, 'and per ply of depth'],
  seeQuietMargin: [
    23,
    5,
    150,
    10,
    'SEE threshold for quiet moves, centipawns per square of the depth after late move reduction',
  ],
  seeNoisyMargin: [97, 30, 200, 10, 'SEE threshold for captures, centipawns per ply of depth'],

  singularDepth: [5, 4, 10, 1, 'minimum depth for singular extensions'],
  singularMargin: [
    30,
    10,
    60,
    10,
    'singular margin, in sixteenths of a centipawn per ply of depth',
  ],
  singularTtDepth: [4, 1, 6, 1, 'plies by which the TT entry may be shallower than the node'],
  singularReduction: [
    2,
    0,
    4,
    1,
    'reduction in plies of a move that is not singular where a cutoff is expected',
  ],
  doubleExtensionMargin: [8, 1, 38, 3, 'additional margin for a double extension'],
  tripleExtensionMargin: [74, 19, 188, 8, 'and for a triple one, of quiet moves'],

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
  lmrNoisy: [512, 0, 1536, 64, 'share of the reduction that applies to noisy moves, in 1024ths'],
  lmrNoisyHistory: [
    819,
    0,
    2048,
    96,
    'share of its history term that applies to noisy moves, in 1024ths',
  ],
  lmrTtPv: [1024, 0, 2048, 100, 'subtracted at former PV nodes'],
  lmrTtAlpha: [740, 0, 1600, 80, 'subtracted there if the TT has a score above alpha'],
  lmrTtDepth: [850, 0, 1600, 80, 'and if its depth is sufficient'],
  lmrDeeper: [25, 6, 75, 4, 'centipawns above the best score for a re-search one ply deeper'],
  lmrDeeperPly: [20, 0, 80, 10, 'and this many more per ply of depth, in sixteenths'],
  lmrShallowerPly: [
    20,
    0,
    80,
    10,
    'sixteenths of a centipawn per ply of depth: if the score is better by less, the re-search is a ply shallower',
  ],
  lmrNotImproving: [1400, 0, 2500, 100, 'added if the evaluation is not improving'],
  lmrCheck: [1091, 0, 2500, 100, 'subtracted for moves that give check'],
  lmrCorrection: [19, 0, 51, 3, 'subtracted per centipawn by which the evaluation was corrected'],
  lmrCutoffs: [3, 1, 8, 1, 'cutoffs at the next ply above which the reduction is larger'],
  lmrCutoffsAdded: [1024, 0, 2048, 100, 'what they add'],
  lmrHistory: [14206, 3000, 16000, 700, 'history score for one ply less of reduction'],

  hindsightDeeper: [
    3,
    1,
    6,
    1,
    'reduction in plies from which a move that lost nothing is searched deeper',
  ],
  hindsightShallower: [
    2,
    1,
    6,
    1,
    'reduction from which a move that lost much is searched shallower',
  ],
  hindsightMargin: [131, 25, 250, 12, 'how much that is, in centipawns'],
  alphaRaiseDepth: [
    13,
    3,
    20,
    1,
    'depth below which moves after a new best move are searched one ply shallower',
  ],

  evalDiffBonus: [
    11,
    0,
    32,
    2,
    'history units per centipawn by which a move changed the evaluation',
  ],
  evalDiffTempo: [8, -25, 38, 5, 'tempo in centipawns, added to that difference'],
  evalDiffMax: [1400, 500, 3000, 150, 'maximum bonus from that'],
  historyBonusMax: [1650, 600, 3000, 150, 'maximum history bonus'],
  historyBonusPerPly: [255, 80, 350, 20, 'history bonus per ply of depth'],

  priorBonus: [110, 0, 200, 12, 'bonus of the move before a node that failed low, in per cent'],
  priorLowBonus: [52, 0, 200, 12, 'added to it if the score is far below the evaluation'],
  priorLowMargin: [50, 12, 156, 9, 'how far below, in centipawns'],
  priorTtMalus: [512, 0, 1024, 64, 'malus of the move before a TT cutoff, in 1024ths of a bonus'],
  historyMalus: [132, 40, 200, 10, 'malus of moves that did not cut off, in per cent of the bonus'],

  victimWeight: [37, 10, 320, 15, 'capture ordering: history units per centipawn of the victim'],
  pawnThreat: [
    8000,
    0,
    16000,
    800,
    'quiet ordering: bonus for leaving a square attacked by a pawn, malus for entering one',
  ],
  quiescenceMargin: [103, 6, 219, 12, 'delta pruning: margin of captures in quiescence'],
  quiescenceMoves: [
    3,
    1,
    8,
    1,
    'quiescence: captures after this many moves are skipped, other than recaptures, promotions and checks',
  ],
  quiescencePawn: [81, 31, 156, 9, 'delta pruning: what capturing a pawn gains in the evaluation'],
  quiescenceKnight: [250, 125, 375, 19, 'a knight'],
  quiescenceBishop: [262, 125, 375, 19, 'a bishop'],
  quiescenceRook: [375, 188, 562, 25, 'a rook'],
  quiescenceQueen: [656, 375, 1000, 38, 'a queen'],

  fiftyMoveDamping: [
    200,
    110,
    600,
    20,
    'plies without a capture or pawn move after which an evaluation would be zero',
  ],
  tablebaseDepth: [6, 0, 20, 1, 'plies by which tablebase results are stored deeper than the node'],
  correctionWeight: [150, 40, 200, 10, 'weight of correction history, in per cent'],
  correctionGrain: [51, 13, 205, 6, 'correction history: units per centipawn'],
  correctionMax: [1024, 512, 8192, 64, 'and its largest value'],
  correctionUpdateMax: [256, 64, 512, 16, 'its largest update'],
  correctionRate: [
    80,
    20,
    400,
    20,
    'update per centipawn of difference and ply of depth, in per cent',
  ],
  correctionTrust: [
    62,
    12,
    188,
    6,
    'largest correction that counts as uncertainty of the evaluation, in centipawns',
  ],

  timeMoves: [32, 10, 60, 2, 'time: moves to go that are assumed at the start of a game'],
  timeMovesStep: [50, 0, 100, 8, 'hundredths of a move less for each move of the game'],
  timeMovesMin: [16, 8, 40, 2, 'but at least this'],
  timeIncrement: [85, 40, 100, 4, 'share of the increment that is spent'],
  timeHard: [500, 150, 1000, 40, "hard limit, in per cent of a move's share"],
  timeHardClock: [60, 20, 80, 4, 'hard limit, in per cent of the clock without the reserve'],
  timeReserve: [5, 1, 20, 1, 'multiples of the overhead left out of the plan'],
  timeStabilityBase: [130, 100, 200, 6, 'soft limit: factor after a change of the best move'],
  timeStabilityStep: [10, 0, 30, 2, 'less for each iteration without a change'],
  timeStabilityMin: [75, 30, 100, 5, 'but at least this'],
  timeDrop: [25, 6, 125, 5, 'centipawns of a falling score that double the time'],
  timeDropMin: [80, 40, 100, 4, 'minimum of that factor, when the score rises'],
  timeDropMax: [190, 100, 400, 15, 'and its maximum'],
  timeShareBase: [185, 100, 300, 10, 'factor for a best move that took none of the nodes'],
  timeShareSlope: [140, 0, 250, 10, 'less for one that took all of them'],
  timeShareMin: [50, 20, 100, 5, 'but at least this'],
} as const satisfies Record<string, Parameter>;

export type ParameterName = keyof typeof PARAMETERS;

export const PARAMETER_NAMES = Object.keys(PARAMETERS) as ParameterName[];

export type ParameterValues = Partial<Record<ParameterName, number>>;

/** The values of {@link PARAMETERS}. */
export const DEFAULT_VALUES: Readonly<Record<ParameterName, number>> = Object.fromEntries(
  PARAMETER_NAMES.map((name) => [name, PARAMETERS[name][0]]),
) as Record<ParameterName, number>;

const values: Record<ParameterName, number> = { ...DEFAULT_VALUES };

/** The values that the search uses. */
export const tuned: Readonly<Record<ParameterName, number>> = values;

const derivations: (() => void)[] = [];

/** Runs `compute`, now and whenever parameters change: for tables that are computed from them. */
export function derive(compute: () => void): void {
  derivations.push(compute);
  compute();
}

/** Sets parameters for the searches of this thread, with what is derived from them; others stay. */
export function tune(changes: Readonly<ParameterValues>): void {
  Object.assign(values, changes);
  for (const compute of derivations) compute();
}
