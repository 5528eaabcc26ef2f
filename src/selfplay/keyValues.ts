/**
 * Words of the form `key=value`, as engines and adjudication are described by: separated by blanks,
 * quotes around what contains blanks (`arg="two words"`). No shell ever reads them, so nothing else
 * has a meaning: no variable, no glob, no escape.
 */
import { fail, ok, quote, type Result } from '../chess/result.ts';

export interface KeyValue {
  /** Empty for a word without an equals sign. */
  key: string;
  value: string;
}

const WORD = /(?:[^\s"']|"[^"]*"|'[^']*')+/g;

/** Reads the words of a text, in their order. */
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
