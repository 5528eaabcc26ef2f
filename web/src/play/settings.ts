/** Settings of a game against the engine, and the stored game. */
import { BLACK, type Color, WHITE } from '../../../src/chess/board/types.ts';
import type { TimeControl } from '../../../src/chess/game/timeControl.ts';
import { parseFen, START_FEN } from '../../../src/chess/notation/fen.ts';
import { MAX_ELO, MIN_ELO } from '../../../src/search/evalNoise.ts';
import { texts } from '../texts.ts';

export interface GameSettings {
  /** The user's colour. */
  color: Color;
  /** Null for full strength. */
  elo: number | null;
  clock: TimeControl | null;
  /** The starting position. */
  fen: string;
}

export const DEFAULT_GAME: GameSettings = { color: WHITE, elo: 1200, clock: null, fen: START_FEN };

/** Step of the slider, in Elo; the step after `MAX_ELO` is full strength. */
export const ELO_STEP = 100;
export { MAX_ELO, MIN_ELO };

/** `Elo 1200`, `full strength`. */
export const levelText = (elo: number | null): string =>
  elo === null ? texts.fullStrength : texts.elo(elo);

/** The description of an Elo, `casual player`. */
export const levelName = (elo: number): string =>
  texts.setup.levelNames.find(([below]) => elo < below)?.[1] ?? '';

/** The game that is stored while the page is closed. */
export interface SavedGame {
  settings: GameSettings;
  moves: string[];
  /** Milliseconds on both clocks. */
  times: [number, number] | null;
}

const KEY = 'refrain-game';

export function saveGame(game: SavedGame | null): void {
  try {
    if (game === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(game));
  } catch {
    // Storage may be blocked or full: the game is not stored.
  }
}

/** The stored game; null if there is none or its data is invalid. */
export function loadGame(): SavedGame | null {
  try {
    return checkGame(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return null;
  }
}

/** Stored data may come from another version of the page, or may have been edited. */
function checkGame(saved: SavedGame | null): SavedGame | null {
  if (saved === null) return null;
  const { settings, moves, times } = saved;
  const { color, elo, clock, fen } = settings;
  const isNumber = (x: unknown): boolean => typeof x === 'number' && Number.isFinite(x);
  const isSound =
    (color === WHITE || color === BLACK) &&
    (elo === null || (isNumber(elo) && elo >= MIN_ELO && elo <= MAX_ELO)) &&
    (clock === null || (isNumber(clock.base) && isNumber(clock.increment))) &&
    (times === null || (times.length === 2 && times.every(isNumber))) &&
    (clock === null) === (times === null) &&
    Array.isArray(moves) &&
    moves.every((move) => typeof move === 'string') &&
    parseFen(fen).ok;
  return isSound ? saved : null;
}
