/**
 * Labels the positions of self-play games: reads games, lets engines score them in batches, and
 * writes a file of labelled games (labelFormat.ts) in the order of the games. It can be interrupted
 * at any time and continues after the last complete batch, with identical output.
 */

import { crc32 } from '../chess/crc32.ts';
import { derivedSeed } from '../chess/random.ts';
import { unwrap } from '../chess/result.ts';
import { DataReader } from './gameFile.ts';
import { type DataHeader, encodeHeader, type GameRecord, unpackPosition } from './gameFormat.ts';
import type { Labeller } from './labeller.ts';
import { type LabelPlan, type LabelSelection, labelTargets, planLabels } from './variants.ts';

/** Games per batch; the engines are reset before each batch. */
export const BATCH_GAMES = 8;

/** A checksum of the source files' headers, to detect that labelling continues with other games. */
export const sourcesChecksum = (headers: readonly DataHeader[]): number =>
  crc32(Buffer.concat(headers.map(encodeHeader)));

/** The games of several files in order, numbered consecutively, starting with game `first`. */
export function* gamesFrom(
  paths: readonly string[],
  first: number,
): Generator<{ game: GameRecord; chess960: boolean }> {
  let number = 0;
  for (const path of paths) {
    const reader = new DataReader(path);
    try {
      const chess960 = reader.header.settings.chess960 === 1;
      for (const game of reader.games()) {
        if (number >= first) yield { game: { ...game, number }, chess960 };
        number++;
      }
    } finally {
      reader.close();
    }
  }
}

/**
 * Labels games with several engines in parallel, and yields the batches in order. Ends after the
 * last game or when the signal is aborted; throws what an engine throws.
 */
export async function* labelGames(
  games: Iterable<{ game: GameRecord; chess960: boolean }>,
  labellers: readonly Labeller[],
  { seed, ...selection }: LabelSelection & { seed: number },
  signal: AbortSignal,
): AsyncGenerator<LabelPlan['game'][], void, undefined> {
  const iterator = games[Symbol.iterator]();
  const nextBatch = (): LabelPlan[] => {
    const plans: LabelPlan[] = [];
    while (plans.length < BATCH_GAMES) {
      const { value } = iterator.next();
      if (value === undefined) break;
      const start = unwrap(unpackPosition(value.game.start, value.chess960));
      plans.push(planLabels(start, value.game, selection, derivedSeed(seed, value.game.number)));
    }
    return plans;
  };
  const idle = [...labellers];
  const waiting: ((labeller: Labeller) => void)[] = [];
  const label = async (plans: LabelPlan[]): Promise<LabelPlan['game'][]> => {
    const labeller =
      idle.pop() ?? (await new Promise<Labeller>((resolve) => waiting.push(resolve)));
    const labels = await labeller.label(plans.flatMap(({ fens }) => fens));
    const next = waiting.shift();
    if (next !== undefined) next(labeller);
    else idle.push(labeller);
    let i = 0;
    for (const { game } of plans) {
      for (const target of labelTargets(game)) Object.assign(target, labels[i++]!);
    }
    return plans.map(({ game }) => game);
  };
  const running: Promise<LabelPlan['game'][]>[] = [];
  while (!signal.aborted) {
    // Enough batches in flight that no engine idles while one is being written.
    while (running.length <= labellers.length * 2) {
      const plans = nextBatch();
      if (plans.length === 0) break;
      const batch = label(plans);
      // A rejection is rethrown when this batch is awaited below.
      batch.catch(() => {});
      running.push(batch);
    }
    const batch = running.shift();
    if (batch === undefined) return;
    yield await batch;
  }
}
