/**
 * Words of the form `key=value`, which describe engines and adjudication rules: separated by
 * blanks, with quotes around values that contain blanks (`arg="two words"`). No shell is involved,
 * so there are no variables, globs or escapes.
 */
import { fail, ok, quote, type Result } from '../util/result.ts';

export interface KeyValue {
  /** Empty for a word without an equals sign. */
  key: string;
  value: string;
}

const WORD = /(?:[^\s"']|"[^"]*"|'[^']*')+/g;

/** Parses the words of a text, in order. */
export function parseKeyValues(text: string): Result<KeyValue[]> {
  if (text.replace(WORD, '').trim() !== '') return fail(`a quote is not closed: ${quote(text)}`);
  return ok(
    [...text.matchAll(WORD)].map(([word]) => {
      const bare = word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2');
      const [, key = '', value = bare] = /^([A-Za-z][\w.-]*(?: [\w.-]+)*)=(.*)$/s.exec(bare) ?? [];
      return { key, value };
    }),
  );
}
