/** The longest timeout that Node's `setTimeout` accepts, in milliseconds: about 24.8 days. */
export const MAX_TIMER = 2 ** 31 - 1;
