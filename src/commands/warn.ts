/** Writes a remark on standard error, so that it does not mix with results. */
export const warn = (text: string): void => console.error(`refrain: ${text}`);
