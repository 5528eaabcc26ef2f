/** The evaluation taken apart for a person: every term, both sides, both phases. */
import type { Position } from '../chess/board/position.ts';
import { BLACK, colorOf, NO_PIECE, WHITE } from '../chess/board/types.ts';
import { ENDING_PHASE, endgameScale, endingScore, FULL_SCALE } from './endings.ts';
import { ClassicalEvaluator, evaluate } from './evaluate.ts';
import { endgame, middlegame } from './packed.ts';
import { MAX_PHASE, PIECE_SQUARES, phaseOf } from './pieceSquares.ts';
import { TERMS } from './terms.ts';

/** A term's packed scores, each from its own side's view. */
export interface TermScore {
  name: string;
  white: number;
  black: number;
}

/** The terms of the evaluation in order. */
export function explainTerms(position: Position): TermScore[] {
  const evaluator = new ClassicalEvaluator();
  evaluator.begin(position);
  evaluator.evaluate(position);
  return TERMS.map((name, term) => {
    const [white, black] = [WHITE, BLACK].map((color) =>
      term === 0 ? squaresOf(position, color) : evaluator.terms[term * 2 + color]!,
    );
    return { name, white: white!, black: black! };
  });
}

/** Material and squares are kept as a difference; here they are added up a side at a time. */
function squaresOf({ board }: Position, color: number): number {
  let sum = 0;
  for (let square = 0; square < 64; square++) {
    const piece = board[square]!;
    if (piece === NO_PIECE || colorOf(piece) !== color) continue;
    sum +=
      color === WHITE ? PIECE_SQUARES[piece * 64 + square]! : -PIECE_SQUARES[piece * 64 + square]!;
  }
  return sum;
}

/** A table of all terms in pawns, and how they make up the score. */
export function explainEvaluation(position: Position): string {
  const phase = phaseOf(position);
  const score = evaluate(position);
  const white = position.turn === WHITE ? score : -score;
  const verdict = `Evaluation: ${pawns(white)} for White`;
  if (position.inCheck) return 'Evaluation: none, the side to move is in check';
  if (phase <= ENDING_PHASE && endingScore(position) !== null) {
    return `A known ending\n${verdict}`;
  }
  const rows = explainTerms(position).map(({ name, white, black }) => [
    name,
    ...both(white),
    ...both(black),
    ...both(white - black),
  ]);
  const sum = explainTerms(position).reduce((total, term) => total + term.white - term.black, 0);
  const scale =
    phase <= ENDING_PHASE ? endgameScale(position, endgame(sum) > 0 ? WHITE : BLACK) : FULL_SCALE;
  return [
    row(['Term', 'White mg', 'eg', 'Black mg', 'eg', 'Total mg', 'eg']),
    ...rows.map(row),
    row(['Sum', '', '', '', '', ...both(sum)]),
    '',
    `Middlegame: ${phase} of ${MAX_PHASE}; endgame scaled to ${scale} of ${FULL_SCALE}`,
    verdict,
  ].join('\n');
}

const pawns = (centipawns: number): string =>
  `${centipawns > 0 ? '+' : ''}${(centipawns / 100).toFixed(2)}`;

const both = (packed: number): [string, string] => [
  pawns(middlegame(packed)),
  pawns(endgame(packed)),
];

function row([name, ...cells]: readonly string[]): string {
  return `${name!.padEnd(22)}${cells.map((cell) => cell.padStart(10)).join('')}`.trimEnd();
}
