/** The entry point of a search thread in Node. */
import { parentPort } from 'node:worker_threads';
import { SearchThread } from '../../engine/searchThread.ts';
import type { ToThread } from '../../engine/threadMessages.ts';
import { readBuiltIn } from './builtResources.ts';
import { collectGarbage } from './collectGarbage.ts';
import { openTablebase } from './tablebaseFiles.ts';

const port = parentPort!;
const work = new SearchThread((message) => port.postMessage(message), {
  builtIn: readBuiltIn,
  collectGarbage,
  openTablebase,
});
port.on('message', (order: ToThread) => work.handle(order));
