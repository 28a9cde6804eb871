import { hashSlot, serverOf, type RedisClient } from '@querent/platform';

/** How long an accepted question waits for the disk, ms; `appendfsync everysec` writes within a second. */
const WAIT_MS = 1_500;

/** A server that cannot wait for its append-only file: older than 7.2, or without `appendonly yes`. */
const CANNOT_WAIT = /unknown command|appendonly/i;

export interface DurabilityOptions {
  /** Replicas that must have what was written (WAIT); 0: none is asked. */
  replicas?: number;
  /** How long they are waited for, ms. */
  replicasWithinMs?: number;
}

/** What was written is not sure to last: too few replicas have it, or the disk does not keep up. */
class NotDurableError extends Error {
  constructor(what: string) {
    super(`NOTDURABLE ${what}`);
    this.name = 'NotDurableError';
  }
}

/**
 * Waits until all that was written before is in Redis's append-only file (WAITAOF, Redis ≥ 7.2 with `appendonly yes`)
 * and, where that is asked for, with its replicas (WAIT). Older or non-persistent servers refuse WAITAOF once and are
 * not asked again: there, durability is what their configuration gives (AOF everysec: at most one second is lost).
 *
 * Group commit on a connection of its own: both commands block their connection for up to a second, so one barrier is
 * under way at a time at each server, and all who come meanwhile share the next. A barrier writes a key first, because
 * both wait for writes of their own connection; what others wrote before it stands before it in the file and in the
 * stream to the replicas.
 */
export class DurabilityBarrier {
  private readonly groups = new Map<string, Group>();
  private offered = true;
  private readonly replicas: number;
  private readonly replicasWithinMs: number;

  constructor(
    private readonly redis: RedisClient,
    { replicas = 0, replicasWithinMs = 500 }: DurabilityOptions = {},
  ) {
    this.replicas = replicas;
    this.replicasWithinMs = replicasWithinMs;
  }

  /**
   * Resolves when everything acknowledged before the call lasts, at the server of `key`'s slot.
   * @param key that may be written
   */
  pass(key: string): Promise<void> {
    if (!this.offered && this.replicas === 0) return Promise.resolve();
    const server = serverOf(this.redis, hashSlot(key));
    const group = this.groups.get(server) ?? { current: Promise.resolve(), next: null };
    this.groups.set(server, group);
    // A key of each slot that is waited for: should one move to another server just now, the barrier fails rather than
    // wait at the wrong one.
    const keys = group.next?.keys ?? new Set<string>();
    keys.add(key);
    group.next ??= {
      keys,
      passed: group.current
        .catch(() => undefined)
        .then(() => {
          group.next = null;
          return (group.current = this.barrier([...keys]));
        }),
    };
    return group.next.passed;
  }

  private async barrier(keys: readonly string[]): Promise<void> {
    const pipeline = this.redis.pipeline();
    for (const key of keys) pipeline.set(key, '1');
    if (this.replicas > 0) pipeline.wait(this.replicas, this.replicasWithinMs);
    if (this.offered) pipeline.call('WAITAOF', '1', '0', String(WAIT_MS));
    const replies = (await pipeline.exec()) ?? [];
    const waits = replies.slice(keys.length);
    for (const [error] of replies.slice(0, keys.length)) if (error !== null) throw error;
    if (this.replicas > 0) this.heedReplicas(waits.shift());
    if (this.offered) this.heedDisk(waits.shift());
  }

  private heedReplicas([error, had]: Reply = [null, 0]): void {
    if (error !== null) throw error;
    if (Number(had) < this.replicas)
      throw new NotDurableError(`${String(had)} of ${this.replicas} replicas have what was written`);
  }

  private heedDisk([error, had]: Reply = [null, []]): void {
    if (error === null && Array.isArray(had) && Number(had[0]) >= 1) return;
    if (error === null) throw new NotDurableError(`the append-only file was not written within ${WAIT_MS} ms`);
    if (!CANNOT_WAIT.test(error.message)) throw error;
    this.offered = false;
  }
}

type Reply = [error: Error | null, result: unknown];

/** Those who wait at one server. */
interface Group {
  current: Promise<void>;
  next: { keys: Set<string>; passed: Promise<void> } | null;
}
