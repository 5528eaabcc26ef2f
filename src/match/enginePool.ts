/**
 * The processes of one engine: as many as play at a time, kept from game to game, replaced when
 * they have failed.
 */
import {
  DEFAULT_PATIENCE,
  EngineFailure,
  type EngineProgram,
  type Patience,
  UciClient,
} from '../client/uciClient.ts';

/** Games in a row that an engine may lose by not starting before the match is given up. */
const MAX_FAILED_STARTS = 5;

export class EnginePool {
  private readonly program: EngineProgram;
  private readonly patience: Patience;
  private readonly idle: UciClient[] = [];
  private readonly busy = new Set<UciClient>();
  private failedStarts = 0;
  private isStopped = false;

  constructor(program: EngineProgram, patience: Patience = DEFAULT_PATIENCE) {
    this.program = program;
    this.patience = patience;
  }

  /**
   * A process that is not in use. Throws an EngineFailure when none can be started or the match is over,
   * and any other Error when starting has failed too often.
   */
  async take(): Promise<UciClient> {
    this.refuseIfStopped();
    for (let client = this.idle.pop(); client !== undefined; client = this.idle.pop()) {
      if (!client.isAlive) continue;
      this.busy.add(client);
      return client;
    }
    const starting: UciClient[] = [];
    try {
      const client = await UciClient.start(this.program, this.patience, (spawned) => {
        starting.push(spawned);
        this.busy.add(spawned);
      });
      this.refuseIfStopped();
      this.failedStarts = 0;
      return client;
    } catch (error) {
      for (const client of starting) this.busy.delete(client);
      if (this.isStopped) throw error;
      this.failedStarts++;
      if (!(error instanceof EngineFailure) || this.failedStarts < MAX_FAILED_STARTS) throw error;
      throw new Error(`does not start any more: ${error.message}`);
    }
  }

  /** Gives a process back; one that is not to be trusted any more is ended. */
  give(client: UciClient, isTrusted: boolean): void {
    this.busy.delete(client);
    if (isTrusted && client.isAlive) this.idle.push(client);
    else client.kill();
  }

  private refuseIfStopped(): void {
    if (this.isStopped) throw new EngineFailure('does not start', 'the match is over');
  }

  /** Ends those that play; none is started any more. */
  stop(): void {
    this.isStopped = true;
    for (const client of this.busy) client.kill();
  }

  /** Ends all at once, for when this process is about to end. */
  kill(): void {
    this.stop();
    for (const client of this.idle) client.kill();
  }

  /** Ends all. */
  async close(): Promise<void> {
    this.stop();
    await Promise.all(this.idle.splice(0).map((client) => client.quit()));
  }
}
