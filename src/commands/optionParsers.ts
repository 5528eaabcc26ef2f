/** Parsers of the values of options. Each throws commander's error for an invalid value, which begins with "Not". */
import { InvalidArgumentError } from 'commander';
import { STANDARD } from '../hosts/node/inputFile.ts';
import { MAX_THREADS } from '../hosts/node/nodeHost.ts';

/** The largest count that an option takes where nothing else bounds it. */
export const MAX_NUMBER = 1_000_000_000;

/** For options that may be repeated: collects their values. */
export const append = (text: string, earlier: string[] = []): string[] => [...earlier, text];

/** A file that a command writes and may go back to, which standard output, `-`, does not allow. */
export function outputFile(text: string): string {
  if (text === STANDARD) throw new InvalidArgumentError('Not a file but standard output.');
  return text;
}

/** A whole number from `low` to `high`. */
export const wholeWithin = (low: number, high: number) => (text: string) => {
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= low && value <= high) return value;
  throw new InvalidArgumentError(`Not a whole number from ${low} to ${high}.`);
};

/** A whole number from 0 to {@link MAX_NUMBER}. */
export const wholeNumber = wholeWithin(0, MAX_NUMBER);

/** A whole number from 1 to {@link MAX_NUMBER}. */
export const positiveNumber = wholeWithin(1, MAX_NUMBER);

/** A number of threads, or of engines that run at the same time. */
export const threadCount = wholeWithin(1, MAX_THREADS);

/** `-1.5`, `.25`, `1e-4`. */
const DECIMAL = /^-?\d*\.?\d+(e-\d+)?$/;

/** A decimal number. */
export function decimal(text: string): number {
  if (!DECIMAL.test(text)) throw new InvalidArgumentError('Not a number.');
  return Number(text);
}

/** A decimal number from `low` to `high`. */
export const decimalWithin = (low: number, high: number) => (text: string) => {
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  if (value >= low && value <= high) return value;
  throw new InvalidArgumentError(`Not a number from ${low} to ${high}.`);
};
