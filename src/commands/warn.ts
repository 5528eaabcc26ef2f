import { printable } from '../util/printable.ts';

/** Writes an error or a remark, which may quote untrusted text, on standard error: apart from the results. */
export const warn = (text: string): void => console.error(`refrain: ${printable(text)}`);
