import type Redis from 'ioredis';
import { createLogger, createMetrics, createRedis, HealthState, type Logger, type Metrics } from '@querent/platform';
import { CancellationWatch, DeadLetters, ResultStore, RunStore, type SagaSettings } from '@querent/saga';
import { BullMqTransport } from './bullmq-transport';

/** What every worker shares: its connections, the saga, logs, metrics and health. */
export interface WorkerContext {
  service: string;
  logger: Logger;
  metrics: Metrics;
  health: HealthState;
  redis: Redis;
  store: RunStore;
  results: ResultStore;
  letters: DeadLetters;
  transport: BullMqTransport;
  cancellations: CancellationWatch;
  /** A further connection for something that blocks or subscribes; closed with the rest. */
  connect(role: 'worker' | 'subscriber'): Redis;
  /** May be called again. Commands that still wait for Redis are rejected. */
  close(): Promise<void>;
}

export async function openWorkerContext(service: string, env: { REDIS_URL: string; LOG_LEVEL: string }, settings: SagaSettings): Promise<WorkerContext> {
  const logger = createLogger(service, env.LOG_LEVEL);
  const opened: Redis[] = [];
  const connect = (role: 'worker' | 'subscriber'): Redis => {
    const redis = createRedis(env.REDIS_URL, role, (error) => logger.warn({ error: error.message, role }, 'Redis connection'));
    opened.push(redis);
    return redis;
  };
  const redis = connect('worker');
  const store = new RunStore(redis, settings);
  const transport = new BullMqTransport(redis, settings.prefix);
  const cancellations = new CancellationWatch(connect('subscriber'), store.keys);
  await cancellations.start();
  const health = new HealthState();
  health.addReady({ name: 'redis', check: async () => void (await redis.ping()) });
  return {
    service, logger, metrics: createMetrics(service), health, redis, store, transport, cancellations, connect,
    results: new ResultStore(redis, store),
    letters: new DeadLetters(redis, store.keys),
    close: async () => {
      // A queue waits for its connection: with Redis away for ever.
      if (redis.status === 'ready') await transport.close();
      opened.forEach((connection) => connection.disconnect());
    },
  };
}
