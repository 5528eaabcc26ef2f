/**
 * The processes of one engine: one per concurrent game, kept from game to game and replaced after a failure, or
 * replaced before every game if the engine restarts.
 */
import { EngineFailure, type EngineProgram, UciClient } from '../client/uciClient.ts';
import { ChessError } from '../util/result.ts';

/** Consecutive failed starts of an engine after which the match is aborted. */
const MAX_FAILED_STARTS = 5;

export class EngineProcesses {
  private readonly program: EngineProgram;
  private readonly restarts: boolean;
  private readonly idle: UciClient[] = [];
  private readonly busy = new Set<UciClient>();
  private failedStarts = 0;
  private isStopped = false;

  /** `restarts`: a process that has been given back is not taken again. */
  constructor(program: EngineProgram, restarts = false) {
    this.program = program;
    this.restarts = restarts;
  }

  /**
   * Returns an idle process, or starts one, after an idle one has quit if the engine restarts. Throws
   * an EngineFailure if it does not start or the match is over, a ChessError if it does not accept its
   * options or the system can start no more processes, and another Error if it failed to start too often.
   */
  async take(): Promise<UciClient> {
    this.assertNotStopped();
    for (let client = this.idle.pop(); client !== undefined; client = this.idle.pop()) {
      if (!client.isAlive) continue;
      this.busy.add(client);
      if (!this.restarts) return client;
      await client.quit();
      this.busy.delete(client);
      // The match may have ended meanwhile.
      this.assertNotStopped();
      break;
    }
    const starting: UciClient[] = [];
    try {
      const client = await UciClient.start(this.program, (spawned) => {
        starting.push(spawned);
        this.busy.add(spawned);
      });
      this.assertNotStopped();
      this.failedStarts = 0;
      return client;
    } catch (error) {
      for (const client of starting) this.busy.delete(client);
      if (this.isStopped) throw error;
      this.failedStarts++;
      if (!(error instanceof EngineFailure)) throw error;
      if (error.isBySystem) throw new ChessError(`cannot be started: ${error.message}`);
      if (this.failedStarts < MAX_FAILED_STARTS) throw error;
      throw new Error(`failed to start ${MAX_FAILED_STARTS} times in a row: ${error.message}`);
    }
  }

  /** Returns a process to the pool; one that may be in a bad state is killed. */
  give(client: UciClient, isReusable: boolean): void {
    this.busy.delete(client);
    if (isReusable && client.isAlive) this.idle.push(client);
    else client.kill();
  }

  private assertNotStopped(): void {
    if (this.isStopped) throw new EngineFailure('does not start', 'the match is over');
  }

  /** Kills the processes that are playing, and starts no more. */
  stop(): void {
    this.isStopped = true;
    for (const client of this.busy) client.kill();
  }

  /** Kills all processes, for when this process is about to exit. */
  kill(): void {
    this.stop();
    for (const client of this.idle) client.kill();
  }

  /** Kills the processes that are playing, and lets the others quit. */
  async close(): Promise<void> {
    this.stop();
    await Promise.all(this.idle.splice(0).map((client) => client.quit()));
  }
}
