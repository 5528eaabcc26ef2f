/** Search limits as options of a command: `--depth`, `--nodes`, `--movetime`. */
import type { Limits } from '../search/limits.ts';

export type LimitOptions = Pick<Limits, 'depth' | 'nodes' | 'movetime'>;

/** Null if no limit is given. */
export function limitsOf({ depth, nodes, movetime }: LimitOptions): Limits | null {
  const limits = { depth, nodes, movetime };
  return Object.values(limits).some((limit) => limit !== undefined) ? limits : null;
}
