/** A search thread: takes orders from `Engine`, runs them one after the other, answers. */
import { parentPort } from 'node:worker_threads';
import { divide } from '../chess/perft.ts';
import { Position } from '../chess/position.ts';
import { listRootMoves } from '../search/rootMoves.ts';
import { Search } from '../search/search.ts';
import { TranspositionTable } from '../search/table.ts';
import type { FromThread, ToThread } from './messages.ts';

const port = parentPort!;
const say = (message: FromThread) => port.postMessage(message);

let search: Search;
let stopFlag: Int32Array;

port.on('message', (message: ToThread) => {
  switch (message.type) {
    case 'memory':
      stopFlag = new Int32Array(message.stopFlag);
      search = new Search(new TranspositionTable(message.table), stopFlag);
      say({ type: 'ready' });
      break;
    case 'newGame':
      search.newGame();
      say({ type: 'ready' });
      break;
    case 'go': {
      const position = new Position(message.root.setup, message.root.history);
      // Scores in the table have the old worth of a draw in them.
      if (search.contempt !== message.contempt) search.newGame();
      search.contempt = message.contempt;
      const rootMoves = listRootMoves(position, message.allowed);
      const result = search.run(position, message.limits, rootMoves, (info) =>
        say({ type: 'info', info }),
      );
      say({ type: 'best', result });
      break;
    }
    case 'perft': {
      const position = new Position(message.root.setup, message.root.history);
      for (const { move, nodes } of divide(position, message.depth)) {
        if (Atomics.load(stopFlag, 0) !== 0) break;
        say({ type: 'perftMove', move, nodes });
      }
      say({ type: 'perftDone' });
      break;
    }
  }
});
