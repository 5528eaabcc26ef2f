/** The engine for Node, and the pool of engines. */
import { checkOptions } from '../../chess/result.ts';
import { BaseEngine } from '../../engine/baseEngine.ts';
import { BaseEnginePool, type PoolOptions } from '../../engine/baseEnginePool.ts';
import { nodeHost, PROCESSORS } from './nodeHost.ts';

/** A chess engine whose searches run in worker threads of Node. */
export class Engine extends BaseEngine {
  /** There are no options: {@link configure} has the settings. Throws a ChessError for any. */
  constructor(options: Record<string, never> = {}) {
    checkOptions(options, []);
    super(nodeHost);
  }
}

/** Engines that share the requests of a program. */
export class EnginePool extends BaseEnginePool {
  /** Throws a ChessError for invalid options. */
  constructor(options: PoolOptions = {}) {
    super(() => new Engine(), PROCESSORS, options);
  }
}
