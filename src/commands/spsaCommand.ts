/** `refrain spsa lmrBase lmrDivisor`: looks for better parameters of the search by self-play. */
import Table from 'cli-table3';
import { derivedSeed } from '../chess/random.ts';
import { ChessError, quote } from '../chess/result.ts';
import { SavedFile } from '../hosts/node/atomicFile.ts';
import { PARAMETER_NAMES, PARAMETERS, type ParameterName } from '../search/parameters.ts';
import type { GameTask, SelfPlaySettings } from '../selfplay/selfPlay.ts';
import { SelfPlayPool } from '../selfplay/selfPlayPool.ts';
import {
  beginSpsa,
  iterate,
  type PlayPairs,
  type Proposal,
  type Score,
  type SpsaParameter,
  type SpsaSettings,
  type SpsaState,
} from '../train/spsa.ts';
import { loadState, saveState } from '../train/stateFile.ts';
import { checkOutputs } from './checkOutputs.ts';
import { INTERRUPTED, paint, startProgress, untilInterrupted } from './terminal.ts';

export interface SpsaOptions extends SpsaSettings {
  state: string;
  threads: number;
  nodes: number;
  hash: number;
}

/** Openings and the end of games are as in a quick match. */
const GAMES = {
  opening: { plies: 8, minScore: 0, maxScore: 100, margin: 50, nodes: 2000, chess960: false },
  rules: {
    draw: { number: 34, count: 6, score: 10 },
    resign: { count: 3, score: 600, isTwoSided: true },
    maxMoves: 200,
  },
};

/**
 * Tunes the parameters named, or all of them, and shows what it suggests. Continues the run that
 * the state file holds. Throws a ChessError for an unknown parameter or an invalid state file.
 */
export async function runSpsa(names: readonly string[], options: SpsaOptions): Promise<void> {
  const { pairs, batch, seed, alpha, gamma, stability, gain, nodes, hash } = options;
  const settings = { pairs, batch, seed, alpha, gamma, stability, gain };
  const games: SelfPlaySettings = { limits: { nodes }, hash, ...GAMES };
  const file = new SavedFile(options.state);
  let state = loadState(options.state, games, beginSpsa(settings, chooseParameters(names)));
  checkOutputs([options.state], []);
  if (state.played > 0) console.log(`continuing after ${state.played} pairs`);
  const describe = () => `+${state.wins} =${state.draws} -${state.losses}`;
  const line = () => `${state.played} of ${pairs} pairs, ${describe()}`;
  const progress = startProgress(pairs, 'pairs', state.played, line);
  const isInterrupted = await untilInterrupted(async (signal) => {
    const pool = new SelfPlayPool(games, options.threads, signal);
    try {
      while (state.played < pairs) {
        const next = await iterate(state, playPairs(pool, seed));
        // An interrupted batch does not count.
        if (signal.aborted) break;
        const played = next.played - state.played;
        state = next;
        saveState(file, games, state);
        progress.step(describe(), played);
      }
    } finally {
      await pool.close();
      progress.end();
    }
    return signal.aborted;
  });
  console.log(formatTable(state));
  if (isInterrupted) process.exitCode = INTERRUPTED;
}

function chooseParameters(names: readonly string[]): SpsaParameter[] {
  const unknown = names.find((name) => !Object.hasOwn(PARAMETERS, name));
  if (unknown !== undefined) throw new ChessError(`no such parameter: ${quote(unknown)}`);
  const chosen = PARAMETER_NAMES.filter((name) => names.length === 0 || names.includes(name));
  return chosen.map((name) => {
    const [start, min, max, step] = PARAMETERS[name];
    return { name, start, value: start, min, max, step };
  });
}

/** Both games of a pair have the same opening, and the sides swap colours. */
function playPairs(pool: SelfPlayPool, seed: number): PlayPairs {
  return async (proposal, first, pairs) => {
    const score: Score = { wins: 0, draws: 0, losses: 0 };
    for await (const { number, result } of pool.play(tasks(proposal, first, pairs, seed))) {
      const points = number % 2 === 0 ? result : 2 - result;
      if (points === 2) score.wins++;
      else if (points === 1) score.draws++;
      else score.losses++;
    }
    return score;
  };
}

function* tasks(
  { plus, minus }: Proposal,
  first: number,
  pairs: number,
  seed: number,
): Generator<GameTask> {
  for (let pair = first; pair < first + pairs; pair++) {
    const opening = derivedSeed(seed, pair);
    yield { number: pair * 2, seed: opening, sides: [plus, minus] };
    yield { number: pair * 2 + 1, seed: opening, sides: [minus, plus] };
  }
}

function formatTable({ parameters, played, settings }: SpsaState): string {
  const table = new Table({
    head: ['Parameter', 'Now', 'Suggested', 'Exactly', 'In steps', 'From', 'To', 'Meaning'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'left'],
    style: { head: [], border: [], compact: true },
  });
  for (const { name, start, value, min, max, step } of parameters) {
    const suggested = Math.round(value);
    const moved = (value - start) / step;
    table.push([
      name,
      start,
      suggested === start ? `${suggested}` : paint('bold', `${suggested}`),
      value.toFixed(2),
      `${moved > 0 ? '+' : ''}${moved.toFixed(2)}`,
      min,
      max,
      PARAMETERS[name as ParameterName][4],
    ]);
  }
  return `${table}\nAfter ${played} of ${settings.pairs} pairs`;
}
