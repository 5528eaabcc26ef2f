/** Inside a thread of the trainer: executes commands, and answers each with the sum of squared errors. */
import { parentPort, workerData } from 'node:worker_threads';
import { Learner, type LearnerCommand } from './learner.ts';

const learner = new Learner(workerData);

parentPort!.on('message', (command: LearnerCommand) =>
  parentPort!.postMessage(learner.execute(command)),
);
