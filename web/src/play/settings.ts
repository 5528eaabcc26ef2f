/** Settings of a game against the engine, and the form in which it is stored. */
import { BLACK, type Color, WHITE } from '../../../src/chess/board/types.ts';
import type { TimeControl } from '../../../src/chess/game/timeControl.ts';
import { parseFen, START_FEN } from '../../../src/chess/notation/fen.ts';
import { type GameResult, isResult } from '../../../src/chess/notation/pgn.ts';
import { MAX_ELO, MIN_ELO } from '../../../src/search/levels.ts';
import { areTexts } from '../../../src/util/result.ts';
import { readStored, writeStored } from '../stored.ts';
import { texts } from '../texts.ts';

export interface GameSettings {
  /** The user's colour. */
  color: Color;
  /** Whether the colour was drawn, as it then is for the next game too. */
  isColorDrawn?: boolean;
  /** Null for full strength. */
  elo: number | null;
  clock: TimeControl | null;
  /** The starting position. */
  fen: string;
}

export const DEFAULT_GAME: GameSettings = { color: WHITE, elo: 1200, clock: null, fen: START_FEN };

/** Step of the slider, in Elo; the step after `MAX_ELO` is full strength. */
export const ELO_STEP = 100;

/** The description of an Elo, `casual player`. */
export const levelName = (elo: number): string =>
  texts.setup.levelNames.find(([below]) => elo < below)?.[1] ?? '';

/** Where the choices for the next game are stored until it starts. */
const KEY = 'refrain-next-game';

/** The choices that were made for the next game; null if none, or if it has started. */
export const storedChoices = (): GameSettings | null =>
  readStored(KEY, (value) =>
    value !== null && areSettings(value as GameSettings) ? (value as GameSettings) : null,
  );

export const storeChoices = (settings: GameSettings | null): void => writeStored(KEY, settings);

/** What the archive keeps of a game. */
export interface GameState {
  settings: GameSettings;
  moves: string[];
  /** On the moves, with the clocks; games of earlier versions have none. */
  comments?: string[];
  /** Milliseconds on both clocks. */
  times: [number, number] | null;
  /** How it ended, in words; empty while it is played. */
  ending: string;
  result: GameResult;
  /** When it began, as in PGN; games of earlier versions have none. */
  date?: string;
}

/** Stored data may come from another version of the page, or may have been edited: then null. */
export function checkGame(state: unknown): GameState | null {
  try {
    const { settings, moves, comments = [], times, ending, result, date } = state as GameState;
    const isSound =
      areSettings(settings) &&
      isTimes(times) &&
      (settings.clock === null) === (times === null) &&
      areTexts(moves) &&
      areTexts(comments) &&
      typeof ending === 'string' &&
      (date === undefined || typeof date === 'string') &&
      isResult(result) &&
      (ending === '') === (result === '*');
    return isSound ? (state as GameState) : null;
  } catch {
    return null;
  }
}

function areSettings({ color, elo, clock, fen }: GameSettings): boolean {
  const isNumber = (x: unknown): boolean => typeof x === 'number' && Number.isFinite(x);
  return (
    (color === WHITE || color === BLACK) &&
    (elo === null || (isNumber(elo) && elo >= MIN_ELO && elo <= MAX_ELO)) &&
    (clock === null || (isNumber(clock.base) && isNumber(clock.increment))) &&
    parseFen(fen).ok
  );
}

const isTimes = (times: unknown): boolean =>
  times === null ||
  (Array.isArray(times) && times.length === 2 && times.every((time) => Number.isFinite(time)));
