/**
 * The file that a tuning run is saved in after every batch, as JSON: its settings and its state. It
 * is replaced atomically, so it is always complete.
 */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { ChessError, quote } from '../chess/result.ts';
import type { SavedFile } from '../hosts/node/atomicFile.ts';
import { readText } from '../hosts/node/inputFile.ts';
import type { SelfPlaySettings } from '../selfplay/selfPlay.ts';
import type { SpsaState } from './spsa.ts';

const KIND = 'refrain spsa 1';

/** Saves the state. Throws a ChessError if it cannot be written, or another run saves there. */
export function saveState(file: SavedFile, games: SelfPlaySettings, state: SpsaState): void {
  file.replace(`${JSON.stringify({ kind: KIND, games, ...state }, null, 2)}\n`);
}

/**
 * Loads a saved run, or returns `fresh` if there is none. The fresh run may have more pairs: the
 * saved run is then extended, with the steps and gains of the longer run from there on. Throws a
 * ChessError if the saved run has other settings.
 */
export function loadState(path: string, games: SelfPlaySettings, fresh: SpsaState): SpsaState {
  if (!existsSync(path)) return fresh;
  const name = quote(basename(path));
  const saved = parse(readText(path));
  if (saved === null) throw new ChessError(`${name} is not a saved tuning run`);
  const { kind: _, games: savedGames, ...state } = saved;
  const { pairs } = fresh.settings;
  const mine = { games, ...fresh.settings, parameters: fresh.parameters.map(identity) };
  const theirs = {
    games: savedGames,
    ...{ ...state.settings, pairs },
    parameters: state.parameters.map(identity),
  };
  const other = Object.keys(mine).filter(
    (key) => JSON.stringify(mine[key as never]) !== JSON.stringify(theirs[key as never]),
  );
  if (other.length > 0) throw new ChessError(`${name} is a run with other ${other.join(', ')}`);
  if (pairs < state.settings.pairs) {
    throw new ChessError(
      `${name} is a run of ${state.settings.pairs} pairs, it can only be extended`,
    );
  }
  return { ...state, settings: { ...state.settings, pairs } };
}

type Saved = SpsaState & { kind: string; games: SelfPlaySettings };

function parse(text: string): Saved | null {
  try {
    const saved = JSON.parse(text);
    return isSaved(saved) ? saved : null;
  } catch {
    // Not JSON, or parts are missing.
    return null;
  }
}

/**
 * Whether a saved run has a value that can be continued from in every place. What must be as in
 * this run is compared later. Throws a TypeError if a part is missing.
 */
function isSaved({ kind, settings, parameters, ...counts }: Saved): boolean {
  const { played, wins, draws, losses } = counts;
  return (
    kind === KIND &&
    [settings.pairs, played, wins, draws, losses].every(isCount) &&
    played <= settings.pairs &&
    parameters.every(({ value, min, max }) => isNumber(value) && value >= min && value <= max)
  );
}

const isNumber = (value: unknown): boolean => typeof value === 'number';
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/** What of a parameter does not change during a run. */
const identity = ({ name, start, min, max, step }: SpsaState['parameters'][number]) => ({
  ...{ name, start, min, max, step },
});
