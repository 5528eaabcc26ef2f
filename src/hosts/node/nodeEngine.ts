/** The engine for Node, and the pool of engines. */
import { AsyncResource } from 'node:async_hooks';
import type { Position } from '../../chess/board/position.ts';
import type { Game } from '../../chess/game/game.ts';
import { BaseEngine } from '../../engine/baseEngine.ts';
import {
  BaseEnginePool,
  type PoolOptions,
  type PoolSearchOptions,
} from '../../engine/baseEnginePool.ts';
import { SETTINGS_HINT } from '../../engine/checkArguments.ts';
import type { EngineResult } from '../../engine/engineResult.ts';
import type { Limits } from '../../search/limits.ts';
import { checkOptions } from '../../util/result.ts';
import { nodeHost, PROCESSORS } from './nodeHost.ts';

/** A chess engine whose searches run in worker threads of Node. */
export class Engine extends BaseEngine {
  /** There are no options: {@link configure} has the settings. Throws a ChessError for any. */
  constructor(options: Record<string, never> = {}) {
    checkOptions(options, [], SETTINGS_HINT);
    super(nodeHost);
  }
}

/** Engines that share the requests of a program. */
export class EnginePool extends BaseEnginePool {
  /** Throws a ChessError for invalid options. */
  constructor(options: PoolOptions = {}) {
    super(() => new Engine(), PROCESSORS, options);
  }

  // `onInfo` is called in the async context of its request. That of the thread's messages is the context of
  // the request for which the thread was started.
  override go(
    start: string | Position | Game | undefined,
    limits: Limits,
    options: PoolSearchOptions = {},
  ): Promise<EngineResult> {
    const { onInfo } = Object(options) as PoolSearchOptions;
    if (typeof onInfo !== 'function') return super.go(start, limits, options);
    return super.go(start, limits, { ...options, onInfo: AsyncResource.bind(onInfo) });
  }
}
