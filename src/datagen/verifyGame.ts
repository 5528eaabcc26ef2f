/** Checks that a recorded game is possible: legal moves, and an end that agrees with the rules. */
import { legalMoves } from '../chess/board/movegen.ts';
import { formatUciMove } from '../chess/notation/uciMove.ts';
import { MATE } from '../search/score.ts';
import type { AdjudicationRules } from '../selfplay/adjudication.ts';
import { Arbiter } from '../selfplay/selfPlay.ts';
import { ENDS, type GameRecord, unpackPosition } from './gameFormat.ts';

/** Describes what is wrong with a game, or returns null. */
export function findGameFault(
  game: GameRecord,
  rules: AdjudicationRules,
  chess960: boolean,
): string | null {
  if (game.moves.length === 0) return 'it has no moves';
  if (!ENDS.includes(game.end)) return 'it ended for no known reason';
  const start = unpackPosition(game.start, chess960);
  if (!start.ok) return `its start is impossible: ${start.error.message}`;
  const position = start.value;
  const arbiter = new Arbiter(position, rules);
  let outcome: ReturnType<Arbiter['afterMove']> = null;
  for (const [i, move] of game.moves.entries()) {
    const name = `move ${i + 1} (${formatUciMove(move, chess960)})`;
    if (outcome !== null) return `${name} came after the end: ${outcome.end}`;
    if (!legalMoves(position).includes(move)) return `${name} is illegal`;
    const score = game.scores[i]!;
    if (Math.abs(score) > MATE) return `${name} has the score ${score}`;
    position.make(move);
    outcome = arbiter.afterMove(score);
  }
  if (outcome === null) return `it says "${game.end}", but it has not ended`;
  if (outcome.end !== game.end) return `it says "${game.end}", but it is "${outcome.end}"`;
  if (outcome.result !== game.result) {
    return `it says ${game.result} half points for white, but it is ${outcome.result}`;
  }
  return null;
}
