/** A barrier for threads: each waits until all have arrived. */
export class Barrier {
  /** The number of threads that have arrived, and the number of completed rounds. */
  private readonly state: Int32Array;
  private readonly threads: number;

  constructor(memory: SharedArrayBuffer, threads: number) {
    this.state = new Int32Array(memory);
    this.threads = threads;
  }

  static memory(): SharedArrayBuffer {
    return new SharedArrayBuffer(8);
  }

  wait(): void {
    const round = Atomics.load(this.state, 1);
    if (Atomics.add(this.state, 0, 1) === this.threads - 1) {
      Atomics.store(this.state, 0, 0);
      Atomics.add(this.state, 1, 1);
      Atomics.notify(this.state, 1);
    } else {
      while (Atomics.load(this.state, 1) === round) Atomics.wait(this.state, 1, round);
    }
  }
}
