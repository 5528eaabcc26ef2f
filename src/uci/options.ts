/** The options that a GUI may set: what it is told of them, and what setting one does. */
import { fail, ok, quote, type Result } from '../chess/result.ts';
import { DEFAULT_HASH, type Engine, MAX_CONTEMPT, MAX_HASH } from '../engine/engine.ts';

type Option = { name: string } & (
  | {
      type: 'spin';
      default: number;
      min: number;
      max: number;
      apply: (engine: Engine, value: number) => Result<void>;
    }
  | { type: 'check'; default: boolean; apply: (engine: Engine, value: boolean) => Result<void> }
);

const OPTIONS: readonly Option[] = [
  {
    name: 'Hash',
    type: 'spin',
    default: DEFAULT_HASH,
    min: 1,
    max: MAX_HASH,
    apply: (engine, value) => engine.setHash(value),
  },
  {
    name: 'Contempt',
    type: 'spin',
    default: 0,
    min: -MAX_CONTEMPT,
    max: MAX_CONTEMPT,
    apply: (engine, value) => {
      engine.setContempt(value);
      return ok(undefined);
    },
  },
  {
    name: 'UCI_Chess960',
    type: 'check',
    default: false,
    apply: (engine, value) => {
      engine.setChess960(value);
      return ok(undefined);
    },
  },
];

/** The `option` lines of the answer to `uci`. */
export function describeOptions(): string[] {
  return OPTIONS.map((option) => {
    const range = option.type === 'spin' ? ` min ${option.min} max ${option.max}` : '';
    return `option name ${option.name} type ${option.type} default ${option.default}${range}`;
  });
}

/** Sets an option by its name, in any case. A bad value is refused and the old one kept. */
export function setOption(engine: Engine, name: string, value: string | null): Result<void> {
  const option = OPTIONS.find((o) => o.name.toLowerCase() === name.toLowerCase());
  if (option === undefined) return fail(`no such option: ${quote(name)}`);
  if (value === null || value === '') return fail(`option ${option.name} needs a value`);
  if (option.type === 'check') {
    const word = value.toLowerCase();
    if (word !== 'true' && word !== 'false') {
      return fail(`option ${option.name} is true or false, not ${quote(value)}`);
    }
    return option.apply(engine, word === 'true');
  }
  const number = /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= option.min && number <= option.max)) {
    return fail(
      `option ${option.name} goes from ${option.min} to ${option.max}, not ${quote(value)}`,
    );
  }
  return option.apply(engine, number);
}
