/** Perft compared with the perft functions of chessops and chess.js. */
import { Chess as Chessops } from 'chessops/chess';
import { perft as chessopsPerft } from 'chessops/debug';
import { parseFen } from 'chessops/fen';
import { perft, perftByMaking, positionFromFen, START_FEN } from 'refrain';
import { medians, type Row } from './measure.ts';

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
const CASES = [
  { name: 'start position', fen: START_FEN, depth: 5, nodes: 4_865_609 },
  { name: 'Kiwipete', fen: KIWIPETE, depth: 4, nodes: 4_085_603 },
];
type Case = (typeof CASES)[number];

const BULK_OVER_CHESSOPS = 12;
const BULK_OVER_CHESS_JS = 60;
/** 20 million nodes a second where bulk counting reaches 80. */
const MAKING_OVER_BULK = 20 / 80;

/** Millions of nodes per second of each method. */
async function speeds<Name extends string>(
  { name, depth, nodes }: Case,
  ways: Record<Name, (depth: number) => number>,
): Promise<Record<Name, number>> {
  const tasks = Object.entries<(depth: number) => number>(ways).map(([way, count]) => [
    way,
    {
      warmUp: () => count(depth - 1),
      run: () => {
        const counted = count(depth);
        if (counted !== nodes) throw new Error(`${name}: ${counted} nodes, not ${nodes}`);
      },
    },
  ]);
  const ms = await medians<Name>(Object.fromEntries(tasks), {
    clock: 'processor',
    samples: 3,
    time: 1500,
  });
  const rates = Object.entries<number>(ms).map(([way, time]) => [way, nodes / time / 1000]);
  return Object.fromEntries(rates);
}

function measureOurs(example: Case) {
  const position = positionFromFen(example.fen);
  return speeds(example, {
    bulk: (depth) => perft(position, depth),
    making: (depth) => perftByMaking(position, depth),
  });
}

async function measureTheirs(example: Case) {
  const { Chess: ChessJs } = await import('chess.js');
  const chessops = Chessops.fromSetup(parseFen(example.fen).unwrap()).unwrap();
  const chessJs = new ChessJs(example.fen);
  return speeds(example, {
    chessops: (depth) => chessopsPerft(chessops, depth),
    'chess.js': (depth) => chessJs.perft(depth),
  });
}

/**
 * Ours runs first, before chess.js is even loaded: to import it, tsx uses a WebAssembly module whose
 * memory grows, which detaches a buffer. Once any buffer of a process has been detached, V8 checks
 * every access to typed arrays. That costs us a sixth, and nothing to the others, which hardly use
 * typed arrays. (Our search threads never detach a buffer.)
 */
export async function perftRows(): Promise<Row[]> {
  const ours = [];
  for (const example of CASES) ours.push(await measureOurs(example));
  const rows: Row[] = [];
  for (const [i, example] of CASES.entries()) {
    const theirs = await measureTheirs(example);
    const { bulk, making } = ours[i]!;
    const benchmark = `perft ${example.depth}, ${example.name}`;
    rows.push(
      {
        benchmark: `${benchmark}, bulk`,
        unit: 'Mnps',
        refrain: bulk,
        ...theirs,
        mark: `>= ${BULK_OVER_CHESSOPS}x chessops, >= ${BULK_OVER_CHESS_JS}x chess.js`,
        reached:
          bulk / theirs.chessops >= BULK_OVER_CHESSOPS &&
          bulk / theirs['chess.js'] >= BULK_OVER_CHESS_JS,
      },
      {
        benchmark: `${benchmark}, make/unmake`,
        unit: 'Mnps',
        refrain: making,
        ...theirs,
        mark: `>= ${MAKING_OVER_BULK} of bulk`,
        reached: making / bulk >= MAKING_OVER_BULK,
      },
    );
  }
  return rows;
}
