import type { ConnectionLimits } from '@querent/catalog';

/** Statements that are expected to take long run in the slow lane, which has fewer slots and a longer time-out. */
export type Lane = 'quick' | 'slow';

/**
 * The statements of one connection and lane that may run concurrently, how many of them may belong to one tenant, and
 * how many statements may wait.
 */
export type LaneLimits = Pick<ConnectionLimits, 'maxConcurrent' | 'maxConcurrentPerTenant' | 'maxWaiting'>;

/**
 * The slow lane has separate slots, so that a slow statement never takes a slot that a quick one needs. It has two if
 * the connection allows at least four, so that a tenant's hour-long report does not block every other tenant's.
 */
export function laneLimits(limits: LaneLimits, lane: Lane): LaneLimits {
  if (lane === 'quick') return limits;
  return { maxConcurrent: limits.maxConcurrent < 4 ? 1 : 2, maxConcurrentPerTenant: 1, maxWaiting: limits.maxWaiting };
}

/** Introspection and an administrator's checks need a connection even if every slot of both lanes is taken. */
const SPARE_CONNECTIONS = 1;

/** Connections that a login's pool needs so that no admitted statement waits for one. */
export function poolSizeOf(limits: LaneLimits): number {
  return laneLimits(limits, 'quick').maxConcurrent + laneLimits(limits, 'slow').maxConcurrent + SPARE_CONNECTIONS;
}
