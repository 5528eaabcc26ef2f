/** `refrain perft 6`: counts the legal move tree; with `--suite`, checks published counts. */
import { basename } from 'node:path';
import { positionFromFen, START_FEN } from '../chess/notation/fen.ts';
import { formatUciMove } from '../chess/notation/uciMove.ts';
import { checkPerftDepth, divide, MAX_PERFT_DEPTH, perft } from '../chess/perft.ts';
import { parsePerftSuite } from '../chess/perftSuite.ts';
import { readText } from '../hosts/node/inputFile.ts';
import { quotePath } from '../util/printable.ts';
import { ChessError, unwrap, within } from '../util/result.ts';

interface PerftOptions {
  fen?: string;
  divide?: boolean;
  suite?: string[];
  maxNodes?: number;
}

/** Throws a ChessError for an invalid position or suite, or if a count is wrong. */
export function runPerft(depth: number | undefined, options: PerftOptions): void {
  const started = performance.now();
  let nodes = 0;
  if (options.suite !== undefined) {
    if (options.fen !== undefined || options.divide) {
      throw new ChessError('--fen and --divide cannot be used with --suite');
    }
    nodes = checkSuites(options.suite, depth, options.maxNodes);
  } else {
    if (options.maxNodes !== undefined) throw new ChessError('--max-nodes needs --suite');
    if (depth === undefined) throw new ChessError('a depth or --suite is needed');
    checkPerftDepth(depth);
    const position = positionFromFen(options.fen ?? START_FEN);
    if (options.divide && depth > 0) {
      for (const row of divide(position, depth)) {
        console.log(`${formatUciMove(row.move, position.chess960)}: ${row.nodes}`);
        nodes += row.nodes;
      }
    } else {
      nodes = perft(position, depth);
    }
  }
  const ms = performance.now() - started;
  console.log(`${nodes} nodes ${Math.round(ms)} ms ${Math.round((nodes * 1000) / ms)} nps`);
}

/** Prints a line per position; throws at the end if any count was wrong. */
function checkSuites(
  files: readonly string[],
  maxDepth = MAX_PERFT_DEPTH,
  maxNodes = Number.POSITIVE_INFINITY,
): number {
  let nodes = 0;
  let wrong = 0;
  let counts = 0;
  for (const file of files) {
    const suite = unwrap(within(quotePath(basename(file)), parsePerftSuite(readText(file))));
    if (suite.length === 0) throw new ChessError(`no position in ${quotePath(basename(file))}`);
    for (const { id, fen, counts: published } of suite) {
      const position = positionFromFen(fen);
      const due = published.filter((c) => c.depth <= maxDepth && c.nodes <= maxNodes);
      const results = due.map(({ depth, nodes: expected }) => {
        const counted = perft(position, depth);
        nodes += counted;
        counts++;
        if (counted === expected) return `D${depth} ok`;
        wrong++;
        return `D${depth} WRONG: ${counted}, not ${expected}`;
      });
      console.log(`${id}: ${results.join(', ') || 'no count to check'}`);
    }
  }
  if (counts === 0)
    throw new ChessError('no count to check: the depth or --max-nodes leaves out all');
  if (wrong > 0) throw new ChessError(`${wrong} of ${counts} counts are wrong`);
  console.log(`all ${counts} counts are right`);
  return nodes;
}
