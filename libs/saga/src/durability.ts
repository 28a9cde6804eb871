import type Redis from 'ioredis';

/** How long an accepted question waits for the disk, ms; `appendfsync everysec` writes within a second. */
const WAIT_MS = 1_500;

/** A server that cannot wait for its append-only file: older than 7.2, or without `appendonly yes`. */
const CANNOT_WAIT = /unknown command|appendonly/i;

/**
 * Waits until all that was written before is in Redis's append-only file (WAITAOF, Redis ≥ 7.2 with `appendonly yes`).
 * Older or non-persistent servers refuse once and are not asked again: there, durability is what their configuration
 * gives (AOF everysec: at most one second is lost).
 *
 * Group commit on a connection of its own: WAITAOF blocks its connection for up to a second, so one barrier is under
 * way at a time, and all who come meanwhile share the next. A barrier writes a key first, because WAITAOF waits for
 * writes of its own connection; what others wrote before it stands before it in the file.
 */
export class DurabilityBarrier {
  private next: Promise<void> | null = null;
  private current: Promise<void> = Promise.resolve();
  private offered = true;

  constructor(
    private readonly redis: Pick<Redis, 'set' | 'call'>,
    private readonly key: string,
  ) {}

  /** Resolves when everything acknowledged before the call is on disk. */
  pass(): Promise<void> {
    if (!this.offered) return Promise.resolve();
    this.next ??= this.current
      .catch(() => undefined)
      .then(() => {
        this.current = this.barrier();
        this.next = null;
        return this.current;
      });
    return this.next;
  }

  private async barrier(): Promise<void> {
    try {
      await Promise.all([this.redis.set(this.key, '1'), this.redis.call('WAITAOF', '1', '0', String(WAIT_MS))]);
    } catch (error) {
      if (!(error instanceof Error) || !CANNOT_WAIT.test(error.message)) throw error;
      this.offered = false;
    }
  }
}
