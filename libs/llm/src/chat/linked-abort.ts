/**
 * A signal that follows others, until it is released. `AbortSignal.any` does the same, but what follows a signal that lives as
 * long as the process stays in its list on Node 20 (nodejs/node#54614).
 */
export class LinkedAbort {
  private readonly controller = new AbortController();
  private readonly releases: (() => void)[] = [];

  constructor(sources: readonly AbortSignal[]) {
    for (const source of sources) this.follow(source);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  abort(reason?: unknown): void {
    this.controller.abort(reason);
  }

  release(): void {
    for (const release of this.releases) release();
  }

  private follow(source: AbortSignal): void {
    const abort = (): void => this.controller.abort(source.reason);
    if (source.aborted) return abort();
    source.addEventListener('abort', abort, { once: true });
    this.releases.push(() => source.removeEventListener('abort', abort));
  }
}
