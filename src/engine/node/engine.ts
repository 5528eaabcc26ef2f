/** The engine for Node. */
import { Engine as HostedEngine } from '../engine.ts';
import { nodeHost } from './host.ts';

/** A chess engine whose searches run in worker threads of Node. */
export class Engine extends HostedEngine {
  constructor() {
    super(nodeHost);
  }
}
