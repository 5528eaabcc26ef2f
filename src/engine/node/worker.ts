/** Inside a search thread: takes orders from `Engine`, runs them one after the other, answers. */
import { parentPort } from 'node:worker_threads';
import { Position } from '../../chess/board/position.ts';
import { positionFromFen, START_FEN } from '../../chess/notation/fen.ts';
import { divide } from '../../chess/perft.ts';
import { listRootMoves } from '../../search/rootMoves.ts';
import { Search, type SearchOptions } from '../../search/search.ts';
import { Signals } from '../../search/signals.ts';
import { TranspositionTable } from '../../search/table.ts';
import { tune } from '../../search/tune.ts';
import { IS_TUNING_BUILD } from '../../version.ts';
import type { FromThread, ToThread } from '../messages.ts';
import { collectGarbage } from './garbage.ts';

/** Enough for V8: some two tenths of a second. */
const WARM_UP_NODES = 20_000;

const port = parentPort!;
const say = (message: FromThread) => port.postMessage(message);

let thread = 0;
let threads = 1;
let table: TranspositionTable;
let signals: Signals;
let search: Search;

port.on('message', (order: ToThread) => {
  switch (order.type) {
    case 'memory':
      share(order);
      say({ type: 'ready' });
      break;
    case 'newGame':
      warmUp();
      search.forget();
      if (order.isTableUsed) table.clear(thread, threads);
      say({ type: 'ready' });
      break;
    case 'go':
      go(order);
      break;
    case 'perft':
      perft(order);
      break;
  }
});

function share(order: Extract<ToThread, { type: 'memory' }>): void {
  const isFirst = table === undefined;
  ({ thread, threads } = order);
  table = new TranspositionTable(order.table);
  signals = new Signals(order.signals);
  search = new Search(table, signals, thread);
  if (!isFirst) collectGarbage();
}

let isWarm = false;

/**
 * Searches a little before the first game, with a memory of its own, so that V8 has compiled the
 * search by the time a clock runs: interpreted it is fifty times slower.
 */
function warmUp(): void {
  if (isWarm) return;
  isWarm = true;
  const scratch = new Search(new TranspositionTable(TranspositionTable.allocate(1)));
  scratch.run(positionFromFen(START_FEN), { nodes: WARM_UP_NODES });
}

function go({ root, limits, settings, allowed }: Extract<ToThread, { type: 'go' }>): void {
  if (IS_TUNING_BUILD) tune(settings.parameters ?? {});
  const position = new Position(root.setup, root.history);
  const options: SearchOptions = { settings, rootMoves: listRootMoves(position, allowed) };
  if (thread === 0) {
    options.onInfo = (info) => say({ type: 'info', info });
    options.onCurrentMove = (current) => say({ type: 'currentMove', current });
  }
  // The helpers know no limits but being stopped, which thread 0 sees to when it is done.
  const result = search.run(position, thread === 0 ? limits : {}, options);
  if (thread === 0) signals.stop();
  say({ type: 'best', result });
}

function perft({ root, depth }: Extract<ToThread, { type: 'perft' }>): void {
  const position = new Position(root.setup, root.history);
  for (const row of divide(position, depth, () => signals.isStopped)) {
    say({ type: 'perftMove', ...row });
  }
  say({ type: 'perftDone' });
}
