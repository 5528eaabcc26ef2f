/** The longest time that Node's `setTimeout` takes, in milliseconds: about 24.8 days. */
export const LONGEST_TIMER = 2 ** 31 - 1;
