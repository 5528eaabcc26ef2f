/** The engine for Node, and the pool of engines. */
import { BaseEngine } from '../../engine/baseEngine.ts';
import { BaseEnginePool, type PoolOptions } from '../../engine/baseEnginePool.ts';
import { nodeHost, PROCESSORS } from './nodeHost.ts';

/** A chess engine whose searches run in worker threads of Node. */
export class Engine extends BaseEngine {
  constructor() {
    super(nodeHost);
  }
}

/** Engines that share the requests of a program. */
export class EnginePool extends BaseEnginePool {
  constructor(options: PoolOptions = {}) {
    super(() => new Engine(), PROCESSORS, options);
  }
}
