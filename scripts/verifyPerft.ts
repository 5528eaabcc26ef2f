/**
 * Confirms the counts in `perft/` with independent move generators:
 * `npx tsx scripts/verifyPerft.ts [suites...] [--max-nodes N]`.
 *
 * Chessops, which supports Chess960 and both notations of castling rights, counts every position;
 * chess.js counts those of standard chess, with a tenth of the nodes because it is ten times slower. Both
 * parse the FEN of the suite themselves.
 * https://github.com/niklasf/chessops, https://github.com/jhlywa/chess.js
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Chess as ChessJs } from 'chess.js';
import { Chess as Chessops } from 'chessops/chess';
import { perft as chessopsPerft } from 'chessops/debug';
import { parseFen as parseChessopsFen } from 'chessops/fen';
import { InvalidArgumentError, program } from 'commander';
import { positionFromFen } from '../src/chess/notation/fen.ts';
import { type PerftCase, parsePerftSuite } from '../src/chess/perftSuite.ts';

interface Oracle {
  name: string;
  /** Its share of `--max-nodes`. */
  share: number;
  knows(fen: string): boolean;
  /** Returns the perft function of a position. Throws if it rejects the FEN. */
  perft(fen: string): (depth: number) => number;
}

const ORACLES: Oracle[] = [
  {
    name: 'chessops',
    share: 1,
    knows: () => true,
    perft: (fen) => {
      const position = Chessops.fromSetup(parseChessopsFen(fen).unwrap()).unwrap();
      return (depth) => chessopsPerft(position, depth);
    },
  },
  {
    name: 'chess.js',
    share: 0.1,
    // It takes KQkq to mean a king on the e-file and rooks in the corners.
    knows: (fen) => !/[A-H]/i.test(fen.split(' ')[2]!) && !positionFromFen(fen).chess960,
    perft: (fen) => {
      const game = new ChessJs(fen, { skipValidation: true });
      return (depth) => game.perft(depth);
    },
  },
];

// Counts confirmed by each oracle, all counts, those that no oracle checked, and errors.
const confirmed = new Map(ORACLES.map(({ name }) => [name, 0]));
let counts = 0;
let skipped = 0;
let errors = 0;

program
  .description('Confirms the counts of perft suites with chessops and chess.js.')
  .argument('[suites...]', 'EPD files (default: all of perft/)')
  .option('--max-nodes <n>', 'skip larger counts; a tenth for chess.js', parseNodes, 5_000_000)
  .action((suites: string[], { maxNodes }: { maxNodes: number }) => {
    for (const path of suites.length > 0 ? suites : ownSuites()) {
      console.log(basename(path));
      const suite = parsePerftSuite(readFileSync(path, 'utf8'));
      if (!suite.ok) program.error(`${path}: ${suite.error.message}`);
      for (const perftCase of suite.value) {
        console.log(`  ${verify(perftCase, maxNodes)}`);
      }
    }
    const byWhom = [...confirmed].map(([name, n]) => `${n} confirmed by ${name}`).join(', ');
    console.log(`${counts} counts: ${byWhom}, ${skipped} skipped as too large; ${errors} errors`);
    process.exitCode = errors === 0 ? 0 : 1;
  })
  .parse();

/** Checks a position with every oracle. Returns a line that describes the outcome. */
function verify(perftCase: PerftCase, maxNodes: number): string {
  const { id, fen } = perftCase;
  const affordable = perftCase.counts.filter(({ nodes }) => nodes <= maxNodes);
  const unchecked = perftCase.counts.length - affordable.length;
  counts += perftCase.counts.length;
  skipped += unchecked;
  const findings = ORACLES.filter((oracle) => oracle.knows(fen)).map((oracle) => {
    const wanted = affordable.filter(({ nodes }) => nodes <= maxNodes * oracle.share);
    return `${oracle.name} ${askOracle(oracle, fen, wanted)}`;
  });
  if (unchecked > 0) findings.push(`${unchecked} skipped`);
  return `${id}: ${findings.join(', ')}`;
}

function askOracle(oracle: Oracle, fen: string, wanted: PerftCase['counts']): string {
  try {
    const perft = oracle.perft(fen);
    const wrong = wanted.flatMap(({ depth, nodes }) => {
      const found = perft(depth);
      return found === nodes ? [] : [`DISAGREES at depth ${depth}: ${found}, not ${nodes}`];
    });
    confirmed.set(oracle.name, confirmed.get(oracle.name)! + wanted.length - wrong.length);
    errors += wrong.length;
    return wrong.length > 0 ? wrong.join(', ') : `confirms depth ${depths(wanted)}`;
  } catch (error) {
    errors++;
    return `REJECTS ${fen}: ${(error as Error).message}`;
  }
}

function depths(wanted: PerftCase['counts']): string {
  const [first, last] = [wanted.at(0), wanted.at(-1)];
  if (first === undefined || last === undefined) return 'none';
  return first === last ? `${first.depth}` : `${first.depth}-${last.depth}`;
}

function ownSuites(): string[] {
  const folder = join(import.meta.dirname, '../perft');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.epd'))
    .sort()
    .map((name) => join(folder, name));
}

function parseNodes(text: string): number {
  const nodes = Number(text);
  if (!(nodes >= 1)) throw new InvalidArgumentError('Not a number of nodes.');
  return nodes;
}
