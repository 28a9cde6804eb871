/**
 * Environment, logs, metrics, traces, health, the families of all Redis keys; shared parts of clients: circuit
 * breaker, bounded replies.
 */
export { CircuitBreaker, type BreakerSettings, type Verdict } from './circuit-breaker';
export * from './env';
export * from './env-error';
export * from './endpoint-env';
export { freeMemoryWhenIdle } from './idle-memory';
export * from './temporary-status';
export * from './http-reply';
export * from './aborts/in-slices';
export * from './aborts/linked-abort';
export * from './logging/logger';
export { withRequestId } from './logging/request-context';
export * from './database-address';
export * from './logging/redacted';
export { measureClockOffset } from './redis/clock-offset';
export * from './redis/create-redis';
export * from './redis/redis-client';
export { hashSlot } from './redis/hash-slot';
export { redisTlsOf } from './redis/redis-env';
export { keyFamilies, keyReader, type Duration, type KeyFamily, type KnownKey } from './redis/key-families';
export { idInPartition, keyPart, ownerPart, RedisKeys, type HistoryKeys } from './redis/keys';
export { QueueKeys, queueSlots, type QueueSlots } from './redis/queue-keys';
export * from './redis/open-connections';
export * from './redis/redis-away';
export { unlinkUnless } from './redis/unlink-unless';
export * from './metrics';
export { productVersion } from './product-version';
export * from './health/health';
export * from './health/health.controller';
export * from './traceparent';
export * from './tracing/open-tracer';
export * from './tracing/span';
export { type TracingEnv } from './tracing/tracing-env';
export * from './aborts/end-on-signal';
export * from './silence-tracing';
export * from './aborts/unless-aborted';
export * from './aborts/settled-within';
export * from './health/summarize-failures';
