/** The UCI options: their declarations, and what setting one does. */
import type { BaseEngine } from '../engine/baseEngine.ts';
import type { LogFile } from '../engine/engineHost.ts';
import {
  DEFAULT_ENGINE_SETTINGS,
  type Range,
  type SettingOf,
  settingRanges,
} from '../engine/engineSettings.ts';
import { PARAMETER_NAMES, PARAMETERS } from '../search/parameters.ts';
import { quotePath } from '../util/printable.ts';
import { catching, caught, fail, ok, quote, type Result, within } from '../util/result.ts';
import { similarName } from '../util/similarName.ts';
import { IS_TUNING_BUILD, NAME, VERSION } from '../version.ts';

/** The parts of a session that options change. */
export interface OptionTarget {
  engine: BaseEngine;
  /** Whether scores are also printed as win, draw and loss. */
  showWdl: boolean;
  /** The log of all input and output; null for none. */
  log: LogFile | null;
  /** Called with what users should know of a setting that is not an error. */
  remark: (text: string) => void;
}

type Option = { name: string } & (
  | {
      type: 'spin';
      default: number;
      range: (engine: BaseEngine) => Range;
      apply: (target: OptionTarget, value: number) => void;
    }
  | { type: 'check'; default: boolean; apply: (target: OptionTarget, value: boolean) => void }
  | { type: 'button'; apply: (target: OptionTarget) => Promise<void> }
  | {
      type: 'string';
      default: string;
      apply: (target: OptionTarget, value: string) => Promise<Result<void>> | Result<void> | void;
    }
);

/** The value of `EvalFile` for the built-in network. */
const BUILT_IN = '<built in>';

/** An empty string in UCI. */
export const EMPTY = '<empty>';

/** Loads a network, or the built-in one. If loading fails, the current one stays. */
async function setEvalFile({ engine }: OptionTarget, path: string): Promise<Result<void>> {
  if (path !== '' && path !== BUILT_IN) {
    const loaded = await load(engine, 'EvalFile', path, (file) => engine.setNetwork(file));
    return loaded.ok ? loaded : fail(`${loaded.error.message}; the evaluation is unchanged`);
  }
  engine.setNetwork(null);
  return ok(undefined);
}

/** Loads an opening book, or unloads it. If loading fails, the current one stays. */
async function setBookFile({ engine }: OptionTarget, path: string): Promise<Result<void>> {
  if (path !== '') return load(engine, 'BookFile', path, (file) => engine.setBook(file));
  engine.setBook(null);
  return ok(undefined);
}

/** Reads the file of an option, and uses it. */
async function load(
  engine: BaseEngine,
  option: string,
  path: string,
  use: (file: Uint8Array) => void,
): Promise<Result<void>> {
  const name = `${option} ${quotePath(path)}`;
  // A host may also throw at once.
  const read = async () => engine.readFile(path);
  const file = await read().then(ok, caught);
  if (!file.ok) return fail(`${name} cannot be read (${file.error.message})`);
  const loaded = catching(() => use(file.value));
  return within(name, loaded);
}

const LOG_FILE = 'Debug Log File';

/** Whether this is the name of the option for the log. */
export const isLogFile = (name: string): boolean => name.toLowerCase() === LOG_FILE.toLowerCase();

/** Writes all input and output to a file from now on. If it cannot be opened, the current log stays. */
function setLogFile(target: OptionTarget, path: string): Result<void> {
  const log = catching(() => (path === '' ? null : target.engine.openLog(path)));
  if (!log.ok) {
    return fail(`${LOG_FILE} ${quotePath(path)} cannot be written (${log.error.message})`);
  }
  target.log?.close();
  target.log = log.value;
  return ok(undefined);
}

/** For options that have no effect on the engine. */
const noEffect = () => {};

/** The search parameters as options, for tuners that speak UCI; only in a tuning build. */
const parameterOptions = (): Option[] =>
  PARAMETER_NAMES.map((name) => {
    const [value, min, max] = PARAMETERS[name];
    const range = () => ({ min, max });
    const apply = ({ engine }: OptionTarget, value: number) =>
      engine.configure({ parameters: { ...engine.getSettings().parameters, [name]: value } });
    return { name, type: 'spin', default: value, range, apply };
  });

/** A numeric engine setting. */
const numberSetting = (name: string, setting: SettingOf<number>): Option => ({
  name,
  type: 'spin',
  default: DEFAULT_ENGINE_SETTINGS[setting],
  range: (engine) => settingRanges(engine)[setting],
  apply: ({ engine }, value) => engine.configure({ [setting]: value }),
});

/** A boolean engine setting. */
const switchSetting = (name: string, setting: SettingOf<boolean>): Option => ({
  name,
  type: 'check',
  default: DEFAULT_ENGINE_SETTINGS[setting],
  apply: ({ engine }, value) => engine.configure({ [setting]: value }),
});

