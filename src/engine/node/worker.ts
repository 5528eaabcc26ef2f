/** Inside a search thread of Node. */
import { parentPort } from 'node:worker_threads';
import type { ToThread } from '../messages.ts';
import { ThreadWork } from '../threadWork.ts';
import { collectGarbage } from './garbage.ts';

const port = parentPort!;
const work = new ThreadWork((message) => port.postMessage(message), { collectGarbage });
port.on('message', (order: ToThread) => work.handle(order));
