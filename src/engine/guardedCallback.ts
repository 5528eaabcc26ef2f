/**
 * Guards a caller's callback that may throw inside the handler of a thread's message, where its error would be
 * uncaught. The first error stops the work; {@link rethrow} throws it when the work has ended.
 */
export class GuardedCallback<Arguments extends unknown[]> {
  private readonly callback: (...values: Arguments) => void;
  private readonly stop: () => void;
  private failure: { error: unknown } | null = null;

  constructor(callback: (...values: Arguments) => void, stop: () => void) {
    this.callback = callback;
    this.stop = stop;
  }

  /** Calls back, until the first error. */
  readonly call = (...values: Arguments): void => {
    if (this.failure !== null) return;
    try {
      this.callback(...values);
    } catch (error) {
      this.failure = { error };
      this.stop();
    }
  };

  /** Throws the error of the callback, if there was one. */
  rethrow(): void {
    if (this.failure !== null) throw this.failure.error;
  }
}
