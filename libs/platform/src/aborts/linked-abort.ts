import { setMaxListeners } from 'node:events';

/**
 * A signal that follows other signals, and optionally a timeout, until it is released. `AbortSignal.any` should do the
 * same, but not on Node 20: the followers of a signal that lives as long as the process stay in its list
 * (nodejs/node#54614), and an `AbortSignal.timeout` that is referenced only by followers of `any` is garbage-collected
 * early and never fires.
 */
export class LinkedAbort {
  private readonly controller = new AbortController();
  private readonly releases: (() => void)[] = [];

  /** @param forMs additional timeout, ms; without it only the sources abort the signal */
  constructor(sources: readonly AbortSignal[], forMs?: number) {
    for (const source of sources) this.follow(source);
    if (forMs === undefined) return;
    const timer = setTimeout(
      () => this.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
      forMs,
    );
    this.releases.push(() => clearTimeout(timer));
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
    // One listener per active operation, each removed by its `release`.
    setMaxListeners(0, source);
    source.addEventListener('abort', abort, { once: true });
    this.releases.push(() => source.removeEventListener('abort', abort));
  }
}
