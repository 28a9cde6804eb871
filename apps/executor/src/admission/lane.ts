import type { ConnectionLimits } from '@querent/catalog';

/** What is expected to take long runs in the slow lane, few at a time and with more time each. */
export type Lane = 'quick' | 'slow';

/**
 * How many statements of one connection and lane may run at once, of them how many of one tenant, and how many may
 * wait.
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

/** Looks at the schema and looks of an administrator go on while every place of both lanes is taken. */
const SPARE_CONNECTIONS = 1;

/** Connections that one login's pool needs so that nobody whom the gates let in waits for one. */
export function poolSizeOf(limits: LaneLimits): number {
  return laneLimits(limits, 'quick').maxConcurrent + laneLimits(limits, 'slow').maxConcurrent + SPARE_CONNECTIONS;
}
