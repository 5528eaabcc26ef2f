/** Inside a thread of the trainer: carries out orders, and answers each with the errors' sum. */
import { parentPort, workerData } from 'node:worker_threads';
import { Learner, type Order } from './learner.ts';

const learner = new Learner(workerData);

parentPort!.on('message', (order: Order) => parentPort!.postMessage(learner.carryOut(order)));
