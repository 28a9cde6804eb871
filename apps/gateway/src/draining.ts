/**
 * Whether the gateway is going down. Long-lived requests (waits, event streams) end by this signal, so that closing is
 * quick.
 */
export class Draining {
  private readonly controller = new AbortController();

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  begin(): void {
    this.controller.abort();
  }
}
