/** The settings of an engine, their ranges and their validation. */
import { ChessError, quote } from '../chess/result.ts';
import { DEFAULT_SETTINGS, type SearchSettings } from '../search/limits.ts';
import { MAX_ELO, MIN_ELO } from '../search/strength.ts';
import type { ParameterValues } from '../search/tune.ts';
import type { EngineHost } from './host.ts';
import { type BookSettings, DEFAULT_BOOK_SETTINGS } from './ownBook.ts';

export interface EngineSettings extends BookSettings {
  /** The transposition table, in mebibytes. */
  hash: number;
  /** Search threads. */
  threads: number;
  /** How many best lines are searched. */
  multiPv: number;
  /** Milliseconds of each move that are lost between the engine and the clock of the game. */
  moveOverhead: number;
  /** What a draw is worth to the side that the search begins with, in centipawns, negated. */
  contempt: number;
  /** Whether to play no better than `elo`. */
  limitStrength: boolean;
  /** From 600 to 2600; counts only while the strength is limited. */
  elo: number;
  /** The positions are analysed, not played: no contempt. */
  analyseMode: boolean;
  /** Castling is written as king takes rook, also where that is not needed; from the next position on. */
  chess960: boolean;
  /** Folders of endgame tables, separated as in PATH; empty for none. */
  syzygyPath: string;
  /** Mebibytes of endgame tables that each thread may keep in memory. */
  syzygyCache: number;
  /** Endgame tables of the most men that they may be asked of are asked from this depth on, in plies. */
  syzygyProbeDepth: number;
  /** Positions with more men than this are not looked up in endgame tables. */
  syzygyProbeLimit: number;
  /** Whether wins and losses of endgame tables that the fifty-move rule makes draws are draws. */
  syzygy50MoveRule: boolean;
  /** Other numbers than those of `search/parameters.ts`; only in a build for tuning. */
  parameters?: ParameterValues;
}

export const DEFAULT_ENGINE_SETTINGS: Readonly<EngineSettings> = {
  hash: 16,
  threads: 1,
  multiPv: DEFAULT_SETTINGS.multiPv,
  moveOverhead: DEFAULT_SETTINGS.moveOverhead,
  contempt: DEFAULT_SETTINGS.contempt,
  limitStrength: false,
  elo: 1500,
  analyseMode: false,
  chess960: false,
  ...DEFAULT_BOOK_SETTINGS,
  syzygyPath: '',
  syzygyCache: 32,
  syzygyProbeDepth: DEFAULT_SETTINGS.syzygyProbeDepth,
  syzygyProbeLimit: DEFAULT_SETTINGS.syzygyProbeLimit,
  syzygy50MoveRule: DEFAULT_SETTINGS.syzygy50MoveRule,
};

/** Settings that change what scores mean, so that those in the table are useless. */
const CHANGE_SCORES = [
  'contempt',
  'limitStrength',
  'elo',
  'analyseMode',
  'syzygy50MoveRule',
] as const;

interface Range {
  min: number;
  max: number;
}

/** The range of each numeric setting on a host. */
export function settingRanges(host: Pick<EngineHost, 'maxHash' | 'maxThreads'>) {
  return {
    hash: { min: 1, max: host.maxHash },
    threads: { min: 1, max: host.maxThreads },
    multiPv: { min: 1, max: 256 },
    moveOverhead: { min: 0, max: 5000 },
    contempt: { min: -100, max: 100 },
    elo: { min: MIN_ELO, max: MAX_ELO },
    bookDepth: { min: 1, max: 255 },
    syzygyCache: { min: 1, max: 1024 },
    syzygyProbeDepth: { min: 1, max: 100 },
    syzygyProbeLimit: { min: 0, max: 7 },
  } as const satisfies Partial<Record<keyof EngineSettings, Range>>;
}

/** Gives the settings without undefined ones. Throws a ChessError if one is unknown or out of range. */
export function checkSettings(settings: unknown, host: EngineHost): Partial<EngineSettings> {
  if (typeof settings !== 'object' || settings === null) throw new ChessError('no settings');
  const ranges: Record<string, Range | undefined> = settingRanges(host);
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) continue;
    const range = Object.hasOwn(ranges, name) ? ranges[name] : undefined;
    if (range !== undefined) {
      if (!(Number.isInteger(value) && value >= range.min && value <= range.max)) {
        const { min, max } = range;
        throw new ChessError(
          `${name} is a whole number from ${min} to ${max}, not ${quote(String(value))}`,
        );
      }
    } else if (name !== 'parameters') {
      if (!Object.hasOwn(DEFAULT_ENGINE_SETTINGS, name)) {
        throw new ChessError(`no such setting: ${quote(name)}`);
      }
      const { [name as keyof EngineSettings]: example } = DEFAULT_ENGINE_SETTINGS;
      if (typeof value !== typeof example) {
        const kind = typeof example === 'boolean' ? 'true or false' : 'a text';
        throw new ChessError(`${name} is ${kind}, not ${quote(String(value))}`);
      }
    }
    checked[name] = value;
  }
  return checked;
}

/** Whether the change makes scores in the table useless. */
export function changesScores(before: EngineSettings, after: EngineSettings): boolean {
  return CHANGE_SCORES.some((name) => before[name] !== after[name]);
}

/** The settings of a search; `seed` is that of the game (strength.ts). */
export function searchSettings(settings: EngineSettings, seed: number): SearchSettings {
  const { contempt, limitStrength, elo, analyseMode, parameters } = settings;
  const { multiPv, moveOverhead, syzygyProbeDepth, syzygyProbeLimit, syzygy50MoveRule } = settings;
  return {
    ...{ multiPv, moveOverhead, syzygyProbeDepth, syzygyProbeLimit, syzygy50MoveRule },
    // An analysis is for both sides.
    contempt: analyseMode ? 0 : contempt,
    elo: limitStrength ? elo : null,
    seed,
    ...(parameters !== undefined && { parameters }),
  };
}
