/** A labelling thread: searches the positions of a batch and answers with their labels. */
import { parentPort, workerData } from 'node:worker_threads';
import { isNoisy } from '../chess/board/types.ts';
import { positionFromFen } from '../chess/notation/fen.ts';
import { builtInEvaluator } from '../hosts/node/builtInEvaluator.ts';
import { Search } from '../search/search.ts';
import { TranspositionTable } from '../search/transpositionTable.ts';
import { type Label, labelScore } from './labelFormat.ts';

/** Mebibytes: enough for so few nodes, and quickly cleared. */
const HASH = 1;

const nodes: number = workerData;
const table = TranspositionTable.ofSize(HASH);
const search = new Search(table, builtInEvaluator());

parentPort!.on('message', (fens: readonly string[]) => {
  search.forget();
  table.clear();
  const labels = fens.map((fen): Label => {
    const { best, info } = search.run(positionFromFen(fen), { nodes });
    return { score: labelScore(info.score), isQuiet: best !== null && !isNoisy(best.move) };
  });
  parentPort!.postMessage(labels);
});
