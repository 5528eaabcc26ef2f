/** Converts the settings in the header of a game file to those of self-play. */
import type { AdjudicationRules } from '../selfplay/adjudication.ts';
import type { SelfPlaySettings } from '../selfplay/selfPlay.ts';
import type { GameSettings } from './gameFormat.ts';

/** The settings to play games with. */
export function selfPlaySettings(settings: GameSettings): SelfPlaySettings {
  const { softNodes, nodes, hash } = settings;
  const opening = {
    plies: settings.openingPlies,
    minScore: settings.openingMinScore,
    maxScore: settings.openingMaxScore,
    margin: settings.openingMargin,
    nodes: settings.openingNodes,
    chess960: settings.chess960 === 1,
  };
  return { limits: { softNodes, nodes }, hash, opening, rules: adjudicationRules(settings) };
}

/** The adjudication rules; a count of 0 turns a rule off. */
export function adjudicationRules(settings: GameSettings): AdjudicationRules {
  const { drawNumber, drawCount, drawScore, resignCount, resignScore, resignTwoSided } = settings;
  return {
    draw: drawCount > 0 ? { number: drawNumber, count: drawCount, score: drawScore } : null,
    resign:
      resignCount > 0
        ? { count: resignCount, score: resignScore, isTwoSided: resignTwoSided === 1 }
        : null,
    maxMoves: settings.maxMoves > 0 ? settings.maxMoves : null,
  };
}
