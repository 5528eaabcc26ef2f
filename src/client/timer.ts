/** The longest timeout that Node's `setTimeout` accepts, in milliseconds: about 24.8 days. */
export const LONGEST_TIMER = 2 ** 31 - 1;
