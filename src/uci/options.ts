/** The options that a GUI may set: what it is told of them, and what setting one does. */
import { fail, ok, quote, type Result } from '../chess/result.ts';
import {
  DEFAULT_ENGINE_SETTINGS,
  DEFAULT_HASH,
  type Engine,
  type EngineSettings,
} from '../engine/engine.ts';
import { PARAMETER_NAMES, PARAMETERS } from '../search/parameters.ts';
import { MAX_ELO, MIN_ELO } from '../search/strength.ts';
import { IS_TUNING_BUILD, NAME, VERSION } from '../version.ts';

/** What options are set on: the engine, and how its words are put. */
export interface OptionTarget {
  engine: Engine;
  /** Whether scores are told as win, draw and loss too. */
  showWdl: boolean;
}

type Option = { name: string } & (
  | {
      type: 'spin';
      default: number;
      min: number;
      /** A number, or what the engine can have where it runs. */
      max: number | ((engine: Engine) => number);
      apply: (target: OptionTarget, value: number) => Result<void> | void;
    }
  | { type: 'check'; default: boolean; apply: (target: OptionTarget, value: boolean) => void }
  | { type: 'button'; apply: (target: OptionTarget) => void }
  | {
      type: 'string';
      default: string;
      apply: (target: OptionTarget, value: string) => Promise<Result<void>> | void;
    }
);

/** Changes what scores mean, if it changes anything: the table is full of what they meant before. */
function changeTaste(engine: Engine, settings: Partial<EngineSettings>): void {
  const before = engine.getSettings();
  const names = Object.keys(settings) as (keyof EngineSettings)[];
  if (names.every((name) => settings[name] === before[name])) return;
  engine.configure(settings);
  void engine.newGame();
}

/** The evaluation that comes with the engine, as `EvalFile`. */
const BUILT_IN = '<built in>';

/** Loads a network. If it cannot be had, the present one stays. */
async function setEvalFile({ engine }: OptionTarget, path: string): Promise<Result<void>> {
  if (path === BUILT_IN) return engine.setNetwork(null);
  const stays = `the evaluation stays as it was`;
  let file: Uint8Array;
  try {
    file = await engine.readFile(path);
  } catch (error) {
    return fail(`EvalFile ${quote(path)} cannot be read (${(error as Error).message}); ${stays}`);
  }
  const result = engine.setNetwork(file);
  return result.ok ? result : fail(`EvalFile ${quote(path)}: ${result.error.message}; ${stays}`);
}
/** As UCI writes a text without letters. */
const EMPTY = '<empty>';

/** Loads an opening book, or none. If it cannot be had, the present one stays. */
async function setBookFile({ engine }: OptionTarget, path: string): Promise<Result<void>> {
  if (path === '') return engine.setBook(null);
  let file: Uint8Array;
  try {
    file = await engine.readFile(path);
  } catch (error) {
    return fail(`BookFile ${quote(path)} cannot be read (${(error as Error).message})`);
  }
  const result = engine.setBook(file);
  return result.ok ? result : fail(`BookFile ${quote(path)}: ${result.error.message}`);
}

/** For options that only tell the GUI something, or that say what it will do. */
const nothing = () => {};

/** The parameters of the search, for tuners that speak UCI: only in a build made for them. */
const parameterOptions = (): Option[] =>
  PARAMETER_NAMES.map((name) => {
    const [value, min, max] = PARAMETERS[name];
    const apply = ({ engine }: OptionTarget, value: number) =>
      engine.configure({ parameters: { ...engine.getSettings().parameters, [name]: value } });
    return { name, type: 'spin', default: value, min, max, apply };
  });

