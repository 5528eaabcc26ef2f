/**
 * `refrain bench`: searches `positions/bench.epd` to a fixed depth on one thread. The node count
 * depends on nothing but the search, so it is its signature in commit messages.
 */
import { parseEpd } from '../chess/notation/epd.ts';
import { formatFen } from '../chess/notation/fen.ts';
import { unwrap } from '../chess/result.ts';
import { readPackageFile } from '../engine/node/resources.ts';
import { Search } from '../search/search.ts';
import { TranspositionTable } from '../search/table.ts';

const DEFAULT_DEPTH = 13;
const HASH = 16;

/** Prints a line a position, then nodes and nodes per second of all. `depth` in plies. */
export function runBench(depth = DEFAULT_DEPTH): void {
  const table = TranspositionTable.ofSize(HASH);
  const search = new Search(table);
  const lines = readPackageFile('positions/bench.epd').split('\n');
  const epds = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
  let nodes = 0;
  const started = performance.now();
  for (const line of epds) {
    const { position } = unwrap(parseEpd(line));
    search.forget();
    table.clear();
    const { info } = search.run(position, { depth });
    nodes += info.nodes;
    console.log(`${info.nodes} nodes  ${formatFen(position)}`);
  }
  const ms = performance.now() - started;
  console.log(`${nodes} nodes ${Math.round((nodes * 1000) / ms)} nps`);
}
