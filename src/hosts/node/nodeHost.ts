/** Node as the engine's host: worker threads on shared memory. */
import { randomInt } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, statSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import type { Worker } from 'node:worker_threads';
import type { EngineHost, ThreadEvents, ThreadPort } from '../../engine/engineHost.ts';
import { alignedMemory } from '../../search/alignedMemory.ts';
import { MEBIBYTE } from '../../search/transpositionTable.ts';
import { ChessError } from '../../util/result.ts';
import { readBuiltIn, SEARCH_FILES, startThread } from './builtResources.ts';
import { collectTable } from './collectGarbage.ts';
import { readBeginning, requireFile } from './inputFile.ts';
import { describeError, reasonOf } from './systemError.ts';
import { listTablebases, splitPath } from './tablebaseFiles.ts';

/** Processors that this process may use. */
export const PROCESSORS = availableParallelism();

/** More threads than processors slow each other down, but a few should work on every machine. */
export const MAX_THREADS = Math.max(4, PROCESSORS);

/** Mebibytes: most of the machine's memory, within the limit of a single SharedArrayBuffer. */
export const MAX_HASH = Math.min(16_384, Math.floor((totalmem() * 0.75) / MEBIBYTE));

/** Adds a hint to errors caused by bundlers, which do not know about the worker's files. */
function explain(error: Error): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (!['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'ENOENT'].includes(code ?? '')) return error;
  return new Error(
    `${describeError(error)}; a bundler must leave the package 'refrain' external, or copy ` +
      `${SEARCH_FILES.slice(0, -1).join(', ')} and ${SEARCH_FILES.at(-1)} of its dist/ beside the bundle`,
  );
}

/** Logs that are being written. */
const openLogs = new Set<number>();

/** Whether a file is one of them, under whatever name: it is not emptied then. */
function isOpenLog(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return [...openLogs].some((log) => {
    const { dev, ino } = fstatSync(log, { bigint: true });
    return dev === found?.dev && ino === found.ino;
  });
}

/** Whether a file is empty, or begins as a log does: with a line of input or output. */
const isLog = (path: string): boolean =>
  /^($|>> |<< )/.test(Buffer.from(readBeginning(path, 3)).toString('latin1'));

/** An error of the file system as a ChessError with the reason alone. */
const bareReason = (error: unknown): ChessError => new ChessError(reasonOf(error));

/** Does work in the file system; throws its errors as a {@link bareReason}. */
function withBareReason<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw bareReason(error);
  }
}

export const nodeHost: EngineHost = {
  maxThreads: MAX_THREADS,
  maxHash: MAX_HASH,
  isMemoryShared: true,

  startThread({ onMessage, onDeath }: ThreadEvents): ThreadPort {
    let worker: Worker;
    try {
      worker = startThread('search');
    } catch (error) {
      // Reported asynchronously, as all thread events.
      setImmediate(() => onDeath(explain(error as Error)));
      return { post: () => {}, terminate: async () => {} };
    }
    worker.on('message', onMessage);
    worker.on('error', (error) => onDeath(explain(error as Error)));
    worker.on('exit', () => onDeath(new Error('the thread has ended')));
    return {
      post: (order) => worker.postMessage(order),
      keepAlive: (isNeeded) => (isNeeded ? worker.ref() : worker.unref()),
      terminate: async () => {
        await worker.terminate();
      },
    };
  },

  allocate: (bytes) => alignedMemory(bytes, true),
  collectTable,
  randomSeed: () => randomInt(2 ** 32) | 0,
  async readFile(path) {
    withBareReason(() => requireFile(path));
    return readFile(path).catch((error) => {
      throw bareReason(error);
    });
  },
  openLog(path) {
    const file = withBareReason(() => {
      if (existsSync(path) && !isLog(path))
        throw new ChessError('it exists and is not a debug log');
      return openSync(path, isOpenLog(path) ? 'a' : 'w');
    });
    openLogs.add(file);
    return {
      write: (line) => void withBareReason(() => writeSync(file, `${line}\n`)),
      close: () => {
        openLogs.delete(file);
        try {
          closeSync(file);
        } catch {
          // A network disk may report a failed write only now. The log is gone in any case.
        }
      },
    };
  },
  builtIn: readBuiltIn,
  listTablebases: (path) => listTablebases(splitPath(path)),

  describe() {
    const memory = Math.round(process.memoryUsage.rss() / MEBIBYTE);
    return (
      `Node ${process.version}, ${process.platform} ${process.arch}, ` +
      `${PROCESSORS} processors, ${memory} MiB resident`
    );
  },
};
