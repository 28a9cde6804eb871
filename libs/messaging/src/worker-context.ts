import type { JobKey, StageFunction } from '@querent/contracts';
import {
  checkRedis,
  connectedOnce,
  createLogger,
  createMetrics,
  HealthState,
  measureClockOffset,
  redisConnections,
  type Logger,
  type Metrics,
  type RedisClient,
  type RedisConnections,
  QueueKeys,
  type QueueSlots,
} from '@querent/platform';
import {
  CancellationWatch,
  DeadLetters,
  logFailedRuns,
  measureRuns,
  ResultStore,
  RunStore,
  type SagaSettings,
} from '@querent/saga';
import type { Redis } from 'ioredis';
import { BullMqTransport } from './bullmq-transport';
import type { BackgroundHandlers } from './background/background-worker';
import type { Preparation } from './warm-up/warm-up';

/** Dependencies that a service builds its stages from. The code that opens them closes them, after the stages. */
export interface StageDeps {
  logger: Logger;
  metrics: Metrics;
  health: HealthState;
  redis: RedisClient;
  /** Connection for data that may be lost: `redis`, or one that fails fast (CACHE_REDIS_URL). */
  caches: RedisClient;
  store: RunStore;
  results: ResultStore;
  /** Connection that subscribes only; shared by all channels. */
  subscriber: Redis;
  /** A further connection for something that blocks or subscribes; closed with the rest. */
  connect: RedisConnections['open'];
}

/** The stages of a service, by their jobs, as its `open<Stage>` builds them. */
export interface OpenedStages<J extends JobKey> {
  stages: Record<J, StageFunction>;
  /** Work that belongs to no run, by its kind; absent: none. */
  background?: BackgroundHandlers;
  /** What the connections need before their first questions; absent: nothing. */
  warmUp?(): readonly Preparation[];
  /** Resolves when the work that runs have left in the background is done; absent: they leave none. */
  settled?(): Promise<void>;
  /** Closes what was opened for them; after the last job. */
  close(): Promise<void>;
}

/** What every worker shares: its connections, the saga, logs, metrics and health. */
export interface WorkerContext extends StageDeps {
  service: string;
  letters: DeadLetters;
  transport: BullMqTransport;
  queueKeys: QueueKeys;
  cancellations: CancellationWatch;
  /** May be called again. Commands that still wait for Redis are rejected. */
  close(): Promise<void>;
}

export function openWorkerContext(
  service: string,
  env: Parameters<typeof redisConnections>[0] & { LOG_LEVEL: string; QUEUE_PREFIX: string; QUEUE_SLOTS: QueueSlots },
  settings: SagaSettings,
): WorkerContext {
  const logger = createLogger(service, env.LOG_LEVEL);
  const connections = redisConnections(env, (fields, message) => logger.warn(fields, message));
  const connect = connections.open;
  const redis = connect('worker');
  const metrics = createMetrics(service);
  measureClockOffset(redis, metrics.registry);
  const store = new RunStore(redis, settings, {
    onAdvanced: measureRuns(metrics.registry).onAdvanced,
    onFailed: logFailedRuns(logger),
  });
  const queueKeys = new QueueKeys(env.QUEUE_PREFIX, env.QUEUE_SLOTS);
  const transport = new BullMqTransport(redis, queueKeys);
  const subscriber = connect('subscriber');
  const cancellations = new CancellationWatch(subscriber, store.keys);
  // Not awaited: while Redis is unavailable, a service without a reply at /healthz would be restarted again and again.
  cancellations
    .start()
    .catch((error: Error) =>
      logger.error(
        { error: error.message },
        'no subscription to cancellations: cancelled runs go on to the end of their stage',
      ),
    );
  const health = new HealthState();
  health.addStarted({ name: 'redis', check: () => checkRedis(redis) }, connectedOnce(redis));
  return {
    service,
    logger,
    metrics,
    health,
    redis,
    caches: connections.openCache({ health, registry: metrics.registry }) ?? redis,
    store,
    transport,
    queueKeys,
    cancellations,
    subscriber,
    connect,
    results: new ResultStore(redis, store),
    letters: new DeadLetters(redis, store.keys),
    close: async () => {
      // Closing a queue waits for its connection, for ever if Redis is unavailable.
      if (redis.status === 'ready') await transport.close();
      connections.close();
    },
  };
}
