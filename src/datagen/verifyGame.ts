/**
 * Checks that a recorded game is possible: legal moves, and an end that agrees with the rules; of an imported game only
 * mate and stalemate are compared with the result.
 */
import { legalMoves } from '../chess/board/movegen.ts';
import { findContradiction } from '../chess/notation/pgn.ts';
import { formatUciMove } from '../chess/notation/uciMove.ts';
import { MATE } from '../search/score.ts';
import { type AdjudicationRules, Adjudicator } from '../selfplay/adjudication.ts';
import { findOutcome, type Outcome } from '../selfplay/selfPlay.ts';
import { type GameRecord, NO_SCORE, RESULTS, unpackPosition } from './gameFormat.ts';

/** Describes what is wrong with a game, or returns null. */
export function findGameProblem(
  game: GameRecord,
  rules: AdjudicationRules,
  chess960: boolean,
): string | null {
  if (game.moves.length === 0) return 'it has no moves';
  const start = unpackPosition(game.start, chess960);
  if (!start.ok) return `its start is impossible: ${start.error.message}`;
  const position = start.value;
  const adjudicator = new Adjudicator(rules);
  const isImported = game.end === 'recorded';
  let outcome: Outcome | null = null;
  for (const [i, move] of game.moves.entries()) {
    const name = `move ${i + 1} (${formatUciMove(move, chess960)})`;
    if (outcome !== null && !isImported) return `${name} came after the end: ${outcome.end}`;
    if (!legalMoves(position).includes(move)) return `${name} is illegal`;
    const score = game.scores[i]!;
    const isUnknown = score === NO_SCORE && isImported;
    if (Math.abs(score) > MATE && !isUnknown) return `${name} has the score ${score}`;
    position.make(move);
    outcome = findOutcome(position, score, adjudicator);
  }
  if (isImported) return findContradiction(position, RESULTS[game.result]!);
  if (outcome === null) return `it says "${game.end}", but it has not ended`;
  if (outcome.end !== game.end) return `it says "${game.end}", but it is "${outcome.end}"`;
  if (outcome.result !== game.result) {
    return `it says ${game.result} half points for white, but it is ${outcome.result}`;
  }
  return null;
}
