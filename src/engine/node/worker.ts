/** The entry point of a search thread in Node. */
import { parentPort } from 'node:worker_threads';
import type { ToThread } from '../messages.ts';
import { ThreadWork } from '../threadWork.ts';
import { collectGarbage } from './garbage.ts';
import { readBuiltIn } from './resources.ts';
import { openTable } from './tableFiles.ts';

const port = parentPort!;
const work = new ThreadWork((message) => port.postMessage(message), {
  builtIn: readBuiltIn,
  collectGarbage,
  openTable,
});
port.on('message', (order: ToThread) => work.handle(order));
