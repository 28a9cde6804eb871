import { setMaxListeners } from 'node:events';

/**
 * A signal that follows others, and at most so long, until it is released. `AbortSignal.any` does the same on paper. On
 * Node 20 what follows a signal that lives as long as the process stays in its list (nodejs/node#54614), and an
 * `AbortSignal.timeout` that nothing but the followers of `any` know is collected before its time, and never fires.
 */
export class LinkedAbort {
  private readonly controller = new AbortController();
  private readonly releases: (() => void)[] = [];

  /** @param forMs its own time, ms; without one it has only that of the others */
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
    // As many as there is work under way, each until its release.
    setMaxListeners(0, source);
    source.addEventListener('abort', abort, { once: true });
    this.releases.push(() => source.removeEventListener('abort', abort));
  }
}
