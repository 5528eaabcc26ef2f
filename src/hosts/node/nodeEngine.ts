/** The engine for Node. */
import { Engine as HostedEngine } from '../../engine/baseEngine.ts';
import { nodeHost } from './nodeHost.ts';

/** A chess engine whose searches run in worker threads of Node. */
export class Engine extends HostedEngine {
  constructor() {
    super(nodeHost);
  }
}