const OPTIONS: readonly Option[] = [
  { name: LOG_FILE, type: 'string', default: EMPTY, apply: setLogFile },
  numberSetting('Hash', 'hash'),
  { name: 'Clear Hash', type: 'button', apply: ({ engine }) => engine.newGame() },
  numberSetting('Threads', 'threads'),
  numberSetting('MultiPV', 'multiPv'),
  { name: 'Ponder', type: 'check', default: false, apply: noEffect },
  numberSetting('Move Overhead', 'moveOverhead'),
  numberSetting('Slow Mover', 'slowMover'),
  numberSetting('nodestime', 'nodestime'),
  numberSetting('Contempt', 'contempt'),
  switchSetting('UCI_Chess960', 'chess960'),
  {
    name: 'UCI_ShowWDL',
    type: 'check',
    default: false,
    apply: (target, value) => {
      target.showWdl = value;
    },
  },
  switchSetting('UCI_AnalyseMode', 'analyseMode'),
  switchSetting('UCI_LimitStrength', 'limitStrength'),
  numberSetting('UCI_Elo', 'elo'),
  numberSetting('Skill Level', 'skillLevel'),
  { name: 'EvalFile', type: 'string', default: BUILT_IN, apply: setEvalFile },
  switchSetting('OwnBook', 'ownBook'),
  { name: 'BookFile', type: 'string', default: EMPTY, apply: setBookFile },
  numberSetting('BookDepth', 'bookDepth'),
  switchSetting('BookBestMove', 'bookBestMove'),
  {
    name: 'SyzygyPath',
    type: 'string',
    default: EMPTY,
    apply: ({ engine }, value) => engine.configure({ syzygyPath: value }),
  },
  numberSetting('SyzygyProbeDepth', 'syzygyProbeDepth'),
  numberSetting('SyzygyProbeLimit', 'syzygyProbeLimit'),
  switchSetting('Syzygy50MoveRule', 'syzygy50MoveRule'),
  numberSetting('SyzygyCache', 'syzygyCache'),
  { name: 'UCI_EngineAbout', type: 'string', default: `${NAME} ${VERSION}`, apply: noEffect },
  ...(IS_TUNING_BUILD ? parameterOptions() : []),
];

/** The `option` lines of the answer to `uci`. */
export function describeOptions(engine: BaseEngine): string[] {
  return OPTIONS.map((option) => {
    const value = option.type === 'button' ? '' : ` default ${option.default}`;
    if (option.type !== 'spin') return `option name ${option.name} type ${option.type}${value}`;
    const { min, max } = option.range(engine);
    return `option name ${option.name} type spin${value} min ${min} max ${max}`;
  });
}

/** Sets an option by name, ignoring case. Fails for an invalid value, keeping the old one. */
export function setOption(
  target: OptionTarget,
  name: string,
  value: string | null,
): Result<void> | Promise<Result<void>> {
  const option = OPTIONS.find((o) => o.name.toLowerCase() === name.toLowerCase());
  if (option === undefined) return fail(`no such option: ${quote(name)}${hintOf(name, value)}`);
  if (option.type === 'button') {
    if (value) target.remark(`option ${option.name} takes no value: ${quote(value)} is ignored`);
    return option.apply(target).then(() => ok(undefined));
  }
  // Paths may be empty.
  if (option.type === 'string') {
    const path = value === null || value === EMPTY ? '' : value;
    const set = catching(() => option.apply(target, path) ?? ok(undefined));
    return set.ok ? set.value : within(option.name, set);
  }
  if (value === null || value === '') return fail(`option ${option.name} needs a value`);
  if (option.type === 'check') {
    const word = value.toLowerCase();
    if (word !== 'true' && word !== 'false') {
      return fail(`option ${option.name} must be true or false, not ${quote(value)}`);
    }
    option.apply(target, word === 'true');
    return ok(undefined);
  }
  const number = /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  const { min, max } = option.range(target.engine);
  if (!(number >= min && number <= max)) {
    return fail(`option ${option.name} must be from ${min} to ${max}, not ${quote(value)}`);
  }
  // It fails, for example, if there is no memory for a table of that size.
  return catching(() => option.apply(target, number));
}

/** The end of a message about an unknown name: what was probably meant; empty if that cannot be guessed. */
function hintOf(name: string, value: string | null): string {
  const names = OPTIONS.map((option) => option.name);
  const lower = name.toLowerCase();
  const begun = names.find((known) => lower.startsWith(`${known.toLowerCase()} `));
  if (begun !== undefined && value === null) return `; the word value is missing after ${begun}`;
  const similar = similarName(name, names);
  return similar === null ? '' : `; did you mean ${similar}?`;
}
