/**
 * Labels the positions of games: reads game files, lets engines score the positions in batches, and yields the
 * labelled games in order. A LabelWriter (labelFile.ts) stores them, so that an interrupted run can continue after the
 * last complete batch, with identical output.
 */
import { inParallel } from '../selfplay/inParallel.ts';
import { derivedSeed } from '../util/random.ts';
import { unwrap } from '../util/result.ts';
import { GameReader } from './gameFile.ts';
import { type GameRecord, unpackPosition } from './gameFormat.ts';
import type { Labeller } from './labeller.ts';
import { type LabelPlan, type LabelSelection, labelTargets, planLabels } from './variants.ts';

/** Games per batch; the engines are reset before each batch. */
export const BATCH_GAMES = 8;

/** Batches per engine that are labelled or wait for an earlier one: no engine idles while one is being written. */
const AHEAD = 2;

/** The games of several files in order, numbered consecutively, starting with game `first`. */
export function* gamesFrom(
  paths: readonly string[],
  first: number,
): Generator<{ game: GameRecord; chess960: boolean }> {
  let number = 0;
  for (const path of paths) {
    const reader = new GameReader(path);
    const chess960 = reader.header.settings.chess960 === 1;
    for (const game of reader.games()) {
      if (number >= first) yield { game: { ...game, number }, chess960 };
      number++;
    }
  }
}

/**
 * Labels games with several engines in parallel, and yields the batches in order. Ends after the
 * last game or when the signal is aborted, which closes the engines; throws what an engine throws.
 */
export async function* labelGames(
  games: Iterable<{ game: GameRecord; chess960: boolean }>,
  labellers: readonly Labeller[],
  { seed, ...selection }: LabelSelection & { seed: number },
  signal: AbortSignal,
): AsyncGenerator<LabelPlan['game'][], void, undefined> {
  const label = async (labeller: Labeller, plans: LabelPlan[]): Promise<LabelPlan['game'][]> => {
    const labels = await labeller.label(plans.flatMap(({ fens }) => fens));
    let i = 0;
    for (const { game } of plans) {
      for (const target of labelTargets(game)) Object.assign(target, labels[i++]!);
    }
    return plans.map(({ game }) => game);
  };
  const planned = function* (): Generator<LabelPlan[]> {
    let plans: LabelPlan[] = [];
    for (const { game, chess960 } of games) {
      if (signal.aborted) return;
      const start = unwrap(unpackPosition(game.start, chess960));
      plans.push(planLabels(start, game, selection, derivedSeed(seed, game.number)));
      if (plans.length < BATCH_GAMES) continue;
      yield plans;
      plans = [];
    }
    if (plans.length > 0) yield plans;
  };
  yield* inParallel(planned(), labellers, label, AHEAD, signal);
}
