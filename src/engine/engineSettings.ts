/** The settings of an engine, their ranges and their validation. */
import { MAX_ELO, MIN_ELO } from '../search/levels.ts';
import { DEFAULT_SETTINGS, type SearchSettings } from '../search/limits.ts';
import { DEFAULT_VALUES, type ParameterValues } from '../search/parameters.ts';
import { ChessError, describeArgument, isObject, quote, unknownName } from '../util/result.ts';
import { IS_TUNING_BUILD } from '../version.ts';
import type { EngineHost } from './engineHost.ts';
import { type BookSettings, DEFAULT_BOOK_SETTINGS } from './ownBook.ts';

/** The settings of an engine. Numbers are whole. */
export interface EngineSettings extends BookSettings {
  /** The transposition table, in mebibytes: from 1 to `maxHash` of the engine. */
  hash: number;
  /** Search threads, from 1 to `maxThreads` of the engine. */
  threads: number;
  /** The number of best lines to search, from 1 to 256. */
  multiPv: number;
  /** Milliseconds per move lost between the engine and the game's clock, from 0 to 5000. */
  moveOverhead: number;
  /** Per cent of the usual time for a move, from 10 to 1000; only with a clock. */
  slowMover: number;
  /**
   * Nodes that count as a millisecond, up to 10,000, so that games do not depend on the machine; 0 for real
   * time.
   */
  nodestime: number;
  /** The penalty of a draw for the side to move at the root, in centipawns, from -100 to 100. */
  contempt: number;
  /** Whether to play no better than `elo`. */
  limitStrength: boolean;
  /** From 600 to 3000; used only while `limitStrength` is on. */
  elo: number;
  /** From 0 to 20, full strength: Stockfish's levels, as a rating. `limitStrength` takes precedence. */
  skillLevel: number;
  /** Analysis rather than play: no contempt, no book. */
  analyseMode: boolean;
  /** Always write castling as king takes rook; from the next position on. */
  chess960: boolean;
  /** Folders of tablebases, separated as in PATH; empty for none. */
  syzygyPath: string;
  /** Mebibytes of tablebases that each thread may cache in memory, from 1 to 1024. */
  syzygyCache: number;
  /** The minimum depth in plies at which tablebases of the largest size are probed, from 1 to 100. */
  syzygyProbeDepth: number;
  /** Positions with more pieces than this, from 0 to 7, are not probed. */
  syzygyProbeLimit: number;
  /** Whether the fifty-move rule turns cursed wins and blessed losses into draws. */
  syzygy50MoveRule: boolean;
  /** Replaces values of `search/parameters.ts`; only in a tuning build. */
  parameters?: ParameterValues;
}

/** The names of the settings with values of a type. */
export type SettingOf<T> = {
  [K in keyof EngineSettings]-?: EngineSettings[K] extends T ? K : never;
}[keyof EngineSettings];

/** Settings to change; those that are undefined stay as they are. */
export type SettingsChange = { [K in keyof EngineSettings]?: EngineSettings[K] | undefined };

/** The settings of a new engine. */
export const DEFAULT_ENGINE_SETTINGS: Readonly<EngineSettings> = {
  hash: 16,
  threads: 1,
  multiPv: DEFAULT_SETTINGS.multiPv,
  moveOverhead: DEFAULT_SETTINGS.moveOverhead,
  slowMover: DEFAULT_SETTINGS.slowMover,
  nodestime: DEFAULT_SETTINGS.nodestime,
  contempt: DEFAULT_SETTINGS.contempt,
  limitStrength: false,
  elo: 1500,
  skillLevel: 20,
  analyseMode: false,
  chess960: false,
  ...DEFAULT_BOOK_SETTINGS,
  syzygyPath: '',
  syzygyCache: 32,
  syzygyProbeDepth: DEFAULT_SETTINGS.syzygyProbeDepth,
  syzygyProbeLimit: DEFAULT_SETTINGS.syzygyProbeLimit,
  syzygy50MoveRule: DEFAULT_SETTINGS.syzygy50MoveRule,
};

/**
 * The ratings of Stockfish's `Skill Level` 0 to 19, the inverse of the curve that its authors fitted to
 * games (https://github.com/official-stockfish/Stockfish/commit/a08b8d4).
 */
