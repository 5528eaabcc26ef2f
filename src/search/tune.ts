/** Parameters of the search at other values, for tuners. */

import { tabulateReductions } from './lateMoveReductions.ts';
import { type ParameterName, tuned } from './parameters.ts';

export type ParameterValues = Partial<Record<ParameterName, number>>;

/** Sets parameters for the searches of this thread; others stay as they are. */
export function tune(values: Readonly<ParameterValues>): void {
  const { lmrBase, lmrDivisor } = tuned;
  Object.assign(tuned, values);
  if (tuned.lmrBase !== lmrBase || tuned.lmrDivisor !== lmrDivisor) tabulateReductions();
}
