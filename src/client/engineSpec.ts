/**
 * Engine specifications in the style of cutechess-cli:
 * `cmd=stockfish name=SF arg=… dir=… option.Hash=16 nodes=5000 restart=on`. `cmd` may also be `self`,
 * meaning this engine, or the folder of a Refrain repository; `commit` builds a commit of this
 * repository instead. A word without a key is the `cmd`.
 * https://github.com/cutechess/cutechess/blob/master/docs/cutechess-cli.6
 */
import { parseTimeControl } from '../chess/game/timeControl.ts';
import { ChessError, catching, quote, type Result, unwrap } from '../util/result.ts';
import { isSameOption } from './engineOption.ts';
import { type KeyValue, parseKeyValues } from './keyValues.ts';
import type { MoveLimit } from './moveLimit.ts';

export interface EngineSpec {
  /** Null: use the name that the engine reports. */
  name: string | null;
  /** A program, `self`, or a folder; null if a commit is to be built. */
  command: string | null;
  commit: string | null;
  args: string[];
  /** The working directory; null for our own. */
  folder: string | null;
  /** UCI options in the order in which they are set. */
  options: [name: string, value: string][];
  /** If empty, the limit of the match applies. */
  limit: MoveLimit;
  /** Whether every game has a process of its own. Absent: processes are kept from game to game. */
  restart?: true;
}

/** The name in messages of an engine that has not reported one yet. */
export const engineName = ({ name, command, commit }: EngineSpec): string =>
  name ?? command ?? `commit ${commit}`;

/** The name of an engine among others, which are named already: `Fake`, `Fake #2`, … */
export function uniqueName(name: string, others: readonly string[]): string {
  let unique = name;
  for (let n = 2; others.includes(unique); n++) unique = `${name} #${n}`;
  return unique;
}

/** Parses an engine specification. `common` holds words for all engines, which `text` overrides. */
export const parseEngineSpec = (text: string, common = ''): Result<EngineSpec> =>
  catching(() => readEngineSpec(text, common));

function readEngineSpec(text: string, common: string): EngineSpec {
  const own = readWords(text);
  const shared = readWords(common);
  const spec: EngineSpec = {
    name: null,
    command: null,
    commit: null,
    folder: null,
    args: [],
    options: [],
    limit: {},
  };
  for (const word of shared) apply(spec, word);
  // An engine's own program or limit replaces the common one instead of being combined with it.
  if (own.some(namesProgram)) [spec.command, spec.commit] = [null, null];
  if (own.some(({ key }) => LIMIT_KEYS.includes(key))) spec.limit = {};
  for (const word of own) apply(spec, word);
  if ((spec.command === null) === (spec.commit === null)) {
    throw new ChessError(`an engine needs a cmd or a commit: ${quote(text)}`);
  }
  return spec;
}

/** The words of a specification. Throws a ChessError for an option without a value, and a key given twice. */
function readWords(text: string): KeyValue[] {
  const words = unwrap(parseKeyValues(text));
  // A word without a key would be the program.
  const bare = words.find(({ key, value }) => key === '' && isOption(value));
  if (bare !== undefined) throw new ChessError(`engine: ${quote(bare.value)} has no value`);
  const twice = findRepeatedKey(words);
  if (twice !== undefined) {
    const hint = twice === 'cmd' ? '; an argument of the program is arg=...' : '';
    throw new ChessError(`engine: ${quote(twice)} is given twice${hint}`);
  }
  return words;
}

const namesProgram = ({ key }: KeyValue): boolean => ['', 'cmd', 'commit'].includes(key);

/** Whether words for all engines name a program, although each engine names its own. */
export const isProgramUnused = (common: string, engines: readonly string[]): boolean =>
  [common, ...engines].every((text) => unwrap(parseKeyValues(text)).some(namesProgram));

/** A key other than `arg` that is given twice, if there is one. */
function findRepeatedKey(words: readonly KeyValue[]): string | undefined {
  const keys = words.map(({ key }) => (key === '' ? 'cmd' : key)).filter((key) => key !== 'arg');
  const isSame = (key: string, other: string) =>
    key === other || (isOption(key) && isSameOption(key, other));
  return keys.find((key, i) => keys.slice(0, i).some((other) => isSame(key, other)));
}

/** Applies a word to the specification. Throws a ChessError if it is wrong. */
function apply(spec: EngineSpec, { key, value }: KeyValue): void {
  if (isOption(key)) {
    const name = key.slice(OPTION.length);
    if (hasControl(name + value)) {
      throw new ChessError(`an option must be a single line: ${quote(name)}`);
    }
    const others = spec.options.filter(([other]) => !isSameOption(other, name));
    spec.options = [...others, [name, value]];
    return;
  }
  if (value === '' && NEEDS_VALUE.has(key)) {
    throw new ChessError(`engine: ${quote(key === '' ? 'cmd' : key)} has no value`);
  }
  switch (key) {
    case '':
    case 'cmd':
      spec.command = value;
      break;
    case 'commit':
    case 'name':
      spec[key] = value;
      break;
    case 'dir':
      spec.folder = value;
      break;
    case 'arg':
      spec.args.push(value);
      break;
    case 'restart':
      if (value !== 'on' && value !== 'off') {
        throw new ChessError(`restart is on or off, not ${quote(value)}`);
      }
      if (value === 'on') spec.restart = true;
      else delete spec.restart;
      break;
    default:
      if (!LIMIT_KEYS.includes(key)) {
        throw new ChessError(`engine: unknown key ${quote(key)}; known are ${KEYS}`);
      }
      setLimit(spec.limit, key, value);
  }
}

/**
 * For commands that ask engines about single positions: throws a ChessError if the specification has words
 * that only matches follow. `limits` says where limits are given instead.
 */
export function rejectMatchWords({ limit, restart }: EngineSpec, limits: string): void {
  if (Object.keys(limit).length > 0) {
    throw new ChessError(`limits cannot be part of --engine; use ${limits}`);
  }
  if (restart) throw new ChessError('restart=on is for matches');
}

/** The keys whose value must not be empty, as it is when a shell variable is not set. */
const NEEDS_VALUE: ReadonlySet<string> = new Set(['', 'cmd', 'commit', 'name', 'dir']);

/** The prefix of the keys of options. */
const OPTION = 'option.';

const isOption = (key: string): boolean => key.startsWith(OPTION);

const hasControl = (text: string): boolean => /\p{Cc}/u.test(text);

/** The keys of limits. */
const LIMIT_KEYS = ['tc', 'movetime', 'nodes', 'depth'];

/** All keys, for messages. */
const KEYS = `cmd, commit, arg, dir, name, restart, option.<name>, ${LIMIT_KEYS.join(', ')}`;

/** Sets `tc`, `movetime` (milliseconds), `nodes` or `depth`. Throws a ChessError for an invalid value. */
export function setLimit(limit: MoveLimit, key: string, value: string): void {
  if (key === 'tc') {
    limit.clock = unwrap(parseTimeControl(value, 'seconds'));
    return;
  }
  if (!/^[1-9]\d{0,11}$/.test(value)) {
    throw new ChessError(`${key} must be a positive number, not ${quote(value)}`);
  }
  limit[key as 'movetime' | 'nodes' | 'depth'] = Number(value);
}
