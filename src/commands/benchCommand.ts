/**
 * `refrain bench`: searches `positions/bench.epd` to a fixed depth on one thread. The node count
 * depends only on the search, so commit messages quote it as the search's signature.
 */
import { parseEpd, positionLines } from '../chess/notation/epd.ts';
import { formatFen } from '../chess/notation/fen.ts';
import { WarmUp } from '../engine/warmUp.ts';
import { builtInEvaluator } from '../hosts/node/builtInEvaluator.ts';
import { readPackageFile } from '../hosts/node/builtResources.ts';
import { readNetwork } from '../hosts/node/readNetwork.ts';
import { Search } from '../search/search.ts';
import { TranspositionTable } from '../search/transpositionTable.ts';
import { unwrap } from '../util/result.ts';

const DEFAULT_DEPTH = 16;
const HASH = 16;

/**
 * Prints a line per position, then total nodes and nodes per second. `depth` is in plies;
 * `evalFile` is a network to use instead of the built-in one. Throws a ChessError if it cannot be
 * read.
 */
export function runBench(depth = DEFAULT_DEPTH, { evalFile }: { evalFile?: string } = {}): void {
  const evaluator = builtInEvaluator(evalFile === undefined ? null : readNetwork(evalFile).network);
  // As an engine does before its first search: the speed to measure is that of compiled code.
  new WarmUp(evaluator, () => false).finish();
  const table = TranspositionTable.ofSize(HASH);
  const search = new Search(table, evaluator);
  let nodes = 0;
  const started = performance.now();
  for (const { line } of positionLines(readPackageFile('positions/bench.epd'))) {
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
