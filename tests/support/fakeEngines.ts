/** Descriptions of fake engines, as of `--engine`. */
import { fileURLToPath } from 'node:url';

/** The program of a fake engine. */
export const FAKE_ENGINE = fileURLToPath(new URL('fakeEngine.mjs', import.meta.url));

/** A fake engine with these settings, such as `seed=1 fault=crash`. */
export const fakeEngine = (words: string): string =>
  `cmd=${process.execPath} arg=${FAKE_ENGINE} ${words.replace(/(^| )(?=\w)/g, '$1arg=')}`;
