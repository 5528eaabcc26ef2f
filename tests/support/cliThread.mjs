/** A thread that runs command lines of the built `refrain`, one after the other (see runCli.ts). */
import { parentPort, workerData } from 'node:worker_threads';

const { run } = await import(workerData);

const output = { stdout: '', stderr: '' };
for (const stream of ['stdout', 'stderr']) {
  process[stream].write = (text) => {
    output[stream] += text;
    return true;
  };
}

parentPort.on('message', async (args) => {
  [output.stdout, output.stderr, process.exitCode] = ['', '', 0];
  await run(args);
  parentPort.postMessage({ code: process.exitCode, ...output });
});
