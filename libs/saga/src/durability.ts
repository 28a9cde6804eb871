import type Redis from 'ioredis';

/** How long an accepted question waits for the disk, ms; `appendfsync everysec` writes within a second. */
const WAIT_MS = 1_500;

const withoutWaitAof = new WeakSet<Redis>();

/**
 * Waits until the last write of this connection is in the append-only file (WAITAOF, Redis ≥ 7.2 with `appendonly
 * yes`). Older or non-persistent servers refuse the command once and are not asked again: there, durability is what
 * their own configuration gives (AOF everysec: at most one second is lost).
 */
export async function makeDurable(redis: Redis): Promise<void> {
  if (withoutWaitAof.has(redis)) return;
  try {
    await redis.call('WAITAOF', '1', '0', String(WAIT_MS));
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (!/unknown command|appendonly is disabled|appendonly/i.test(message)) throw error;
    withoutWaitAof.add(redis);
  }
}