const OPTIONS: readonly Option[] = [
  {
    name: 'Hash',
    type: 'spin',
    default: DEFAULT_HASH,
    min: 1,
    max: (engine) => engine.maxHash,
    apply: ({ engine }, value) => engine.setHash(value),
  },
  { name: 'Clear Hash', type: 'button', apply: ({ engine }) => void engine.newGame() },
  {
    name: 'Threads',
    type: 'spin',
    default: 1,
    min: 1,
    max: (engine) => engine.maxThreads,
    apply: ({ engine }, value) => engine.setThreads(value),
  },
  {
    name: 'MultiPV',
    type: 'spin',
    default: DEFAULT_ENGINE_SETTINGS.multiPv,
    min: 1,
    max: 256,
    apply: ({ engine }, value) => engine.configure({ multiPv: value }),
  },
  { name: 'Ponder', type: 'check', default: false, apply: nothing },
  {
    name: 'Move Overhead',
    type: 'spin',
    default: DEFAULT_ENGINE_SETTINGS.moveOverhead,
    min: 0,
    max: 5000,
    apply: ({ engine }, value) => engine.configure({ moveOverhead: value }),
  },
  {
    name: 'Contempt',
    type: 'spin',
    default: DEFAULT_ENGINE_SETTINGS.contempt,
    min: -100,
    max: 100,
    apply: ({ engine }, value) => changeTaste(engine, { contempt: value }),
  },
  {
    name: 'UCI_Chess960',
    type: 'check',
    default: false,
    apply: ({ engine }, value) => engine.setChess960(value),
  },
  {
    name: 'UCI_ShowWDL',
    type: 'check',
    default: false,
    apply: (target, value) => {
      target.showWdl = value;
    },
  },
  {
    name: 'UCI_AnalyseMode',
    type: 'check',
    default: DEFAULT_ENGINE_SETTINGS.analyseMode,
    apply: ({ engine }, value) => changeTaste(engine, { analyseMode: value }),
  },
  {
    name: 'UCI_LimitStrength',
    type: 'check',
    default: DEFAULT_ENGINE_SETTINGS.limitStrength,
    apply: ({ engine }, value) => changeTaste(engine, { limitStrength: value }),
  },
  {
    name: 'UCI_Elo',
    type: 'spin',
    default: DEFAULT_ENGINE_SETTINGS.elo,
    min: MIN_ELO,
    max: MAX_ELO,
    apply: ({ engine }, value) => changeTaste(engine, { elo: value }),
  },
  { name: 'EvalFile', type: 'string', default: BUILT_IN, apply: setEvalFile },
  {
    name: 'OwnBook',
    type: 'check',
    default: DEFAULT_ENGINE_SETTINGS.ownBook,
    apply: ({ engine }, value) => engine.configure({ ownBook: value }),
  },
  { name: 'BookFile', type: 'string', default: EMPTY, apply: setBookFile },
  {
    name: 'BookDepth',
    type: 'spin',
    default: DEFAULT_ENGINE_SETTINGS.bookDepth,
    min: 1,
    max: 255,
    apply: ({ engine }, value) => engine.configure({ bookDepth: value }),
  },
  {
    name: 'BookBestMove',
    type: 'check',
    default: DEFAULT_ENGINE_SETTINGS.bookBest,
    apply: ({ engine }, value) => engine.configure({ bookBest: value }),
  },
  {
    name: 'SyzygyPath',
    type: 'string',
    default: EMPTY,
    apply: ({ engine }, value) => engine.configure({ syzygyPath: value }),
  },
  {
    name: 'SyzygyProbeDepth',
    type: 'spin',
    default: DEFAULT_ENGINE_SETTINGS.syzygyProbeDepth,
    min: 1,
    max: 100,
    apply: ({ engine }, value) => engine.configure({ syzygyProbeDepth: value }),
  },
  {
    name: 'SyzygyProbeLimit',
    type: 'spin',
    default: DEFAULT_ENGINE_SETTINGS.syzygyProbeLimit,
    min: 0,
    max: 7,
    apply: ({ engine }, value) => engine.configure({ syzygyProbeLimit: value }),
  },
  {
    name: 'Syzygy50MoveRule',
    type: 'check',
    default: DEFAULT_ENGINE_SETTINGS.syzygy50MoveRule,
    apply: ({ engine }, value) => changeTaste(engine, { syzygy50MoveRule: value }),
  },
  {
    name: 'SyzygyCache',
    type: 'spin',
    default: DEFAULT_ENGINE_SETTINGS.syzygyCache,
    min: 1,
    max: 1024,
    apply: ({ engine }, value) => engine.configure({ syzygyCache: value }),
  },
  { name: 'UCI_EngineAbout', type: 'string', default: `${NAME} ${VERSION}`, apply: nothing },
  ...(IS_TUNING_BUILD ? parameterOptions() : []),
];

const maxOf = (max: number | ((engine: Engine) => number), engine: Engine): number =>
  typeof max === 'number' ? max : max(engine);

/** The `option` lines of the answer to `uci`. */
export function describeOptions(engine: Engine): string[] {
  return OPTIONS.map((option) => {
    const value = option.type === 'button' ? '' : ` default ${option.default}`;
    const range =
      option.type === 'spin' ? ` min ${option.min} max ${maxOf(option.max, engine)}` : '';
    return `option name ${option.name} type ${option.type}${value}${range}`;
  });
}

/** Sets an option by its name, in any case. A bad value is refused and the old one kept. */
export function setOption(
  target: OptionTarget,
  name: string,
  value: string | null,
): Result<void> | Promise<Result<void>> {
  const option = OPTIONS.find((o) => o.name.toLowerCase() === name.toLowerCase());
  if (option === undefined) return fail(`no such option: ${quote(name)}`);
  if (option.type === 'button') {
    option.apply(target);
    return ok(undefined);
  }
  // A path may be left empty, to have none.
  if (option.type === 'string' && option.default === EMPTY) {
    return option.apply(target, value === null || value === EMPTY ? '' : value) ?? ok(undefined);
  }
  if (value === null || value === '') return fail(`option ${option.name} needs a value`);
  if (option.type === 'string') return option.apply(target, value) ?? ok(undefined);
  if (option.type === 'check') {
    const word = value.toLowerCase();
    if (word !== 'true' && word !== 'false') {
      return fail(`option ${option.name} is true or false, not ${quote(value)}`);
    }
    option.apply(target, word === 'true');
    return ok(undefined);
  }
  const number = /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  const max = maxOf(option.max, target.engine);
  if (!(number >= option.min && number <= max)) {
    return fail(`option ${option.name} goes from ${option.min} to ${max}, not ${quote(value)}`);
  }
  return option.apply(target, number) ?? ok(undefined);
}
