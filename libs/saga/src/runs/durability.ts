import { hashSlot, serverOf, type RedisClient } from '@querent/platform';

/** Maximum wait of an accepted question for the disk, ms. `appendfsync everysec` writes within a second. */
const WAIT_MS = 1_500;

/** A server that cannot wait for its append-only file: older than 7.2, or without `appendonly yes`. */
const CANNOT_WAIT = /unknown command|appendonly/i;

export interface DurabilityOptions {
  /** Number of replicas that must confirm a write (WAIT); 0 skips WAIT. */
  replicas?: number;
  /** Maximum wait for the replicas, ms. */
  replicasWithinMs?: number;
}

/** A write is not confirmed as durable: too few replicas have it, or the disk does not keep up. */
class NotDurableError extends Error {
  constructor(what: string) {
    super(`NOTDURABLE ${what}`);
    this.name = 'NotDurableError';
  }
}

/**
 * Waits until all earlier writes are in Redis's append-only file (WAITAOF, with `appendonly yes`) and, if configured,
 * on its replicas (WAIT). Older or non-persistent servers refuse WAITAOF once and are not asked again. Their durability
 * depends on their configuration, and so does Valkey's: with `appendfsync everysec` it confirms WAITAOF too early (ADR
 * 2), so we ship it with `always`.
 *
 * Group commit on a dedicated connection: both commands block their connection for up to a second. One barrier runs at
 * a time at each server, and all callers that arrive meanwhile share the next. A barrier writes a key first, because
 * both commands wait for writes of their own connection. Earlier writes of other connections precede that key in the
 * file and in the replication stream.
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
   * Resolves when every write acknowledged before the call is durable at the server of `key`'s slot.
   * @param key a key that may be overwritten
   */
  pass(key: string): Promise<void> {
    if (!this.offered && this.replicas === 0) return Promise.resolve();
    const server = serverOf(this.redis, hashSlot(key));
    const group = this.groups.get(server) ?? { current: Promise.resolve(), next: null };
    this.groups.set(server, group);
    // One key per slot: if a slot moves to another server meanwhile, the barrier fails instead of waiting at the wrong
    // server.
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
    if (this.replicas > 0) this.requireReplicas(waits.shift());
    if (this.offered) this.requireDisk(waits.shift());
  }

  private requireReplicas([error, had]: Reply = [null, 0]): void {
    if (error !== null) throw error;
    if (Number(had) < this.replicas)
      throw new NotDurableError(`${String(had)} of ${this.replicas} replicas have the write`);
  }

  private requireDisk([error, had]: Reply = [null, []]): void {
    if (error === null && Array.isArray(had) && Number(had[0]) >= 1) return;
    if (error === null) throw new NotDurableError(`the append-only file was not written within ${WAIT_MS} ms`);
    if (!CANNOT_WAIT.test(error.message)) throw error;
    this.offered = false;
  }
}

type Reply = [error: Error | null, result: unknown];

/** Callers that wait at one server. */
interface Group {
  current: Promise<void>;
  next: { keys: Set<string>; passed: Promise<void> } | null;
}
