/** A self-play thread: plays the games it is sent, and posts them back. */
import { parentPort, workerData } from 'node:worker_threads';
import { type GameTask, SelfPlayer } from './selfPlay.ts';

const player = new SelfPlayer(workerData);

parentPort!.on('message', (task: GameTask) => parentPort!.postMessage(player.play(task)));
