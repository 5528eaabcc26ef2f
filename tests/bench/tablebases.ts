/**
 * `npm run bench:tablebases` measures how many outcomes and distances one thread probes per second, and
 * what tables cost in middlegames, where a node only counts the pieces. Comparing whole searches would be
 * less exact: their times vary by several per cent. SYZYGY_PATH is a folder with the tables of three
 * and four pieces.
 */
import { countPieces } from '../../src/chess/board/material.ts';
import { Random } from '../../src/util/random.ts';
import { readPositions } from '../support/epds.ts';
import { freshSearch } from '../support/search.ts';
import {
  openTablebases,
  randomPosition,
  SYZYGY_PATH,
  tableBytes,
  tablebaseFiles,
  tablebaseNames,
} from '../support/tablebases.ts';
import { medians } from './measure.ts';

const POSITIONS = 20_000;
const NODES = 50_000;
const MIDDLEGAME_PIECES = 14;
const ROUNDS = 100_000;

if (SYZYGY_PATH === '') throw new Error('SYZYGY_PATH names no folder');
const tablebases = openTablebases(SYZYGY_PATH);
const random = new Random(1);
const names = tablebaseNames(SYZYGY_PATH);
const endings = Array.from({ length: POSITIONS }, (_, i) =>
  randomPosition(random, names[i % names.length]!),
);
const middlegames = readPositions('bench.epd')
  .map(({ position }) => position)
  .filter((position) => countPieces(position) >= MIDDLEGAME_PIECES);
const { search } = freshSearch(16);
let pieces = 0;

/** The share of nodes at which pieces are counted: after captures and pawn moves, above quiescence. */
function shareOfNodes(): number {
  const { tree } = search as unknown as { tree: { isInTablebases?: (depth: number) => boolean } };
  const { isInTablebases } = tree;
  let [asked, nodes] = [0, 0];
  tree.isInTablebases = (depth) => {
    asked++;
    return isInTablebases!.call(tree, depth);
  };
  for (const position of middlegames) {
    nodes += search.run(position, { nodes: NODES }, { tablebases }).info.nodes;
  }
  delete tree.isInTablebases;
  return asked / nodes;
}

const ms = await medians(
  {
    outcomes: {
      run: () => {
        for (const position of endings) tablebases.probeWdl(position);
      },
    },
    distances: {
      run: () => {
        for (const position of endings) tablebases.probeDtz(position);
      },
    },
    count: {
      run: () => {
        for (let i = 0; i < ROUNDS; i++) {
          for (const position of middlegames) pieces += countPieces(position);
        }
      },
    },
    search: {
      run: () => {
        for (const position of middlegames) search.run(position, { nodes: NODES }, { tablebases });
      },
    },
  },
  { clock: 'processor', samples: 10, time: 1000 },
);

const bytes = tablebaseFiles(SYZYGY_PATH).reduce(
  (sum, name) => sum + tableBytes(SYZYGY_PATH, name).length,
  0,
);
const perSecond = (time: number) => Math.round((POSITIONS / time) * 1000);
const count = (ms.count / ROUNDS / middlegames.length) * 1e6;
const node = (ms.search / NODES / middlegames.length) * 1e6;
const share = shareOfNodes();
console.log(
  `${names.length} endings, ${(bytes / 2 ** 20).toFixed(1)} MiB, Node ${process.version}`,
);
console.log(`outcomes (WDL):  ${perSecond(ms.outcomes)} per second`);
console.log(`distances (DTZ): ${perSecond(ms.distances)} per second`);
console.log(
  `${middlegames.length} middlegames, ${pieces > 0 ? MIDDLEGAME_PIECES : 0} pieces or more: counting them takes ` +
    `${count.toFixed(1)} ns, at ${(share * 100).toFixed(0)}% of the nodes, a node ${node.toFixed(0)} ns: ` +
    `${((share * count * 100) / node).toFixed(2)}%`,
);
