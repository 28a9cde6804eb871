import { setTimeout as pause } from 'node:timers/promises';
import { audiencesOf, ModelRegistry, openCatalog, SnapshotStore } from '@querent/catalog';
import type { JobKey, StageFunction } from '@querent/contracts';
import { stageRunner } from '@querent/messaging';
import {
  failExhausted,
  StagePostponedError,
  type DeadLetters,
  type JobTransport,
  type Outbox,
  type RunStore,
  type StageRunner,
} from '@querent/saga';
import { waitFor } from '@querent/testing';
import type { DatabaseAccess } from '../../../apps/executor/src/connections/database-access';
import { openServices, type OpenedService } from './opened-services';

/**
 * The five workers' services in one process, each as its `open<Stage>` composes it and on connections of its own; jobs
 * go from stage to stage through a list in place of queues.
 */
export interface InProcessProduct {
  /** Takes the jobs of who submits and replies: a gateway's services, or a store. */
  transport: JobTransport;
  /** A run store of one of the services. */
  store: RunStore;
  /** Models as all services resolve them. */
  models: ModelRegistry;
  /** Works until no job is left: each run then is over or waits for its asker, and what it leaves behind is kept. */
  work(): Promise<void>;
  close(): Promise<void>;
}

export interface ProductOptions {
  redisUrl: string;
  configDir: string;
  /** Environment of all services, beside Redis and the configuration. */
  env?: Record<string, string>;
  /** What answers in place of databases. */
  databases?: Partial<DatabaseAccess>;
  /** Records what a stage concludes, changes it, or takes the place of the stage, as a language model might. */
  around?: (job: JobKey, stage: StageFunction) => StageFunction;
}

/** Opens the services; resolves when every connection's schema has been read. */
export async function openInProcessProduct({
  redisUrl,
  configDir,
  env = {},
  databases = {},
  around = (_job, stage) => stage,
}: ProductOptions): Promise<InProcessProduct> {
  const variables = { LOG_LEVEL: 'silent', REDIS_URL: redisUrl, QUERENT_CONFIG_DIR: configDir, ...env };
  const services = await openServices(variables, databases);
  const { redis, store, letters } = services[0].context;
  const catalog = await openCatalog(configDir, { credentials: null });
  const models = new ModelRegistry(catalog, new SnapshotStore(redis, store.settings.prefix));
  for (const connection of catalog.connections())
    for (const { tenant } of audiencesOf(connection))
      await waitFor(async () => (await models.availability(connection.name, tenant))?.state === 'ready', {
        timeoutMs: 60_000,
      });
  const waiting: Outbox[] = [];
  const transport: JobTransport = {
    publish: async (outbox) => void waiting.push(outbox),
    stateOf: async () => ({ state: 'missing', reason: null }),
  };
  const runners = runnersOf(services, transport, around);
  return {
    transport,
    store,
    models,
    async work() {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift())
        if ((await attempt(runners, job, { store, letters })) === 'postponed') waiting.push(job);
      // One after the other: what the chart service keeps waits for what the intent service has kept.
      for (const service of services) await service.settled();
    },
    async close() {
      for (const service of services) await service.close();
      await catalog.close();
    },
  };
}

function runnersOf(
  services: readonly OpenedService[],
  transport: JobTransport,
  around: NonNullable<ProductOptions['around']>,
): Map<JobKey, StageRunner> {
  return new Map(
    services.flatMap(({ name, context, stages }) =>
      stages.map(([job, stage]) => [job, stageRunner(name, job, { ...context, transport }, around(job, stage))]),
    ),
  );
}

const LONGEST_PAUSE_MS = 50;

/** What a stage throws, it throws at every attempt: its run fails at the first. */
async function attempt(
  runners: ReadonlyMap<JobKey, StageRunner>,
  job: Outbox,
  { store, letters }: { store: RunStore; letters: DeadLetters },
): Promise<'done' | 'postponed'> {
  try {
    await runners.get(job.job)?.handle(job.payload);
  } catch (error) {
    if (error instanceof StagePostponedError) {
      await pause(Math.min(error.delayMs, LONGEST_PAUSE_MS));
      return 'postponed';
    }
    await failExhausted(store, letters, job, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return 'done';
}
