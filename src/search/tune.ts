/** Other values for the numbers of the search, for those who look for better ones. */
import { type ParameterName, tuned } from './parameters.ts';
import { tabulateReductions } from './tree.ts';

export type ParameterValues = Partial<Record<ParameterName, number>>;

/** Searches of this thread go by these values from now on; those not named stay as they are. */
export function tune(values: Readonly<ParameterValues>): void {
  const { lmrBase, lmrDivisor } = tuned;
  Object.assign(tuned, values);
  if (tuned.lmrBase !== lmrBase || tuned.lmrDivisor !== lmrDivisor) tabulateReductions();
}
