/**
 * Engine specifications in the style of cutechess-cli:
 * `cmd=stockfish name=SF arg=… dir=… option.Hash=16 nodes=5000 restart=on`. `cmd` may also be `self`,
 * meaning this engine, or the folder of a Refrain repository; `commit` builds a commit of this
 * repository instead. A word without a key is the `cmd`.
 * https://github.com/cutechess/cutechess/blob/master/docs/cutechess-cli.6
 */
import { parseTimeControl } from '../chess/game/timeControl.ts';
import { ChessError, fail, ok, quote, type Result, unwrap } from '../chess/result.ts';
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
export function parseEngineSpec(text: string, common = ''): Result<EngineSpec> {
  const own = parseKeyValues(text);
  if (!own.ok) return own;
  const shared = parseKeyValues(common);
  if (!shared.ok) return shared;
  for (const { value } of [own, shared]) {
    // A word without a key would be the program.
    const bare = value.find((word) => word.key === '' && isOption(word.value));
    if (bare !== undefined) return fail(`engine: ${quote(bare.value)} has no value`);
    const twice = findRepeatedKey(value);
    if (twice !== undefined) {
      const hint = twice === 'cmd' ? '; an argument of the program is arg=...' : '';
      return fail(`engine: ${quote(twice)} is given twice${hint}`);
    }
  }
  const spec: EngineSpec = {
    name: null,
    command: null,
    commit: null,
    folder: null,
    args: [],
    options: [],
    limit: {},
  };
  for (const word of shared.value) {
    const failure = apply(spec, word);
    if (failure !== null) return failure;
  }
  // An engine's own program or limit replaces the common one instead of being combined with it.
  if (own.value.some(namesProgram)) [spec.command, spec.commit] = [null, null];
  if (own.value.some(({ key }) => LIMIT_KEYS.includes(key))) spec.limit = {};
  for (const word of own.value) {
    const failure = apply(spec, word);
    if (failure !== null) return failure;
  }
  if ((spec.command === null) === (spec.commit === null)) {
    return fail(`an engine needs a cmd or a commit: ${quote(text)}`);
  }
  return ok(spec);
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

/** Applies a word to the specification, or returns what is wrong with it. */
function apply(spec: EngineSpec, { key, value }: KeyValue): Result<never> | null {
  if (isOption(key)) {
    const name = key.slice(OPTION.length);
    if (hasControl(name + value)) return fail(`an option must be a single line: ${quote(name)}`);
    const others = spec.options.filter(([other]) => !isSameOption(other, name));
    spec.options = [...others, [name, value]];
    return null;
  }
  if (value === '' && NEEDS_VALUE.has(key)) {
    return fail(`engine: ${quote(key === '' ? 'cmd' : key)} has no value`);
  }
  switch (key) {
    case '':
    case 'cmd':
      spec.command = value;
      return null;
    case 'commit':
    case 'name':
      spec[key] = value;
      return null;
    case 'dir':
      spec.folder = value;
      return null;
    case 'arg':
      spec.args.push(value);
      return null;
    case 'restart':
      if (value !== 'on' && value !== 'off') {
        return fail(`restart is on or off, not ${quote(value)}`);
      }
      if (value === 'on') spec.restart = true;
      else delete spec.restart;
      return null;
    default:
      return LIMIT_KEYS.includes(key)
        ? setLimit(spec.limit, key, value)
        : fail(`engine: unknown key ${quote(key)}; known are ${KEYS}`);
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

/** Sets `tc`, `movetime` (milliseconds), `nodes` or `depth`, or returns what is wrong with it. */
export function setLimit(limit: MoveLimit, key: string, value: string): Result<never> | null {
  if (key === 'tc') {
    const clock = parseTimeControl(value, 'seconds');
    if (!clock.ok) return clock;
    limit.clock = clock.value;
    return null;
  }
  if (!/^[1-9]\d{0,11}$/.test(value))
    return fail(`${key} must be a positive number, not ${quote(value)}`);
  limit[key as 'movetime' | 'nodes' | 'depth'] = Number(value);
  return null;
}