const SKILL_ELO = [
  ...[1347, 1444, 1566, 1729, 1953, 2197, 2383, 2518, 2624, 2711],
  ...[2786, 2851, 2910, 2963, 3012, 3057, 3099, 3139, 3176, 3212],
];

/** The settings that limit the strength. */
export type StrengthSettings = Pick<EngineSettings, 'limitStrength' | 'elo' | 'skillLevel'>;

/** The rating that these settings limit the strength to; null for full strength. */
export function ratingOf({ limitStrength, elo, skillLevel }: StrengthSettings): number | null {
  if (limitStrength) return elo;
  const skill = SKILL_ELO[skillLevel];
  return skill === undefined ? null : Math.min(MAX_ELO, skill);
}

/** The least and the greatest value of a number. */
export interface Range {
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
    slowMover: { min: 10, max: 1000 },
    nodestime: { min: 0, max: 10_000 },
    contempt: { min: -100, max: 100 },
    skillLevel: { min: 0, max: SKILL_ELO.length },
    elo: { min: MIN_ELO, max: MAX_ELO },
    bookDepth: { min: 1, max: 255 },
    syzygyCache: { min: 1, max: 1024 },
    syzygyProbeDepth: { min: 1, max: 100 },
    syzygyProbeLimit: { min: 0, max: 7 },
  } as const satisfies Record<SettingOf<number>, Range>;
}

/** Throws a ChessError if these are not values of search parameters. */
function checkParameters(values: unknown): void {
  for (const [name, value] of Object.entries(Object(values))) {
    if (!Object.hasOwn(DEFAULT_VALUES, name) || !Number.isInteger(value)) {
      throw new ChessError(`not a search parameter: ${quote(`${name} ${String(value)}`)}`);
    }
  }
}

/** Returns the settings that are defined. Throws a ChessError if one is unknown or out of range. */
export function checkSettings(settings: unknown, host: EngineHost): Partial<EngineSettings> {
  if (!isObject(settings)) throw new ChessError('settings must be an object');
  const ranges: Record<string, Range | undefined> = settingRanges(host);
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) continue;
    const range = Object.hasOwn(ranges, name) ? ranges[name] : undefined;
    if (range !== undefined) {
      if (!(Number.isInteger(value) && value >= range.min && value <= range.max)) {
        const { min, max } = range;
        throw new ChessError(
          `${name} must be a whole number from ${min} to ${max}, not ${describeArgument(value)}`,
        );
      }
    } else if (name === 'parameters' && IS_TUNING_BUILD) {
      checkParameters(value);
    } else {
      if (!Object.hasOwn(DEFAULT_ENGINE_SETTINGS, name)) {
        throw unknownName('setting', name, Object.keys(DEFAULT_ENGINE_SETTINGS));
      }
      const { [name as keyof EngineSettings]: example } = DEFAULT_ENGINE_SETTINGS;
      if (typeof value !== typeof example) {
        const kind = typeof example === 'boolean' ? 'true or false' : 'a string';
        throw new ChessError(`${name} must be ${kind}, not ${describeArgument(value)}`);
      }
    }
    checked[name] = value;
  }
  return checked;
}

/**
 * Whether the change makes what is stored from earlier searches useless. A level must not play what a stronger
 * one has found, and scores of tablebases depend on the fifty-move rule. Contempt is part of the keys.
 */
export function invalidatesTable(before: EngineSettings, after: EngineSettings): boolean {
  return ratingOf(before) !== ratingOf(after) || before.syzygy50MoveRule !== after.syzygy50MoveRule;
}

/** The settings of a search; `seed` is that of the game (levels.ts). */
export function searchSettings(settings: EngineSettings, seed: number): SearchSettings {
  const { contempt, analyseMode, parameters } = settings;
  const { multiPv, moveOverhead, slowMover, nodestime } = settings;
  const { syzygyProbeDepth, syzygyProbeLimit, syzygy50MoveRule } = settings;
  return {
    multiPv,
    moveOverhead,
    slowMover,
    nodestime,
    syzygyProbeDepth,
    syzygyProbeLimit,
    syzygy50MoveRule,
    // An analysis must not favour a side.
    contempt: analyseMode ? 0 : contempt,
    elo: ratingOf(settings),
    seed,
    ...(parameters !== undefined && { parameters }),
  };
}
