import { ExplorationCache } from '@querent/cache';
import { ModelRegistry, SampleBook } from '@querent/catalog';
import type { JobKey, StageFunction } from '@querent/contracts';
import type { Datasource, ReadOnlyResult, ReadOnlyStatement } from '@querent/datasource';
import { Conversations, Habits } from '@querent/memory';
import { sampleFinder, tableFinder } from '@querent/retrieval';
import {
  CancellationWatch,
  failExhausted,
  StagePostponedError,
  StageRunner,
  type JobTransport,
  type Outbox,
} from '@querent/saga';
import type { Redis } from 'ioredis';
import { present } from '../../../apps/chart/src/present';
import { execute, type ExecuteDeps } from '../../../apps/executor/src/execute';
import { explore } from '../../../apps/executor/src/exploration/explore';
import { guardCatalogues } from '../../../apps/executor/src/guard-catalogues';
import { openDesk } from '../../../apps/executor/src/statements/fixture/open-desk';
import type { GatewayServices } from '../../../apps/gateway/src/gateway-services';
import { fastModeOf, intentEnvSchema } from '../../../apps/intent/src/intent-env';
import { understand } from '../../../apps/intent/src/understand';
import { findSamples } from '../../../apps/schema-retrieval/src/find-samples';
import { retrieve } from '../../../apps/schema-retrieval/src/retrieve';
import { generate } from '../../../apps/sql-generator/src/generate';
import type { SharingInHand } from './sharing-in-hand';

/** The workers' stages on a gateway's own Redis: jobs go from hand to hand instead of through queues. */
export interface StagesInHand {
  /** Works until no job is left: the run then is over or waits. */
  work(): Promise<void>;
}

type RunStatement = (datasource: Datasource, statement: ReadOnlyStatement) => Promise<ReadOnlyResult>;

export interface StageOptions {
  datasource: (connection: string) => Datasource;
  /** Stands for the database, or asks it; needed where `executing` brings no desk. */
  runStatement?: RunStatement;
  /** What the executor works with, in the place of a desk where nobody waits. */
  executing?: Partial<ExecuteDeps>;
  /** May spoil what a stage concludes, as a language model in its place might. */
  around: (job: JobKey, stage: StageFunction) => StageFunction;
  subscriber: Redis;
  /** Absent: nothing is shared. */
  sharing?: SharingInHand;
}

const ttl = 60_000;

/** Takes the jobs that the gateway publishes; what a stage throws, it throws at every attempt. */
export function stagesInHand(services: GatewayServices, options: StageOptions): StagesInHand {
  const { store, letters } = services;
  const { around, subscriber } = options;
  const waiting: Outbox[] = [];
  const transport: JobTransport = {
    publish: async (outbox) => void waiting.push(outbox),
    stateOf: async () => ({ state: 'missing', reason: null }),
  };
  services.transport = transport;
  const cancellations = new CancellationWatch(subscriber, store.keys);
  const stages = stagesOf(services, options);
  const runners = Object.fromEntries(
    Object.entries(stages).map(([job, [stage, run]]) => [
      job,
      new StageRunner({ store, transport, cancellations, stage, job: job as JobKey, run: around(job as JobKey, run) }),
    ]),
  ) as Record<JobKey, StageRunner>;
  return {
    async work() {
      for (let outbox = waiting.shift(); outbox !== undefined; outbox = waiting.shift()) {
        const job = outbox;
        await runners[job.job].handle(job.payload).catch((error: unknown) => {
          if (error instanceof StagePostponedError) return void waiting.push(job);
          return failExhausted(
            store,
            letters,
            job,
            error instanceof Error ? (error.stack ?? error.message) : String(error),
          );
        });
      }
    },
  };
}

function stagesOf(
  { catalog, snapshots, store, results, redis, sampleStore }: GatewayServices,
  { datasource, runStatement, executing: given, sharing }: StageOptions,
): Record<JobKey, [stage: StageRunnerStage, run: StageFunction]> {
  const models = new ModelRegistry(catalog, snapshots);
  const memory = { prefix: store.settings.prefix, lifeMs: ttl, warn: () => undefined };
  const guardCatalogue = guardCatalogues(catalog, models, snapshots);
  const samples = sampleFinder({ book: new SampleBook(catalog, sampleStore), embedder: null });
  const modelOf = async (name: string, tenant: string) => (await models.model(name, tenant))?.model ?? null;
  const generating = generate({
    model: (name, tenant) => models.model(name, tenant),
    maxRows: () => 1_000,
    now: Date.now,
    clarificationTtlMs: ttl,
  });
  const desk = given?.runStatement ?? openDesk({ run: runStatement });
  const executing = {
    datasource,
    guardCatalogue,
    grantedFunctions: () => [],
    model: modelOf,
    login: async () => undefined,
    openResult: (id: string, version: number) => results.open(id, version),
    dropEntry: sharing?.dropEntry ?? (async () => undefined),
    runStatement: desk,
    onRefused: () => undefined,
    onFailed: () => undefined,
    now: Date.now,
    clarificationTtlMs: ttl,
    ...given,
  };
  const understanding = understand({
    availability: (name, tenant) => models.availability(name, tenant),
    agent: (name) => catalog.agent(name),
    habits: new Habits(redis, memory),
    conversations: new Conversations(redis, memory),
    propose: async () => [],
    onProposeError: () => undefined,
    reasoner: false,
    fastMode: fastModeOf(intentEnvSchema.parse({})),
    shared: sharing?.shared ?? null,
    now: Date.now,
    recordNow: Date.now,
    clarificationTtlMs: ttl,
  });
  const presenting = present({
    results,
    writeBlob: (id, name, text) => store.writeBlob(id, name, text),
    model: modelOf,
    clock: Date.now,
  });
  return {
    understand: ['intent', sharing?.awaiting(understanding) ?? understanding],
    retrieve: [
      'schema-retrieval',
      retrieve({
        model: (name, tenant) => models.model(name, tenant),
        tables: tableFinder({ embedder: null }),
        samples: findSamples(samples, () => undefined),
      }),
    ],
    generate: ['sql-generator', generating],
    reason: ['sql-generator', generating],
    execute: ['executor', execute(executing)],
    executeSlowly: ['executor', execute({ ...executing, lane: 'slow' })],
    explore: [
      'executor',
      explore({
        datasource,
        guardCatalogue,
        version: async (name, tenant) => (await modelOf(name, tenant))?.version ?? null,
        cache: new ExplorationCache(redis, { prefix: store.settings.prefix, ttlMs: ttl, warn: () => undefined }),
        timeoutMs: 1_000,
        onFailed: () => undefined,
        grantedFunctions: () => [],
        runStatement: desk,
        onRefused: () => undefined,
        now: Date.now,
      }),
    ],
    present: ['chart', sharing?.keeping(presenting) ?? presenting],
  };
}

type StageRunnerStage = ConstructorParameters<typeof StageRunner>[0]['stage'];
