/** Shutdown signal of the gateway. Long-lived requests (waits, event streams) end on it, so shutdown is quick. */
export class Draining {
  private readonly controller = new AbortController();

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  begin(): void {
    this.controller.abort();
  }
}
