/** Formats counts for people. */

/** With thousands separators: `20,791`. */
export const formatCount = (count: number): string => count.toLocaleString('en');

/** With a noun whose plural ends in s: `1 game`, `20,791 games`. */
export const counted = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
