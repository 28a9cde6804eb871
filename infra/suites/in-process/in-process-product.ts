import { setTimeout as pause } from 'node:timers/promises';
import { audiencesOf, ModelRegistry, openCatalog, SnapshotStore } from '@querent/catalog';
import type { ImpactJob, JobKey, StageFunction } from '@querent/contracts';
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
 * The five worker services in one process. `open<Stage>` composes each, with separate connections. A list replaces the
 * queues between the stages.
 */
export interface InProcessProduct {
  /** Receives the jobs of submissions and replies, from a gateway's services or a store. */
  transport: JobTransport;
  /** The run store of one of the services. */
  store: RunStore;
  /** The models that all services see. */
  models: ModelRegistry;
  /**
   * Works until no job is left. Each run then has ended or waits for a reply, and its background writes (cache,
   * samples) are complete.
   */
  work(): Promise<void>;
  /** Plays the comparison of a draft that the gateway has begun. */
  compare(job: ImpactJob): Promise<void>;
  close(): Promise<void>;
}

export interface ProductOptions {
  redisUrl: string;
  configDir: string;
  /** Further environment variables of all services. */
  env?: Record<string, string>;
  /** Replacements of database calls. */
  databases?: Partial<DatabaseAccess>;
  /** Wraps a stage: to record or change its outcome, or to replace it as a language model might. */
  around?: (job: JobKey, stage: StageFunction) => StageFunction;
}

/** Opens the services. Resolves when every connection's schema has been read. */
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
      // In sequence, because the chart service's background writes depend on those of the intent service.
      for (const service of services) await service.settled();
    },
    async compare(job) {
      for (const { background } of services) await background.impact?.handle(job, new AbortController().signal);
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

/** Handles one job. An exception fails the run at the first attempt, because further attempts would throw it again. */
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
