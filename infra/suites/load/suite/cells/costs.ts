/**
 * Measured costs of a planned question, ms of one core: infra/docs/operate/sizing.md, which has the machine and the
 * commands.
 */
export const costs = {
  gateway: 5.3,
  intent: 5.5,
  'schema-retrieval': 0.2,
  'sql-generator': 4.5,
  executor: 6,
  chart: 5.4,
  postgres: 13,
  redis: 4.8,
};
export type Service = Exclude<keyof typeof costs, 'postgres' | 'redis'>;
export const services = Object.keys(costs).filter((name) => name !== 'postgres' && name !== 'redis') as Service[];

/**
 * Processor time of each server of a cluster of four for a question, ms, and of the one that has all queues if they
 * share a slot: `npm run load -- --scenario cluster --masters 4` on a busy machine. The time of the idle servers is
 * included, so they are upper bounds.
 */
const measured = { intent: 3.45, 'sql-generator': 2.93, executor: 3.07, chart: 2.95, all: 5.63 } as const;
export type RedisPart = Exclude<keyof typeof measured, 'all'>;

/** Calls of Redis and bytes sent to it, for one question. */
export const redisCalls = 58;
export const redisKilobytes = 25;

/** Part of a core that a process may use, so that short bursts do not queue. */
export const BUSY = 0.7;

/**
 * Processor time of the server of a queue for a question, ms: the part of the server with all queues that was measured,
 * of the cost on an idle machine.
 */
export const clusterMs = (part: RedisPart): number => (costs.redis * measured[part]) / measured.all;

/** Questions a second that the busiest server of a cell's cluster permits. */
export const cellBound = (): number => (1_000 * BUSY) / clusterMs('intent');
