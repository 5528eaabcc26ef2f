/** A character of a message: one that a terminal shows as itself. For regular expressions with the flag `u`. */
const PRINTABLE = '[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]';

/** Matches text that begins with `start` and goes on with printable characters, as many as `count` says: `{5,160}`. */
export const printableText = (count: string, start = ''): RegExp =>
  new RegExp(`^${start}${PRINTABLE}${count}$`, 'u');
